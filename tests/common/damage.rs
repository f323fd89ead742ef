//! Damaged texts: what a disk, a mail program or a malicious hand makes of a file.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// How many damaged texts a reader gets: what `QUANDARY_FUZZ` says, or the usual number.
pub fn n_damaged(usual: usize) -> usize {
    std::env::var("QUANDARY_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A text with a few bytes or numbers changed, left out, doubled or swapped.
pub fn damaged(text: &str, random: &mut Pcg64Mcg) -> String {
    let letters: Vec<char> = "0123456789-+.,:;#*\"[]{}()/ \n\t\réx^TF\0".chars().collect();
    let numbers = ["-1", "0", "1", "7", "99", "65536", "9223372036854775807", "99999999999999999999", "1e9", "0.5"];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=chars.len());
        let end = (at + random.random_range(1..9)).min(chars.len());
        let letter = letters[random.random_range(0..letters.len())];
        match random.random_range(0..6) {
            0 if at < chars.len() => chars[at] = letter,
            1 => chars.insert(at, letter),
            2 => drop(chars.drain(at..end)),
            3 => chars.splice(at..at, chars[at..end].to_vec()).for_each(drop),
            4 => chars.truncate(at.max(1)),
            _ => with_number(&mut chars, at, numbers[random.random_range(0..numbers.len())]),
        }
    }
    chars.into_iter().collect()
}

/// Another number in the place of the first behind a position.
fn with_number(chars: &mut Vec<char>, from: usize, number: &str) {
    let Some(start) = (from..chars.len()).find(|at| chars[*at].is_ascii_digit()) else { return };
    let end = (start..chars.len()).find(|at| !chars[*at].is_ascii_digit()).unwrap_or(chars.len());
    chars.splice(start..end, number.chars());
}
