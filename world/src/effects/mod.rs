//! Effects: whatever is shown or heard besides blocks, such as particles, marks, floating texts and
//! sounds.

mod change;

use std::collections::BTreeMap;

use crate::hash::Hasher;
pub use change::{EffectChange, EffectError, FloatingText, TextId, loudness};
use change::{Key, hash_key, hash_value};

/// The lasting effects: particles, marks, floating texts and looping sounds.
///
/// They are stored as the changes that create them, so a new viewer is sent the same messages as
/// one who was there from the beginning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effects {
    active: BTreeMap<Key, EffectChange>,
    /// Lower bound of the expiry ticks; `None` if no effect expires.
    next_expiry: Option<u64>,
}

impl Effects {
    /// Maximum number of lasting effects.
    pub const COUNT_MAX: usize = 4096;
    /// Maximum length of a floating text in characters.
    pub const TEXT_CHARS_MAX: usize = 512;

    /// No effects.
    pub fn new() -> Effects {
        Effects::default()
    }

    /// Applies a change and returns its inverse; `None` if no lasting effect has changed (a sound
    /// played once, the end of an effect that does not run, the start of one that runs the same
    /// way).
    ///
    /// # Errors
    /// A parameter is out of range, or there are too many effects.
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

    /// Removes the effects that expire by `tick`. Returns the removals in order.
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

    /// The changes that re-create all effects for a new viewer, in the order particles, marks,
    /// texts, sounds. The sender must filter them by [`EffectChange::viewer`].
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

    /// Scale and expiry of the particle effect in a cell.
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

    /// Whether there are no lasting effects.
    pub fn is_empty(&self) -> bool {
        self.active.is_empty()
    }

    /// The changes that turn these effects into `other`, in the order of [`Effects::iter`].
    pub fn diff(&self, other: &Effects) -> Vec<EffectChange> {
        let mut keys: Vec<Key> = self.active.keys().chain(other.active.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
            .filter(|key| self.active.get(key) != other.active.get(key))
            .map(|key| other.active.get(&key).cloned().unwrap_or(key.removal()))
            .collect()
    }

    /// A hash of all lasting effects, which depends on them alone.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Hasher::new();
        self.active.iter().for_each(|(key, change)| {
            hash_key(&mut hash, *key);
            hash_value(&mut hash, change);
        });
        hash.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Rgb;
    use crate::views::ViewerId;

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
    fn changes_without_effect_have_no_inverse() {
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
        let most = Effects::TEXT_CHARS_MAX;
        assert!(effects.apply(text(1, &"字".repeat(most), None)).is_ok());
        assert_eq!(
            effects.apply(text(2, &"字".repeat(most + 1), None)),
            Err(EffectError::TextTooLong)
        );
        for x in 0..Effects::COUNT_MAX as i32 - 1 {
            effects.apply(particle(x, None)).unwrap();
        }
        assert_eq!(effects.apply(particle(-1, None)), Err(EffectError::TooMany));
        assert!(effects.apply(particle(0, Some(3))).is_ok());
        assert!(effects.apply(EffectChange::RemoveText { id: TextId(1) }).unwrap().is_some());
        assert!(effects.apply(particle(-1, None)).is_ok());
    }
}
