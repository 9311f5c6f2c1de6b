//! Games in the terminal.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Instant;

use fangqi_room::sanguosha::{
    Explained, Level, Mind, PackageSource, Played, SgsVm, Stage, Table, play_by, play_out,
};
use fangqi_sanguosha::{LogLine, PlayerId, Request, Setup, State, Status, notation};

use super::packages::Packages;
use super::{PlayArgs, files, say};

pub(super) fn run(args: &PlayArgs) -> Result<(), String> {
    let packages = chosen(&Packages::read(None)?, &args.packages)?;
    if args.ai_only {
        return computers(args, &packages);
    }
    let vm = SgsVm::with_packages(&packages, args.seed).map_err(|error| error.to_string())?;
    let mut setup = Setup::robots(args.seats.in_game(0), args.seed);
    setup.seats[0].state = "online".into();
    let mut table = Table::open(vm, setup).map_err(|error| error.to_string())?;
    person(args, &packages, &mut table)
}

/// The packages that were named, with those that only bring cards, and those of files. Files alone
/// come to all of the program's own.
fn chosen(packages: &Packages, named: &[String]) -> Result<Vec<PackageSource>, String> {
    let (files, names): (Vec<_>, Vec<_>) = named.iter().partition(|name| name.ends_with(".lua"));
    let files = files.into_iter().map(|file| files::read(Path::new(file)));
    let files = files.collect::<Result<Vec<_>, String>>()?;
    let mut all = packages.all()?;
    if names.is_empty() {
        all.extend(files);
        return Ok(all);
    }
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|p| p.name() == **name)) {
        let known: Vec<&str> = all.iter().map(PackageSource::name).collect();
        return Err(format!("there is no package {unknown}; there are {}", known.join(", ")));
    }
    let cards = ["standard_basics", "standard_tricks", "standard_equips", "standard_cards"];
    let wanted = |source: &PackageSource| {
        cards.contains(&source.name()) || names.iter().any(|name| *name == source.name())
    };
    Ok(all.into_iter().filter(wanted).chain(files).collect())
}

/// Games of computers: who won, and how fast it went.
fn computers(args: &PlayArgs, packages: &[PackageSource]) -> Result<(), String> {
    let (stage, thinking) = (Stage::new(packages), Stage::thinking(packages));
    let started = Instant::now();
    let mut winners = BTreeMap::<String, u64>::new();
    let (mut turns, mut questions, mut refused, mut faults) = (0, 0, 0, 0);
    let mut times = Vec::new();
    for game in 0..args.games {
        let (seed, began) = (args.seed.wrapping_add(game), Instant::now());
        let vm = stage.begin(seed).map_err(|error| error.to_string())?;
        let seats = args.seats.in_game(game);
        let mut setup = Setup::robots(seats, seed);
        for seat in &mut setup.seats {
            seat.general = args.general.as_deref().map(Into::into);
        }
        let mut table = Table::open(vm, setup).map_err(|error| error.to_string())?;
        let plain = args.levels.iter().all(|level| *level == Level::Plain);
        let mut told = Vec::new();
        let played = if plain && !args.explain {
            play_out(&mut table, seed, args.checked).map_err(|error| error.to_string())
        } else {
            let vm = thinking.begin(seed).map_err(|error| error.to_string())?;
            let mut mind = Mind::new(vm, seats, seed);
            let played = thinking_game(args, &mut table, &mut mind);
            told.extend(mind.vm().faults());
            played
        };
        let played = played.map_err(|error| format!("game {game} (seed {seed}): {error}"))?;
        if args.log {
            tell_log(&mut table)?;
        }
        told.extend(table.vm().faults());
        for fault in told {
            faults += 1;
            say(&format!("seed {seed}: {fault}"))?;
        }
        times.push(began.elapsed());
        turns += played.turns;
        questions += played.questions;
        refused += played.refused;
        *winners.entry(played.winner.to_string()).or_default() += 1;
    }
    let seconds = started.elapsed().as_secs_f64();
    for (winner, count) in &winners {
        say(&format!("{winner}: {count}"))?;
    }
    say(&format!("turns {turns}, questions {questions}, refused {refused}, faults {faults}"))?;
    say(&format!("{:.1} games/s", args.games as f64 / seconds))?;
    times.sort();
    if let (Some(median), Some(most)) = (times.get(times.len() / 2), times.last()) {
        let (median, most) = (median.as_secs_f64(), most.as_secs_f64());
        say(&format!("a game took {median:.3} s at the median, {most:.3} s at most"))?;
    }
    if args.checked && faults > 0 { Err("packages have faults".to_owned()) } else { Ok(()) }
}

