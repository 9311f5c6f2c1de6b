//! Games that computers play among themselves.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_sanguosha::players::Plain;
use fangqi_sanguosha::{Answer, Ask, Name, Request, Status, pattern};

use super::checking::{Broken, Watch};
use super::{Level, Mind, Table};

/// Questions after which a game is taken to go on for ever.
const QUESTIONS_MAX: u32 = 100_000;

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Who won.
    pub winner: Name,
    /// Questions that were put.
    pub questions: u32,
    /// Turns that were begun.
    pub turns: u32,
    /// Answers that were refused.
    pub refused: u32,
    /// The skills that anybody was asked about or used, by name.
    pub skills: BTreeMap<String, Invoked>,
}

/// How often a skill came up in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Invoked {
    /// Somebody was asked whether to invoke it, or for a choice, a card or a player because of it.
    pub asked: u64,
    /// It was invoked, or a card that it makes was used.
    pub used: u64,
}

/// Lets plain computers play a game to its end. With `checked`, what must always hold is looked
/// at after every step of the engine.
///
/// # Errors
/// The game is broken.
pub fn play_out(table: &mut Table, seed: u64, checked: bool) -> Result<Played, Broken> {
    let seats = table.state().players.len() as u64;
    let mut players: Vec<Plain> =
        (0..seats).map(|seat| Plain::new(seed.wrapping_mul(31).wrapping_add(seat))).collect();
    play_by(table, checked, &mut |table, request| {
        // Whoever takes the answer looks at the same game.
        table.look(true);
        let player = &mut players[request.who.index()];
        player.answer_anew(&table.cx(), request, table.engine().refused())
    })
}

/// Computers that think, each of a level.
#[derive(Debug)]
pub struct Computers {
    /// What they think with.
    pub mind: Mind,
    /// The levels by seat.
    pub levels: Vec<Level>,
}

/// Lets computers that think play a game to its end.
///
/// # Errors
/// The game is broken.
pub fn play_with(
    table: &mut Table,
    computers: &mut Computers,
    checked: bool,
) -> Result<Played, Broken> {
    Mind::watches(table);
    play_by(table, checked, &mut |table, request| {
        table.take_log();
        computers.mind.reply(table, computers.levels[request.who.index()])
    })
}

/// What is answered to a question.
pub type Answering<'a> = &'a mut dyn FnMut(&mut Table, &Request) -> Answer;

/// Lets anybody play a game to its end.
///
/// # Errors
/// The game is broken.
pub fn play_by(
    table: &mut Table,
    checked: bool,
    answering: Answering<'_>,
) -> Result<Played, Broken> {
    let mut refused = 0;
    let mut skills = BTreeMap::new();
    let mut watch = Watch::default();
    for questions in 0..QUESTIONS_MAX {
        let status = if checked { watch.run(table)? } else { table.run() };
        if let Status::Over(winner) = status {
            let turns = table.state().turns;
            return Ok(Played { winner, questions, turns, refused, skills });
        }
        let Some(request) = table.request().cloned() else { continue };
        let answer = answering(table, &request);
        count(&mut skills, table, &request.ask, &answer);
        let taken = table.answer(request.who, &answer);
        table.look(false);
        if taken.is_err() {
            refused += 1;
            tracing::debug!("refused: {answer:?} to {:?}", request.ask);
            table.answer_by_default();
        }
    }
    let at = table.stack().into_iter().map(|about| about.what).collect::<Vec<_>>();
    Err(Broken::Endless(at.join(" > ")))
}

/// Counts a question and its answer for the skill that they are about, and for the card that stands
/// for a skill.
fn count(skills: &mut BTreeMap<String, Invoked>, table: &Table, ask: &Ask, answer: &Answer) {
    let about = match ask {
        Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => pattern::skill_of(pattern),
        _ => Some(ask.detail()).filter(|detail| !detail.is_empty()),
    };
    let mut used: BTreeSet<String> = match answer {
        Answer::Skill { skill, .. } => BTreeSet::from([skill.to_string()]),
        Answer::Card(card, _) if card.is_virtual() => {
            let kind = table.state().card_name(card);
            // A card that a skill made in place of another says by which.
            BTreeSet::from([card.skill().to_owned(), kind.to_string()])
        }
        _ => BTreeSet::new(),
    };
    if let Some(name) = about {
        skills.entry(name.to_owned()).or_default().asked += 1;
        let done = !used.is_empty() || *answer == Answer::Accept;
        used.extend(done.then(|| name.to_owned()));
    }
    for name in used {
        skills.entry(name).or_default().used += 1;
    }
}
