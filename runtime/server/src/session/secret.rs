use std::fmt;

/// Digits of ids and tokens: no two look alike, all are safe in a link.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// `N` random digits of five bits each, from the operating system.
fn random_digits<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0u8; N];
    crate::entropy::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Names a room, in links too. Ten digits are 50 bits: not to be found by guessing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(String);

impl RoomId {
    const DIGITS: usize = 10;

    /// A new id.
    pub fn random() -> Result<Self, getrandom::Error> {
        random_digits::<{ Self::DIGITS }>().map(Self)
    }

    /// An id someone sent; `None` when no room can be called so.
    pub fn parse(text: &str) -> Option<Self> {
        is_digits(text, Self::DIGITS).then(|| Self(text.to_owned()))
    }

    /// As in a link.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Whoever bears it is one player of one room. 26 digits are 130 bits.
///
/// Tokens are only ever looked up in a hash map with a random key, never compared byte by byte with
/// what a client sent, so the time of an answer says nothing about them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

impl Token {
    const DIGITS: usize = 26;

    /// A new token.
    pub fn random() -> Result<Self, getrandom::Error> {
        random_digits::<{ Self::DIGITS }>().map(Self)
    }

    /// A token someone sent; `None` when it cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        is_digits(text, Self::DIGITS).then(|| Self(text.to_owned()))
    }

    /// As sent to its bearer. Not for logs.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_tokens_survive_parsing_and_differ() {
        let (one, two) = (RoomId::random().unwrap(), RoomId::random().unwrap());
        assert_ne!(one, two);
        assert_eq!(RoomId::parse(one.as_str()), Some(one));
        let token = Token::random().unwrap();
        assert_eq!(Token::parse(token.reveal()), Some(token.clone()));
        assert!(!format!("{token:?}").contains(token.reveal()));
    }

    #[test]
    fn what_cannot_be_an_id_is_refused() {
        for bad in ["", "abc", "abcdefghi/", "ABCDEFGHIJ", "abcdefghijk", "象棋象棋"] {
            assert_eq!(RoomId::parse(bad), None, "{bad}");
        }
    }
}
