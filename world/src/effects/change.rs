//! A single change of the effects.

use serde::{Deserialize, Serialize};

use super::Effects;
use crate::block::Rgb;
use crate::hash::Hasher;
use crate::position::Bounds;
use crate::views::ViewerId;

/// The number of a floating text, chosen by the script that sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextId(pub u32);

/// A floating text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloatingText {
    /// Position in cells.
    pub pos: [f32; 3],
    /// The text, at most [`Effects::TEXT_CHARS_MAX`] characters.
    pub text: String,
    /// Letter height in pixels at the default distance.
    pub size: u8,
    /// Letter colour.
    pub colour: Rgb,
    /// The only viewer who sees it; `None` for everyone.
    pub viewer: Option<ViewerId>,
}

/// Converts a script's volume, a fraction or a percentage, to percent.
pub fn loudness(volume: f32) -> f32 {
    let percent = if volume <= 1.0 { volume * 100.0 } else { volume };
    percent.clamp(0.0, 100.0)
}

/// A change of the effects. Cells are `[x, y, z]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum EffectChange {
    /// Starts a particle effect in a cell, or updates scale and expiry of a running one.
    PlayParticle {
        /// The cell.
        pos: [i32; 3],
        /// The effect.
        effect: u32,
        /// Scale; 1 is the default size.
        scale: f32,
        /// Tick at which it expires; `None` for never.
        expires: Option<u64>,
    },
    /// Ends a particle effect.
    StopParticle {
        /// The cell.
        pos: [i32; 3],
        /// The effect.
        effect: u32,
    },
    /// Marks a cell (a legal move, the last move …), or changes the colour of a mark.
    SetMark {
        /// The cell.
        pos: [i32; 3],
        /// The kind of mark.
        mark: u32,
        /// The only viewer who sees it; `None` for everyone.
        viewer: Option<ViewerId>,
        /// Its colour.
        colour: Rgb,
    },
    /// Removes a mark.
    ClearMark {
        /// The cell.
        pos: [i32; 3],
        /// The kind of mark.
        mark: u32,
        /// The viewer it was for.
        viewer: Option<ViewerId>,
    },
    /// Sets a floating text, replacing the one with the same number.
    SetText {
        /// Its number.
        id: TextId,
        /// The text.
        text: FloatingText,
    },
    /// Removes a floating text.
    RemoveText {
        /// Its number.
        id: TextId,
    },
    /// Starts a looping sound in a cell, or updates its volume and pitch.
    LoopSound {
        /// The cell.
        pos: [i32; 3],
        /// The sound.
        sound: u32,
        /// Volume; 1 is the default.
        volume: f32,
        /// Playback speed; 1 is the default.
        pitch: f32,
    },
    /// Ends a looping sound.
    StopSound {
        /// The cell.
        pos: [i32; 3],
        /// The sound.
        sound: u32,
    },
    /// Plays a sound once, without lasting effect.
    PlaySound {
        /// The cell.
        pos: [i32; 3],
        /// The sound.
        sound: u32,
        /// Volume; 1 is the default.
        volume: f32,
        /// Playback speed; 1 is the default.
        pitch: f32,
    },
}

/// The identity of a lasting effect. Its order is the order in which effects are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Particle { pos: [i32; 3], effect: u32 },
    Mark { pos: [i32; 3], mark: u32, viewer: Option<ViewerId> },
    Text(TextId),
    Sound { pos: [i32; 3], sound: u32 },
}

impl EffectChange {
    /// The only viewer that the change is for; `None` for everyone. The removal of a text names
    /// only its number; it is sent to everyone, which is harmless.
    pub fn viewer(&self) -> Option<ViewerId> {
        match self {
            EffectChange::SetMark { viewer, .. } | EffectChange::ClearMark { viewer, .. } => {
                *viewer
            }
            EffectChange::SetText { text, .. } => text.viewer,
            _ => None,
        }
    }

    /// The effect that the change concerns, and whether it exists afterwards; `None` for events.
    pub(super) fn key(&self) -> Option<(Key, bool)> {
        use EffectChange as Change;
        Some(match *self {
            Change::PlayParticle { pos, effect, .. } => (Key::Particle { pos, effect }, true),
            Change::StopParticle { pos, effect } => (Key::Particle { pos, effect }, false),
            Change::SetMark { pos, mark, viewer, .. } => (Key::Mark { pos, mark, viewer }, true),
            Change::ClearMark { pos, mark, viewer } => (Key::Mark { pos, mark, viewer }, false),
            Change::SetText { id, .. } => (Key::Text(id), true),
            Change::RemoveText { id } => (Key::Text(id), false),
            Change::LoopSound { pos, sound, .. } => (Key::Sound { pos, sound }, true),
            Change::StopSound { pos, sound } => (Key::Sound { pos, sound }, false),
            Change::PlaySound { .. } => return None,
        })
    }

    /// The tick at which the effect expires.
    pub(super) fn expires(&self) -> Option<u64> {
        match self {
            EffectChange::PlayParticle { expires, .. } => *expires,
            _ => None,
        }
    }

