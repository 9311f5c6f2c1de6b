//! What holds for kinds of blocks and for single cells besides what they are.

use std::collections::BTreeMap;

use fangqi_protocol::{TICKS_PER_SECOND, Tick};
use serde::{Deserialize, Serialize};

/// Ticks that smelting one item takes.
pub const SMELT_TICKS: Tick = 10 * TICKS_PER_SECOND;
/// What holds for kinds of blocks and for single cells.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockRules {
    /// What may not be done to kinds of blocks, as bits.
    pub denied: BTreeMap<u16, u8>,
    /// Cells that are switched on.
    pub on: BTreeMap<[i32; 3], bool>,
    /// Light that scripts gave to cells.
    pub light: BTreeMap<[i32; 3], u8>,
    /// Actions that blocks play, and how often they began one.
    pub acts: BTreeMap<[i32; 3], (i32, u32)>,
}

/// A furnace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Furnace {
    /// When the item in it will be done.
    pub until: Option<Tick>,
    /// Items that what burns will still smelt.
    pub heat: u32,
}
