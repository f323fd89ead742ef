//! The secret that the page knows and other pages do not: 128 random bits in hexadecimal.
//!
//! It is part of the link's fragment, which no browser sends to anybody. Comparing takes as long for a wrong token as for the
//! right one, so that nobody finds it digit by digit.

use std::fmt;
use std::hint::black_box;

/// A token. Printing it for debugging shows nothing.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one, from the system's randomness.
    pub fn new() -> Result<Token, String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token as the link has it.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether somebody knows it. Every byte is looked at; only the length, which is no secret, ends it early.
    pub fn is(&self, claim: &[u8]) -> bool {
        let ours = self.0.as_bytes();
        let differing = |different, (a, b): (&u8, &u8)| black_box(different | (a ^ b));
        claim.len() == ours.len() && ours.iter().zip(claim).fold(0, differing) == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn only_the_whole_token_is_it() {
        let (token, other) = (Token::new().expect("random"), Token::new().expect("random"));
        let text = token.text().to_string();
        assert_eq!(text.len(), 32);
        assert!(token.is(text.as_bytes()) && !token.is(other.text().as_bytes()));
        assert!(!token.is(b"") && !token.is(&text.as_bytes()[..31]) && !token.is(format!("{text}0").as_bytes()));
        for at in 0..text.len() {
            let mut wrong = text.clone().into_bytes();
            wrong[at] ^= 1;
            assert!(!token.is(&wrong), "byte {at}");
        }
        assert!(!format!("{token:?}").contains(&text));
    }
}
