//! How well and how fast computers of Sanguosha think.
//!
//! `cargo run --release -p fangqi-room --example sanguosha_minds -- SEATS GAMES A B [WORDS…]`
//!
//! Rebels play at level A against the others at level B, and then the other way round with the
//! same seed. With the word `m` all have the same general; with `x` every answer is explained;
//! words like `hp=150` say what things are worth. Times are processor time of the thread, since
//! machines are shared.

use std::path::Path;

use fangqi_room::sanguosha::{Computers, Level, Mind, PackageSource, Stage, Table, play_with};
use fangqi_sanguosha::{CardId, Role, Setup, Status};

struct Match {
    seats: usize,
    games: u64,
    levels: [Level; 2],
    mirrored: bool,
    explained: bool,
    values: Vec<(String, f64)>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words[at].parse::<u64>().expect("a number");
    let level = |at: usize| Level::of(number(at) as u8).expect("a level from 1 to 4");
    let value = |word: &String| {
        let (name, value) = word.split_once('=')?;
        Some((name.to_owned(), value.parse().expect("a number")))
    };
    let arranged = Match {
        seats: number(0) as usize,
        games: number(1),
        levels: [level(2), level(3)],
        mirrored: words.iter().any(|word| word == "m"),
        explained: words.iter().any(|word| word == "x"),
        values: words.iter().filter_map(value).collect(),
    };
    arranged.play();
}

impl Match {
    fn play(&self) {
        let packages = read();
        let (stage, thinking) = (Stage::new(&packages), Stage::thinking(&packages));
        let (mut won, mut questions, mut turns) = (0.0, 0, 0);
        let before = processor_ms();
        for game in 0..self.games {
            let (seed, swapped) = (1 + game / 2, game % 2 == 1);
            let mut table = self.table(&stage, seed);
            let rebel = |role| (role == Role::Rebel) != swapped;
            let level = |role| if rebel(role) { self.levels[0] } else { self.levels[1] };
            let levels = table.state().players.iter().map(|player| level(player.role)).collect();
            let vm = thinking.begin(seed).expect("the packages load");
            let mut mind = Mind::new(vm, self.seats, seed);
            for (name, value) in &self.values {
                mind.amend(name, *value);
            }
            let mut computers = Computers { mind, levels };
            let winner = if self.explained {
                explained(&mut table, &mut computers)
            } else {
                let played = play_with(&mut table, &mut computers, false).expect("an end");
                questions += played.questions;
                turns += played.turns;
                played.winner.to_string()
            };
            for fault in computers.mind.vm().faults() {
                println!("seed {seed}: {fault}");
            }
            won += match &*winner {
                "." => 0.5,
                winner => f64::from(u8::from((winner == "rebel") != swapped)),
            };
        }
        let (ms, games) = (processor_ms() - before, self.games as f64);
        let share = won / games;
        let error = (share * (1.0 - share) / games).sqrt();
        println!("{:.1} ± {:.1} % of {games} games", share * 100.0, error * 100.0);
        println!("  {:.1} ms a game, {:.3} ms a question", ms / games, ms / f64::from(questions));
        println!("  {questions} questions, {turns} turns");
    }

    fn table(&self, stage: &Stage, seed: u64) -> Table {
        let vm = stage.begin(seed).expect("the packages load");
        let mut setup = Setup::robots(self.seats, seed);
        setup.choices = 1;
        if self.mirrored {
            let generals = vm.catalogue().generals();
            let shown: Vec<_> = generals.iter().filter(|general| !general.hidden).collect();
            let general = &shown[seed as usize * 7919 % shown.len()].name;
            for seat in &mut setup.seats {
                seat.general = Some(general.clone());
            }
        }
        Table::open(vm, setup).expect("a game")
    }
}

/// Plays a game and tells why everything was answered.
fn explained(table: &mut Table, computers: &mut Computers) -> String {
    Mind::watches(table);
    loop {
        let status = table.run();
        for line in table.take_log() {
            let (from, to) = (line.from.map(|id| id.0 + 1), line.to);
            println!("    {} {from:?} {to:?} {} {} {}", line.key, line.card, line.arg, line.arg2);
        }
        if let Status::Over(winner) = status {
            return winner.to_string();
        }
        let who = table.request().expect("a question").who;
        let answer = computers.mind.reply(table, computers.levels[who.index()]);
        if let Some(why) = computers.mind.take_explained() {
            let state = table.state();
            let player = state.player(why.who);
            let named = |id: &CardId| format!("{}:{}", id.0, state.name_of(*id));
            let hand: Vec<String> = player.hand.iter().map(named).collect();
            let (general, role) = (&player.general, player.role.text());
            println!("{general}, {role}, hp {}, {}", player.hp, hand.join(" "));
            println!("  {} {}, by the {}:", why.kind, why.detail, why.layer);
            for (text, worth) in why.candidates.iter().take(8) {
                println!("    {worth:8.1} {text}");
            }
        }
        table.answer(who, &answer).expect("it is legal");
    }
}

/// Milliseconds of processor time that this thread has used.
fn processor_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e6
}

/// The packages that come with the program, in their order.
fn read() -> Vec<PackageSource> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sanguosha");
    let order = std::fs::read_to_string(folder.join("packages.toml")).expect("packages.toml");
    let order: toml::Table = order.parse().expect("TOML");
    let names = order["packages"].as_array().expect("a list").iter();
    let names = names.map(|name| name.as_str().expect("a name"));
    let compile = |name| {
        let path = folder.join("packages").join(format!("{name}.lua"));
        let text = std::fs::read(path).expect("a package");
        PackageSource::compile(name, &text).expect("the package compiles")
    };
    names.map(compile).collect()
}
