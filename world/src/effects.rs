//! What is shown and heard besides blocks: particles, marks, floating texts, sounds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::block::Rgb;
use crate::hash::Hasher;
use crate::position::Bounds;
use crate::views::ViewerId;

/// The number of a floating text, given by whoever sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextId(pub u32);

/// A text that floats in the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloatingText {
    /// Where, in cells.
    pub pos: [f32; 3],
    /// What it says, at most [`Effects::TEXT_CHARS_MAX`] characters.
    pub text: String,
    /// Letter height in pixels at the usual distance.
    pub size: u8,
    /// Letter colour.
    pub colour: Rgb,
    /// The only viewer who sees it; `None` for everyone.
    pub viewer: Option<ViewerId>,
}

/// One change of what is shown or heard. Cells are `[x, y, z]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all_fields = "snake_case")]
pub enum EffectChange {
    /// Starts a particle effect in a cell, or changes the scale and end of one that runs.
    PlayParticle {
        /// The cell.
        pos: [i32; 3],
        /// Which effect.
        effect: u32,
        /// Size, 1 for the usual one.
        scale: f32,
        /// Tick at which it ends by itself; `None` for never.
        expires: Option<u64>,
    },
    /// Ends a particle effect.
    StopParticle {
        /// The cell.
        pos: [i32; 3],
        /// Which effect.
        effect: u32,
    },
    /// Marks a cell (a legal move, the last move …), or changes the colour of its mark.
    SetMark {
        /// The cell.
        pos: [i32; 3],
        /// Which kind of mark.
        mark: u32,
        /// The only viewer who sees it; `None` for everyone.
        viewer: Option<ViewerId>,
        /// Its colour.
        colour: Rgb,
    },
    /// Takes a mark away.
    ClearMark {
        /// The cell.
        pos: [i32; 3],
        /// Which kind of mark.
        mark: u32,
        /// The viewer it was for.
        viewer: Option<ViewerId>,
    },
    /// Shows a floating text, in place of the one with the same number.
    SetText {
        /// Its number.
        id: TextId,
        /// The text.
        text: FloatingText,
    },
    /// Takes a floating text away.
    RemoveText {
        /// Its number.
        id: TextId,
    },
    /// Starts a looping sound in a cell, or changes its volume and pitch.
    LoopSound {
        /// The cell.
        pos: [i32; 3],
        /// Which sound.
        sound: u32,
        /// Loudness, 1 for the usual one.
        volume: f32,
        /// Speed, 1 for the usual one.
        pitch: f32,
    },
    /// Ends a looping sound.
    StopSound {
        /// The cell.
        pos: [i32; 3],
        /// Which sound.
        sound: u32,
    },
    /// Plays a sound once. An event: nothing of it stays.
    PlaySound {
        /// The cell.
        pos: [i32; 3],
        /// Which sound.
        sound: u32,
        /// Loudness, 1 for the usual one.
        volume: f32,
        /// Speed, 1 for the usual one.
        pitch: f32,
    },
}

/// What an effect is told apart by. Its order is the order in which effects are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Particle { pos: [i32; 3], effect: u32 },
    Mark { pos: [i32; 3], mark: u32, viewer: Option<ViewerId> },
    Text(TextId),
    Sound { pos: [i32; 3], sound: u32 },
}

impl EffectChange {
    /// The one viewer the change is for, as far as it says so; `None` for everyone. The removal of
    /// a text names only its number and is harmless for all.
    pub fn viewer(&self) -> Option<ViewerId> {
        match self {
            EffectChange::SetMark { viewer, .. } | EffectChange::ClearMark { viewer, .. } => {
                *viewer
            }
            EffectChange::SetText { text, .. } => text.viewer,
            _ => None,
        }
    }

