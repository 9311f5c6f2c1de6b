//! The Sanguosha packages of a map: checked once when the map is loaded, and shared by all its
//! rooms as plain data. Their cards become blocks.

use std::collections::BTreeMap;

use fangqi_sanguosha::basics::number_text;
use fangqi_sanguosha::{Catalogue, Category, Frequency, Suit};
use fangqi_world::{BlockDef, BlockId, BlockRegistry, Rgb, Shape};
use serde::Deserialize;

use crate::{PackageSource, Packages, SgsVm, Texts, builtin_texts, compile_all, decode};
use fangqi_plugin::{MapFiles, PackageError};
use fangqi_plugin::{MapPart, Section};
use fangqi_protocol::LocalText;
use fangqi_vm::ScriptError;

/// Block id of the first card; the other cards follow.
const CARDS_ID: u16 = 5000;
const RED: u32 = 0x00b3_261e;
const BLACK: u32 = 0x001f_1b16;

/// The section `[sanguosha]` of a manifest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    /// The folders of the packages, in order. A file beside a folder with the same name and `.toml`
    /// lists its packages in load order; without it all are loaded, sorted by name. Other files of
    /// a folder can be loaded with `require`.
    packages: Folders,
}

/// One folder or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Folders {
    One(String),
    All(Vec<String>),
}

impl Folders {
    fn list(&self) -> &[String] {
        match self {
            Folders::One(folder) => std::slice::from_ref(folder),
            Folders::All(folders) => folders,
        }
    }
}

/// The load order of a folder's packages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    /// The packages' files, without `.lua`.
    packages: Vec<String>,
}

/// The packages of a map.
#[derive(Debug)]
pub struct SanguoshaPackage {
    sources: Packages,
    deck: Vec<CardFace>,
    generals: Vec<GeneralFace>,
    skills: BTreeMap<String, SkillFace>,
    texts: Texts,
}

/// A card of the deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFace {
    /// The block that shows it.
    pub block: u16,
    /// Its object name.
    pub name: String,
    /// Its name in both languages, with suit and number.
    pub text: LocalText,
    /// Sort key of the cards in a hand.
    pub sort: u32,
}

/// A general.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralFace {
    /// Its object name.
    pub name: String,
    /// Its kingdom.
    pub kingdom: String,
    /// Its printed hp.
    pub max_hp: i32,
    /// The skills that are shown to players.
    pub skills: Vec<String>,
    /// The package that defines it.
    pub package: String,
    /// Whether it is never offered at random.
    pub hidden: bool,
}

/// A skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillFace {
    /// How it is invoked.
    pub frequency: Frequency,
    /// Whether only a lord has it.
    pub lord: bool,
}

impl SanguoshaPackage {
    /// Loads packages outside of any map.
    ///
    /// # Errors
    /// A script fails, or there are too many kinds of cards.
    pub fn of(sources: &[PackageSource]) -> Result<SanguoshaPackage, String> {
        let made = assemble(sources.to_vec(), &mut BlockRegistry::new());
        made.map_err(|error| error.to_string())
    }

    /// The packages in load order.
    pub(crate) fn sources(&self) -> &Packages {
        &self.sources
    }

    /// The cards, in the order of their ids.
    pub fn deck(&self) -> &[CardFace] {
        &self.deck
    }

    /// The generals in the order in which packages define them.
    pub fn generals(&self) -> &[GeneralFace] {
        &self.generals
    }

    /// The general with a name.
    pub fn general(&self, name: &str) -> Option<&GeneralFace> {
        self.generals.iter().find(|general| general.name == name)
    }

    /// The skill with a name.
    pub fn skill(&self, name: &str) -> Option<&SkillFace> {
        self.skills.get(name)
    }

    /// The text for a name or key: from the packages, else the engine's own.
    pub fn text(&self, key: &str) -> Option<LocalText> {
        text_of(&self.texts, key)
    }

    /// The text for a name, or the name itself if there is none.
    pub fn word(&self, key: &str) -> LocalText {
        self.text(key).unwrap_or_else(|| LocalText::same(key))
    }
}

