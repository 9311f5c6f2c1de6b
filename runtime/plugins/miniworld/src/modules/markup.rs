//! Marks in texts: Mini World's for colours (`#R`, `#cff0000`, `[color=#ff0000]…[/color]`), `#n`
//! for reset and `#b` for blinking; and this host's own for languages, `[zh]…[/zh][en]…[/en]`, of
//! which readers see their own.

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
    LocalText { zh: plain(&said_in("zh", &text.zh)), en: plain(&said_in("en", &text.en)) }
}

/// The letters of a text without its marks, in the language in which they are more.
pub(super) fn length(text: &str) -> usize {
    let letters = |language| plain(&said_in(language, text)).chars().count();
    letters("zh").max(letters("en"))
}

/// A text as readers of a language see it, with its other marks. A mark without an end is none.
fn said_in(language: &str, text: &str) -> String {
    let (mut said, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('[') {
        said.push_str(&rest[..at]);
        rest = &rest[at..];
        let marked = ["zh", "en"].into_iter().find_map(|tag| {
            let inner = rest.strip_prefix(&format!("[{tag}]"))?;
            let (inner, after) = inner.split_once(&format!("[/{tag}]"))?;
            Some((tag, inner, after))
        });
        match marked {
            Some((tag, inner, after)) => {
                said.push_str(if tag == language { inner } else { "" });
                rest = after;
            }
            None => {
                said.push('[');
                rest = &rest[1..];
            }
        }
    }
    said + rest
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

    #[test]
    fn readers_see_their_own_language() {
        let cases = [
            ("#Y[zh]金币[/zh][en]Coins[/en] 3", "金币 3", "Coins 3"),
            ("[en]#Ra[/en]b", "b", "ab"),
            ("[zh]甲[/zh]和[zh]乙[/zh]", "甲和乙", "和"),
            ("[zh]open", "[zh]open", "[zh]open"),
            ("[zh][en]x[/zh][/en]", "[en]x[/en]", "[/en]"),
            ("[fr]x[/fr]", "[fr]x[/fr]", "[fr]x[/fr]"),
            ("", "", ""),
        ];
        for (text, zh, en) in cases {
            assert_eq!(plain_text(&LocalText::same(text)), LocalText::new(zh, en), "{text}");
        }
        assert_eq!(length("#Y[zh]金币[/zh][en]Coins[/en] 3"), 7);
    }
}
