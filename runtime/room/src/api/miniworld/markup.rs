//! Mini World's marks in texts: colours (`#R`, `#cff0000`, `[color=#ff0000]…[/color]`), `#n` for
//! reset and `#b` for blinking.

use fangqi_world::Rgb;

use crate::model::LocalText;

/// A piece of marked-up text.
enum Piece<'a> {
    Text(&'a str),
    /// A mark; the colour it sets, if it is one.
    Mark(Option<Rgb>),
}

/// The text without its marks.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    pieces(text, |piece| {
        if let Piece::Text(text) = piece {
            plain.push_str(text);
        }
    });
    plain
}

/// A text in both languages without its marks.
pub(super) fn plain_text(text: &LocalText) -> LocalText {
    LocalText { zh: plain(&text.zh), en: plain(&text.en) }
}

/// The colour that holds at the first letter, if any is set before it.
pub(super) fn colour(text: &str) -> Option<Rgb> {
    let (mut colour, mut begun) = (None, false);
    pieces(text, |piece| match piece {
        Piece::Text(text) => begun |= !text.trim().is_empty(),
        Piece::Mark(set) if !begun => colour = set,
        Piece::Mark(_) => {}
    });
    colour
}

fn pieces<'a>(mut text: &'a str, mut each: impl FnMut(Piece<'a>)) {
    while let Some(at) = text.find(['#', '[']) {
        each(Piece::Text(&text[..at]));
        text = &text[at..];
        match mark(text) {
            Some((length, colour)) => {
                each(Piece::Mark(colour));
                text = &text[length..];
            }
            None => {
                each(Piece::Text(&text[..1]));
                text = &text[1..];
            }
        }
    }
    each(Piece::Text(text));
}

/// The mark a text begins with: its length in bytes and its colour.
fn mark(text: &str) -> Option<(usize, Option<Rgb>)> {
    if let Some(rest) = text.strip_prefix("[color=") {
        let end = rest.find(']')?;
        let colour = rest[..end].trim_matches('"').parse().ok()?;
        return Some(("[color=".len() + end + 1, Some(colour)));
    }
    if text.starts_with("[/color]") {
        return Some(("[/color]".len(), None));
    }
    let rest = text.strip_prefix('#')?;
    match rest.chars().next()? {
        'c' => {
            let colour = format!("#{}", rest.get(1..7)?).parse().ok()?;
            Some((8, Some(colour)))
        }
        'n' | 'b' => Some((2, None)),
        letter @ ('R' | 'G' | 'B' | 'Y' | 'W' | 'K' | 'P' | 'L') => Some((2, Some(named(letter)))),
        _ => None,
    }
}

/// The colour a letter stands for.
fn named(letter: char) -> Rgb {
    Rgb::hex(match letter {
        'R' => 0xff_0000,
        'G' => 0x00_c000,
        'B' => 0x30_60ff,
        'Y' => 0xff_d800,
        'K' => 0x00_0000,
        'P' => 0xc0_40ff,
        'L' => 0x40_c0ff,
        _ => 0xff_ffff,
    })
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
    fn the_first_letters_colour_counts() {
        assert_eq!(colour("#Rred #Bblue"), Some(Rgb::hex(0xff_0000)));
        assert_eq!(colour("#R#c010203x"), Some(Rgb::hex(0x01_0203)));
        assert_eq!(colour("[color=#0a0b0c]x"), Some(Rgb::hex(0x0a_0b0c)));
        assert_eq!(colour("plain #R"), None);
        assert_eq!(colour("#R#nplain"), None);
    }
}
