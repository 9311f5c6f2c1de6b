//! Questions that come again with nothing changed: a script asks until it likes the answer. Who
//! answers has to answer something else then, and a script that no answer ends is ended.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::basics::PlayerId;
use crate::request::{Answer, Ask};
use crate::state::State;

/// Questions that are remembered: loops have more than one in them.
const REMEMBERED: usize = 8;
/// So often a question is put in one turn before it counts as one that comes again, whatever has
/// changed meanwhile: a script may count the times it has asked.
const OFTEN: u32 = 64;
/// So often a question comes again with nothing changed before the script that puts it is ended.
pub(crate) const ENDLESS: u32 = 300;

/// A question that was put in this turn.
#[derive(Debug)]
struct Put {
    question: u64,
    /// How the game stood then.
    stood: u64,
    /// How often it was put in this turn.
    times: u32,
    /// How often it has come again since something changed.
    again: u32,
    /// What was answered since then.
    given: Vec<Answer>,
}

/// The latest questions of a turn and what was answered to them.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    turn: u32,
    /// The latest last.
    latest: VecDeque<Put>,
}

impl Repeats {
    /// Notes a question that is being put; how often it has come again with nothing changed.
    pub(crate) fn put(&mut self, state: &State, who: PlayerId, ask: &Ask) -> u32 {
        if self.turn != state.turns {
            self.turn = state.turns;
            self.latest.clear();
        }
        let (question, stood) = (question(who, ask), standing(state));
        let known = self.latest.iter().position(|put| put.question == question);
        let known = known.and_then(|at| self.latest.remove(at));
        let mut put =
            known.unwrap_or(Put { question, stood, times: 0, again: 0, given: Vec::new() });
        let comes_again = put.times > 0 && put.stood == stood;
        put.times += 1;
        put.again = if comes_again { put.again + 1 } else { 0 };
        if !comes_again && put.times <= OFTEN {
            put.given.clear();
        }
        put.stood = stood;
        let again = put.again;
        if self.latest.len() == REMEMBERED {
            self.latest.pop_front();
        }
        self.latest.push_back(put);
        again
    }

    /// Notes what is answered to the question that was put last.
    pub(crate) fn answered(&mut self, answer: &Answer) {
        if let Some(put) = self.latest.back_mut()
            && !put.given.contains(answer)
        {
            put.given.push(answer.clone());
        }
    }

    /// What was answered before to the question that was put last, and did not end it.
    pub(crate) fn refused(&self) -> &[Answer] {
        self.latest.back().map_or(&[], |put| &put.given)
    }
}

/// A number for a question that scripts put. What the rules ask for by themselves, such as what to
/// do in a play phase, is never the same.
fn question(who: PlayerId, ask: &Ask) -> u64 {
    let mut hasher = DefaultHasher::new();
    (who.0, ask.kind(), ask.detail()).hash(&mut hasher);
    match ask {
        Ask::Choice { options, .. } | Ask::General { options } => options.hash(&mut hasher),
        Ask::Discard { count, optional, include_equip, .. } => {
            (count, optional, include_equip).hash(&mut hasher);
        }
        Ask::CardChosen { whose, areas, .. } => (whose.0, areas).hash(&mut hasher),
        Ask::Card { prompt, .. } | Ask::UseCard { prompt, .. } => prompt.hash(&mut hasher),
        Ask::Nullify { from, to, positive, .. } => {
            (from.map(|from| from.0), to.0, positive).hash(&mut hasher);
        }
        Ask::Peach { dying, need } => (dying.0, need).hash(&mut hasher),
        Ask::Grace { ids, .. } | Ask::Yiji { ids } | Ask::Guanxing { ids, .. } => {
            ids.hash(&mut hasher);
        }
        Ask::Show { requestor, .. } => requestor.0.hash(&mut hasher),
        Ask::Pindian { from, to, .. } => (from.0, to.0).hash(&mut hasher),
        Ask::Player { targets, .. } => targets.hash(&mut hasher),
        Ask::Gongxin { target } => target.0.hash(&mut hasher),
        Ask::Activate | Ask::Invoke { .. } | Ask::Suit { .. } => {}
    }
    hasher.finish()
}

/// A number for how a game stands: where the cards are, and how the players are.
fn standing(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    (state.current.0, state.draw.len(), state.discard.len()).hash(&mut hasher);
    for player in &state.players {
        (player.hp, player.max_hp, player.alive, player.face_up, player.chained).hash(&mut hasher);
        (player.phase.number(), &player.hand, player.equips).hash(&mut hasher);
        (&player.general, &player.kingdom, player.role.text()).hash(&mut hasher);
        (&player.marks, &player.flags, &player.history).hash(&mut hasher);
        player.judging.iter().for_each(|trick| trick.id.hash(&mut hasher));
        player.piles.iter().for_each(|pile| (&pile.name, &pile.cards).hash(&mut hasher));
        (player.innate.len(), player.acquired.len()).hash(&mut hasher);
    }
    hasher.finish()
}
