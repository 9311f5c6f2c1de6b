use fangqi_room::model::PlayerId;

/// Longest name in characters.
const NAME_CHARS: usize = 24;

/// First player of a room.
pub(crate) const FIRST_PLAYER: u64 = 1001;

/// The name someone wants, made fit to be shown: no control or invisible direction characters,
/// single spaces, at most 24 characters. `None` when nothing is left.
pub fn sanitise_name(wanted: &str) -> Option<String> {
    let shown: String = wanted
        .chars()
        .take(4096)
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect();
    let words: Vec<&str> = shown.split(' ').filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(NAME_CHARS).collect();
    let name = name.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Characters that draw nothing but change how their neighbours are drawn.
fn is_invisible(c: char) -> bool {
    matches!(
        u32::from(c),
        0x00AD | 0x061C | 0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F
            | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF0..=0xFFFB | 0xE0000..=0xE0FFF
    )
}

/// The name of a player who gave none.
pub fn default_name(player: PlayerId, chinese: bool) -> String {
    let number = player.0.saturating_sub(FIRST_PLAYER) + 1;
    if chinese { format!("玩家{number}") } else { format!("Guest {number}") }
}

/// Whether an `Accept-Language` header prefers Chinese to English.
pub fn speaks_chinese(accept_language: &str) -> bool {
    accept_language
        .split(',')
        .map(|range| range.trim().to_ascii_lowercase())
        .find_map(|range| match range.get(..2) {
            Some("zh") => Some(true),
            Some("en") => Some(false),
            _ => None,
        })
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_fit_to_be_shown() {
        let cases = [
            ("Ada", Some("Ada")),
            ("  小  明 ", Some("小 明")),
            ("a\u{0}b\n\u{1b}[31mc", Some("ab [31mc")),
            ("\u{202e}evil\u{200b}", Some("evil")),
            ("\u{200b}\n ", None),
            ("", None),
            ("abcdefghijklmnopqrstuvw xyz", Some("abcdefghijklmnopqrstuvw")),
            (
                "象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋",
                Some("象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋象棋"),
            ),
        ];
        for (wanted, shown) in cases {
            assert_eq!(sanitise_name(wanted).as_deref(), shown, "{wanted:?}");
        }
    }

    #[test]
    fn guests_are_numbered_in_their_language() {
        assert_eq!(default_name(PlayerId(1001), true), "玩家1");
        assert_eq!(default_name(PlayerId(1012), false), "Guest 12");
        assert!(speaks_chinese("zh-CN,zh;q=0.9,en;q=0.8"));
        assert!(!speaks_chinese("de, en;q=0.7, zh;q=0.3"));
        assert!(!speaks_chinese(""));
    }
}
