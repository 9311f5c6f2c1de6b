//! Mini World's marks in texts: colours (`#R`, `#cff0000`, `[color=#ff0000]…[/color]`), `#n` for
//! reset and `#b` for blinking.

use fangqi_protocol::LocalText;
use fangqi_world::Rgb;

/// The text without its marks.
pub(super) fn plain(text: &str) -> String {
    let (mut plain, mut text) = (String::with_capacity(text.len()), text);
    while let Some(at) = text.find(['#', '[']) {
        plain.push_str(&text[..at]);
        text = &text[at..];
        let length = mark(text).unwrap_or_else(|| {
            plain.push_str(&text[..1]);
            1
        });
        text = &text[length..];
    }
    plain + text
}

/// A text in both languages without its marks.
pub(super) fn plain_text(text: &LocalText) -> LocalText {
    LocalText { zh: plain(&text.zh), en: plain(&text.en) }
}

/// The length in bytes of the mark that a text begins with.
fn mark(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix("[color=") {
        let end = rest.find(']')?;
        rest[..end].trim_matches('"').parse::<Rgb>().ok()?;
        return Some("[color=".len() + end + 1);
    }
    if text.starts_with("[/color]") {
        return Some("[/color]".len());
    }
    let rest = text.strip_prefix('#')?;
    match rest.chars().next()? {
        'c' => format!("#{}", rest.get(1..7)?).parse::<Rgb>().ok().map(|_| 8),
        'n' | 'b' | 'R' | 'G' | 'B' | 'Y' | 'W' | 'K' | 'P' | 'L' => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out() {
        let cases = [
            ("#RCheck#n mate", "Check mate"),
            ("#cff8800将军", "将军"),
            ("[color=#00ff00]go[/color]!", "go!"),
            ("1 # 2 #1 [x] #", "1 # 2 #1 [x] #"),
            ("#c12", "#c12"),
            ("#c象棋象", "#c象棋象"),
            ("##R", "#"),
            ("[color=red]", "[color=red]"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
