//! The browser client of Fangqi: a TypeScript program built by this crate's build script and
//! embedded as bytes, so that the server binary needs no file beside it.
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

use include_dir::{Dir, include_dir};

static DIST: Dir<'static> = include_dir!("$OUT_DIR/dist");

/// A file of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its content.
    pub bytes: &'static [u8],
    /// Its content compressed with gzip, where that is smaller.
    pub gzip: Option<&'static [u8]>,
    /// Its content compressed with Brotli, where that is smaller. Browsers ask for it over TLS and
    /// on their own machine.
    pub brotli: Option<&'static [u8]>,
    /// Its media type, with the character set of texts.
    pub mime: &'static str,
    /// Whether its name holds a hash of its content, so that a browser may keep it for ever.
    pub immutable: bool,
}

/// A page of the client. Each works at every address; they differ in the scripts that a browser is
/// told to load at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The lobby (`/`).
    Lobby,
    /// A room (`/r/<room>`).
    Room,
    /// A game that is watched again (`/replay/<room>`).
    Replay,
}

impl Page {
    /// Its file.
    pub fn asset(self) -> Asset {
        let name = match self {
            Self::Lobby => "index.html",
            Self::Room => "room.html",
            Self::Replay => "replay.html",
        };
        asset(name).expect("the build script fails unless Vite writes every page")
    }
}

/// What sites show in place of a link to a page, by the Open Graph protocol (<https://ogp.me>).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// One line.
    pub title: String,
    /// A sentence.
    pub description: String,
    /// The page's address.
    pub url: String,
    /// The address of a picture of 1200 × 630 pixels.
    pub picture: String,
}

impl Preview {
    /// A page of the client with this preview in place of the general one.
    pub fn on(&self, page: Page) -> String {
        let mut page = String::from_utf8_lossy(page.asset().bytes).into_owned();
        for (property, value) in [
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:image", &self.picture),
        ] {
            let start = format!("property=\"{property}\" content=\"");
            let from = page.find(&start).map(|at| at + start.len());
            if let Some(from) = from
                && let Some(length) = page[from..].find('"')
            {
                page.replace_range(from..from + length, &attribute(value));
            }
        }
        let more = format!(
            "<meta property=\"og:url\" content=\"{}\" />\
             <meta property=\"og:image:width\" content=\"1200\" />\
             <meta property=\"og:image:height\" content=\"630\" />\
             <meta name=\"twitter:card\" content=\"summary_large_image\" />",
            attribute(&self.url)
        );
        if let Some(end) = page.find("</head>") {
            page.insert_str(end, &more);
        }
        page
    }
}

/// A text as it stands in an attribute of HTML.
fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
    out
}

/// The file at `path`, which may start with a slash, as in a request: `/assets/main-1a2b3c.js`.
///
/// `None` if the client has no such file; the compressed twins are not files of their own.
pub fn asset(path: &str) -> Option<Asset> {
    let path = path.trim_start_matches('/');
    let mime = mime(path)?;
    let bytes = DIST.get_file(path)?.contents();
    let twin = |ending| DIST.get_file(format!("{path}.{ending}")).map(|file| file.contents());
    let (gzip, brotli) = (twin("gz"), twin("br"));
    Some(Asset { bytes, gzip, brotli, mime, immutable: path.starts_with("assets/") })
}

