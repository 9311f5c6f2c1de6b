use fangqi_world::EffectChange;

use super::EffectView;

impl From<&EffectChange> for EffectView {
    fn from(effect: &EffectChange) -> Self {
        match effect {
            EffectChange::Particle { pos, id, scale } => {
                Self::Particle { pos: *pos, id: *id, scale: *scale }
            }
        }
    }
}
