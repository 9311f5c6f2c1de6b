use proptest::prelude::*;

use super::*;

/// A name's length.
const NAME: usize = 24;

fn name(text: &str) -> Option<String> {
    line(text, NAME)
}

#[test]
fn what_looks_empty_is_empty() {
    for empty in [
        "",
        " \t\r\n",
        "\u{115F}",
        "\u{1160}",
        "\u{3164}",
        "\u{FFA0}",
        "\u{2800}",
        "\u{2800}\u{2800} \u{3164}",
        "\u{00A0}\u{1680}\u{2000}\u{2007}\u{202F}\u{205F}\u{3000}",
        "\u{0085}\u{2028}\u{2029}",
        "\u{00AD}",
        "\u{034F}",
        "\u{061C}",
        "\u{17B4}\u{17B5}",
        "\u{180B}\u{180E}\u{180F}",
        "\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}",
        "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}",
        "\u{2060}\u{2061}\u{2064}\u{2065}\u{2066}\u{2069}\u{206F}",
        "\u{FE00}\u{FE0F}",
        "\u{FEFF}",
        "\u{FFF0}\u{FFF9}\u{FFFB}",
        "\u{FFFE}\u{1FFFF}\u{10FFFF}",
        "\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}",
        "\u{1BCA0}\u{1BCA3}",
        "\u{1D159}",
        "\u{1D173}\u{1D17A}",
        "\u{13430}\u{13441}\u{13442}",
        "\u{E0001}\u{E0020}\u{E0041}\u{E007F}",
        "\u{E0100}\u{E01EF}\u{E0FFF}",
        "\u{0}\u{7}\u{1B}\u{7F}\u{80}\u{9F}",
        // Marks with nothing under them, whatever their kind.
        "\u{0301}",
        " \u{0301}\u{20DD}\u{0903} ",
        "\u{3164}\u{0301}",
        "\u{16FE4}",
        "\u{302E}\u{3099}",
    ] {
        assert_eq!(name(empty), None, "{empty:?}");
    }
}

#[test]
fn what_people_are_called_stays() {
    for whole in [
        "Ada",
        "小明",
        "象棋 大師",
        "さくら",
        "김철수",
        "Nguyễn Thị Ánh",
        "Łukasz",
        "محمد",
        "عَلِيّ",
        // Persian, with the non-joiner that its spelling asks for.
        "علی\u{200C}رضا",
        "می\u{200C}خواهم",
        "دا\u{644}",
        "שָׁלוֹם",
        "בְּרֵאשִׁ֖ית",
        // Hindi with a visible virama, Sinhala, Bengali, Malayalam of old: each with its joiner.
        "क्\u{200C}ष",
        "ශ්\u{200D}රී",
        "র\u{200D}\u{9CD}যাচেল",
        "അവന്\u{200D}",
        "प्रिया",
        "ក្រុមហ៊ុន",
        "မြန်မာ",
        "กฤษณ์",
        "བཀྲ་ཤིས",
        "ᠮᠣᠩᠭᠣᠯ",
        "葛\u{E0100}城",
        "☺",
        "☺\u{FE0F}",
        "❤\u{FE0F}\u{200D}🔥",
        "👩🏽\u{200D}🚀",
        "🏳\u{FE0F}\u{200D}🌈",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦",
        "🇨🇳🇧🇷",
        "1\u{FE0F}\u{20E3}",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!",
        "🏴\u{200D}☠\u{FE0F}",
        "⠓⠑⠇⠇⠕",
        "\u{0600}١٢",
        "...",
        "¯\\_(ツ)_/¯",
        "x²",
    ] {
        let composed = icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(whole);
        assert_eq!(line(whole, 100).as_deref(), Some(&*composed), "{whole:?}");
    }
}

#[test]
fn what_hides_or_turns_others_goes() {
    for (given, shown) in [
        ("a\u{0}b\n\u{1b}[31mc", "ab [31mc"),
        ("\u{202e}evil\u{200b}", "evil"),
        ("Ad\u{200D}a", "Ada"),
        ("Ad\u{200C}a", "Ada"),
        ("A\u{2066}d\u{2069}a\u{200E}", "Ada"),
        ("Ada\u{E0041}\u{E0042}", "Ada"),
        ("A\u{FE0F}da", "Ada"),
        ("😀\u{E0100}\u{E0101}", "😀"),
        ("☺\u{FE0F}\u{FE0F}\u{FE0F}", "☺\u{FE0F}"),
        ("小\u{3164}明", "小明"),
        ("小\u{2800}明", "小 明"),
        ("  小 \u{3000} 明 ", "小 明"),
        // Words hidden in a flag, a flag without an end, and tags on something else.
        ("🏴\u{E0075}\u{E0073}\u{E007F}", "🏴"),
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}", "🏴"),
        ("🚩\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🚩"),
        ("👩\u{200D}", "👩"),
        ("👩\u{200D}\u{200D}🚀", "👩\u{200D}🚀"),
        ("👩\u{200D}x", "👩x"),
        ("\u{FFFC}x", "\u{FFFC}x"),
        ("e\u{301}", "é"),
        ("\u{212B}", "Å"),
        ("\u{1112}\u{1161}\u{11AB}", "한"),
        // A pile of marks, the same and different ones.
        ("x\u{302}\u{302}\u{302}y", "x\u{302}y"),
        (
            "x\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}y\u{316}\u{317}",
            "x\u{300}\u{301}\u{302}\u{303}y\u{316}\u{317}",
        ),
        ("\u{301}x", "x"),
        ("x \u{301}y", "x y"),
    ] {
        assert_eq!(line(given, 100).as_deref(), Some(shown), "{given:?}");
    }
}

