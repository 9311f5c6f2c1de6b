//! Detection of repeated questions: a script may ask until it likes the answer. Players then have
//! to answer differently, and a script that no answer satisfies is ended.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::basics::PlayerId;
use crate::request::{Answer, Ask};
use crate::state::State;

/// Number of distinct questions remembered, because a loop may contain several.
const REMEMBERED: usize = 8;
/// After a question has been put this often in a turn, earlier answers count as refused even if the
/// state has changed: a script may count its attempts in the state.
const TIMES_PER_TURN_MAX: u32 = 64;
/// Number of unchanged repetitions after which the asking script is ended.
pub(crate) const REPEATS_MAX: u32 = 300;

/// A question put in this turn.
#[derive(Debug)]
struct Asked {
    question: u64,
    /// Digest of the state when it was last put.
    digest: u64,
    /// How often it was put in this turn.
    times: u32,
    /// How often it was put again without a change.
    repeated: u32,
    /// Answers given since the last change.
    answers: Vec<Answer>,
}

/// The latest questions of a turn with the answers given.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    turn: u32,
    /// In order of time, the latest last.
    latest: VecDeque<Asked>,
}

impl Repeats {
    /// Records a question that is being put. Returns how often it was repeated without a change.
    pub(crate) fn record(&mut self, state: &State, who: PlayerId, ask: &Ask) -> u32 {
        if self.turn != state.turns {
            self.turn = state.turns;
            self.latest.clear();
        }
        let (question, digest) = (digest_of_question(who, ask), digest_of_state(state));
        let known = self.latest.iter().position(|asked| asked.question == question);
        let known = known.and_then(|at| self.latest.remove(at));
        let mut asked =
            known.unwrap_or(Asked { question, digest, times: 0, repeated: 0, answers: Vec::new() });
        let comes_again = asked.times > 0 && asked.digest == digest;
        asked.times += 1;
        asked.repeated = if comes_again { asked.repeated + 1 } else { 0 };
        if !comes_again && asked.times <= TIMES_PER_TURN_MAX {
            asked.answers.clear();
        }
        asked.digest = digest;
        let repeated = asked.repeated;
        if self.latest.len() == REMEMBERED {
            self.latest.pop_front();
        }
        self.latest.push_back(asked);
        repeated
    }

    /// Records an answer to the question put last.
    pub(crate) fn answered(&mut self, answer: &Answer) {
        if let Some(asked) = self.latest.back_mut()
            && !asked.answers.contains(answer)
        {
            asked.answers.push(answer.clone());
        }
    }

    /// Earlier answers to the question put last, which did not end it.
    pub(crate) fn refused(&self) -> &[Answer] {
        self.latest.back().map_or(&[], |asked| &asked.answers)
    }
}

/// Digest of a question.
fn digest_of_question(who: PlayerId, ask: &Ask) -> u64 {
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

/// Digest of a state: the places of cards and the properties of players.
fn digest_of_state(state: &State) -> u64 {
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
