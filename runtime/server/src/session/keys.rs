use std::fmt;
use std::path::Path;
use std::sync::Arc;

use fangqi_protocol::PlayerId;
use ring::hmac;

use super::private_file::{self, PrivateFileError};
use super::secret::random_digits;
use super::{RoomId, Token};

/// Bytes of a key.
const KEY: usize = 32;
/// Number of keys kept. A new key replaces the oldest.
const KEYS_MAX: usize = 8;
const FILE: &str = "token.keys";
const FIRST_LINE: &str = "fangqi token keys 1";
/// Domain separation: distinguishes these signatures from other uses of the keys.
const CONTEXT: &[u8] = b"fangqi seat token 1\0";

/// Byte ranges in a token: the time of issue, the player, and half of an HMAC-SHA256 of both.
const ISSUED: std::ops::Range<usize> = 0..6;
const PLAYER: std::ops::Range<usize> = 6..14;
const SIGNATURE: std::ops::Range<usize> = 14..Token::BYTES;

/// The keys that sign seat tokens: the newest signs, all of them verify.
///
/// A token is verified without a look-up, so a forged token costs little. The log holds no keys, so
/// a stolen log does not let anybody play as somebody else.
#[derive(Clone)]
pub struct TokenKeys {
    /// Newest first; never empty.
    keys: Arc<[hmac::Key]>,
    /// The key bytes, for worker processes of this server.
    bytes: Arc<[[u8; KEY]]>,
}

impl fmt::Debug for TokenKeys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TokenKeys").field("count", &self.keys.len()).finish()
    }
}

impl TokenKeys {
    /// A random key that is not stored.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self::of(&[random_key()?]))
    }

    /// Keys from these bytes, newest first. There must be at least one.
    pub(crate) fn of(keys: &[[u8; KEY]]) -> Self {
        let made = keys.iter().map(|key| hmac::Key::new(hmac::HMAC_SHA256, key)).collect();
        Self { keys: made, bytes: keys.into() }
    }

    /// The bytes of the keys, newest first.
    pub(crate) fn bytes(&self) -> Vec<[u8; KEY]> {
        self.bytes.to_vec()
    }

    /// The keys of a data folder. The first key is created if there is none.
    ///
    /// # Errors
    /// The file cannot be read or created, or is damaged. A damaged file is not replaced, because
    /// that would invalidate all tokens.
    pub fn load(folder: &Path) -> Result<Self, PrivateFileError> {
        let path = folder.join(FILE);
        match private_file::read(&path)? {
            Some(text) => Self::from_text(&path, &text),
            None => {
                let keys = [random_key().map_err(PrivateFileError::Random)?];
                private_file::write(&path, &format(&keys))?;
                Ok(Self::of(&keys))
            }
        }
    }

    /// Creates a new key for a data folder, which signs from now on. Tokens signed earlier stay
    /// valid until seven more keys have been created.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn rotate(folder: &Path) -> Result<Self, PrivateFileError> {
        let path = folder.join(FILE);
        let earlier = match private_file::read(&path)? {
            Some(text) => parse(&path, &text)?,
            None => Vec::new(),
        };
        let (keys, text) = Self::of(&earlier).rotated().map_err(PrivateFileError::Random)?;
        private_file::write(&path, &text)?;
        Ok(keys)
    }

    /// The text of a single new key, as [`Self::from_text`] reads it. For stores other than a data
    /// folder.
    pub(crate) fn fresh_text() -> Result<String, getrandom::Error> {
        Ok(format(&[random_key()?]))
    }

    /// Keys from a text; `place` says where it was found.
    pub(crate) fn from_text(place: &Path, text: &str) -> Result<Self, PrivateFileError> {
        Ok(Self::of(&parse(place, text)?))
    }

    /// These keys with a new one, which signs from now on, and their text.
    pub(crate) fn rotated(&self) -> Result<(Self, String), getrandom::Error> {
        let mut keys = vec![random_key()?];
        keys.extend(self.bytes());
        keys.truncate(KEYS_MAX);
        Ok((Self::of(&keys), format(&keys)))
    }

    /// The token by which `player` is known in `room`. `issued` is in seconds since 1970.
    pub fn sign(&self, room: &RoomId, player: PlayerId, issued: u64) -> Token {
        let mut bytes = [0; Token::BYTES];
        bytes[ISSUED].copy_from_slice(&issued.to_be_bytes()[2..]);
        bytes[PLAYER].copy_from_slice(&player.0.to_be_bytes());
        let signature = signature(&self.keys[0], room, &bytes[..SIGNATURE.start]);
        bytes[SIGNATURE].copy_from_slice(&signature.as_ref()[..SIGNATURE.len()]);
        Token::from_bytes(&bytes)
    }

    /// The player of a token that a client sent, if the token was signed by these keys for this
    /// room.
    ///
    /// Takes the same time for every wrong token of the right form.
    pub fn verify(&self, room: &RoomId, text: &str) -> Option<(Token, PlayerId)> {
        let token = Token::parse(text)?;
        let bytes = token.to_bytes();
        let mut good = false;
        for key in &*self.keys {
            let tag = signature(key, room, &bytes[..SIGNATURE.start]);
            // Compares all bits, even if the first ones differ.
            let differ = tag.as_ref()[..SIGNATURE.len()]
                .iter()
                .zip(&bytes[SIGNATURE])
                .fold(0u8, |differ, (right, given)| differ | (right ^ given));
            good |= std::hint::black_box(differ) == 0;
        }
        let player = <[u8; 8]>::try_from(&bytes[PLAYER]).map(u64::from_be_bytes).ok()?;
        good.then_some((token, PlayerId(player)))
    }
}

