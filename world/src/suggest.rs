//! "Did you mean …?"

/// The candidate most similar to `word`, if the word may be a typo of it. Allowed are one wrong
/// letter in a short word, two in a longer and three in a very long one. Words that a name is
/// composed of must not be replaced: `canDiscard` is not a typo of `addCard`, nor `getMark` of
/// `setMark`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| is_typo(word, candidate))
        .map(|candidate| (distance(word, candidate), candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Number of typos allowed in a word of this length.
fn typos_allowed(letters: usize) -> usize {
    match letters {
        0..=2 => 0,
        3..=4 => 1,
        5..=11 => 2,
        _ => 3,
    }
}

/// Whether `written` may be a typo of `meant`.
fn is_typo(written: &str, meant: &str) -> bool {
    let is_near = |a: &str, b: &str| {
        let most = typos_allowed(a.chars().count().min(b.chars().count()));
        distance(a, b) <= most
    };
    if !is_near(written, meant) || !starts_alike(written, meant) {
        return false;
    }
    let (own, other) = (parts(written), parts(meant));
    // Names with a different number of words are compared as a whole only.
    own.len() != other.len()
        || own.iter().zip(&other).all(|(a, b)| {
            let same = a.eq_ignore_ascii_case(b);
            let is_plural = distance(a, b) == 1 && a.chars().count() != b.chars().count();
            let is_transposed = a.chars().count() == 2 && distance(a, b) == 1 && starts_alike(a, b);
            same || is_plural
                || is_transposed && a.chars().rev().eq(b.chars())
                || is_near(a, b) && starts_alike(a, b)
        })
}

/// Whether two words begin with the same letter, or with the same two letters transposed. People
/// rarely mistype the first letter.
fn starts_alike(a: &str, b: &str) -> bool {
    let first_two = |text: &str| {
        let mut letters = text.chars().flat_map(char::to_lowercase);
        (letters.next(), letters.next())
    };
    let (a, b) = (first_two(a), first_two(b));
    a.0 == b.0 || a == (b.1, b.0)
}

/// Splits a name into words: `drawCards` and `draw_cards` have two.
fn parts(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut was_small) = (0, false);
    for (at, letter) in name.char_indices() {
        if letter == '_' || letter.is_uppercase() && was_small {
            parts.push(&name[start..at]);
            start = if letter == '_' { at + 1 } else { at };
        }
        was_small = letter.is_lowercase();
    }
    parts.push(&name[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// The edit distance with transpositions (Damerau-Levenshtein, optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_a_stranger_none() {
        assert_eq!(nearest("scirpts", ["scripts", "strings"]), Some("scripts"));
        assert_eq!(nearest("layot", ["layout", "blocks"]), Some("layout"));
        assert_eq!(nearest("weather", ["layout", "blocks"]), None);
    }

    #[test]
    fn names_of_several_words_are_slips_word_by_word() {
        let known = [
            "addCard",
            "addMark",
            "setMark",
            "getMark",
            "drawCards",
            "getHandcardNum",
            "isAlive",
            "getLord",
            "hasSkill",
            "throwCard",
            "loseHp",
            "askForDiscard",
            "isKongcheng",
        ];
        for (written, meant) in [
            ("drawCard", Some("drawCards")),
            ("getHandCardNum", Some("getHandcardNum")),
            ("getHandcardNums", Some("getHandcardNum")),
            ("hasSkil", Some("hasSkill")),
            ("isAlvie", Some("isAlive")),
            ("trowCard", Some("throwCard")),
            ("siAlive", Some("isAlive")),
            ("losehp", Some("loseHp")),
            ("canDiscard", None),
            ("getRoom", None),
            ("letMark", None),
            ("getCard", None),
            ("isDead", None),
            ("loseMaxHp", None),
            ("askForUse", None),
            ("isMale", None),
            ("a", None),
        ] {
            assert_eq!(nearest(written, known), meant, "{written}");
        }
    }

    #[test]
    fn edit_distance_of_known_pairs() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("flaw", "lawn"), 2);
        assert_eq!(distance("stnoe", "stone"), 1);
    }
}
