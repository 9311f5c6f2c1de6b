use super::{Course, Phase};
use crate::{Hand, View};

/// What a seat or a spectator may know of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundView {
    /// The seat; `None` for a spectator.
    pub seat: Option<usize>,
    /// The seat's hand; `None` for a spectator.
    pub hand: Option<Hand>,
    /// The landlord's three cards, once it is known.
    pub bottom: Option<Hand>,
    /// The public part.
    pub course: Course,
}

impl RoundView {
    /// The input of players during the play; `None` before it, and for spectators.
    pub fn player_view(&self) -> Option<View> {
        Some(View {
            role: self.course.role(self.seat?)?,
            hand: self.hand?,
            shown: self.bottom?,
            history: self.course.plays.clone(),
            bids: self.course.bids(),
            kickers: self.course.rules.kickers,
        })
    }

    /// The present phase.
    pub fn phase(&self) -> Phase {
        self.course.phase()
    }
}
