use std::fmt;

/// Digits of ids and tokens: no two look alike, all are safe in a link.
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

/// Whoever bears it is one player of one room. Made and checked by
/// [`TokenKeys`](super::TokenKeys): the player and the time of issue, signed together with the room.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

impl Token {
    /// 30 bytes, five bits to a digit, with none to spare: every digit counts.
    const DIGITS: usize = 48;
    /// Bytes of a token: six of issue time, eight of player, sixteen of signature.
    pub(super) const BYTES: usize = 30;

    /// A token that nobody signed, for tests of logs.
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
    }

    #[test]
    fn what_cannot_be_an_id_is_refused() {
        for bad in ["", "abc", "abcdefghi/", "ABCDEFGHIJ", "abcdefghijk", "象棋象棋"] {
            assert_eq!(RoomId::parse(bad), None, "{bad}");
        }
    }
}
