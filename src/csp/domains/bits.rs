//! Bits in words, counted from a first word on.
//!
//! The searches skip empty words, so they cost the words between `at` and the bit found.

/// Whether the bit is set.
pub(super) fn bit(words: &[u64], first: u32, at: u64) -> bool {
    words[first as usize + (at / 64) as usize] >> (at % 64) & 1 == 1
}

/// The first bit set at or after `at`; there must be one.
pub(super) fn next_bit(words: &[u64], first: u32, at: u64) -> u64 {
    let mut word = at / 64;
    let mut left = words[first as usize + word as usize] & (u64::MAX << (at % 64));
    while left == 0 {
        word += 1;
        left = words[first as usize + word as usize];
    }
    word * 64 + u64::from(left.trailing_zeros())
}

/// The last bit set at or before `at`; there must be one.
pub(super) fn previous_bit(words: &[u64], first: u32, at: u64) -> u64 {
    let mut word = at / 64;
    let mut left = words[first as usize + word as usize] & (u64::MAX >> (63 - at % 64));
    while left == 0 {
        word -= 1;
        left = words[first as usize + word as usize];
    }
    word * 64 + 63 - u64::from(left.leading_zeros())
}
