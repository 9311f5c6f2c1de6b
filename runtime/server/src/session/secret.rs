use std::fmt;

use sha2::{Digest, Sha256};

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
/// The server keeps only [`Self::digest`]: whoever reads its files cannot play in anybody's name.
/// Digests are looked up in a hash map with a random key, so the time of an answer says nothing
/// about them.
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

    /// What is kept of it.
    pub fn digest(&self) -> TokenDigest {
        TokenDigest(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// What is kept of a [`Token`]: its SHA-256. A token is too random to be found from it by trying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// From the bytes of [`Self::as_bytes`].
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// As bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
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
        assert_ne!(token.digest(), Token::random().unwrap().digest());
        // What `printf abcdefghijkmnpqrstuvwxyz23 | sha256sum` prints.
        let known = Token::parse("abcdefghijkmnpqrstuvwxyz23").unwrap().digest();
        let hex: String = known.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "2b100a6e85e58f4bf28d00b86fbee5e25e66fa04e2c623ffefdc03c0264e3dce");
    }

    #[test]
    fn what_cannot_be_an_id_is_refused() {
        for bad in ["", "abc", "abcdefghi/", "ABCDEFGHIJ", "abcdefghijk", "象棋象棋"] {
            assert_eq!(RoomId::parse(bad), None, "{bad}");
        }
    }
}
