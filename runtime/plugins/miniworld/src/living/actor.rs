use std::collections::{BTreeMap, BTreeSet};

use fangqi_protocol::Tick;
use serde::{Deserialize, Serialize};

use super::bag::Stack;
use super::modifiers::modifier;

/// Something that has a place in the world: a player, a creature, a dropped item, a projectile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Actor {
    /// What it is.
    pub kind: Kind,
    /// The middle of its feet, in blocks.
    pub pos: [f64; 3],
    /// Blocks a tick.
    pub motion: [f64; 3],
    /// Where it looks: 0 south (-z), 90 west (-x), 180 north.
    pub yaw: f64,
    /// 90 looks straight down.
    pub pitch: f64,
    /// Whether it stands on something.
    pub grounded: bool,
    /// How far it has come down since it last stood, swam, flew or rose, in blocks.
    pub fell: f64,
    /// Attributes that are not as usual, by `PLAYERATTR` or `CREATUREATTR`; numbers that mean
    /// nothing here are kept too.
    pub attrs: BTreeMap<i32, f64>,
    /// Enchantments and the like, by `MODATTRIB_TYPE`.
    pub mods: BTreeMap<i32, f64>,
    /// Abilities that are switched off, as bits of `PLAYERATTR.ENABLE_…`.
    pub denied: u32,
    /// The team of a creature; a player's is kept with the player.
    pub team: i32,
    /// Status effects, in the order they came.
    pub buffs: Vec<Buff>,
    /// Kinds of damage that do nothing to it.
    pub immune: BTreeSet<i32>,
    /// The kind of damage it deals.
    pub attack_type: i32,
    /// How it looks.
    pub look: Look,
    /// Where it is going by itself.
    pub goal: Option<Goal>,
    /// What it rides.
    pub mount: Option<u64>,
    /// Whether it has died; only players stay then.
    pub dead: bool,
    /// What it is doing, by `PLAYERMOTION` or `CREATUREMOTION`.
    pub doing: i32,
    /// The areas it is in, in order.
    pub inside: Vec<u32>,
    /// What it touches.
    pub touching: Option<u64>,
}

/// What an [`Actor`] is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// A player; its number is the player's own.
    Player,
    /// A creature.
    Creature {
        /// Its type.
        actorid: u32,
        /// Whether it acts by itself.
        active: bool,
        /// Whether it needs air.
        breathes: bool,
        /// Whether it is in panic.
        panic: bool,
        /// Whom it belongs to; 0 for none.
        owner: u64,
        /// When it may strike again.
        ready: Tick,
    },
    /// A dropped item.
    Drop {
        /// What.
        stack: Stack,
        /// When it may be picked up.
        ready: Tick,
        /// When it vanishes.
        until: Tick,
    },
    /// A projectile.
    Missile {
        /// Its item type.
        itemid: u32,
        /// Who shot it; 0 for none.
        shooter: u64,
        /// Whether it falls.
        falls: bool,
        /// When it vanishes.
        until: Tick,
    },
}

/// A status effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buff {
    /// Which.
    pub id: u32,
    /// Its level, from 1.
    pub level: i32,
    /// When it ends; never if none.
    pub until: Option<Tick>,
    /// When it last did something.
    pub since: Tick,
}

/// How an [`Actor`] looks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// A model in place of its own, such as `mob_3400`.
    pub model: Option<String>,
    /// The name above it.
    pub name: Option<String>,
    /// Whether that is hidden.
    pub nameless: bool,
    /// The last action it played, and how many it has played.
    pub act: Option<(i32, u32)>,
    /// Particle effects on it, with their scale and when they end.
    pub effects: BTreeMap<u32, (f32, Option<Tick>)>,
    /// Built-in effects on its body, by `ACTORBODY_EFFECT`.
    pub body: BTreeSet<i32>,
    /// Sounds that are played on it over and over: volume and pitch.
    pub sounds: BTreeMap<u32, (f32, f32)>,
}

/// Where an [`Actor`] is going.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// What it goes to.
    pub to: Target,
    /// How many times its usual speed.
    pub speed: f64,
    /// The way around blocks, last step first.
    pub path: Vec<[i32; 3]>,
    /// When a way is looked for again.
    pub retry: Tick,
    /// When it gives up.
    pub until: Tick,
}

/// What a [`Goal`] is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// A point.
    Point([f64; 3]),
    /// Another object.
    Actor(u64),
}

