use fangqi_protocol::PlayerId;
use fangqi_text as text;

/// Longest name in code points.
const NAME_CHARS: usize = 24;

/// Number of a room's first player.
pub(crate) const FIRST_PLAYER: u64 = 1001;

/// The name that a player requests, made fit for display: one line of at most 24 code points
/// without invisible characters. `None` if nothing visible is left.
pub fn sanitise_name(wanted: &str) -> Option<String> {
    text::line(wanted, NAME_CHARS)
}

/// The name of a player who has not chosen one.
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
            ("\u{3164}\u{115F}\u{2800}", None),
            ("\u{301}\u{302}", None),
            ("👩🏽\u{200D}🚀", Some("👩🏽\u{200D}🚀")),
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
