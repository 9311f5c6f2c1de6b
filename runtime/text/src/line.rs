//! One line of text, fit to be shown among others.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::props::JoiningType;
use unicode_segmentation::UnicodeSegmentation;

use super::kinds::{
    ZWJ, ZWNJ, is_hidden, is_joiner, is_letter, is_mark, is_of_pictograph, is_pictograph, is_seen,
    is_selector, is_space, is_virama, joining, selects, takes_no_place,
};

/// Characters that are looked at, however long a text is.
const LOOKED_AT: usize = 16 * 1024;

/// Marks over one character: UTS #39, 5.4, takes more of them in a row for a trick.
const MARKS: usize = 4;

/// The flags that are written with tags. Unicode's emoji data has these three
/// (`RGI_Emoji_Tag_Sequence`); any other would be a black flag with words in it that nobody sees.
const TAGGED_FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
const BLACK_FLAG: char = '\u{1F3F4}';
const END_OF_TAGS: char = '\u{E007F}';

/// Looks at a line that changes; each takes something away, and nothing seen needs as many.
const ROUNDS: usize = 8;

/// A text as one line of at most `limit` code points that can stand among others: in Unicode's
/// composed form (NFC), with single spaces, and without what is not seen or changes how its
/// neighbours are drawn. Joiners stay where their writing needs them (in emoji, in Indic and Arabic
/// letters), and so do selectors of a form, and as many marks as people write over one letter. It
/// is cut between what people take for characters (UAX #29).
///
/// `None` if nothing is left that can be seen.
pub fn line(text: &str, limit: usize) -> Option<String> {
    let whole = settled(text);
    let cut = cut(&whole, limit);
    // What joined to the next character may have lost it.
    let mut line = if cut.len() < whole.len() { settled(cut) } else { whole };
    // What stood between two characters may have gone, so that they are neighbours now.
    for _ in 0..ROUNDS {
        let again = settled(&line);
        if again == line {
            break;
        }
        line = again;
    }
    line.chars().any(is_seen).then_some(line)
}

/// As much of a text as fits, in whole characters as people see them.
fn cut(text: &str, limit: usize) -> &str {
    let (mut end, mut count) = (0, 0);
    for grapheme in text.graphemes(true) {
        count += grapheme.chars().count();
        if count > limit {
            break;
        }
        end += grapheme.len();
    }
    if end == 0 {
        // Not even one fits; part of it is better than nothing.
        end = text.char_indices().nth(limit).map_or(text.len(), |(at, _)| at);
    }
    &text[..end]
}

/// The text without what may not be in a line.
fn settled(text: &str) -> String {
    let text: String = text.chars().take(LOOKED_AT).collect();
    // Taken apart, every mark counts.
    let chars: Vec<char> =
        DecomposingNormalizerBorrowed::new_nfd().normalize(&text).chars().collect();
    let mut kept = Kept { chars: Vec::with_capacity(chars.len()), marks: 0 };
    let mut at = 0;
    while let Some(rest) = chars.get(at..).filter(|rest| !rest.is_empty()) {
        at += kept.take(rest);
    }
    let kept: String = kept.chars.into_iter().collect();
    let words: Vec<&str> = kept.split(' ').filter(|word| !word.is_empty()).collect();
    ComposingNormalizerBorrowed::new_nfc().normalize(&words.join(" ")).into_owned()
}

/// What has been taken of a text so far.
struct Kept {
    chars: Vec<char>,
    /// Marks in a row at its end that take no place.
    marks: usize,
}

impl Kept {
    /// Takes the first character of what is left, or leaves it out; says how many are dealt with.
    fn take(&mut self, rest: &[char]) -> usize {
        let (c, last) = (rest[0], self.chars.last().copied());
        if last == Some(BLACK_FLAG)
            && let Some(tags) = flag(rest)
        {
            self.chars.extend(&rest[..tags]);
            return tags;
        }
        let keep = if is_space(c) {
            self.push(' ');
            return 1;
        } else if is_joiner(c) {
            self.joins(c, &rest[1..])
        } else if is_selector(c) {
            last.is_some_and(|base| selects(c, base))
        } else if is_hidden(c) {
            false
        } else if is_mark(c) {
            return self.mark(c);
        } else {
            true
        };
        if keep {
            self.push(c);
        }
        1
    }

    fn push(&mut self, c: char) {
        self.chars.push(c);
        self.marks = 0;
    }

    /// A mark belongs to what is before it.
    fn mark(&mut self, c: char) -> usize {
        let last = self.chars.last().copied();
        let flat = takes_no_place(c);
        let fits = last.is_some_and(|last| last != ' ')
            && !(flat && (self.marks >= MARKS || self.marks > 0 && last == Some(c)));
        if fits {
            self.chars.push(c);
            self.marks = if flat { self.marks + 1 } else { 0 };
        }
        1
    }

    /// Whether a joiner means something between what is before and after it: within emoji (UTS
    /// #51), and in the contexts that UAX #31, 2.3.1 and RFC 5892, A.1 and A.2 give for letters.
    fn joins(&self, joiner: char, after: &[char]) -> bool {
        let Some(last) = self.chars.last().copied() else { return false };
        let next = after.first().copied();
        if is_joiner(last) {
            return false;
        }
        if is_virama(last) {
            // At a word's end the joiner shows half a consonant.
            return joiner == ZWJ || next.is_some_and(is_letter);
        }
        let drawn = |c: &&char| joining(**c) != JoiningType::Transparent;
        let before = self.chars.iter().rev().find(drawn).map(|c| joining(*c));
        let behind = after.iter().find(drawn).map(|c| joining(*c));
        let leads = matches!(before, Some(JoiningType::DualJoining | JoiningType::LeftJoining));
        let follows = matches!(behind, Some(JoiningType::DualJoining | JoiningType::RightJoining));
        if joiner == ZWNJ {
            return leads && follows;
        }
        let picture = self.chars.iter().rev().find(|c| !is_of_pictograph(**c));
        let pictures =
            picture.is_some_and(|c| is_pictograph(*c)) && next.is_some_and(is_pictograph);
        // As in the first letter of many Bengali names.
        let indic = is_letter(last) && next.is_some_and(is_virama);
        pictures || indic || leads && !follows
    }
}

/// How many characters of tags make a flag of the black one before them.
fn flag(rest: &[char]) -> Option<usize> {
    TAGGED_FLAGS.iter().find_map(|name| {
        let tags = name.bytes().map(|byte| char::from_u32(0xE0000 + u32::from(byte)));
        let whole = tags.chain([Some(END_OF_TAGS)]);
        let count = name.len() + 1;
        let given = rest.iter().take(count).map(|c| Some(*c));
        (given.eq(whole)).then_some(count)
    })
}
