use std::fmt;

use serde::{Deserialize, Serialize};

/// Digits of ids and tokens: none look alike, and all are safe in links.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// `N` random digits of five bits each, from the operating system.
pub(super) fn random_digits<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0u8; N];
    crate::entropy::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// An id by which a request is found in the log; empty if the system gives no random numbers.
pub(crate) fn request_id() -> String {
    random_digits::<10>().unwrap_or_default()
}

/// The id of a room, also in links. Its ten digits are 50 bits, too many to guess.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomId(String);

impl RoomId {
    const DIGITS: usize = 10;

    /// A random id.
    pub fn random() -> Result<Self, getrandom::Error> {
        random_digits::<{ Self::DIGITS }>().map(Self)
    }

    /// An id that a client sent; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        is_digits(text, Self::DIGITS).then(|| Self(text.to_owned()))
    }

    /// The id as in a link.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RoomId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("no room can be called so")
    }
}

impl From<RoomId> for String {
    fn from(room: RoomId) -> Self {
        room.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Identifies its bearer as one player of one room. Created and verified by
/// [`TokenKeys`](super::TokenKeys): the player and the time of issue, signed together with the
/// room.
///
/// The log stores only [`Self::digest`], so its readers cannot play as anybody.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

impl Token {
    /// 30 bytes at five bits a digit: no bit is unused, so every digit counts.
    const DIGITS: usize = 48;
    /// Bytes of a token: six of issue time, eight of player, sixteen of signature.
    pub(super) const BYTES: usize = 30;

    /// A random token without a valid signature, for tests of logs.
    pub fn random() -> Result<Self, getrandom::Error> {
        random_digits::<{ Self::DIGITS }>().map(Self)
    }

    /// A token that a client sent; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        is_digits(text, Self::DIGITS).then(|| Self(text.to_owned()))
    }

    /// The text, for its bearer. Must not be logged.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(super) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let mut digits = String::with_capacity(Self::DIGITS);
        for group in bytes.chunks_exact(5) {
            let bits = group.iter().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
            for place in (0..8).rev() {
                let digit = (bits >> (5 * place)) as usize % ALPHABET.len();
                digits.push(char::from(ALPHABET[digit]));
            }
        }
        Self(digits)
    }

    pub(super) fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let digits = self.0.as_bytes();
        for (group, out) in digits.chunks_exact(8).zip(bytes.chunks_exact_mut(5)) {
            let bits = group.iter().fold(0u64, |bits, digit| {
                let value = ALPHABET.iter().position(|known| known == digit);
                bits << 5 | value.unwrap_or_default() as u64
            });
            out.copy_from_slice(&bits.to_be_bytes()[3..]);
        }
        bytes
    }

    /// The digest that is stored.
    pub fn digest(&self) -> TokenDigest {
        TokenDigest::of(&self.0)
    }
}

/// The stored form of a [`Token`]: its SHA-256. A token is too random to be found from it by trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// The digest of a token's text, in this or an older form.
    pub(crate) fn of(text: &str) -> Self {
        let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
        let mut bytes = [0; 32];
        bytes.copy_from_slice(digest.as_ref());
        Self(bytes)
    }

    /// A digest from the bytes of [`Self::as_bytes`].
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the digest.
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
        assert_eq!(Token::from_bytes(&token.to_bytes()), token);
        assert_eq!(Token::from_bytes(&[0; 30]).reveal(), "a".repeat(48));
        assert_eq!(Token::from_bytes(&[0xFF; 30]).reveal(), "9".repeat(48));
        assert_ne!(token.digest(), Token::random().unwrap().digest());
        // Computed with `printf abcdefghijkmnpqrstuvwxyz23 | sha256sum`.
        let known = TokenDigest::of("abcdefghijkmnpqrstuvwxyz23");
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
