//! The roles: what a colour says, its colours on light and dark grounds, and the cue that says the same without colour.
//!
//! What holds, in both themes: words have a contrast of 4.5 to every ground they stand on, everything else that says
//! something one of 3. Grounds and thin rules say nothing.

use super::Colour;

/// A colour, named for what it says.
#[derive(Debug)]
pub struct Role {
    /// Its name, in styles `$name`.
    pub name: &'static str,
    /// On light grounds.
    pub light: Colour,
    /// On dark grounds.
    pub dark: Colour,
    /// The nearest of a terminal's sixteen colours, as the parameters of its escape sequence.
    pub ansi: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What says the same without colour.
    pub cue: &'static str,
    /// The grounds it is seen on.
    pub on: &'static [&'static str],
    /// The least contrast to these.
    pub least: f64,
}

const BOARD: &[&str] = &["page", "floor", "shade"];
const LIKELY: &[&str] =
    &["likely0", "likely1", "likely2", "likely3", "likely4", "likely5", "likely6", "likely7", "likely8", "likely9"];

/// Something other things stand on.
const fn ground(name: &'static str, light: u32, dark: u32, says: &'static str) -> Role {
    let (light, dark) = (Colour(light), Colour(dark));
    Role { name, light, dark, ansi: "", says, cue: "none: it says nothing by itself", on: &[], least: 1.0 }
}

/// Words and figures.
const fn words(
    name: &'static str,
    (light, dark): (u32, u32),
    ansi: &'static str,
    says: &'static str,
    on: &'static [&'static str],
) -> Role {
    Role { name, light: Colour(light), dark: Colour(dark), ansi, says, cue: "the words", on, least: 4.5 }
}

/// Lines, discs and signs.
const fn sign(
    name: &'static str,
    (light, dark): (u32, u32),
    ansi: &'static str,
    says: &'static str,
    cue: &'static str,
) -> Role {
    Role { name, light: Colour(light), dark: Colour(dark), ansi, says, cue, on: BOARD, least: 3.0 }
}

/// The role of a name.
pub fn find(name: &str) -> Option<&'static Role> {
    TABLE.iter().find(|role| role.name == name)
}