/// Numbers of `PLAYERATTR` and `CREATUREATTR` that the simulation reads.
pub mod attr {
    pub const MAX_HP: i32 = 1;
    pub const CUR_HP: i32 = 2;
    pub const HP_RECOVER: i32 = 3;
    pub const LIFE_NUM: i32 = 4;
    pub const MAX_HUNGER: i32 = 5;
    pub const CUR_HUNGER: i32 = 6;
    pub const MAX_OXYGEN: i32 = 7;
    pub const CUR_OXYGEN: i32 = 8;
    pub const RECOVER_OXYGEN: i32 = 9;
    pub const WALK_SPEED: i32 = 10;
    pub const RUN_SPEED: i32 = 11;
    pub const SNEAK_SPEED: i32 = 12;
    pub const SWIM_SPEED: i32 = 13;
    pub const JUMP_POWER: i32 = 14;
    pub const WEIGHT: i32 = 15;
    pub const DODGE: i32 = 16;
    pub const ATK_MELEE: i32 = 17;
    pub const ATK_REMOTE: i32 = 18;
    pub const DEF_MELEE: i32 = 19;
    pub const DEF_REMOTE: i32 = 20;
    pub const DIMENSION: i32 = 21;
    pub const SCORE: i32 = 22;
    pub const LEVEL: i32 = 23;
    pub const CUR_LEVEL: i32 = 27;
    pub const CUR_STRENGTH: i32 = 28;
    pub const MAX_STRENGTH: i32 = 29;
    pub const STRENGTH_RECOVER: i32 = 30;

    /// Attributes of which -1 means what they are usually. The others are a state of the moment,
    /// such as life, or a count, such as the score, of which -1 is a value like any other.
    pub const HAS_USUAL: &[i32] = &[
        MAX_HP,
        HP_RECOVER,
        MAX_HUNGER,
        MAX_OXYGEN,
        RECOVER_OXYGEN,
        WALK_SPEED,
        RUN_SPEED,
        SNEAK_SPEED,
        SWIM_SPEED,
        JUMP_POWER,
        WEIGHT,
        DODGE,
        ATK_MELEE,
        ATK_REMOTE,
        DEF_MELEE,
        DEF_REMOTE,
        DIMENSION,
        MAX_STRENGTH,
        STRENGTH_RECOVER,
        101,
        102,
        103,
        104,
    ];
}

/// Bits of `PLAYERATTR.ENABLE_…`.
pub mod ability {
    pub const MOVE: u32 = 1;
    pub const PLACE_BLOCK: u32 = 2;
    pub const OPERATE_BLOCK: u32 = 4;
    pub const DESTROY_BLOCK: u32 = 8;
    pub const USE_ITEM: u32 = 16;
    pub const ATTACK: u32 = 32;
    pub const BE_ATTACKED: u32 = 64;
    pub const BE_KILLED: u32 = 128;
    pub const PICK_UP: u32 = 256;
    pub const DEATH_DROP: u32 = 512;
    pub const DISCARD_ITEM: u32 = 2048;
    /// All that are known.
    pub const ALL: u32 = 4095;
}

/// Kinds of objects, as in `OBJ_TYPE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum ObjType {
    /// A player.
    Player = 1,
    /// A creature.
    Creature = 2,
    /// A dropped item.
    Drop = 3,
    /// A projectile.
    Missile = 4,
}

impl Actor {
    /// Something that stands still.
    pub fn new(kind: Kind, pos: [f64; 3]) -> Self {
        // A body that dies drops what it has unless a script forbids it.
        Self {
            kind,
            pos,
            motion: [0.0; 3],
            yaw: super::NORTH,
            pitch: 0.0,
            grounded: false,
            fell: 0.0,
            attrs: BTreeMap::new(),
            mods: BTreeMap::new(),
            denied: 0,
            team: 0,
            buffs: Vec::new(),
            immune: BTreeSet::new(),
            attack_type: 0,
            look: Look::default(),
            goal: None,
            mount: None,
            dead: false,
            doing: 0,
            inside: Vec::new(),
            touching: None,
        }
    }

    /// Its kind, as scripts number it.
    pub fn object_type(&self) -> ObjType {
        match self.kind {
            Kind::Player => ObjType::Player,
            Kind::Creature { .. } => ObjType::Creature,
            Kind::Drop { .. } => ObjType::Drop,
            Kind::Missile { .. } => ObjType::Missile,
        }
    }

    /// Its creature type; 0 for all else.
    pub fn actorid(&self) -> u32 {
        match self.kind {
            Kind::Creature { actorid, .. } => actorid,
            _ => 0,
        }
    }

    /// Its item type, of a drop or projectile.
    pub fn itemid(&self) -> Option<u32> {
        match &self.kind {
            Kind::Drop { stack, .. } => Some(stack.item),
            Kind::Missile { itemid, .. } => Some(*itemid),
            _ => None,
        }
    }

    /// Whether it is a player.
    pub fn is_player(&self) -> bool {
        matches!(self.kind, Kind::Player)
    }

    /// Whether it is a player or creature, alive.
    pub fn is_alive(&self) -> bool {
        !self.dead && matches!(self.kind, Kind::Player | Kind::Creature { .. })
    }

    /// The cell its feet are in.
    pub fn cell(&self) -> [i32; 3] {
        self.pos.map(|axis| axis.floor() as i32)
    }

