//! Games of computers of one level, in which something is noted.

// Each example uses its part of what is here.
#![allow(dead_code)]

use fangqi_room::sanguosha::{Level, Mind, Stage, Table};
use fangqi_sanguosha::{Answer, Ask, PlayerId, Role, Setup, State, Status};

/// Where games are played and where computers think.
pub struct Stages {
    pub games: Stage,
    pub thinking: Stage,
}

/// A game that is over.
pub struct Noted<T> {
    /// Of everybody, by seats.
    pub roles: Vec<Role>,
    winner: String,
    /// What was noted, and at the beginning of whose play phase.
    pub notes: Vec<(PlayerId, T)>,
}

impl<T> Noted<T> {
    /// Whether a seat has won it; nothing if nobody has.
    pub fn won(&self, who: PlayerId) -> Option<bool> {
        let role = self.roles[who.index()].text();
        let named = format!("sgs{}", who.0 + 1);
        let won = self.winner.split('+').any(|part| part == role || part == named);
        (self.winner != ".").then_some(won)
    }
}

/// Plays a game and notes something at the beginning of each play phase.
pub fn play<T>(
    stages: &Stages,
    seats: usize,
    seed: u64,
    level: Level,
    mut note: impl FnMut(&State, &mut Mind, PlayerId) -> T,
) -> Noted<T> {
    let vm = stages.games.begin(seed).expect("the packages load");
    let mut setup = Setup::robots(seats, seed);
    setup.choices = 1;
    let mut table = Table::open(vm, setup).expect("a game");
    let vm = stages.thinking.begin(seed).expect("the packages load");
    let mut mind = Mind::new(vm, seats, seed);
    Mind::watches(&table);
    let mut notes = Vec::new();
    let mut turn = 0;
    loop {
        if let Status::Over(winner) = table.run() {
            let roles = table.state().players.iter().map(|player| player.role).collect();
            return Noted { roles, winner: winner.to_string(), notes };
        }
        table.take_log();
        let request = table.request().expect("a question").clone();
        let turns = table.state().turns;
        if matches!(request.ask, Ask::Activate) && turns != turn {
            turn = turns;
            mind.watch(&table);
            notes.push((request.who, note(&table.state(), &mut mind, request.who)));
        }
        let answer = mind.reply(&table, level);
        if table.answer(request.who, &answer).is_err() {
            table.answer(request.who, &Answer::Decline).expect("nothing is an answer");
        }
    }
}
