//! What kinds of characters there are, as far as it matters here.

use icu_properties::props::{
    BinaryProperty, CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, EmojiModifier,
    ExtendedPictographic, GeneralCategory, GeneralCategoryGroup, Ideographic, JoiningType,
    NoncharacterCodePoint, PrependedConcatenationMark, VariationSelector, WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};

pub(super) const ZWNJ: char = '\u{200C}';
pub(super) const ZWJ: char = '\u{200D}';

/// Drawn as an empty place by their very names, though no property of Unicode says so: the blank
/// pattern of Braille, a head of a note that is not there, and the gaps of hieroglyphs.
const BLANKS: [char; 4] = ['\u{2800}', '\u{1D159}', '\u{13441}', '\u{13442}'];

fn is<P: BinaryProperty>(c: char) -> bool {
    CodePointSetData::new::<P>().contains(c)
}

pub(super) fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Whether a character is an empty place between others.
pub(super) fn is_space(c: char) -> bool {
    is::<WhiteSpace>(c) || BLANKS.contains(&c)
}

/// Whether a character draws nothing of its own: it controls, directs, joins or is ignored. So are
/// those that mean nothing outside one program.
pub(super) fn is_hidden(c: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate,
    };
    match category(c) {
        Control | LineSeparator | ParagraphSeparator | PrivateUse | Surrogate => true,
        // Such as the Arabic sign before a number, which is drawn.
        Format => !is::<PrependedConcatenationMark>(c),
        _ => is::<DefaultIgnorableCodePoint>(c) || is::<NoncharacterCodePoint>(c),
    }
}

/// Whether a character is one that people see by itself.
pub(super) fn is_seen(c: char) -> bool {
    let seen = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Number)
        .union(GeneralCategoryGroup::Punctuation)
        .union(GeneralCategoryGroup::Symbol);
    let marked = seen.contains(category(c)) || is::<PrependedConcatenationMark>(c);
    marked && !is_hidden(c) && !is_space(c)
}

/// Whether a character is drawn over or beside the one before it.
pub(super) fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(category(c))
}

/// Whether a mark takes no place of its own, so that a pile of them runs into other lines.
pub(super) fn takes_no_place(c: char) -> bool {
    matches!(category(c), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

pub(super) fn is_letter(c: char) -> bool {
    GeneralCategoryGroup::Letter.contains(category(c))
}

/// Whether a mark takes an Indic consonant's vowel away, after which joiners choose its form.
pub(super) fn is_virama(c: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

pub(super) fn is_pictograph(c: char) -> bool {
    is::<ExtendedPictographic>(c)
}

/// Whether a character of an emoji only says how the picture before it is drawn.
pub(super) fn is_of_pictograph(c: char) -> bool {
    is::<EmojiModifier>(c) || c == '\u{FE0F}'
}

pub(super) fn is_joiner(c: char) -> bool {
    c == ZWJ || c == ZWNJ
}

/// How a letter joins its neighbours, as those of Arabic do.
pub(super) fn joining(c: char) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get(c)
}

pub(super) fn is_selector(c: char) -> bool {
    is::<VariationSelector>(c)
}

/// Whether a selector may choose among the forms of a character: as text or as a picture for what
/// is an emoji, a glyph of a collection for an ideograph, and a form of its own for others.
pub(super) fn selects(selector: char, base: char) -> bool {
    match selector {
        '\u{FE0E}' | '\u{FE0F}' => is::<Emoji>(base),
        '\u{E0100}'..='\u{E01EF}' => is::<Ideographic>(base),
        _ => is_seen(base),
    }
}