/// A text in both languages. In each, the packages' text precedes the engine's; if one language has
/// none, the other's is used.
fn text_of(texts: &Texts, key: &str) -> Option<LocalText> {
    let own = |language| texts.language(language).and_then(|texts| texts.get(key)).cloned();
    let (usual_zh, usual_en) = builtin_texts::text(key).map(|text| (text.zh, text.en)).unzip();
    let (zh, en) = (own("zh").or(usual_zh), own("en").or(usual_en));
    let either = zh.clone().or_else(|| en.clone())?;
    Some(LocalText { zh: zh.unwrap_or_else(|| either.clone()), en: en.unwrap_or(either) })
}

/// Reads the section of a map, loads its packages once and registers blocks for their cards.
pub(crate) fn read(section: &mut Section<'_, '_>) -> Result<Box<dyn MapPart>, PackageError> {
    let named: Named = section.read()?;
    let files = section.files;
    let (mut sources, mut origins) = (Vec::new(), Origins::new());
    for folder in named.packages.list() {
        read_folder(files, folder.trim_end_matches('/'), &mut sources, &mut origins)?;
    }
    match assemble(sources, section.blocks) {
        Ok(package) => Ok(Box::new(package)),
        Err(Unusable::Script(error)) => Err(located(error, &origins).into()),
        Err(Unusable::Deck(message)) => Err(section.invalid("packages", message)),
    }
}

/// Why packages cannot be used together.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    /// A script fails.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// There are more kinds of cards than block ids.
    #[error("{0}")]
    Deck(String),
}

/// Loads packages once and registers blocks for their cards.
fn assemble(
    sources: Vec<PackageSource>,
    blocks: &mut BlockRegistry,
) -> Result<SanguoshaPackage, Unusable> {
    let vm = SgsVm::browsing(&sources)?;
    let texts = vm.texts().clone();
    let catalogue = vm.catalogue();
    let deck = deck(catalogue, &texts, blocks).map_err(Unusable::Deck)?;
    let generals = catalogue.generals();
    let generals = generals.iter().map(|general| GeneralFace {
        name: general.name.to_string(),
        kingdom: general.kingdom.to_string(),
        max_hp: general.max_hp,
        skills: general
            .skills
            .iter()
            .filter(|name| !name.starts_with('#'))
            .map(|name| name.to_string())
            .collect(),
        package: general.package.to_string(),
        hidden: general.hidden,
    });
    let generals = generals.collect();
    let skills = catalogue.skills();
    let skills = skills.iter().map(|(_, skill)| {
        let face = SkillFace { frequency: skill.frequency, lord: skill.lord };
        (skill.name.to_string(), face)
    });
    let skills = skills.collect();
    let sources = Packages(sources.into());
    Ok(SanguoshaPackage { sources, deck, generals, skills, texts })
}

/// Paths of the packages' files, by the names that scripts have in errors.
type Origins = BTreeMap<String, String>;

/// An error in a package, with the full path of its file.
fn located(mut error: ScriptError, origins: &Origins) -> ScriptError {
    if let Some(path) = origins.get(&error.script) {
        error.script.clone_from(path);
    }
    error
}

/// Subfolders of a package folder with further files that packages may load.
const INNER: [&str; 4] = ["ai", "lib", "lua", "lua/ai"];

/// Reads the packages of a folder, each with its AI and the files that it may load.
fn read_folder(
    files: &MapFiles<'_>,
    folder: &str,
    sources: &mut Vec<PackageSource>,
    origins: &mut Origins,
) -> Result<(), PackageError> {
    let list = format!("{folder}.toml");
    let mut scripts = BTreeMap::new();
    for file in files.list(folder) {
        let Some(name) = file.strip_suffix(".lua") else { continue };
        origins.insert(file.clone(), format!("{}/{folder}/{file}", files.map()));
        scripts.insert(name.to_owned(), files.bytes(&format!("{folder}/{file}"), &list)?);
    }
    for inner in INNER {
        for file in files.list(&format!("{folder}/{inner}")) {
            let Some(name) = file.strip_suffix(".lua") else { continue };
            let path = format!("{folder}/{inner}/{file}");
            origins.insert(format!("{inner}/{file}"), format!("{}/{path}", files.map()));
            scripts.insert(format!("{inner}/{name}"), files.bytes(&path, &list)?);
        }
    }
    let order: Order = if files.has(&list) {
        files.toml(&list, "map.toml")?
    } else {
        let is_package = |name: &String, bytes: &[u8]| {
            !name.contains('/') && decode(bytes).contains("sgs.Package(")
        };
        let packages = scripts.iter().filter(|(name, bytes)| is_package(name, bytes));
        Order { packages: packages.map(|(name, _)| name.clone()).collect() }
    };
    if order.packages.is_empty() {
        return Err(PackageError::Invalid {
            path: format!("{}/map.toml", files.map()),
            message: format!("there is no package in the folder `{folder}`"),
        });
    }
    let mut named = Vec::new();
    for name in &order.packages {
        named.push(match scripts.get(name) {
            Some(bytes) => (name, *bytes),
            None => (name, files.bytes(&format!("{folder}/{name}.lua"), &list)?),
        });
    }
    let others = || scripts.iter().filter(|(other, _)| !order.packages.contains(other));
    let compiled = compile_all(&named, |(name, bytes)| source(name, bytes, others()));
    sources.extend(compiled.map_err(|error| located(error, origins))?);
    Ok(())
}

