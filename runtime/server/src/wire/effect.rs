use fangqi_world::EffectChange;

use super::EffectView;

impl EffectView {
    /// An effect as the browser draws it; `None` for what it is told in another way (marks) or does
    /// not show.
    pub fn of(effect: &EffectChange) -> Option<Self> {
        Some(match effect {
            EffectChange::PlayParticle { pos, effect, scale, .. } => {
                Self::Particle { pos: centre(*pos), id: *effect, scale: *scale }
            }
            EffectChange::StopParticle { pos, effect } => {
                Self::StopParticle { pos: centre(*pos), id: *effect }
            }
            EffectChange::SetText { id, text } => Self::Text {
                id: id.0,
                pos: text.pos,
                text: text.text.clone(),
                size: text.size,
                colour: text.colour.to_string(),
            },
            EffectChange::RemoveText { id } => Self::RemoveText { id: id.0 },
            EffectChange::PlaySound { pos, sound, volume, .. } => Self::Sound {
                pos: Some(centre(*pos)),
                id: *sound,
                volume: (volume * 100.0).clamp(0.0, 100.0),
            },
            EffectChange::SetMark { .. }
            | EffectChange::ClearMark { .. }
            | EffectChange::LoopSound { .. }
            | EffectChange::StopSound { .. } => return None,
        })
    }
}

/// The middle of a cell.
fn centre(cell: [i32; 3]) -> [f32; 3] {
    cell.map(|coordinate| coordinate as f32 + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_particle_is_in_the_middle_of_its_cell() {
        let play =
            EffectChange::PlayParticle { pos: [-1, 7, 0], effect: 1170, scale: 2.0, expires: None };
        assert_eq!(
            EffectView::of(&play),
            Some(EffectView::Particle { pos: [-0.5, 7.5, 0.5], id: 1170, scale: 2.0 })
        );
    }

    #[test]
    fn loudness_is_a_percentage() {
        let play = EffectChange::PlaySound { pos: [0; 3], sound: 4, volume: 0.25, pitch: 1.0 };
        assert!(matches!(EffectView::of(&play), Some(EffectView::Sound { volume: 25.0, .. })));
    }
}