    /// What the change is about, and whether something is there afterwards; `None` for events.
    fn key(&self) -> Option<(Key, bool)> {
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

    /// The tick at which the effect ends by itself.
    fn expires(&self) -> Option<u64> {
        match self {
            EffectChange::PlayParticle { expires, .. } => *expires,
            _ => None,
        }
    }

    fn check(&self) -> Result<(), EffectError> {
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
    /// The change after which nothing is there.
    fn removal(self) -> EffectChange {
        match self {
            Key::Particle { pos, effect } => EffectChange::StopParticle { pos, effect },
            Key::Mark { pos, mark, viewer } => EffectChange::ClearMark { pos, mark, viewer },
            Key::Text(id) => EffectChange::RemoveText { id },
            Key::Sound { pos, sound } => EffectChange::StopSound { pos, sound },
        }
    }
}

/// All effects that last: particles, marks, floating texts and looping sounds.
///
/// Kept as the changes that make them, so that a new viewer is sent the same messages as one who
/// was there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effects {
    active: BTreeMap<Key, EffectChange>,
    /// No effect ends before this tick; `None` if none ever ends by itself.
    next_expiry: Option<u64>,
}

/// Why an effect was refused. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EffectError {
    /// A cell no world can hold.
    #[error("cell {0:?} is outside the world")]
    OutOfBounds([i32; 3]),
    /// A floating text outside every world.
    #[error("a text at {0:?} is outside the world")]
    TextOutOfBounds([f32; 3]),
    /// A scale, volume or pitch that is negative, above 1000 or not a number.
    #[error("{name} {value} is not between 0 and 1000")]
    BadNumber {
        /// Which number.
        name: &'static str,
        /// Its value.
        value: f32,
    },
    /// A text with more than [`Effects::TEXT_CHARS_MAX`] characters.
    #[error("a floating text has at most {} characters", Effects::TEXT_CHARS_MAX)]
    TextTooLong,
    /// There are [`Effects::COUNT_MAX`] effects already.
    #[error("there are {} effects already", Effects::COUNT_MAX)]
    TooMany,
}

impl Effects {
    /// Most effects that may last at the same time.
    pub const COUNT_MAX: usize = 4096;
    /// Most characters of a floating text.
    pub const TEXT_CHARS_MAX: usize = 256;

    /// No effects.
    pub fn new() -> Effects {
        Effects::default()
    }

    /// Makes a change and returns the change that undoes it; `None` if nothing that lasts has
    /// changed (a sound played once, a stop of what does not run, a start of what runs just so).
    ///
    /// # Errors
    /// The change is out of its limits or there are too many effects.
    pub fn apply(&mut self, change: EffectChange) -> Result<Option<EffectChange>, EffectError> {
        change.check()?;
        let Some((key, lasting)) = change.key() else { return Ok(None) };
        if !lasting {
            return Ok(self.active.remove(&key));
        }
        if self.active.len() >= Self::COUNT_MAX && !self.active.contains_key(&key) {
            return Err(EffectError::TooMany);
        }
        if let Some(tick) = change.expires() {
            self.next_expiry = Some(self.next_expiry.map_or(tick, |next| next.min(tick)));
        }
        match self.active.insert(key, change) {
            None => Ok(Some(key.removal())),
            Some(old) => Ok(Some(old).filter(|old| Some(old) != self.active.get(&key))),
        }
    }

    /// Ends every effect whose time has come by `tick`, and returns these ends in order.
    pub fn expire(&mut self, tick: u64) -> Vec<EffectChange> {
        if self.next_expiry.is_none_or(|next| next > tick) {
            return Vec::new();
        }
        let is_over = |change: &EffectChange| change.expires().is_some_and(|end| end <= tick);
        let over: Vec<Key> =
            self.active.iter().filter(|(_, change)| is_over(change)).map(|(key, _)| *key).collect();
        over.iter().for_each(|key| drop(self.active.remove(key)));
        self.next_expiry = self.active.values().filter_map(EffectChange::expires).min();
        over.into_iter().map(Key::removal).collect()
    }

