//! "Did you mean …?" for keys of TOML files.

use fangqi_world::nearest;

/// Adds the nearest known key to serde's message about an unknown one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_sentences_gain_a_suggestion() {
        let text = "unknown field `naem`, expected one of `name`, `id`";
        assert_eq!(with_suggestion(text), "unknown key `naem`; did you mean `name`?");
        assert_eq!(with_suggestion("missing field `id`"), "missing field `id`");
    }
}
