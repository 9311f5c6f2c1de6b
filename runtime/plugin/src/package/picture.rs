//! The picture of a map in the lobby: whether a file is one, and what stands for a map without.

use fangqi_protocol::LocalText;

use super::manifest::SeatDef;

/// What is no element in SVG: how it begins and ends.
const OTHERS: [(&str, &str); 4] =
    [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")];

/// Why a text is no picture, and at which byte.
type Fault = (usize, String);

/// Checks that a text is one SVG element, as browsers read it: each tag ends, and each element is
/// closed. What is in the elements, browsers pass over if they do not know it.
///
/// # Errors
/// What is wrong, and at which byte.
pub(super) fn check(svg: &str) -> Result<(), Fault> {
    let mut open: Vec<&str> = Vec::new();
    let (mut at, mut has_root) = (0, false);
    while let Some(start) = svg[at..].find('<').map(|found| at + found) {
        if open.is_empty() && !svg[at..start].trim().is_empty() {
            return Err((at, "there is text outside of the element <svg>".to_owned()));
        }
        let rest = &svg[start..];
        let length = match OTHERS.iter().find(|(begin, _)| rest.starts_with(begin)) {
            Some((begin, end)) => other_length(rest, begin, end),
            None => tag_length(rest),
        };
        let ended = || (start, "what begins here with `<` does not end".to_owned());
        let length = length.ok_or_else(ended)?;
        at = start + length;
        if rest.starts_with("<!") || rest.starts_with("<?") {
            continue;
        }
        let tag = &rest[1..length - 1];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name.trim()) {
                return Err((start, format!("`</{}>` closes no element", name.trim())));
            }
            continue;
        }
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        if open.is_empty() && (has_root || name.rsplit(':').next() != Some("svg")) {
            return Err((start, "a picture is one element <svg>".to_owned()));
        }
        has_root = true;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    match open.last() {
        Some(name) => Err((svg.len(), format!("the element <{name}> is not closed"))),
        None if !has_root => Err((0, "it has no element <svg>".to_owned())),
        None if !svg[at..].trim().is_empty() => {
            Err((at, "there is text outside of the element <svg>".to_owned()))
        }
        None => Ok(()),
    }
}

/// Bytes up to the end of what is no element. A document type may have declarations within.
fn other_length(rest: &str, begin: &str, end: &str) -> Option<usize> {
    let declared = rest.find('[').filter(|at| begin == "<!" && rest.find('>') > Some(*at));
    let from = match declared {
        Some(at) => at + rest[at..].find(']')?,
        None => begin.len(),
    };
    Some(from + rest[from..].find(end)? + end.len())
}

/// Bytes of a tag; what stands in quotes does not end it.
fn tag_length(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match quote {
            Some(begun) => quote = Some(begun).filter(|begun| *begun != byte),
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            None if byte == b'>' => return Some(at + 1),
            None => {}
        }
    }
    None
}

/// What stands for a map that brings no picture: the first character of its name, in the colours of
/// its first seats.
pub(super) fn of_name(name: &LocalText, seats: &[SeatDef]) -> String {
    let colour = |seat: usize, otherwise| {
        seats.get(seat).map_or(otherwise, |seat: &SeatDef| seat.colour.as_str())
    };
    let first = match name.zh.trim().chars().next().unwrap_or(' ') {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        other => other.to_string(),
    };
    let (ground, edge) = (colour(0, "#d9a860"), colour(1, "#6b4226"));
    // Readable on any ground: the letter has a rim.
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 120 120\">\
         <rect width=\"120\" height=\"120\" rx=\"6\" fill=\"{edge}\"/>\
         <rect x=\"8\" y=\"8\" width=\"104\" height=\"104\" fill=\"{ground}\"/>\
         <text x=\"60\" y=\"84\" text-anchor=\"middle\" font-family=\"serif\" font-size=\"68\" \
         fill=\"#fff\" stroke=\"#1f1b16\" stroke-width=\"5\" paint-order=\"stroke\">{first}</text>\
         </svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_from_other_texts() {
        for svg in [
            "<svg/>",
            " <?xml version=\"1.0\"?>\n<!-- a > b --><svg:svg a=\"1 > 0\"><g/></svg:svg>\n",
            "<!DOCTYPE svg [ <!ENTITY a \"b\"> ]><svg>text<![CDATA[ < ]]><b >x</b></svg><!-- -->",
        ] {
            assert_eq!(check(svg), Ok(()), "{svg}");
        }
        for (text, at, says) in [
            ("", 0, "no element <svg>"),
            ("a text", 0, "no element <svg>"),
            ("text <svg/>", 0, "outside"),
            ("<svg/> text", 6, "outside"),
            ("<html></html>", 0, "one element <svg>"),
            ("<svg/><svg/>", 6, "one element <svg>"),
            ("<svg><g></svg>", 8, "`</svg>` closes no element"),
            ("</svg>", 0, "closes no element"),
            ("<svg><g></g>", 12, "<svg> is not closed"),
            ("<svg a=\"", 0, "does not end"),
            ("<svg><!-- </svg>", 5, "does not end"),
            ("<!DOCTYPE svg [ <svg/>", 0, "does not end"),
        ] {
            let (found, message) = check(text).unwrap_err();
            assert!(found == at && message.contains(says), "{text}: {found} {message}");
        }
    }

    #[test]
    fn a_map_without_a_picture_has_one_of_its_name() {
        for (zh, drawn) in [("方棋", ">方</text>"), (" <b>", ">&lt;</text>"), ("", "> </text>")]
        {
            let svg = of_name(&LocalText::same(zh), &[]);
            assert_eq!(check(&svg), Ok(()));
            assert!(svg.contains(drawn), "{svg}");
        }
    }
}
