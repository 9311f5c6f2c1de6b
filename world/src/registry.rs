//! The block registry.

use std::collections::BTreeMap;

use crate::block::{BlockDef, BlockId, BlockState};
use crate::builtin;

/// The kinds of blocks that a world may contain, by number and by key.
///
/// It starts with air and the [built-in palette](BlockRegistry::new); a map registers additional
/// blocks. Queries made for every cell (`contains`, `is_solid`) are bit tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRegistry {
    defs: BTreeMap<BlockId, BlockDef>,
    keys: BTreeMap<String, BlockId>,
    known: BitSet,
    solid: BitSet,
}

impl BlockRegistry {
    /// Air and the built-in palette: stone, wood, water, wool colours … with ids below
    /// [`BlockRegistry::FIRST_FREE`].
    pub fn new() -> BlockRegistry {
        let mut registry = BlockRegistry::bare();
        for def in builtin::palette() {
            registry.register(def).expect("the built-in palette is valid and has no duplicates");
        }
        registry
    }

    /// Air only, for worlds that do not use the built-in palette's numbers.
    pub fn bare() -> BlockRegistry {
        let mut registry = BlockRegistry {
            defs: BTreeMap::new(),
            keys: BTreeMap::new(),
            known: BitSet::default(),
            solid: BitSet::default(),
        };
        registry.insert(builtin::air());
        registry
    }

    /// The lowest id that the built-in palette never uses.
    pub const FIRST_FREE: BlockId = BlockId(1000);

    /// Registers a kind of block. Empty names become the key.
    ///
    /// # Errors
    /// The id is air's, the id or key is taken, or a field is out of range; the error names the
    /// block. The registry is then unchanged.
    pub fn register(&mut self, mut def: BlockDef) -> Result<(), RegistryError> {
        check(&def)?;
        if let Some(other) = self.defs.get(&def.id) {
            let (id, key, other) = (def.id, def.key, other.key.clone());
            return Err(RegistryError::DuplicateId { id, key, other });
        }
        if let Some(&other) = self.keys.get(&def.key) {
            return Err(RegistryError::DuplicateKey { id: def.id, key: def.key, other });
        }
        for name in [&mut def.name_zh, &mut def.name_en] {
            if name.is_empty() {
                name.clone_from(&def.key);
            }
        }
        self.insert(def);
        Ok(())
    }

    fn insert(&mut self, def: BlockDef) {
        self.known.set(def.id.0);
        if def.solid {
            self.solid.set(def.id.0);
        }
        self.keys.insert(def.key.clone(), def.id);
        self.defs.insert(def.id, def);
    }

    /// The definition of a block.
    pub fn get(&self, id: BlockId) -> Option<&BlockDef> {
        self.defs.get(&id)
    }

    /// The definition of the block with this key.
    pub fn by_key(&self, key: &str) -> Option<&BlockDef> {
        self.defs.get(self.keys.get(key)?)
    }

    /// Whether the block is known.
    #[inline]
    pub fn contains(&self, id: BlockId) -> bool {
        self.known.get(id.0)
    }

    /// Whether the block is known and solid.
    #[inline]
    pub fn is_solid(&self, state: BlockState) -> bool {
        self.solid.get(state.id().0)
    }

    /// All kinds of blocks in id order, air first.
    pub fn iter(&self) -> impl Iterator<Item = &BlockDef> {
        self.defs.values()
    }

    /// Number of kinds including air; never 0.
    #[expect(clippy::len_without_is_empty, reason = "air is always there")]
    pub fn len(&self) -> usize {
        self.defs.len()
    }

    /// The key most similar to `key`, for "did you mean" messages; `None` if none is similar.
    pub fn suggest(&self, key: &str) -> Option<&str> {
        let wanted: String = key.chars().take(BlockDef::NAME_CHARS_MAX).collect();
        crate::nearest(&wanted, self.keys.keys().map(String::as_str))
    }
}

impl Default for BlockRegistry {
    fn default() -> Self {
        BlockRegistry::new()
    }
}

