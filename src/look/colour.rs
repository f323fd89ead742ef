//! Colours as numbers, and how well one is seen on another.

use std::fmt;

/// A colour: red, green and blue, one byte each, as `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u32);

impl Colour {
    /// Red, green and blue.
    pub fn channels(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    /// How bright it is to the eye, 0 to 1: the relative luminance of WCAG 2.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.channels().map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours, 1 to 21, as WCAG 2 has it.
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// A channel without the curve of screens.
fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn contrasts_are_those_of_the_standard() {
        let check = |a: u32, b: u32, expected: f64| {
            let found = Colour(a).contrast(Colour(b));
            assert!((found - expected).abs() < 0.01, "{a:06x} on {b:06x}: {found}");
        };
        check(0x000000, 0xffffff, 21.0);
        check(0xffffff, 0xffffff, 1.0);
        check(0x767676, 0xffffff, 4.54);
        check(0xff0000, 0xffffff, 4.0);
        assert_eq!(Colour(0x00a0ff).to_string(), "#00a0ff");
    }
}
