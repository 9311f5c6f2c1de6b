//! How well and how fast computers of Sanguosha think.
use fangqi_room::sanguosha::{Computers, Level, Mind, PackageSource, Stage, Table, play_with};
use fangqi_sanguosha::{Role, Setup};
use std::path::Path;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seats: usize = args[0].parse().unwrap();
    let games: u64 = args[1].parse().unwrap();
    let a = Level::of(args[2].parse().unwrap()).unwrap();
    let b = Level::of(args[3].parse().unwrap()).unwrap();
    let explain = args.iter().any(|a| a == "x");
    let mirrored = args.iter().any(|a| a == "m");
    let packages = read();
    let (stage, thinking) = (Stage::new(&packages), Stage::thinking(&packages));
    let (mut wins, mut draws) = (0.0, 0);
    let (mut questions, mut turns) = (0, 0);
    let started = Instant::now();
    let cpu = processor_ms();
    for game in 0..games {
        let seed = 1 + game / 2;
        let swap = game % 2 == 1;
        let vm = stage.begin(seed).unwrap();
        let mut setup = Setup::robots(seats, seed);
        setup.choices = 1;
        if mirrored {
            let names = stage_names(&vm);
            let name = names[seed as usize * 7919 % names.len()].clone();
            for seat in &mut setup.seats {
                seat.general = Some(name.clone());
            }
        }
        let mut table = Table::open(vm, setup).unwrap();
        let rebel = |role: Role| matches!(role, Role::Rebel);
        let levels: Vec<Level> = table
            .state()
            .players
            .iter()
            .map(|p| if rebel(p.role) != swap { a } else { b })
            .collect();
        let mut mind = Mind::new(thinking.begin(seed).unwrap(), seats, seed);
        if explain {
            mind.explain();
        }
        let mut computers = Computers { mind, levels };
        let played = if explain {
            explained(&mut table, &mut computers)
        } else {
            play_with(&mut table, &mut computers, false).unwrap()
        };
        questions += played.questions;
        turns += played.turns;
        for fault in computers.mind.vm().faults() {
            println!("seed {seed}: {fault}");
        }
        let winner = played.winner.to_string();
        let a_won = if winner == "." {
            draws += 1;
            0.5
        } else if (winner == "rebel") != swap {
            1.0
        } else {
            0.0
        };
        wins += a_won;
        if games <= 4 {
            println!("{winner} {played:?}");
        }
    }
    let _ = started;
    let ms = processor_ms() - cpu;
    let se = (wins / games as f64 * (1.0 - wins / games as f64) / games as f64).sqrt() * 100.0;
    print!("± {se:.1} ");
    println!(
        "{games} games: {a:?} {:.1} % against {b:?}; {draws} draws; {:.1} ms a game, {:.3} ms a question, {} questions, {} turns a game",
        100.0 * wins / games as f64,
        ms / games as f64,
        ms / questions as f64,
        questions as u64 / games,
        turns as u64 / games
    );
}

fn explained(table: &mut Table, computers: &mut Computers) -> fangqi_room::sanguosha::Played {
    Mind::watches(table);
    let mut questions = 0;
    loop {
        let status = table.run();
        for line in table.take_log() {
            println!(
                "    {} {:?}->{:?} {} {} {}",
                line.key, line.from, line.to, line.card, line.arg, line.arg2
            );
        }
        if let fangqi_sanguosha::Status::Over(winner) = status {
            let turns = table.state().turns;
            return fangqi_room::sanguosha::Played {
                winner,
                questions,
                turns,
                refused: 0,
                skills: Default::default(),
            };
        }
        questions += 1;
        let request = table.request().cloned().unwrap();
        let answer = computers.mind.reply(table, computers.levels[request.who.index()]);
        if let Some(why) = computers.mind.take_explained() {
            let state = table.state();
            let me = state.player(why.who);
            let name = |id: &fangqi_sanguosha::CardId| format!("{}:{}", id.0, state.name_of(*id));
            println!(
                "{} {:?} hp {} hand {:?}: {} {} by {}",
                me.general,
                me.role,
                me.hp,
                me.hand.iter().map(name).collect::<Vec<_>>(),
                why.kind,
                why.detail,
                why.layer
            );
            for (text, worth) in why.candidates.iter().take(8) {
                println!("        {worth:8.1} {text}");
            }
        }
        if table.answer(request.who, &answer).is_err() {
            println!("REFUSED");
            table.answer_by_default();
        }
    }
}

fn stage_names(vm: &fangqi_room::sanguosha::SgsVm) -> Vec<fangqi_sanguosha::Name> {
    vm.catalogue().generals().iter().filter(|g| !g.hidden).map(|g| g.name.clone()).collect()
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