/// All roles.
#[rustfmt::skip]
pub const TABLE: &[Role] = &[
    ground("page", 0xf5f7fa, 0x12161b, "around boards and cards"),
    ground("floor", 0xffffff, 0x1b2128, "boards and cards"),
    ground("shade", 0xe9edf2, 0x262e38, "every other square"),
    ground("rule", 0xd5dce4, 0x343e4a, "thin lines between squares"),
    sign("rim", (0x727e8c, 0x7d8a99), "90", "where the board ends", "a line"),
    words("ink", (0x1c2430, 0xe8ecf1), "", "words", &["page", "floor", "shade", "open", "yes-soft", "no-soft", "found-soft", "dirty-soft"]),
    words("dim", (0x55606f, 0xa7b1be), "90", "coordinates and notes", BOARD),
    sign("given", (0x1c2430, 0xe8ecf1), "1", "part of the instance", "heavier ink, no fill"),
    sign("found", (0x0069a8, 0x5cb8f0), "1;34", "part of the answer", "filled"),
    ground("found-soft", 0xd3e8f7, 0x103a55, "under what is found"),
    sign("yes", (0xb23a05, 0xff9d66), "1;31", "holds in every solution", "a sign such as a mine"),
    ground("yes-soft", 0xfcdcc8, 0x56290f, "under what holds"),
    sign("no", (0x006b4e, 0x5fd6b0), "1;36", "fails in every solution", "a tick"),
    ground("no-soft", 0xcdeee0, 0x0d3d31, "under what fails"),
    ground("open", 0xc9d4e0, 0x465565, "differs between solutions, or is not known"),
    sign("edge", (0x6f7f92, 0x8fa0b4), "90", "the rim of what is open", "raised"),
    sign("reason", (0x7a3fb5, 0xc9a1f7), "35", "why a fact holds", "a numbered ring"),
    sign("clash", (0xb0154e, 0xff85a8), "1;35", "rules that cannot hold together", "a double ring, hatched"),
    sign("wall", (0x1c2430, 0xaab4c0), "7", "a cell that nothing can be put on", "filled"),
    words("wall-ink", (0xffffff, 0x10151a), "", "a number on a wall", &["wall"]),
    ground("lit", 0xfdf0c0, 0x463c14, "reached by a part of the answer"),
    words("lit-ink", (0x1c2430, 0xe8ecf1), "33", "on what is lit", &["lit"]),
    Role { on: &["lit", "floor"], ..sign("bulb", (0x9c6a00, 0xffd257), "93", "a lamp of the answer", "a disc with rays") },
    sign("path", (0x3d4a5c, 0xc3cedb), "37", "where something moves", "an arrow with its number beside it"),
    sign("dirty", (0xb0501f, 0xe99468), "31", "may hold the robber", "dots"),
    ground("dirty-soft", 0xf9e0d4, 0x472a1d, "under what may hold the robber"),
    sign("clean", (0x727e8c, 0x7d8a99), "90", "cannot hold the robber", "plain"),
    sign("focus", (0x0069a8, 0x5cb8f0), "7", "where the keyboard is", "an outline of 3 pixels"),
    sign("select", (0x7a3fb5, 0xc9a1f7), "7", "what is chosen", "an inset"),
    sign("actor1", (0xcf3529, 0xff7b6e), "91", "the first of those who move", "its letter"),
    sign("actor2", (0x1f7d3a, 0x5fcf80), "32", "the second", "its letter"),
    sign("actor3", (0x2462cc, 0x7ab3ff), "94", "the third", "its letter"),
    sign("actor4", (0xa97a00, 0xf2c53d), "33", "the fourth", "its letter"),
    sign("actor5", (0x75808c, 0xc9d2dc), "37", "the fifth", "its letter"),
    sign("actor6", (0x2b2f36, 0x7f8b99), "90", "the sixth", "its letter"),
    words("actor1-text", (0xffffff, 0x10151a), "", "on the first", &["actor1"]),
    words("actor2-text", (0xffffff, 0x10151a), "", "on the second", &["actor2"]),
    words("actor3-text", (0xffffff, 0x10151a), "", "on the third", &["actor3"]),
    words("actor4-text", (0x10151a, 0x10151a), "", "on the fourth", &["actor4"]),
    words("actor5-text", (0x10151a, 0x10151a), "", "on the fifth", &["actor5"]),
    words("actor6-text", (0xffffff, 0x10151a), "", "on the sixth", &["actor6"]),
    words("digit1", (0x1f4fd8, 0x7aa9ff), "94", "one mine around", &["floor"]),
    words("digit2", (0x17803a, 0x5fd38a), "32", "two", &["floor"]),
    words("digit3", (0xcc2418, 0xff8278), "91", "three", &["floor"]),
    words("digit4", (0x1c2f86, 0xaab4ff), "34", "four", &["floor"]),
    words("digit5", (0x86201b, 0xe5a67c), "31", "five", &["floor"]),
    words("digit6", (0x0b6f78, 0x43cfd8), "36", "six", &["floor"]),
    words("digit7", (0x14181f, 0xf2f5f9), "1", "seven", &["floor"]),
    words("digit8", (0x5f6a79, 0xa9b4c2), "1;90", "eight", &["floor"]),
    // Even steps of OKLCH, lightness and chroma, from pale to strong; words on them are `likely-ink`.
    ground("likely0", 0xfff5e9, 0x342c23, "a chance below a tenth"),
    ground("likely1", 0xfde9d5, 0x3f3122, "below two tenths"),
    ground("likely2", 0xfbddc1, 0x4a3621, "below three tenths"),
    ground("likely3", 0xf9d0ad, 0x553a20, "below four tenths"),
    ground("likely4", 0xf7c49a, 0x613e1f, "below a half"),
    ground("likely5", 0xf5b788, 0x6d421e, "a half or more"),
    ground("likely6", 0xf3a976, 0x7a451d, "six tenths or more"),
    ground("likely7", 0xf19b64, 0x86491c, "seven tenths or more"),
    ground("likely8", 0xee8d51, 0x934c1c, "eight tenths or more"),
    ground("likely9", 0xec7e3f, 0xa14e1c, "nine tenths or more"),
    words("likely-ink", (0x1c2430, 0xe8ecf1), "33", "a chance", LIKELY),
    // Twelve hues of one lightness, neighbours far apart; words on them are `side-ink`.
    ground("side0", 0xffb5b4, 0x783b3c, "a number on a side"),
    ground("side1", 0x8be2c4, 0x005e49, "another"),
    ground("side2", 0xeabaf5, 0x643f6d, "another"),
    ground("side3", 0xd1d48a, 0x535311, "another"),
    ground("side4", 0xaacfff, 0x334f7e, "another"),
    ground("side5", 0xffbc96, 0x744021, "another"),
    ground("side6", 0x7ce1e6, 0x005d62, "another"),
    ground("side7", 0xfeb4d6, 0x723b56, "another"),
    ground("side8", 0xaddea2, 0x355b2c, "another"),
    ground("side9", 0xccc4ff, 0x4f477b, "another"),
    ground("side10", 0xefc785, 0x684a09, "another"),
    ground("side11", 0x8adaff, 0x025875, "another"),
    words("side-ink", (0x1c2430, 0xe8ecf1), "", "a number on its colour", &["side0", "side1", "side2", "side3", "side4", "side5", "side6", "side7", "side8", "side9", "side10", "side11"]),
    // Okabe and Ito's colours in their order, moved until they are seen on both grounds.
    sign("series0", (0x0072b2, 0x4aa3df), "34", "a line of a plot", "the shape of its marks"),
    sign("series1", (0xc95600, 0xf0813a), "31", "another", "the shape of its marks"),
    sign("series2", (0x00855f, 0x2fc39a), "32", "another", "the shape of its marks"),
    sign("series3", (0xb8558f, 0xe08fbd), "35", "another", "the shape of its marks"),
    sign("series4", (0x9c6b00, 0xe6a817), "33", "another", "the shape of its marks"),
    sign("series5", (0x2583b8, 0x7cc7f2), "36", "another", "the shape of its marks"),
    sign("series6", (0x6f6f6f, 0xa0a0a0), "90", "another", "the shape of its marks"),
    sign("series7", (0x7a7200, 0xc4ba3c), "93", "another", "the shape of its marks"),
    ground("good-soft", 0xe3f3ec, 0x12342a, "under good news"),
    words("good", (0x0b4f39, 0x9fe0c6), "32", "good news", &["good-soft"]),
    ground("bad-soft", 0xfbe4d8, 0x43210f, "under bad news"),
    words("bad", (0x7d2d00, 0xffc4a3), "31", "bad news", &["bad-soft"]),
    ground("warn-soft", 0xfdf1d0, 0x3a2f10, "under a warning"),
    words("warn", (0x604600, 0xf3d98c), "33", "a warning", &["warn-soft"]),
    ground("alarm", 0xb34700, 0xb34700, "an answer that failed its judge"),
    words("alarm-ink", (0xffffff, 0xffffff), "1;31", "its word", &["alarm"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_role_is_seen_in_both_themes() {
        for role in TABLE {
            for ground in role.on {
                let ground = find(ground).unwrap_or_else(|| panic!("{}: no ground {ground}", role.name));
                for (theme, a, b) in [("light", role.light, ground.light), ("dark", role.dark, ground.dark)] {
                    let contrast = a.contrast(b);
                    assert!(contrast >= role.least, "{} on {} in {theme}: {contrast:.2}", role.name, ground.name);
                }
            }
        }
    }

    #[test]
    fn signs_are_seen_on_the_soft_ground_of_their_own() {
        for name in ["found", "yes", "no", "dirty"] {
            let (role, soft) = (find(name).expect(name), find(&format!("{name}-soft")).expect(name));
            assert!(role.light.contrast(soft.light) >= 3.0 && role.dark.contrast(soft.dark) >= 3.0, "{name}");
        }
    }

    #[test]
    fn names_are_different_and_everything_says_something() {
        let names: BTreeSet<&str> = TABLE.iter().map(|role| role.name).collect();
        assert_eq!(names.len(), TABLE.len());
        assert!(TABLE.iter().all(|role| !role.says.is_empty() && !role.cue.is_empty()));
    }

    #[test]
    fn chances_grow_stronger_in_even_steps() {
        let scale: Vec<&Role> = LIKELY.iter().map(|name| find(name).expect("a step")).collect();
        for colour in [|role: &Role| role.light, |role: &Role| role.dark] {
            let steps: Vec<f64> = scale.windows(2).map(|w| lightness(colour(w[1])) - lightness(colour(w[0]))).collect();
            let mean = steps.iter().sum::<f64>() / steps.len() as f64;
            assert!(steps.iter().all(|step| (step / mean - 1.0).abs() < 0.25), "{steps:?}");
        }
    }

    /// Lightness as Ottosson's OKLab has it: equal steps look equal.
    fn lightness(colour: Colour) -> f64 {
        let linear = |c: u8| {
            let share = f64::from(c) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = colour.channels().map(linear);
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s
    }
}
