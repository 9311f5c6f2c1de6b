use crate::hand::bits;
use crate::{Hand, Kind, Play};

use super::answers::answers;
use super::group::chain;
use super::{Jiuri, ROUND, group, is_four_with_two, worth};

/// The rocket is used on a group if the rest of the hand has a greater value than this.
const ROCKET_FROM: i32 = 20;
/// Four with two is answered with a bomb if the hand has a greater value than the two groups.
const FOUR_WITH_TWO_FROM: i32 = 14;

impl Jiuri {
    /// The follow-up to `last`: 被动出牌. The four stages: finish the hand, beat `last` with its own
    /// kind, bomb it, pass. `of_partner` says that the partner made the play, which matters to
    /// cooperating players.
    pub fn follow(&mut self, hand: Hand, last: &Play, of_partner: bool) -> Play {
        if last.kind == Kind::Rocket {
            return Play::PASS;
        }
        if hand.has_rocket() && self.value(hand.minus(Hand::ROCKET)).rounds == 1 {
            return Play::ROCKET;
        }
        // What only a bomb can beat is bombed without evaluation: 有炸必炸.
        let bomb = || bombs(hand, last).next();
        let yields_to_partner = self.cooperates && of_partner;
        if yields_to_partner && worth(last) > 0 {
            return finish(hand, last).unwrap_or(Play::PASS);
        }
        if last.kind == Kind::Bomb {
            return bomb().unwrap_or(Play::PASS);
        }
        if let Some(whole) = finish(hand, last) {
            return whole;
        }
        let four_with_two = is_four_with_two(last.kind);
        let rich = four_with_two && !yields_to_partner && self.value(hand).sum > FOUR_WITH_TWO_FROM;
        if let Some(play) = rich.then(bomb).flatten() {
            return play;
        }
        let (same_type, least, sum) = self.same_type(hand, last);
        match same_type {
            Some(play) => play,
            None if yields_to_partner => Play::PASS,
            None if four_with_two => bomb().unwrap_or(Play::PASS),
            None => self.bomb(hand, least, sum),
        }
    }

    /// The best follow-up of the same kind, with the score and `SumValue` that a bomb has to reach.
    /// Passing costs a turn.
    fn same_type(&mut self, hand: Hand, last: &Play) -> (Option<Play>, i32, i32) {
        let whole = self.value(hand);
        let (mut least, mut sum, mut best) = (whole.score() - ROUND, whole.sum, None);
        answers(hand, last, &mut |play| {
            let rest = self.value(hand.minus(play.cards));
            if rest.score() >= least {
                (least, sum, best) = (rest.score(), rest.sum, Some(play));
            }
        });
        (best, least, sum)
    }

    /// The highest bomb that leaves a hand at least as good or with a positive `SumValue`; the
    /// rocket if the hand's value exceeds its own.
    fn bomb(&mut self, hand: Hand, mut least: i32, sum: i32) -> Play {
        let mut best = None;
        for rank in bits(hand.ranks_with(4)) {
            let bomb = chain(Kind::Bomb, rank, 1, 4);
            let rest = self.value(hand.minus(bomb.cards));
            if rest.score() >= least || rest.sum > 0 {
                (least, best) = (rest.score(), Some(bomb));
            }
        }
        match best {
            Some(bomb) => bomb,
            None if hand.has_rocket() && sum > ROCKET_FROM => Play::ROCKET,
            None => Play::PASS,
        }
    }
}

/// The bombs that beat `last`, ascending, then the rocket.
fn bombs(hand: Hand, last: &Play) -> impl Iterator<Item = Play> {
    let bombs = bits(hand.ranks_with(4)).map(|rank| chain(Kind::Bomb, rank, 1, 4));
    let rocket = hand.has_rocket().then_some(Play::ROCKET);
    let last = *last;
    bombs.chain(rocket).filter(move |play| play.beats(&last))
}

/// The whole hand as one play, if legal.
fn finish(hand: Hand, last: &Play) -> Option<Play> {
    group(hand).filter(|whole| whole.beats(last))
}
