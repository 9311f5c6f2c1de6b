//! "Did you mean …?"

/// The candidate nearest to `word`, if it is near enough to be a slip of it.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1) + 1;
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Adds the nearest expected field to serde's sentence about an unknown one.
pub(super) fn with_suggestion(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let Some(unknown) = quoted.next().filter(|_| message.starts_with("unknown field")) else {
        return message.to_owned();
    };
    match nearest(unknown, quoted) {
        Some(near) => format!("unknown key `{unknown}`; did you mean `{near}`?"),
        None => message.replacen("unknown field", "unknown key", 1),
    }
}

/// Edits (insert, remove, replace, swap neighbours) that turn `a` into `b`.
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
    fn serde_sentences_gain_a_suggestion() {
        let text = "unknown field `naem`, expected one of `name`, `id`";
        assert_eq!(with_suggestion(text), "unknown key `naem`; did you mean `name`?");
        assert_eq!(with_suggestion("missing field `id`"), "missing field `id`");
    }
}
