use std::hash::{Hash, Hasher};

use fangqi_kit::{Game, Outcome};
use rustc_hash::FxHasher;

use super::{Act, Phase, RecordError, Round, RoundView};
use crate::auction::Standing;
use crate::{Hand, Kickers, Play, Refusal, follows, leads};

/// A deal as a game of the kit, whose moves are answers, doublings and plays. Cards have no suits.
impl Game for Round {
    type Move = Act;
    type Seat = usize;
    type View = RoundView;
    type Refusal = Refusal;
    type RecordError = RecordError;

    fn legal_moves(&self, out: &mut Vec<Act>) {
        out.clear();
        match self.phase() {
            Phase::Auction(_) => {
                out.extend(self.course.bidding.choices().into_iter().map(Act::Say))
            }
            Phase::Doubling { .. } => out.extend([1, 2, 4].map(Act::Double)),
            Phase::Playing { seat } => {
                let mut plays = Vec::new();
                follows(
                    self.hands[seat],
                    &self.course.last_play(),
                    self.course.rules.kickers,
                    &mut plays,
                );
                out.extend(plays.iter().map(|play| Act::Play(play.cards)));
            }
            Phase::Passed | Phase::Over(_) => {}
        }
    }

    fn is_legal(&self, act: Act) -> bool {
        match (self.phase(), act) {
            (Phase::Auction(Standing::Bid { above, .. }), Act::Say(said)) => {
                said == 0 || (said > above && said <= 3)
            }
            (Phase::Auction(_), Act::Say(said)) => said <= 1,
            (Phase::Doubling { .. }, Act::Double(factor)) => matches!(factor, 1 | 2 | 4),
            (Phase::Playing { seat }, Act::Play(cards)) => self.readable(seat, cards).is_ok(),
            _ => false,
        }
    }

    fn move_space() -> Vec<Act> {
        let mut plays = Vec::new();
        leads(Hand::DECK, Kickers::Douzero, &mut plays);
        let said = (0..=4).map(Act::Say).chain((0..=5).map(Act::Double));
        let played = plays.iter().map(|play| Act::Play(play.cards));
        said.chain([Act::Play(Hand::EMPTY)]).chain(played).collect()
    }

    fn play(&mut self, act: Act) -> Result<(), Refusal> {
        self.apply(act)
    }

    fn play_unchecked(&mut self, act: Act) {
        // Illegal acts are ignored, as the trait allows.
        let _ = self.apply(act);
    }

    fn undo(&mut self) -> Option<Act> {
        if let Some(play) = self.course.plays.pop() {
            let Phase::Playing { seat } = self.phase() else { return None };
            self.hands[seat] = self.hands[seat].plus(play.cards);
            return Some(Act::Play(play.cards));
        }
        if let Some(factor) = self.course.doubles.pop() {
            return Some(Act::Double(factor));
        }
        let said = self.course.bidding.unsay()?;
        self.hands = self.dealt;
        Some(Act::Say(said))
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        match self.phase() {
            Phase::Passed => Some(Outcome::Drawn),
            Phase::Over(_) => self.hands.iter().position(|hand| hand.is_empty()).map(Outcome::Won),
            _ => None,
        }
    }

    fn side_to_move(&self) -> usize {
        self.turn().unwrap_or(0)
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (&self.course, self.dealt, self.bottom).hash(&mut hasher);
        hasher.finish()
    }

    fn view(&self, viewer: Option<usize>) -> RoundView {
        self.seen_by(viewer)
    }

    fn record(&self) -> String {
        self.write_record()
    }

    fn from_record(record: &str) -> Result<Round, RecordError> {
        Round::read_record(record)
    }
}

impl Play {
    /// Interprets cards as a play, as an answer to `last` if possible: the same cards may be an
    /// aircraft of four and one of three with singles.
    pub(crate) fn read_after(cards: Hand, last: &Play, kickers: Kickers) -> Option<Play> {
        if !last.is_pass() && kickers == Kickers::Douzero {
            let mut plays = Vec::new();
            follows(cards, last, kickers, &mut plays);
            if let Some(play) = plays.into_iter().find(|play| play.cards == cards) {
                return Some(play);
            }
        }
        Play::read(cards, kickers)
    }
}
