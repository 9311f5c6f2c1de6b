//! What items, creatures and status effects are called and good for. The numbers are Mini World's;
//! of most only the number is known here, so a map may say more in a file of its own.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Highest number of an item or creature that has a name: custom ones of Mini World included.
pub const ID_MAX: u32 = 1_000_000;
/// Items that lie in one slot unless the map says otherwise.
const STACK: u32 = 64;

/// What a map says of its items, creatures and status effects.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalog {
    #[serde(default, rename = "item")]
    items: Vec<ItemDef>,
    #[serde(default, rename = "creature")]
    creatures: Vec<CreatureDef>,
    #[serde(default, rename = "buff")]
    buffs: Vec<BuffDef>,
}

/// A kind of item.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemDef {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What is said of it.
    #[serde(default)]
    pub desc: String,
    /// How many lie in one slot.
    #[serde(default = "stack")]
    pub stack: u32,
    /// What using it does.
    #[serde(default, rename = "use")]
    pub usage: ItemUse,
    /// Damage it adds, food it gives, speed of what it shoots, or what it takes off each blow and
    /// shot when it is worn, by its use.
    #[serde(default)]
    pub power: f64,
    /// How often it may be used; 0 for ever.
    #[serde(default)]
    pub durability: i32,
    /// What comes of it in a furnace; itself if nothing is said.
    #[serde(default)]
    pub smelts: Option<u32>,
}

/// What using an item does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemUse {
    /// Only its event is raised.
    #[default]
    None,
    /// It strikes harder.
    Tool,
    /// It is eaten.
    Food,
    /// It is thrown.
    Throw,
    /// It shoots and stays.
    Shoot,
    /// It is worn on the head.
    Head,
    /// It is worn on the chest.
    Chest,
    /// It is worn on the legs.
    Legs,
    /// It is worn on the feet.
    Feet,
    /// It is worn on the back.
    Back,
    /// It holds other items: its event is raised and it is used up.
    Gift,
}

impl ItemUse {
    /// The slot it is worn in.
    pub fn slot(self) -> Option<u32> {
        match self {
            Self::Head => Some(8000),
            Self::Chest => Some(8001),
            Self::Legs => Some(8002),
            Self::Feet => Some(8003),
            Self::Back => Some(8004),
            _ => None,
        }
    }
}

/// A kind of creature.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureDef {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What is said of it.
    #[serde(default)]
    pub desc: String,
    /// Its life.
    pub hp: Option<f64>,
    /// What it strikes with.
    pub attack: Option<f64>,
    /// How fast it walks; 10 is usual.
    pub speed: Option<f64>,
    /// Whether it goes for players by itself.
    #[serde(default)]
    pub hostile: bool,
}

/// A kind of status effect.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuffDef {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What is said of it.
    #[serde(default)]
    pub desc: String,
    /// Whether it does harm.
    #[serde(default)]
    pub bad: bool,
    /// Life it gives (or takes) every second and level.
    #[serde(default)]
    pub hp: f64,
    /// What it multiplies the walking speed with, at each level.
    pub speed: Option<f64>,
    /// Seconds it lasts when a script does not say.
    pub seconds: Option<f64>,
}

fn stack() -> u32 {
    STACK
}

/// Numbers of items whose name documents tell.
const ITEMS: &[(u32, &str, ItemUse, f64)] = &[
    (12005, "能量剑", ItemUse::Tool, 25.0),
    (12051, "石箭", ItemUse::Throw, 100.0),
    (12054, "小雪球", ItemUse::Throw, 80.0),
];

