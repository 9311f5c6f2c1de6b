use fangqi_world::{EffectChange, loudness};

use super::EffectView;

impl EffectView {
    /// The form of an effect that browsers draw or play.
    pub fn of(effect: &EffectChange) -> Self {
        match effect {
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
            EffectChange::PlaySound { pos, sound, volume, pitch } => Self::Sound {
                pos: Some(centre(*pos)),
                id: *sound,
                volume: loudness(*volume),
                pitch: *pitch,
            },
            EffectChange::LoopSound { pos, sound, volume, pitch } => Self::LoopSound {
                pos: centre(*pos),
                id: *sound,
                volume: loudness(*volume),
                pitch: *pitch,
            },
            EffectChange::StopSound { pos, sound } => {
                Self::StopSound { pos: centre(*pos), id: *sound }
            }
            EffectChange::SetMark { pos, mark, colour, .. } => {
                Self::Mark { pos: *pos, id: *mark, colour: colour.to_string() }
            }
            EffectChange::ClearMark { pos, mark, .. } => Self::ClearMark { pos: *pos, id: *mark },
        }
    }
}

/// The centre of a cell.
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
            EffectView::Particle { pos: [-0.5, 7.5, 0.5], id: 1170, scale: 2.0 }
        );
    }

    #[test]
    fn loudness_is_a_percentage() {
        for (volume, percent) in [(0.25, 25.0), (1.0, 100.0), (70.0, 70.0), (300.0, 100.0)] {
            let play = EffectChange::PlaySound { pos: [0; 3], sound: 4, volume, pitch: 1.0 };
            let EffectView::Sound { volume, .. } = EffectView::of(&play) else {
                panic!("{play:?}")
            };
            assert!((volume - percent).abs() < 1e-3, "{volume} {percent}");
        }
    }

    #[test]
    fn what_loops_and_what_is_marked_is_told_by_cell_and_number() {
        let (pos, sound) = ([1, 2, -3], 9);
        let looped = EffectChange::LoopSound { pos, sound, volume: 70.0, pitch: 0.5 };
        let at = [1.5, 2.5, -2.5];
        assert_eq!(
            EffectView::of(&looped),
            EffectView::LoopSound { pos: at, id: 9, volume: 70.0, pitch: 0.5 }
        );
        let stopped = EffectChange::StopSound { pos, sound };
        assert_eq!(EffectView::of(&stopped), EffectView::StopSound { pos: at, id: 9 });
        let colour = fangqi_world::Rgb::hex(0x00_80ff);
        let marked = EffectChange::SetMark { pos, mark: 4, viewer: None, colour };
        let colour = "#0080ff".to_owned();
        assert_eq!(EffectView::of(&marked), EffectView::Mark { pos, id: 4, colour });
        let cleared = EffectChange::ClearMark { pos, mark: 4, viewer: None };
        assert_eq!(EffectView::of(&cleared), EffectView::ClearMark { pos, id: 4 });
    }
}
