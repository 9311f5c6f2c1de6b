//! Numbers of things, as commands print them.

use std::fmt::Display;

/// `1 room`, `2 rooms`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn only_one_is_singular() {
        let counts = [0_u64, 1, 2, 21].map(|count| counted(count, "room"));
        assert_eq!(counts, ["0 rooms", "1 room", "2 rooms", "21 rooms"]);
    }
}
