//! From SVG to pixels, with fonts that the program carries.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{self, ImageHrefResolver, Options, Tree, fontdb};

use fangqi_world::Rgb;

use crate::{BACKGROUND, HEIGHT, WIDTH};

/// Pieces of the games that are played with Chinese characters, letters and digits.
const CHINESE: &[u8] = include_bytes!("../fonts/NotoSerifCJK-Bold.subset.otf");
/// Chess pieces, suits, dice, arrows and stars.
const SYMBOLS: &[u8] = include_bytes!("../fonts/DejaVuSans.subset.ttf");

/// What texts that name no font are written in, as those of drawings are.
const SERIF: &str = "Noto Serif CJK SC";
/// The largest thumbnail that is painted, in bytes.
const THUMBNAIL_MAX: usize = 64 << 10;
/// Most elements of a thumbnail, repeated ones included.
const ELEMENTS_MAX: usize = 2000;
/// The elements of a thumbnail that is painted: plain shapes and texts.
const PLAIN: [&str; 18] = [
    "svg",
    "g",
    "defs",
    "style",
    "title",
    "desc",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
];

/// Why a drawing has no picture.
#[derive(Debug, thiserror::Error)]
pub enum Unpaintable {
    /// It is no SVG.
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] usvg::Error),
    /// It is a thumbnail that may take long to paint.
    #[error("the thumbnail is too large or has parts that take long to paint")]
    Costly,
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

/// Paints a drawing of [`crate::draw`], as PNG. Takes some 30 ms of processor time.
///
/// # Errors
/// If `svg` is no SVG.
pub fn png(svg: &str) -> Result<Vec<u8>, Unpaintable> {
    let pixels = paint(svg, all())?;
    pixels.encode_png().map_err(|error| Unpaintable::Writing(error.to_string()))
}

/// Paints a map's thumbnail as large as it fits, as PNG.
///
/// # Errors
/// If `svg` is no SVG, or if it has more than plain shapes and texts, which may take long to paint.
pub fn thumbnail(svg: &str) -> Result<Vec<u8>, Unpaintable> {
    if svg.len() > THUMBNAIL_MAX || !is_plain(svg)? {
        return Err(Unpaintable::Costly);
    }
    let pixels = paint(svg, all())?;
    pixels.encode_png().map_err(|error| Unpaintable::Writing(error.to_string()))
}

/// Whether an SVG has few elements, all of them plain. Maps are written by anybody, and a short
/// file takes minutes if it has filters, or parts that repeat parts that repeat others.
fn is_plain(svg: &str) -> Result<bool, Unpaintable> {
    // Entities, which repeat each other too, are refused by the parser.
    let document = Document::parse(svg).map_err(usvg::Error::from)?;
    let named = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let named: HashMap<&str, Node<'_, '_>> = named.collect();
    let mut left = ELEMENTS_MAX;
    Ok(count(document.root_element(), &named, &mut left))
}

/// Takes an element, all in it, and all that these repeat from what is `left`. Returns false if it
/// does not suffice, or at an element that is not plain.
fn count(element: Node<'_, '_>, named: &HashMap<&str, Node<'_, '_>>, left: &mut usize) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    let name = element.tag_name().name();
    let repeated = match name {
        "use" => {
            let of = element.attributes().find(|attribute| attribute.name() == "href");
            of.and_then(|of| named.get(of.value().trim_start_matches('#')))
        }
        _ if !PLAIN.contains(&name) => return false,
        _ => None,
    };
    repeated.is_none_or(|repeated| count(*repeated, named, left))
        && element.children().filter(Node::is_element).all(|child| count(child, named, left))
}

/// Paints an SVG in the middle of a picture.
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
    let Rgb { r, g, b } = BACKGROUND;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)
        .ok_or_else(|| Unpaintable::Writing("its size is no size".to_owned()))?;
    let (size, [width, height]) = (tree.size(), [WIDTH, HEIGHT].map(|length| length as f32));
    let scale = (width / size.width()).min(height / size.height());
    let [left, top] =
        [width - size.width() * scale, height - size.height() * scale].map(|rest| rest / 2.0);
    pixels.fill(Color::from_rgba8(r, g, b, 255));
    resvg::render(
        &tree,
        Transform::from_row(scale, 0.0, 0.0, scale, left, top),
        &mut pixels.as_mut(),
    );
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
    fn the_thumbnails_of_the_shipped_maps_are_painted() {
        let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/maps");
        let shelves = std::fs::read_dir(maps).expect("there are maps");
        let maps =
            shelves.flat_map(|shelf| std::fs::read_dir(shelf.expect("it can be read").path()));
        let files = maps.flatten().flatten().map(|map| map.path().join("thumbnail.svg"));
        let svgs: Vec<_> = files.filter_map(|file| std::fs::read_to_string(file).ok()).collect();
        assert!(svgs.len() > 10, "{}", svgs.len());
        let fonts = Arc::new(carried());
        for svg in svgs {
            assert!(is_plain(&svg).is_ok_and(|plain| plain), "{svg}");
            paint(&svg, Arc::clone(&fonts)).expect("it can be painted");
        }
    }

    #[test]
    fn a_thumbnail_is_as_large_as_it_fits() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#00ff00"/></svg>"##;
        let pixels = Pixmap::decode_png(&thumbnail(svg).expect("it is plain")).expect("it is PNG");
        let green = |x, y| pixels.pixel(x, y).is_some_and(|pixel| pixel.green() == 255);
        assert!(green(WIDTH / 2 - HEIGHT / 2 + 2, 2) && green(WIDTH / 2, HEIGHT - 2));
        assert!(!green(WIDTH / 2 - HEIGHT / 2 - 2, 2));
        let doubled: String = (1..20)
            .map(|i| format!("<g id='a{i}'><use href='#a{0}'/><use href='#a{0}'/></g>", i - 1))
            .collect();
        let doubled = format!("<path id='a0' d='M0 0H1'/>{doubled}");
        let itself = "<g id='a'><use href='#a'/></g>".to_owned();
        let plain = ["<filter id='f'/>", "<image href='/etc/passwd'/>", "<mask id='m'/>"];
        for costly in plain.map(str::to_owned).into_iter().chain([doubled, itself]) {
            let svg = svg.replace("<rect", &format!("{costly}<rect"));
            assert!(matches!(thumbnail(&svg), Err(Unpaintable::Costly)), "{costly}");
        }
        let repeated = svg.replace("<rect", "<path id='z' d='M0 0H1'/><use href='#z'/><rect");
        assert!(thumbnail(&repeated).is_ok());
        let long = svg.replace("<rect", &format!("{}<rect", " ".repeat(THUMBNAIL_MAX)));
        assert!(matches!(thumbnail(&long), Err(Unpaintable::Costly)));
        let entities = format!("<!DOCTYPE svg [<!ENTITY a 'a'>]>{svg}");
        assert!(thumbnail(&entities).is_err());
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        for text in ["", "<", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg' width='-1'/>"] {
            assert!(png(text).is_err(), "{text}");
        }
    }
}
