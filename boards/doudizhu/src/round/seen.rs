use super::{Course, Phase};
use crate::{Hand, View};

/// What a seat, or a spectator, may know of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundView {
    /// The seat that knows this; none for a spectator.
    pub seat: Option<usize>,
    /// The seat's own cards; none for a spectator.
    pub hand: Option<Hand>,
    /// The landlord's three cards, once he is known.
    pub bottom: Option<Hand>,
    /// What everybody knows.
    pub course: Course,
}

impl RoundView {
    /// What a player is given while cards are played; `None` before that, and for spectators.
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

    /// Where the deal stands.
    pub fn phase(&self) -> Phase {
        self.course.phase()
    }
}