/// A package made of its own file and the others of its folder.
fn source<'a>(
    name: &str,
    bytes: &[u8],
    others: impl Iterator<Item = (&'a String, &'a &'a [u8])>,
) -> Result<PackageSource, ScriptError> {
    let mut source = PackageSource::compile(name, bytes)?;
    let ai = format!("{}-ai", name.to_lowercase());
    for (other, bytes) in others {
        if other.to_lowercase().rsplit('/').next() == Some(&*ai) {
            source = source.with_ai(bytes)?;
        } else if !other.ends_with("-ai")
            && let Ok(with) = source.clone().with_helper(other, bytes)
        {
            // A file that is not valid Lua matters only to scripts that load it, so the error is
            // ignored.
            source = with;
        }
    }
    Ok(source)
}

/// The cards, and one block for each distinct look.
fn deck(
    catalogue: &Catalogue,
    texts: &Texts,
    blocks: &mut BlockRegistry,
) -> Result<Vec<CardFace>, String> {
    let mut made = BTreeMap::new();
    let mut deck = Vec::new();
    for printed in catalogue.cards.borrow().iter() {
        let kinds = catalogue.kinds.borrow();
        let kind = kinds.get(printed.kind);
        let name = text_of(texts, &kind.name).unwrap_or_else(|| LocalText::same(&*kind.name));
        let (sign, rank) = (suit_sign(printed.suit), number_text(printed.number));
        let text = LocalText {
            zh: format!("{} {sign}{rank}", name.zh),
            en: format!("{} {rank}{sign}", name.en),
        };
        let key = (printed.kind.0, printed.suit as u8, printed.number);
        let next = CARDS_ID + made.len() as u16;
        let block = *made.entry(key).or_insert(next);
        if block == next {
            let paper = match kind.category {
                Category::Trick => 0x00f4_efff,
                Category::Equip => 0x00ee_f6ea,
                _ => 0x00ff_fdf8,
            };
            let def = BlockDef {
                id: BlockId(block),
                key: format!("sgs_card_{}", block - CARDS_ID),
                name_zh: text.zh.clone(),
                name_en: text.en.clone(),
                // The `*` in the third line makes clients write the block's name on the card.
                glyph: Some(format!("{rank}\n{sign}\n*")),
                colour: Rgb::hex(paper),
                glyph_colour: Rgb::hex(if printed.suit.is_red() { RED } else { BLACK }),
                shape: Shape::Card,
                solid: true,
                liquid: false,
                light: 0,
            };
            blocks.register(def).map_err(|error| error.to_string())?;
        }
        let order = match kind.category {
            Category::Basic => 0,
            Category::Trick => 1,
            _ => 2,
        };
        let sort = 1_000_000 - order * 200_000 - u32::from(printed.kind.0) * 200
            + u32::from(printed.number) * 5
            + printed.suit as u32;
        deck.push(CardFace { block, name: kind.name.to_string(), text, sort });
    }
    Ok(deck)
}

/// The symbol of a suit; a dash for none.
fn suit_sign(suit: Suit) -> &'static str {
    match suit {
        Suit::Spade => "♠",
        Suit::Club => "♣",
        Suit::Heart => "♥",
        Suit::Diamond => "♦",
        Suit::NoSuit => "-",
    }
}