fn check(def: &BlockDef) -> Result<(), RegistryError> {
    let fail = |problem: String| {
        Err(RegistryError::Invalid { id: def.id, key: def.key.chars().take(80).collect(), problem })
    };
    let max = BlockDef::NAME_CHARS_MAX;
    if def.id == BlockId::AIR {
        return fail("id 0 is air".into());
    }
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if def.key.is_empty() || def.key.len() > max || !def.key.bytes().all(plain) {
        return fail(format!("a key is 1 to {max} lower-case letters, digits or \"_\""));
    }
    if [&def.name_zh, &def.name_en].iter().any(|name| name.chars().count() > max) {
        return fail(format!("a name has at most {max} characters"));
    }
    let glyph_chars = def.glyph.as_ref().map_or(1, |glyph| glyph.chars().count());
    if !(1..=BlockDef::GLYPH_CHARS_MAX).contains(&glyph_chars) {
        return fail(format!("a glyph has 1 to {} characters", BlockDef::GLYPH_CHARS_MAX));
    }
    if def.light > BlockDef::LIGHT_MAX {
        return fail(format!("light goes from 0 to {}", BlockDef::LIGHT_MAX));
    }
    Ok(())
}

/// A growable set of 16-bit numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn set(&mut self, number: u16) {
        let word = usize::from(number >> 6);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number & 63);
    }

    #[inline]
    fn get(&self, number: u16) -> bool {
        self.0.get(usize::from(number >> 6)).is_some_and(|word| word >> (number & 63) & 1 != 0)
    }
}

/// Why a block was not registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// The id belongs to another block.
    #[error("block {id} \"{key}\": the id already belongs to \"{other}\"")]
    DuplicateId {
        /// The refused id.
        id: BlockId,
        /// The refused key.
        key: String,
        /// The key of the block that has the id.
        other: String,
    },
    /// The key belongs to another block.
    #[error("block {id} \"{key}\": the key already belongs to block {other}")]
    DuplicateKey {
        /// The refused id.
        id: BlockId,
        /// The refused key.
        key: String,
        /// The id of the block that has the key.
        other: BlockId,
    },
    /// A field is out of range.
    #[error("block {id} \"{key}\": {problem}")]
    Invalid {
        /// The refused id.
        id: BlockId,
        /// The refused key, shortened if it is very long.
        key: String,
        /// The reason, as a sentence.
        problem: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_there_in_id_order() {
        let registry = BlockRegistry::new();
        let ids: Vec<u16> = registry.iter().map(|def| def.id.0).collect();
        assert!(ids.is_sorted() && ids[0] == 0 && ids.len() == registry.len());
        assert!(ids.iter().all(|&id| id < BlockRegistry::FIRST_FREE.0));
        for key in ["stone", "dirt", "grass", "wood", "felt_green", "sand", "glass", "wool_red"] {
            assert!(registry.by_key(key).is_some_and(|def| def.solid), "{key}");
        }
        assert!(registry.by_key("water").unwrap().liquid);
        assert_eq!(registry.by_key("lamp").unwrap().light, 15);
        assert!(!registry.is_solid(BlockState::AIR) && registry.contains(BlockId::AIR));
        assert!(!registry.contains(BlockId(65535)));
        for def in registry.iter() {
            assert!(!def.name_zh.is_empty() && !def.name_en.is_empty());
        }
    }

    #[test]
    fn bad_definitions_are_named() {
        let mut registry = BlockRegistry::new();
        let before = registry.clone();
        let def = |change: &dyn Fn(&mut BlockDef)| {
            let mut def = BlockDef::new(BlockId(2010), "red_king");
            change(&mut def);
            def
        };
        let cases: [(BlockDef, &str); 7] = [
            (def(&|d| d.id = BlockId(0)), "id 0 is air"),
            (def(&|d| d.key = "Red King".into()), "a key is"),
            (def(&|d| d.key = "x".repeat(65)), "a key is"),
            (def(&|d| d.glyph = Some("帅".repeat(13))), "a glyph has 1 to 12"),
            (def(&|d| d.glyph = Some(String::new())), "a glyph has 1 to 12"),
            (def(&|d| d.light = 16), "light goes"),
            (def(&|d| d.key = "stone".into()), "already belongs to block"),
        ];
        for (bad, message) in cases {
            let error = registry.register(bad).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        assert_eq!(registry, before);
        registry.register(def(&|_| ())).unwrap();
        let error = registry.register(def(&|d| d.key = "other".into())).unwrap_err();
        assert_eq!(
            error.to_string(),
            "block 2010 \"other\": the id already belongs to \"red_king\""
        );
    }

    #[test]
    fn near_keys_are_suggested() {
        let registry = BlockRegistry::new();
        assert_eq!(registry.suggest("stnoe"), Some("stone"));
        assert_eq!(registry.suggest("wool_rde"), Some("wool_red"));
        assert_eq!(registry.suggest("qqqqqqqq"), None);
        assert_eq!(registry.suggest("").map(str::len), None);
    }
}