/// The media type of the kinds of files that Vite writes; other files are not served.
fn mime(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use brotli_decompressor::Decompressor;
    use include_dir::File;

    use super::*;

    #[test]
    fn every_file_the_page_names_is_there_and_may_be_kept() {
        for page in [Page::Lobby, Page::Room, Page::Replay] {
            let text = std::str::from_utf8(page.asset().bytes).expect("the page is UTF-8");
            let named: Vec<&str> =
                text.split('"').filter(|text| text.starts_with("/assets/")).collect();
            assert!(named.iter().any(|name| name.ends_with(".js")), "{page:?}: {text}");
            for name in named {
                let asset = asset(name).unwrap_or_else(|| panic!("{name} is not embedded"));
                assert!(asset.immutable && !asset.bytes.is_empty(), "{page:?}: {name}");
            }
            assert!(!page.asset().immutable);
        }
    }

    #[test]
    fn only_pages_with_a_board_load_what_draws_it_at_once() {
        let loads = |page: Page, script: &str| {
            let text = std::str::from_utf8(page.asset().bytes).expect("the page is UTF-8");
            text.contains(&format!("/assets/{script}-"))
        };
        let three = [Page::Lobby, Page::Room, Page::Replay].map(|page| loads(page, "three"));
        assert_eq!(three, [false, true, true]);
    }

    #[test]
    fn a_preview_stands_in_the_page_whatever_it_says() {
        let preview = Preview {
            title: "\"><script>alert(1)</script>".to_owned(),
            description: "Ada & Bob".to_owned(),
            url: "https://play.example.org/r/x".to_owned(),
            picture: "https://play.example.org/r/x/picture.png".to_owned(),
        };
        let page = preview.on(Page::Room);
        let content = |property: &str| {
            let (_, rest) = page.split_once(&format!("\"{property}\" content=\""))?;
            rest.split('"').next()
        };
        let title = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;";
        assert_eq!(content("og:title"), Some(title));
        assert_eq!(content("og:description"), Some("Ada &amp; Bob"));
        assert_eq!(content("og:image"), Some(preview.picture.as_str()));
        assert_eq!(content("og:url"), Some(preview.url.as_str()));
        assert_eq!(content("og:image:width"), Some("1200"));
        let general = std::str::from_utf8(Page::Room.asset().bytes).expect("the page is UTF-8");
        let scripts = |page: &str| page.matches("<script").count();
        assert_eq!(scripts(&page), scripts(general));
    }

    #[test]
    fn the_manifest_names_icons_that_are_there() {
        let manifest = asset("manifest.webmanifest").expect("the page can be installed");
        assert_eq!(manifest.mime, "application/manifest+json");
        let text = std::str::from_utf8(manifest.bytes).expect("it is UTF-8");
        let icons: Vec<&str> = text.split('"').filter(|text| text.starts_with("/icon")).collect();
        assert_eq!(icons.len(), 3, "{text}");
        for icon in icons {
            assert!(asset(icon).is_some_and(|icon| icon.mime.starts_with("image/")), "{icon}");
        }
    }

    #[test]
    fn the_service_worker_keeps_files_that_are_there() {
        let worker = asset("sw.js").expect("the page opens without the server");
        assert!(worker.mime.starts_with("text/javascript") && !worker.immutable);
        let text = std::str::from_utf8(worker.bytes).expect("it is UTF-8");
        let kept: Vec<&str> =
            text.split('"').filter(|text| text.starts_with('/') && text.contains('.')).collect();
        assert!(kept.iter().any(|name| name.starts_with("/assets/room-")), "{kept:?}");
        for name in kept {
            assert!(asset(name).is_some(), "{name} is not embedded");
        }
    }

    #[test]
    fn page_worker_and_server_name_the_same_build() {
        let named = asset("build.json").expect("an open page compares itself with it");
        assert!(named.mime == "application/json" && !named.immutable);
        let text = std::str::from_utf8(named.bytes).expect("it is UTF-8");
        let build = text.split('"').nth(3).expect("it holds one name");
        assert_eq!(build.len(), 16, "{text}");
        for file in ["index.html", "sw.js"] {
            let file = asset(file).expect("it is embedded");
            let text = std::str::from_utf8(file.bytes).expect("it is UTF-8");
            assert!(text.contains(build), "{build}");
        }
    }

    #[test]
    fn compressed_twins_hold_what_their_files_hold() {
        let is_twin = |file: &File<'static>| {
            file.path().extension().is_none_or(|kind| kind == "gz" || kind == "br")
        };
        let mut twins = [0, 0];
        for file in files(&DIST).filter(|file| !is_twin(file)) {
            let path = file.path().to_str().expect("names are ASCII");
            let asset = asset(path).expect("it is embedded");
            for (index, packed) in [asset.gzip, asset.brotli].into_iter().enumerate() {
                let Some(packed) = packed else { continue };
                let mut unpacked = Vec::new();
                match index {
                    0 => flate2::read::GzDecoder::new(packed).read_to_end(&mut unpacked),
                    _ => Decompressor::new(packed, 4096).read_to_end(&mut unpacked),
                }
                .expect("it can be unpacked");
                assert!(unpacked == asset.bytes, "{path} differs from its twin");
                assert!(packed.len() < asset.bytes.len());
                twins[index] += 1;
            }
        }
        assert!(twins[0] > 2 && twins[0] == twins[1], "page, script and style are compressed");
    }

    fn files(dir: &'static Dir<'static>) -> Box<dyn Iterator<Item = &'static File<'static>>> {
        Box::new(dir.files().chain(dir.dirs().flat_map(files)))
    }

    #[test]
    fn the_bundle_is_small_enough_for_a_phone() {
        let total: usize = files(&DIST)
            .filter(|file| file.path().extension().is_some_and(|kind| kind == "gz"))
            .map(|file| file.contents().len())
            .sum();
        // A third of it only some pages load: worlds to walk in, the board without WebGL, figures
        // and portraits, pictures and records, a further language, codes to be photographed.
        assert!(total > 0 && total <= 400 * 1024, "{total} bytes gzipped");
    }

    #[test]
    fn what_is_not_there_is_none() {
        for path in
            ["", "/", "nothing.js", "../Cargo.toml", "assets", "index.html.gz", "index.html.br"]
        {
            assert_eq!(asset(path), None, "{path}");
        }
    }
}