impl Catalog {
    /// The first number of something that is named twice, and what it is.
    pub fn doubled(&self) -> Option<(&'static str, u32)> {
        fn twice(ids: impl Iterator<Item = u32>) -> Option<u32> {
            let mut counts = BTreeMap::new();
            ids.for_each(|id| *counts.entry(id).or_insert(0) += 1);
            counts.into_iter().find(|(_, count)| *count > 1).map(|(id, _)| id)
        }
        twice(self.items.iter().map(|def| def.id))
            .map(|id| ("item", id))
            .or_else(|| twice(self.creatures.iter().map(|def| def.id)).map(|id| ("creature", id)))
            .or_else(|| twice(self.buffs.iter().map(|def| def.id)).map(|id| ("buff", id)))
    }

    /// Whether somebody has described an item of this number, which so is no block.
    pub fn defines_item(&self, id: u32) -> bool {
        self.items.iter().any(|def| def.id == id) || ITEMS.iter().any(|(known, ..)| *known == id)
    }

    /// A kind of item; those without a description are plain.
    pub fn item(&self, id: u32) -> ItemDef {
        if let Some(def) = self.items.iter().find(|def| def.id == id) {
            return def.clone();
        }
        let known = ITEMS.iter().find(|(known, ..)| *known == id);
        let (name, usage, power) = match known {
            Some((_, name, usage, power)) => ((*name).to_owned(), *usage, *power),
            None => (name_of_item(id), ItemUse::None, 0.0),
        };
        ItemDef {
            id,
            name,
            desc: String::new(),
            stack: STACK,
            usage,
            power,
            durability: 0,
            smelts: None,
        }
    }

    /// Whether a kind of creature goes for players by itself.
    pub fn is_hostile(&self, id: u32) -> bool {
        self.creatures.iter().any(|def| def.id == id && def.hostile)
    }

    /// What a kind of item takes off blows and shots when it is worn.
    pub fn armour(&self, id: u32) -> f64 {
        let def = self.items.iter().find(|def| def.id == id);
        def.filter(|def| def.usage.slot().is_some()).map_or(0.0, |def| def.power)
    }

    /// The items that are described, with their names.
    pub fn named_items(&self) -> impl Iterator<Item = (u32, &str)> {
        let own = self.items.iter().map(|def| (def.id, def.name.as_str()));
        let known = ITEMS.iter().map(|(id, name, ..)| (*id, *name));
        own.chain(known.filter(|(id, _)| !self.items.iter().any(|def| def.id == *id)))
    }

    /// A kind of creature.
    pub fn creature(&self, id: u32) -> CreatureDef {
        let known = self.creatures.iter().find(|def| def.id == id).cloned();
        known.unwrap_or_else(|| CreatureDef {
            id,
            name: format!("生物{id}"),
            desc: String::new(),
            hp: None,
            attack: None,
            speed: None,
            hostile: false,
        })
    }

    /// A kind of status effect.
    pub fn buff(&self, id: u32) -> BuffDef {
        let known = self.buffs.iter().find(|def| def.id == id).cloned();
        known.unwrap_or_else(|| BuffDef {
            id,
            name: format!("状态{id}"),
            desc: String::new(),
            bad: false,
            hp: 0.0,
            speed: None,
            seconds: None,
        })
    }

    /// The numbers of the items that are described.
    pub fn item_ids(&self) -> Vec<u32> {
        let own = self.items.iter().map(|def| def.id);
        own.chain(ITEMS.iter().map(|(id, ..)| *id)).collect()
    }

    /// The numbers of the creatures that are described; the documents' stock example if none.
    pub fn creature_ids(&self) -> Vec<u32> {
        let own: Vec<u32> = self.creatures.iter().map(|def| def.id).collect();
        if own.is_empty() { vec![3400] } else { own }
    }
}

/// What an item is called of which only the number is known.
pub fn name_of_item(id: u32) -> String {
    format!("物品{id}")
}

/// Whether a text names a look: `skin_1`, `mob_3400`, `block_100`, `item_12005`.
pub fn facade_of(text: &str) -> bool {
    let Some((kind, number)) = text.split_once('_') else { return false };
    matches!(kind, "skin" | "mob" | "block" | "item" | "custom" | "fullycustom")
        && !number.is_empty()
}