    pub(super) fn check(&self) -> Result<(), EffectError> {
        use EffectChange as Change;
        let cell = |pos: &[i32; 3]| match Bounds::contains((*pos).into()) {
            true => Ok(()),
            false => Err(EffectError::OutOfBounds(*pos)),
        };
        let number = |name: &'static str, value: f32| match (0.0..=1000.0).contains(&value) {
            true => Ok(()),
            false => Err(EffectError::BadNumber { name, value }),
        };
        match self {
            Change::PlayParticle { pos, scale, .. } => cell(pos).and(number("scale", *scale)),
            Change::SetMark { pos, .. } => cell(pos),
            Change::SetText { text, .. } => {
                let limit = Bounds::LIMIT as f32;
                if !text.pos.iter().all(|axis| axis.abs() < limit) {
                    return Err(EffectError::TextOutOfBounds(text.pos));
                }
                match text.text.chars().nth(Effects::TEXT_CHARS_MAX) {
                    Some(_) => Err(EffectError::TextTooLong),
                    None => Ok(()),
                }
            }
            Change::LoopSound { pos, volume, pitch, .. }
            | Change::PlaySound { pos, volume, pitch, .. } => {
                cell(pos).and(number("volume", *volume)).and(number("pitch", *pitch))
            }
            Change::StopParticle { .. }
            | Change::ClearMark { .. }
            | Change::RemoveText { .. }
            | Change::StopSound { .. } => Ok(()),
        }
    }
}

impl Key {
    /// The change that removes the effect.
    pub(super) fn removal(self) -> EffectChange {
        match self {
            Key::Particle { pos, effect } => EffectChange::StopParticle { pos, effect },
            Key::Mark { pos, mark, viewer } => EffectChange::ClearMark { pos, mark, viewer },
            Key::Text(id) => EffectChange::RemoveText { id },
            Key::Sound { pos, sound } => EffectChange::StopSound { pos, sound },
        }
    }
}

/// Why a change was refused. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EffectError {
    /// A cell outside the bounds.
    #[error("cell {0:?} is outside the world")]
    OutOfBounds([i32; 3]),
    /// A floating text outside the bounds.
    #[error("a text at {0:?} is outside the world")]
    TextOutOfBounds([f32; 3]),
    /// A scale, volume or pitch that is negative, above 1000 or not a number.
    #[error("{name} {value} is not between 0 and 1000")]
    BadNumber {
        /// The name of the parameter.
        name: &'static str,
        /// Its value.
        value: f32,
    },
    /// A text of more than [`Effects::TEXT_CHARS_MAX`] characters.
    #[error("a floating text has at most {} characters", Effects::TEXT_CHARS_MAX)]
    TextTooLong,
    /// There are already [`Effects::COUNT_MAX`] effects.
    #[error("there are {} effects already", Effects::COUNT_MAX)]
    TooMany,
}

pub(super) fn hash_key(hash: &mut Hasher, key: Key) {
    let mut cell = |kind: u64, pos: [i32; 3], number: u32| {
        hash.u64(kind);
        pos.iter().for_each(|&axis| hash.u64(axis as u64));
        hash.u64(u64::from(number));
    };
    match key {
        Key::Particle { pos, effect } => cell(0, pos, effect),
        Key::Mark { pos, mark, viewer } => {
            cell(1, pos, mark);
            hash_viewer(hash, viewer);
        }
        Key::Text(id) => cell(2, [0; 3], id.0),
        Key::Sound { pos, sound } => cell(3, pos, sound),
    }
}

fn hash_viewer(hash: &mut Hasher, viewer: Option<ViewerId>) {
    hash.u64(u64::from(viewer.is_some()));
    hash.u64(viewer.map_or(0, |viewer| viewer.0));
}

/// Hashes the fields of a change that are not part of its key. Floats are hashed by their bits.
pub(super) fn hash_value(hash: &mut Hasher, change: &EffectChange) {
    match change {
        EffectChange::PlayParticle { scale, expires, .. } => {
            hash.u64(u64::from(scale.to_bits()));
            hash.u64(u64::from(expires.is_some()));
            hash.u64(expires.unwrap_or(0));
        }
        EffectChange::SetMark { colour, .. } => hash.u64(u64::from(colour.to_hex())),
        EffectChange::SetText { text, .. } => {
            text.pos.iter().for_each(|axis| hash.u64(u64::from(axis.to_bits())));
            hash.text(&text.text);
            hash.u64(u64::from(text.size));
            hash.u64(u64::from(text.colour.to_hex()));
            hash_viewer(hash, text.viewer);
        }
        EffectChange::LoopSound { volume, pitch, .. } => {
            hash.u64(u64::from(volume.to_bits()));
            hash.u64(u64::from(pitch.to_bits()));
        }
        // These are never among the lasting effects.
        EffectChange::StopParticle { .. }
        | EffectChange::ClearMark { .. }
        | EffectChange::RemoveText { .. }
        | EffectChange::StopSound { .. }
        | EffectChange::PlaySound { .. } => {}
    }
}