    /// The changes that re-create everything for a new viewer, in order: particles, marks, texts,
    /// sounds. The sender leaves out what [`EffectChange::viewer`] says is for someone else.
    pub fn iter(&self) -> impl Iterator<Item = &EffectChange> {
        self.active.values()
    }

    /// The floating text with this number.
    pub fn text(&self, id: TextId) -> Option<&FloatingText> {
        match self.active.get(&Key::Text(id)) {
            Some(EffectChange::SetText { text, .. }) => Some(text),
            _ => None,
        }
    }

    /// Scale and end of the particle effect in a cell.
    pub fn particle(&self, pos: [i32; 3], effect: u32) -> Option<(f32, Option<u64>)> {
        match self.active.get(&Key::Particle { pos, effect }) {
            Some(EffectChange::PlayParticle { scale, expires, .. }) => Some((*scale, *expires)),
            _ => None,
        }
    }

    /// Number of lasting effects.
    pub fn len(&self) -> usize {
        self.active.len()
    }

    /// Whether nothing lasts.
    pub fn is_empty(&self) -> bool {
        self.active.is_empty()
    }

    /// The changes that turn these effects into the others, removals and starts in one order.
    pub fn diff(&self, other: &Effects) -> Vec<EffectChange> {
        let mut keys: Vec<Key> = self.active.keys().chain(other.active.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
            .filter(|key| self.active.get(key) != other.active.get(key))
            .map(|key| other.active.get(&key).cloned().unwrap_or(key.removal()))
            .collect()
    }

    /// A hash of all lasting effects; the same for equal effects in any process.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Hasher::new();
        self.active.iter().for_each(|(key, change)| {
            hash_key(&mut hash, *key);
            hash_value(&mut hash, change);
        });
        hash.finish()
    }
}