#[test]
fn a_long_text_is_cut_between_what_people_take_for_characters() {
    assert_eq!(line("abcdef", 4).as_deref(), Some("abcd"));
    assert_eq!(line("abc def", 4).as_deref(), Some("abc"));
    assert_eq!(line("abx\u{302}\u{316}", 4).as_deref(), Some("ab"));
    assert_eq!(line("ab👩\u{200D}🚀", 4).as_deref(), Some("ab"));
    assert_eq!(line("ab👩\u{200D}🚀", 5).as_deref(), Some("ab👩\u{200D}🚀"));
    assert_eq!(line("abc🇨🇳", 4).as_deref(), Some("abc"));
    assert_eq!(line("علی\u{200C}رضا", 4).as_deref(), Some("علی"));
    assert_eq!(line("👩\u{200D}👩\u{200D}👩\u{200D}👩", 4).as_deref(), Some("👩\u{200D}👩"));
    assert_eq!(line("anything", 0), None);
    let huge = "象\u{301}".repeat(1 << 20);
    assert_eq!(line(&huge, 24).unwrap().chars().count(), 24);
    assert_eq!(line(&format!("x{}", "\u{301}".repeat(1 << 20)), 24).as_deref(), Some("x\u{301}"));
}

#[test]
fn what_is_not_seen_is_escaped_as_in_json() {
    assert!(matches!(escape("plain, 象棋, é, 😀, ¯\\_(ツ)_/¯"), std::borrow::Cow::Borrowed(_)));
    for (given, shown) in [
        ("a\r\nb\tc", r"a\r\nb\tc"),
        ("\u{0}\u{1b}[2J\u{7f}\u{9b}", r"\u0000\u001b[2J\u007f\u009b"),
        ("\u{202e}x\u{2066}\u{2028}\u{85}", r"\u202ex\u2066\u2028\u0085"),
        ("\u{200b}\u{200d}\u{feff}\u{3164}", r"\u200b\u200d\ufeff\u3164"),
        ("\u{e0041}", r"\udb40\udc41"),
        ("\u{10ffff}", r"\udbff\udfff"),
    ] {
        assert_eq!(escape(given), shown);
        assert_eq!(Escaped(given).to_string(), shown);
        let json: String = serde_json::from_str(&format!("\"{shown}\"")).unwrap();
        assert_eq!(json, given, "a reader of JSON sees the same");
    }
    assert_eq!(escape_lines("a\n\tb\r\u{1b}"), "a\n\tb\\r\\u001b");
    assert_eq!(format!("{:>6}|{:<4}|", Escaped("a\n"), Escaped("b")), "   a\\n|b   |");
}

/// Characters of every kind that is dealt with, and any others.
fn any_text() -> impl Strategy<Value = String> {
    let picked = prop::sample::select(vec![
        ' ',
        '\n',
        '\0',
        'a',
        'é',
        '象',
        'ع',
        'ی',
        'ر',
        'क',
        '\u{94D}',
        'র',
        '\u{9CD}',
        '\u{200C}',
        '\u{200D}',
        '\u{FE0F}',
        '\u{E0100}',
        '葛',
        '👩',
        '🏽',
        '🚀',
        '🏴',
        '\u{E0067}',
        '\u{E007F}',
        '🇨',
        '\u{301}',
        '\u{302}',
        '\u{316}',
        '\u{903}',
        '\u{20E3}',
        '1',
        '\u{202E}',
        '\u{3164}',
        '\u{2800}',
        '\u{1100}',
        '\u{1161}',
        '\u{11A8}',
        '\u{600}',
    ]);
    let any = prop_oneof![4 => picked, 1 => any::<char>()];
    prop::collection::vec(any, 0..40).prop_map(|chars| chars.into_iter().collect())
}

proptest! {
    #[test]
    fn a_line_is_seen_stays_as_it_is_and_fits(text in any_text(), limit in 0usize..30) {
        if let Some(shown) = line(&text, limit) {
            prop_assert!(shown.chars().count() <= limit);
            prop_assert_eq!(line(&shown, limit), Some(shown.clone()));
            let composed = icu_normalizer::ComposingNormalizerBorrowed::new_nfc();
            prop_assert!(composed.is_normalized(&shown));
            prop_assert_eq!(shown.trim(), &shown);
            prop_assert!(!shown.contains("  ") && !shown.chars().any(char::is_control));
            let turns = ['\u{200E}', '\u{200F}', '\u{202E}', '\u{2066}', '\u{61C}'];
            prop_assert!(!shown.contains(turns));
        }
    }

    #[test]
    fn an_escaped_text_is_one_line_that_says_it_all(text in any_text()) {
        let shown = escape(&text);
        prop_assert!(!shown.chars().any(char::is_control));
        let quoted = format!("\"{shown}\"");
        // Quotes and backslashes stand for themselves.
        if !text.contains(['"', '\\']) {
            prop_assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
        }
    }
}