    /// Width and height of a player in blocks.
    pub const PLAYER: (f64, f64) = (0.6, 1.8);
    /// How high eyes are, as a part of the height.
    pub const EYES: f64 = 0.9;

    /// Width and height in blocks.
    pub fn size(&self) -> (f64, f64) {
        let (width, height) = match self.kind {
            Kind::Player => Self::PLAYER,
            Kind::Creature { .. } => (0.8, 1.6),
            Kind::Drop { .. } | Kind::Missile { .. } => (0.25, 0.25),
        };
        let scale = self.attr(attr::DIMENSION) * self.factor(modifier::ACTOR_SCALE).max(0.05);
        (width * scale, height * scale)
    }

    /// How high its eyes are.
    pub fn eye_height(&self) -> f64 {
        self.size().1 * Self::EYES
    }

    /// Where the feet of who rides it are.
    pub fn saddle(&self) -> [f64; 3] {
        let [x, y, z] = self.pos;
        [x, y + self.size().1, z]
    }

    /// Where its eyes are.
    pub fn eyes(&self) -> [f64; 3] {
        let [x, y, z] = self.pos;
        [x, y + self.eye_height(), z]
    }

    /// An attribute. Usual values are this host's choice where Mini World's are not published.
    pub fn attr(&self, number: i32) -> f64 {
        self.attrs.get(&number).copied().unwrap_or_else(|| self.usual(number))
    }

    fn usual(&self, number: i32) -> f64 {
        match number {
            attr::MAX_HP | attr::MAX_HUNGER | attr::MAX_STRENGTH => 100.0,
            attr::CUR_HP => self.attr(attr::MAX_HP),
            attr::CUR_HUNGER => self.attr(attr::MAX_HUNGER),
            attr::CUR_STRENGTH => self.attr(attr::MAX_STRENGTH),
            attr::MAX_OXYGEN => 10.0,
            attr::CUR_OXYGEN => self.attr(attr::MAX_OXYGEN),
            attr::RECOVER_OXYGEN | attr::DIMENSION | attr::WEIGHT | attr::CUR_LEVEL => 1.0,
            attr::WALK_SPEED => 10.0,
            attr::RUN_SPEED => 15.0,
            attr::SNEAK_SPEED => 4.0,
            attr::SWIM_SPEED => 6.0,
            attr::JUMP_POWER => 10.0,
            attr::ATK_MELEE | attr::ATK_REMOTE => 10.0,
            _ => 0.0,
        }
    }

    /// Sets an attribute; values that have a maximum stay between 0 and that.
    pub fn set_attr(&mut self, number: i32, value: f64) {
        let max = match number {
            attr::CUR_HP => Some(attr::MAX_HP),
            attr::CUR_HUNGER => Some(attr::MAX_HUNGER),
            attr::CUR_OXYGEN => Some(attr::MAX_OXYGEN),
            attr::CUR_STRENGTH => Some(attr::MAX_STRENGTH),
            _ => None,
        };
        let value = max.map_or(value, |max| value.clamp(0.0, self.attr(max).max(0.0)));
        let value = match number {
            attr::DIMENSION => value.clamp(0.05, 20.0),
            // A living body has some life to lose.
            attr::MAX_HP => value.max(1.0),
            attr::MAX_HUNGER | attr::MAX_OXYGEN => value.max(0.0),
            _ => value,
        };
        if value == self.usual(number) && max.is_some() {
            self.attrs.remove(&number);
        } else {
            self.attrs.insert(number, value);
        }
        // What there is cannot be more than there may be.
        let current = match number {
            attr::MAX_HP => attr::CUR_HP,
            attr::MAX_HUNGER => attr::CUR_HUNGER,
            attr::MAX_OXYGEN => attr::CUR_OXYGEN,
            attr::MAX_STRENGTH => attr::CUR_STRENGTH,
            _ => return,
        };
        if self.attr(current) > value {
            self.set_attr(current, value);
        }
    }

    /// Whether an ability is on.
    pub fn can(&self, ability: u32) -> bool {
        self.denied & ability == 0
    }

    /// Switches abilities.
    pub fn allow(&mut self, abilities: u32, on: bool) {
        if on {
            self.denied &= !abilities;
        } else {
            self.denied |= abilities;
        }
    }

    /// Blocks a tick that it walks: an attribute of 10 is 4.3 blocks a second.
    pub fn step(&self, number: i32) -> f64 {
        self.attr(number).clamp(0.0, 200.0) * (4.3 / 10.0 / 20.0)
    }

    /// A status effect on it.
    pub fn buff(&self, id: u32) -> Option<&Buff> {
        self.buffs.iter().find(|buff| buff.id == id)
    }

    /// The speed with which it leaves the ground in blocks a tick: an attribute of 10 is a jump of
    /// 1.2 blocks.
    pub fn jump_speed(&self) -> f64 {
        self.attr(attr::JUMP_POWER).clamp(0.0, 200.0) * 0.0438 * self.factor(modifier::JUMP_SPEED)
    }
}