fn signature(key: &hmac::Key, room: &RoomId, claims: &[u8]) -> hmac::Tag {
    // All room ids have the same length, so the parts of the message are unambiguous.
    let mut context = hmac::Context::with_key(key);
    context.update(CONTEXT);
    context.update(room.as_str().as_bytes());
    context.update(claims);
    context.sign()
}

fn random_key() -> Result<[u8; KEY], getrandom::Error> {
    let mut key = [0; KEY];
    crate::entropy::fill(&mut key)?;
    Ok(key)
}

fn format(keys: &[[u8; KEY]]) -> String {
    let mut text = format!("{FIRST_LINE}\n");
    for key in keys {
        text.extend(key.iter().map(|byte| format!("{byte:02x}")));
        text.push('\n');
    }
    text
}

fn parse(path: &Path, text: &str) -> Result<Vec<[u8; KEY]>, PrivateFileError> {
    let mut lines = text.lines();
    if lines.next() != Some(FIRST_LINE) {
        let reason = format!("the first line must be `{FIRST_LINE}`");
        return Err(PrivateFileError::content(path, reason));
    }
    let keys: Vec<[u8; KEY]> = lines
        .zip(2..)
        .map(|(line, number)| {
            key_from(line).ok_or_else(|| {
                let reason = format!("line {number} is no key of {} hexadecimal digits", KEY * 2);
                PrivateFileError::content(path, reason)
            })
        })
        .collect::<Result<_, _>>()?;
    if keys.is_empty() {
        return Err(PrivateFileError::content(path, "there is no key in it"));
    }
    Ok(keys)
}

fn key_from(line: &str) -> Option<[u8; KEY]> {
    let digits = line.as_bytes();
    if digits.len() != KEY * 2 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut key = [0; KEY];
    for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(key)
}

/// The secret of the operator's interface.
#[derive(Clone)]
pub struct AdminSecret {
    text: String,
    key: hmac::Key,
}

impl fmt::Debug for AdminSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("AdminSecret(…)")
    }
}

impl AdminSecret {
    const DIGITS: usize = 32;
    /// Name of the file in a data folder.
    pub const FILE: &str = "admin.secret";

