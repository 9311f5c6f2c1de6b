//! Games of computers of one level, in which something is noted.

// Each example uses its part of what is here.
#![allow(dead_code)]

use fangqi_plugin_sanguosha::{Level, Mind, ReusableVm, Table};
use fangqi_sanguosha::{Answer, Ask, PlayerId, Request, Role, Setup, State, Status};

/// Where games are played and where computers think.
pub struct Stages {
    pub games: ReusableVm,
    pub thinking: ReusableVm,
}

/// What an example is told: how many play, how many games, and computers of which level.
pub struct Told {
    pub seats: usize,
    pub games: u64,
    pub level: Level,
}

impl Told {
    /// The words `SEATS GAMES LEVEL` of the command line.
    pub fn read() -> Told {
        let words: Vec<u64> =
            std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
        let level = Level::of(words[2] as u8).expect("a level from 1 to 4");
        Told { seats: words[0] as usize, games: words[1], level }
    }
}

impl Stages {
    /// With all packages that come with the program.
    pub fn open() -> Stages {
        let packages = crate::common::packages();
        Stages { games: ReusableVm::new(&packages), thinking: ReusableVm::thinking(&packages) }
    }
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
    told: &Told,
    seed: u64,
    note: impl FnMut(&State, &mut Mind, PlayerId) -> T,
) -> Noted<T> {
    play_heard(stages, told, seed, note, |_, _, _, _| {})
}

/// Plays a game in which something is heard of each answer, too.
pub fn play_heard<T>(
    stages: &Stages,
    told: &Told,
    seed: u64,
    mut note: impl FnMut(&State, &mut Mind, PlayerId) -> T,
    mut hear: impl FnMut(&State, &Mind, &Request, &Answer),
) -> Noted<T> {
    let vm = stages.games.begin(seed).expect("the packages load");
    let mut setup = Setup::robots(told.seats, seed);
    setup.choices = 1;
    let mut table = Table::open(vm, setup).expect("a game");
    let vm = stages.thinking.begin(seed).expect("the packages load");
    let mut mind = Mind::new(vm, told.seats, seed);
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
        let answer = mind.reply(&table, told.level);
        hear(&table.state(), &mind, &request, &answer);
        if table.answer(request.who, &answer).is_err() {
            table.answer(request.who, &Answer::Decline).expect("nothing is an answer");
        }
    }
}
