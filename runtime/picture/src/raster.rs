//! From SVG to pixels, with fonts that the program carries.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, ImageHrefResolver, Options, Tree, fontdb};

use crate::{HEIGHT, WIDTH};

/// Pieces of the games that are played with Chinese characters, letters and digits.
const CHINESE: &[u8] = include_bytes!("../fonts/NotoSerifCJK-Bold.subset.otf");
/// Chess pieces, suits, dice, arrows and stars.
const SYMBOLS: &[u8] = include_bytes!("../fonts/DejaVuSans.subset.ttf");

/// What texts that name no font are written in, as those of drawings are.
const SERIF: &str = "Noto Serif CJK SC";

/// Why a drawing has no picture.
#[derive(Debug, thiserror::Error)]
pub enum Unpaintable {
    /// It is no SVG.
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] usvg::Error),
    /// The picture could not be written.
    #[error("the picture cannot be written: {0}")]
    Writing(String),
}

/// The fonts that the program carries: what is written in them looks the same on every machine.
fn carried() -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(CHINESE.to_vec());
    fonts.load_font_data(SYMBOLS.to_vec());
    fonts.set_serif_family(SERIF);
    fonts
}

/// The carried fonts, and those of the machine for whatever else maps write on pieces.
fn all() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    Arc::clone(FONTS.get_or_init(|| {
        let mut fonts = carried();
        fonts.load_system_fonts();
        // The machine's settings name another.
        fonts.set_serif_family(SERIF);
        Arc::new(fonts)
    }))
}

/// Paints a drawing of [`crate::draw`], as PNG.
///
/// It is only for those: an SVG that somebody else wrote may take any time and depth of stack.
///
/// # Errors
/// If `svg` is no SVG.
pub fn png(svg: &str) -> Result<Vec<u8>, Unpaintable> {
    let pixels = paint(svg, all())?;
    pixels.encode_png().map_err(|error| Unpaintable::Writing(error.to_string()))
}

fn paint(svg: &str, fontdb: Arc<fontdb::Database>) -> Result<Pixmap, Unpaintable> {
    let options = Options {
        fontdb,
        // A drawing holds no images; none is ever read from a file.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)
        .ok_or_else(|| Unpaintable::Writing("its size is no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Characters beyond ASCII in the lines of a tree's files that speak of glyphs.
    fn letters(folder: &Path, found: &mut BTreeSet<char>) {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("its entries can be read").path();
            if path.is_dir() {
                letters(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "toml" || kind == "lua") {
                let text = std::fs::read_to_string(&path).expect("scripts are UTF-8");
                let lines = text.lines().filter(|line| {
                    line.trim_start().starts_with("glyph") || line.contains("RANKS =")
                });
                found.extend(lines.flat_map(str::chars).filter(|letter| !letter.is_ascii()));
            }
        }
    }

    #[test]
    fn the_carried_fonts_have_every_character_of_the_shipped_pieces() {
        let mut found = BTreeSet::new();
        letters(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts"), &mut found);
        assert!(found.len() > 40, "{found:?}");
        let fonts = Arc::new(carried());
        for letter in found {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">
                <text x="300" y="400" font-size="300">{letter}</text></svg>"#
            );
            let pixels = paint(&svg, Arc::clone(&fonts)).expect("it is SVG");
            let blank = pixels.pixels().iter().all(|pixel| *pixel == pixels.pixels()[0]);
            assert!(!blank, "no glyph for {letter}");
        }
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        for text in ["", "<", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg' width='-1'/>"] {
            assert!(png(text).is_err(), "{text}");
        }
    }
}