    /// A random secret of 160 bits.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self::of(random_digits::<{ Self::DIGITS }>()?, &random_key()?))
    }

    fn of(text: String, key: &[u8; KEY]) -> Self {
        Self { text, key: hmac::Key::new(hmac::HMAC_SHA256, key) }
    }

    /// The secret that a file holds, or another place that `path` stands for.
    pub(crate) fn checked(text: &str, path: &Path) -> Result<Self, PrivateFileError> {
        let text = text.trim();
        if text.len() < Self::DIGITS {
            let reason = format!("the secret is shorter than {} characters", Self::DIGITS);
            return Err(PrivateFileError::content(path, reason));
        }
        // It is sent in a header.
        if !text.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
            let reason = "the secret is not one line of letters, digits and signs of ASCII";
            return Err(PrivateFileError::content(path, reason));
        }
        let key = random_key().map_err(PrivateFileError::Random)?;
        Ok(Self::of(text.to_owned(), &key))
    }

    /// The secret of a data folder, created if there is none.
    ///
    /// # Errors
    /// The file cannot be read or created, or its content is too short.
    pub fn load(folder: &Path) -> Result<Self, PrivateFileError> {
        let path = folder.join(Self::FILE);
        match private_file::read(&path)? {
            Some(text) => Self::checked(&text, &path),
            None => {
                let secret = Self::random().map_err(PrivateFileError::Random)?;
                private_file::write(&path, &format!("{}\n", secret.text))?;
                Ok(secret)
            }
        }
    }

    /// The secret of a file that another program made, such as a manager of credentials. It is
    /// read and never changed.
    ///
    /// # Errors
    /// The file cannot be read, others may read or change it, or its content is too short.
    pub fn of_file(path: &Path) -> Result<Self, PrivateFileError> {
        let text = private_file::read_as_it_is(path)?;
        Self::checked(&text, path)
    }

    /// The text, for the operator. Must not be logged.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// Whether `given` is the secret, compared in a time that reveals nothing about either.
    pub(crate) fn is(&self, given: &str) -> bool {
        let right = hmac::sign(&self.key, self.text.as_bytes());
        hmac::verify(&self.key, given.as_bytes(), right.as_ref()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(first: u8) -> TokenKeys {
        TokenKeys::of(&[[first; KEY]])
    }

    fn room(text: &str) -> RoomId {
        RoomId::parse(text).unwrap()
    }

    #[test]
    fn a_token_is_good_for_its_player_and_room_and_for_nothing_else() {
        let (here, there) = (room("abcdefghij"), room("abcdefghik"));
        let keys = keys(7);
        let token = keys.sign(&here, PlayerId(1001), 1_790_000_000);
        let (same, player) = keys.verify(&here, token.reveal()).unwrap();
        assert_eq!((&same, player), (&token, PlayerId(1001)));
        assert!(keys.verify(&there, token.reveal()).is_none(), "another room");
        assert!(self::keys(8).verify(&here, token.reveal()).is_none(), "another server");
        let other = keys.sign(&here, PlayerId(1002), 1_790_000_000);
        assert_ne!(token, other);
        // The player of one token with the signature of another.
        let mut mixed = other.to_bytes();
        mixed[SIGNATURE].copy_from_slice(&token.to_bytes()[SIGNATURE]);
        assert!(keys.verify(&here, Token::from_bytes(&mixed).reveal()).is_none());
    }

    #[test]
    fn no_bit_of_a_token_can_be_changed() {
        let here = room("abcdefghij");
        let keys = keys(1);
        let bytes = keys.sign(&here, PlayerId(1234), 99).to_bytes();
        for bit in 0..Token::BYTES * 8 {
            let mut changed = bytes;
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = Token::from_bytes(&changed);
            assert!(keys.verify(&here, changed.reveal()).is_none(), "bit {bit}");
        }
    }

    #[test]
    fn what_is_no_token_at_all_is_refused() {
        let here = room("abcdefghij");
        let keys = keys(1);
        let token = keys.sign(&here, PlayerId(1234), 99);
        let text = token.reveal();
        let upper = text.to_uppercase();
        let (longer, spaced) = (format!("{text}a"), format!(" {text}"));
        let huge = text.repeat(100_000);
        let foreign = "象".repeat(16);
        for bad in ["", &text[1..], &text[..47], &longer, &spaced, &upper, &huge, &foreign] {
            assert!(keys.verify(&here, bad).is_none(), "{bad:.60}");
        }
        for cut in 0..text.len() {
            assert!(keys.verify(&here, &text[..cut]).is_none());
        }
    }

    #[test]
    fn the_signature_is_hmac_sha256() {
        // Computed with Python: hmac.new(bytes([7])*32, b"fangqi seat token 1\0abcdefghij" +
        // (5).to_bytes(6, "big") + (1001).to_bytes(8, "big"), "sha256").digest()[:16].hex()
        let token = keys(7).sign(&room("abcdefghij"), PlayerId(1001), 5);
        let hex: String =
            token.to_bytes()[SIGNATURE].iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "ec4f0382fabef37514c724ebec587eeb");
    }

    #[test]
    fn old_keys_still_verify_and_the_newest_signs() {
        let folder = tempfile::tempdir().unwrap();
        let here = room("abcdefghij");
        let first = TokenKeys::load(folder.path()).unwrap();
        let old = first.sign(&here, PlayerId(1001), 1);
        let again = TokenKeys::load(folder.path()).unwrap();
        assert!(again.verify(&here, old.reveal()).is_some(), "the same after a restart");
        let rotated = TokenKeys::rotate(folder.path()).unwrap();
        assert!(rotated.verify(&here, old.reveal()).is_some());
        let new = rotated.sign(&here, PlayerId(1001), 1);
        assert!(first.verify(&here, new.reveal()).is_none());
        assert!(TokenKeys::load(folder.path()).unwrap().verify(&here, new.reveal()).is_some());
        for _ in 0..KEYS_MAX - 1 {
            TokenKeys::rotate(folder.path()).unwrap();
        }
        let late = TokenKeys::load(folder.path()).unwrap();
        assert!(late.verify(&here, old.reveal()).is_none(), "out of use at last");
        assert!(late.verify(&here, new.reveal()).is_some());
    }

    #[test]
    fn a_damaged_key_file_is_an_error_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for (text, wanted) in [
            ("", "first line"),
            ("fangqi token keys 1\n", "no key"),
            ("fangqi token keys 1\nzz\n", "line 2"),
            ("fangqi token keys 2\n", "first line"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = TokenKeys::load(folder.path()).unwrap_err().to_string();
            assert!(error.contains(wanted) && error.contains(FILE), "{error}");
            assert!(TokenKeys::rotate(folder.path()).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn the_admin_secret_is_kept_and_compared_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let secret = AdminSecret::load(folder.path()).unwrap();
        let again = AdminSecret::load(folder.path()).unwrap();
        assert!(again.is(secret.reveal()));
        for bad in ["", &secret.reveal()[1..], &format!("{}x", secret.reveal())] {
            assert!(!secret.is(bad));
        }
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        std::fs::write(folder.path().join(AdminSecret::FILE), "short").unwrap();
        assert!(AdminSecret::load(folder.path()).unwrap_err().to_string().contains("shorter"));
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_made_elsewhere_is_taken_if_it_is_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        let said = |text: &str, mode: u32| {
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            AdminSecret::of_file(&path)
                .map(|secret| secret.reveal().to_owned())
                .map_err(|error| error.to_string())
        };
        let good = "0123456789abcdef0123456789abcdef";
        assert!(AdminSecret::of_file(&path).unwrap_err().to_string().contains("cannot be read"));
        assert_eq!(said(&format!("{good}\n"), 0o600).as_deref(), Ok(good));
        assert_eq!(said(good, 0o440).as_deref(), Ok(good), "a credential of systemd");
        for mode in [0o604, 0o602, 0o620, 0o644] {
            assert!(said(good, mode).unwrap_err().contains("chmod"), "{mode:o}");
            let now = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(now & 0o777, mode, "left as it is");
        }
        assert!(said("", 0o600).unwrap_err().contains("shorter"));
        assert!(said(&good[1..], 0o600).unwrap_err().contains("shorter"));
        assert!(said(&format!("{good}\n{good}"), 0o600).unwrap_err().contains("one line"));
        assert!(said(&format!("{good}é"), 0o600).unwrap_err().contains("ASCII"));
    }
}