fn hash_key(hash: &mut Hasher, key: Key) {
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

/// Hashes what a change says beyond its key. Numbers go in by their bits.
fn hash_value(hash: &mut Hasher, change: &EffectChange) {
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
        // These leave nothing that lasts, so they are never among the active ones.
        EffectChange::StopParticle { .. }
        | EffectChange::ClearMark { .. }
        | EffectChange::RemoveText { .. }
        | EffectChange::StopSound { .. }
        | EffectChange::PlaySound { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn particle(x: i32, expires: Option<u64>) -> EffectChange {
        EffectChange::PlayParticle { pos: [x, 0, 0], effect: 1170, scale: 1.0, expires }
    }

    fn text(id: u32, text: &str, viewer: Option<u64>) -> EffectChange {
        let text = FloatingText {
            pos: [0.5, 2.0, 0.5],
            text: text.to_owned(),
            size: 16,
            colour: Rgb::hex(0xff_ffff),
            viewer: viewer.map(ViewerId),
        };
        EffectChange::SetText { id: TextId(id), text }
    }

    fn mark(x: i32, viewer: Option<u64>) -> EffectChange {
        let (viewer, colour) = (viewer.map(ViewerId), Rgb::hex(0x00_ff00));
        EffectChange::SetMark { pos: [x, 0, 0], mark: 1, viewer, colour }
    }

    fn sound(volume: f32) -> EffectChange {
        EffectChange::LoopSound { pos: [0; 3], sound: 5, volume, pitch: 1.0 }
    }

    fn all(changes: &[EffectChange]) -> Effects {
        let mut effects = Effects::new();
        changes.iter().for_each(|change| drop(effects.apply(change.clone()).unwrap()));
        effects
    }

    #[test]
    fn every_change_has_its_inverse() {
        let steps = [
            particle(1, Some(5)),
            particle(1, None),
            text(7, "將軍", None),
            text(7, "绝杀", Some(3)),
            mark(2, Some(1)),
            mark(2, None),
            sound(1.0),
            sound(0.5),
            EffectChange::StopParticle { pos: [1, 0, 0], effect: 1170 },
            EffectChange::RemoveText { id: TextId(7) },
            EffectChange::StopSound { pos: [0; 3], sound: 5 },
        ];
        let mut effects = Effects::new();
        let mut undo = Vec::new();
        for change in steps {
            let before = effects.clone();
            let inverse = effects.apply(change).unwrap().unwrap();
            assert_ne!(effects.state_hash(), before.state_hash());
            undo.push((inverse, before));
        }
        for (inverse, before) in undo.into_iter().rev() {
            effects.apply(inverse).unwrap();
            assert_eq!(effects.active, before.active);
            assert_eq!(effects.state_hash(), before.state_hash());
        }
    }

    #[test]
    fn what_changes_nothing_has_no_inverse() {
        let mut effects = all(&[particle(1, None)]);
        let before = effects.state_hash();
        for change in [
            particle(1, None),
            EffectChange::StopParticle { pos: [9, 0, 0], effect: 1170 },
            EffectChange::PlaySound { pos: [0; 3], sound: 1, volume: 1.0, pitch: 1.0 },
        ] {
            assert_eq!(effects.apply(change), Ok(None));
            assert_eq!(effects.state_hash(), before);
        }
    }

    #[test]
    fn effects_end_at_their_tick() {
        let mut effects = all(&[particle(3, Some(10)), particle(1, Some(5)), particle(2, None)]);
        assert_eq!(effects.expire(4), []);
        let stop = |x| EffectChange::StopParticle { pos: [x, 0, 0], effect: 1170 };
        assert_eq!(effects.expire(5), [stop(1)]);
        assert_eq!(effects.expire(100), [stop(3)]);
        assert_eq!(effects.expire(u64::MAX), []);
        assert_eq!(effects.len(), 1);
    }

    #[test]
    fn a_new_viewer_and_a_difference_re_create_the_state() {
        let a = all(&[particle(1, Some(5)), mark(1, None), text(1, "一", None), sound(1.0)]);
        let b = all(&[particle(1, None), mark(2, Some(9)), text(1, "一", None), sound(1.0)]);
        let copy = all(&a.iter().cloned().collect::<Vec<_>>());
        assert_eq!(copy.state_hash(), a.state_hash());
        let mut changed = a.clone();
        let diff = a.diff(&b);
        assert_eq!(diff.len(), 3);
        diff.into_iter().for_each(|change| drop(changed.apply(change).unwrap()));
        assert_eq!(changed.state_hash(), b.state_hash());
        assert_eq!(mark(2, Some(9)).viewer(), Some(ViewerId(9)));
        assert_eq!(text(1, "", Some(4)).viewer(), Some(ViewerId(4)));
    }

    #[test]
    fn limits_hold() {
        let mut effects = Effects::new();
        let bad =
            |scale| EffectChange::PlayParticle { pos: [0; 3], effect: 1, scale, expires: None };
        for scale in [f32::NAN, f32::INFINITY, -1.0, 1001.0] {
            assert!(matches!(effects.apply(bad(scale)), Err(EffectError::BadNumber { .. })));
        }
        let far = |pos| EffectChange::LoopSound { pos, sound: 1, volume: 1.0, pitch: 1.0 };
        assert!(effects.apply(far([i32::MIN, 0, 0])).is_err());
        assert!(effects.apply(far([0, i32::MAX, 0])).is_err());
        assert!(effects.apply(text(1, &"字".repeat(256), None)).is_ok());
        assert_eq!(effects.apply(text(2, &"字".repeat(257), None)), Err(EffectError::TextTooLong));
        for x in 0..Effects::COUNT_MAX as i32 - 1 {
            effects.apply(particle(x, None)).unwrap();
        }
        assert_eq!(effects.apply(particle(-1, None)), Err(EffectError::TooMany));
        assert!(effects.apply(particle(0, Some(3))).is_ok());
        assert!(effects.apply(EffectChange::RemoveText { id: TextId(1) }).unwrap().is_some());
        assert!(effects.apply(particle(-1, None)).is_ok());
    }
}