/// A game of computers that think.
fn thinking_game(args: &PlayArgs, table: &mut Table, mind: &mut Mind) -> Result<Played, String> {
    Mind::watches(table);
    if args.explain {
        mind.explain();
    }
    let mut failed = Ok(());
    let played = play_by(table, args.checked, &mut |table, request| {
        if failed.is_ok() && args.log {
            failed = tell_log(table);
        }
        table.take_log();
        let answer = mind.reply(table, args.levels[request.who.index() % args.levels.len()]);
        if failed.is_ok()
            && let Some(why) = mind.take_explained()
        {
            failed = explain(&table.state(), &why);
        }
        answer
    });
    failed?;
    played.map_err(|error| error.to_string())
}

fn tell_log(table: &mut Table) -> Result<(), String> {
    let lines = table.take_log();
    lines.iter().try_for_each(|line| say(&words(&table.state(), line)))
}

/// Why a computer has answered something: from what it chose.
fn explain(state: &State, why: &Explained) -> Result<(), String> {
    let player = state.player(why.who);
    say(&format!(
        "  {} ({}, hp {}) {} {}, by the {}:",
        player.general,
        player.role.text(),
        player.hp,
        why.kind,
        why.detail,
        why.layer
    ))?;
    why.candidates.iter().try_for_each(|(text, worth)| say(&format!("    {worth:8.1} {text}")))
}

/// A person at the first seat, computers at the others.
fn person(args: &PlayArgs, packages: &[PackageSource], table: &mut Table) -> Result<(), String> {
    let me = PlayerId(0);
    let seats = table.state().players.len();
    let vm = Stage::thinking(packages).begin(args.seed).map_err(|error| error.to_string())?;
    let mut mind = Mind::new(vm, seats, args.seed);
    if args.explain {
        mind.explain();
    }
    Mind::watches(table);
    let mut lines = io::stdin().lock().lines();
    loop {
        let status = table.run();
        for line in table.take_log() {
            if line.viewer.is_none_or(|viewer| viewer == me) {
                say(&words(&table.state(), &line))?;
            }
        }
        if let Status::Over(winner) = status {
            return say(&format!("over: {winner}"));
        }
        let Some(request) = table.request().cloned() else { continue };
        if request.who != me {
            let level = args.levels[request.who.index() % args.levels.len()];
            let answer = mind.reply(table, level);
            if let Some(why) = mind.take_explained() {
                explain(&table.state(), &why)?;
            }
            if table.answer(request.who, &answer).is_err() {
                table.answer_by_default();
            }
            continue;
        }
        say(&question(table, &request))?;
        let Some(line) = lines.next() else { return Ok(()) };
        let line = line.map_err(|error| error.to_string())?;
        if let Err(refused) = table.answer_text(me, &line) {
            say(&format!("! {refused}"))?;
        }
    }
}

/// The question to the person, with what can be chosen.
fn question(table: &Table, request: &Request) -> String {
    let mut text = format!("? {} {}", request.ask.kind(), request.ask.detail());
    if let Some(hint) = table.hint(Some(request.who)) {
        let state = table.state();
        for id in &hint.cards {
            text += &format!("\n    {} {}", id.0, printed(&state, id.0));
        }
        for skill in &hint.skills {
            text += &format!("\n    skill={skill}:ids->players");
        }
        for option in &hint.options {
            text += &format!("\n    {option}");
        }
        for &id in &hint.players {
            text += &format!("\n    sgs{} {}", id.0 + 1, state.player(id).general);
        }
        if hint.abort {
            text += "\n    . for nothing";
        }
    }
    text
}

fn printed(state: &State, id: u16) -> String {
    let printed = &state.deck[usize::from(id)];
    let name = state.name_of(fangqi_sanguosha::CardId(id));
    format!("{name} {} {}", printed.suit.text(), printed.number)
}

/// A line of the log in plain words.
fn words(state: &State, line: &LogLine) -> String {
    let who = |id: &PlayerId| state.player(*id).general.to_string();
    let mut text = line.key.to_string();
    if let Some(from) = &line.from {
        text += &format!(" {}", who(from));
    }
    for to in &line.to {
        text += &format!(" -> {}", who(to));
    }
    if !line.card.is_empty() {
        text += &format!(" [{}]", card_words(state, &line.card));
    }
    for arg in [&line.arg, &line.arg2] {
        if !arg.is_empty() {
            text += &format!(" {arg}");
        }
    }
    text
}

fn card_words(state: &State, text: &str) -> String {
    match notation::parse(state, text) {
        Some(card) => {
            let ids: Vec<String> = card.ids().iter().map(|id| printed(state, id.0)).collect();
            format!("{}: {}", state.card_name(&card), ids.join(", "))
        }
        None => text.to_owned(),
    }
}
