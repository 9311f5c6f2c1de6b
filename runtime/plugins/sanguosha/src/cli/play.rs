//! Games in the terminal.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Instant;

use crate::SanguoshaPackage;
use crate::{
    Explained, Level, LogRenderer, Mind, PackageSource, Played, ReusableVm, SgsVm, Table, play_by,
    play_out,
};
use anyhow::{Context, anyhow, bail};
use fangqi_plugin::cause;
use fangqi_protocol::LocalText;
use fangqi_sanguosha::{PlayerId, Request, Setup, State, Status};

use super::packages::{Packages, Shipped};
use super::{PlayArgs, files, say};

/// The texts of the packages in the language of the person.
struct Texts {
    package: SanguoshaPackage,
    english: bool,
}

impl Texts {
    fn new(packages: &[PackageSource], language: &str) -> anyhow::Result<Self> {
        let package = SanguoshaPackage::of(packages).map_err(anyhow::Error::msg)?;
        Ok(Self { package, english: language == "en" })
    }

    fn renderer<'a>(&'a self, state: &'a State) -> LogRenderer<'a> {
        LogRenderer { package: &self.package, state }
    }

    fn own(&self, text: LocalText) -> String {
        if self.english { text.en } else { text.zh }
    }

    /// What a name says; it is told with that, so that it can be typed.
    fn named(&self, key: &str) -> String {
        match self.own(self.package.word(key)) {
            text if text == key => text,
            text => format!("{text} ({key})"),
        }
    }

    /// A name without the other, for sentences.
    fn word(&self, key: &str) -> String {
        self.own(self.package.word(key))
    }

    /// The general that somebody means: by its name, or as it is written in either language.
    fn general(&self, said: &str) -> Option<&str> {
        let is_meant = |name: &str| {
            let word = self.package.word(name);
            name.eq_ignore_ascii_case(said) || word.zh == said || word.en.eq_ignore_ascii_case(said)
        };
        let mut names = self.package.generals().iter().map(|general| general.name.as_str());
        names.find(|name| is_meant(name))
    }
}

pub(super) fn run(args: &PlayArgs, shipped: Shipped<'_>) -> anyhow::Result<()> {
    let packages = chosen(&Packages::read(None, shipped)?, &args.packages)?;
    let texts = Texts::new(&packages, &args.language)?;
    let general = args.general.as_deref().map(|said| {
        let known = texts.general(said).map(ToOwned::to_owned);
        known.with_context(|| format!("there is no general {said} in these packages"))
    });
    let general = general.transpose()?;
    if args.ai_only {
        return computers(args, &packages, &texts, general.as_deref());
    }
    let mut lines = io::stdin().lock().lines();
    let general = match general {
        Some(general) => Some(general),
        None => ask_general(&texts, &args.packages, &mut lines)?,
    };
    let vm = SgsVm::with_packages(&packages, args.seed)?;
    let mut setup = Setup::robots(args.seats.in_game(0), args.seed);
    setup.seats[0].state = "online".into();
    setup.seats[0].general = general.map(|name| name.as_str().into());
    let mut table = Table::open(vm, setup).map_err(cause)?;
    person(args, &packages, &texts, &mut table, &mut lines)
}

/// What a person types.
type Lines = io::Lines<io::StdinLock<'static>>;

/// Asks the person for a general: those of the files that were named, else of all packages. None
/// has it choose among what the game offers.
fn ask_general(
    texts: &Texts,
    named: &[String],
    lines: &mut Lines,
) -> anyhow::Result<Option<String>> {
    let files: Vec<String> = named
        .iter()
        .filter(|name| name.ends_with(".lua"))
        .map(|file| files::name_of(Path::new(file)))
        .collect();
    let all = texts.package.generals();
    // A package may call itself otherwise than its file.
    let of_files = all.iter().filter(|general| files.contains(&general.package)).count();
    let shown: Vec<_> =
        all.iter().filter(|general| of_files == 0 || files.contains(&general.package)).collect();
    for (number, general) in (1..).zip(&shown) {
        let skills: Vec<String> = general.skills.iter().map(|skill| texts.word(skill)).collect();
        let hidden = if general.hidden { ", hidden" } else { "" };
        let (kingdom, hp) = (texts.word(&general.kingdom), general.max_hp);
        let name = texts.named(&general.name);
        say(&format!("    {number} {name}: {kingdom}, hp {hp}{hidden}: {}", skills.join(", ")))?;
    }
    say("? a general by number or name, any of all packages; an empty line to be offered some")?;
    for line in lines {
        let line = line?;
        let said = line.trim();
        if said.is_empty() || said == "." {
            return Ok(None);
        }
        let numbered = said.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let numbered = numbered.and_then(|at| shown.get(at)).map(|general| general.name.as_str());
        match numbered.or_else(|| texts.general(said)) {
            Some(name) => return Ok(Some(name.to_owned())),
            None => say(&format!("! there is no general {said}"))?,
        }
    }
    Ok(None)
}

/// The packages that were named, with those that only bring cards, and those of files. Files alone
/// come to all of the program's own.
fn chosen(packages: &Packages, named: &[String]) -> anyhow::Result<Vec<PackageSource>> {
    let (files, names): (Vec<_>, Vec<_>) = named.iter().partition(|name| name.ends_with(".lua"));
    let files = files.into_iter().map(|file| files::read(Path::new(file)));
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let mut all = packages.all()?;
    if names.is_empty() {
        all.extend(files);
        return Ok(all);
    }
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|p| p.name() == **name)) {
        let known: Vec<&str> = all.iter().map(PackageSource::name).collect();
        bail!("there is no package {unknown}; there are {}", known.join(", "));
    }
    let cards = ["standard_basics", "standard_tricks", "standard_equips", "standard_cards"];
    let wanted = |source: &PackageSource| {
        cards.contains(&source.name()) || names.iter().any(|name| *name == source.name())
    };
    Ok(all.into_iter().filter(wanted).chain(files).collect())
}

/// Games of computers: who won, and how fast it went.
fn computers(
    args: &PlayArgs,
    packages: &[PackageSource],
    texts: &Texts,
    general: Option<&str>,
) -> anyhow::Result<()> {
    let (playing, thinking) = (ReusableVm::new(packages), ReusableVm::thinking(packages));
    let started = Instant::now();
    let mut winners = BTreeMap::<String, u64>::new();
    let (mut turns, mut questions, mut refused, mut faults) = (0, 0, 0, 0);
    let mut times = Vec::new();
    for game in 0..args.games {
        let (seed, began) = (args.seed.wrapping_add(game), Instant::now());
        let vm = playing.begin(seed)?;
        let seats = args.seats.in_game(game);
        let mut setup = Setup::robots(seats, seed);
        for seat in &mut setup.seats {
            seat.general = general.map(Into::into);
        }
        let mut table = Table::open(vm, setup).map_err(cause)?;
        let plain = args.levels.iter().all(|level| *level == Level::Plain);
        let mut told = Vec::new();
        let played = if plain && !args.explain {
            play_out(&mut table, seed, args.checked).map_err(anyhow::Error::from)
        } else {
            let vm = thinking.begin(seed)?;
            let mut mind = Mind::new(vm, seats, seed);
            let played = thinking_game(args, texts, &mut table, &mut mind);
            told.extend(mind.vm().faults());
            played
        };
        let played = played.with_context(|| format!("game {game} (seed {seed})"))?;
        if args.log {
            tell_log(texts, &mut table)?;
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
    if args.checked && faults > 0 { Err(anyhow!("packages have faults")) } else { Ok(()) }
}

/// A game of computers that think.
fn thinking_game(
    args: &PlayArgs,
    texts: &Texts,
    table: &mut Table,
    mind: &mut Mind,
) -> anyhow::Result<Played> {
    Mind::watches(table);
    if args.explain {
        mind.explain();
    }
    let mut failed = Ok(());
    let played = play_by(table, args.checked, &mut |table, request| {
        if failed.is_ok() && args.log {
            failed = tell_log(texts, table);
        }
        table.take_log();
        let answer = mind.reply(table, args.levels[request.who.index() % args.levels.len()]);
        if failed.is_ok()
            && let Some(why) = mind.take_explained()
        {
            failed = explain(texts, &table.state(), &why);
        }
        answer
    });
    failed?;
    played.map_err(anyhow::Error::from)
}

fn tell_log(texts: &Texts, table: &mut Table) -> anyhow::Result<()> {
    let lines = table.take_log();
    let state = table.state();
    lines.iter().try_for_each(|line| say(&texts.own(texts.renderer(&state).line(line))))
}

/// Why a computer has answered something: from what it chose.
fn explain(texts: &Texts, state: &State, why: &Explained) -> anyhow::Result<()> {
    let player = state.player(why.who);
    say(&format!(
        "  {} ({}, hp {}) {} {}, by the {}:",
        texts.named(&player.general),
        texts.word(player.role.text()),
        player.hp,
        why.kind,
        why.detail,
        why.layer
    ))?;
    why.candidates.iter().try_for_each(|(text, worth)| say(&format!("    {worth:8.1} {text}")))
}

/// A person at the first seat, computers at the others.
fn person(
    args: &PlayArgs,
    packages: &[PackageSource],
    texts: &Texts,
    table: &mut Table,
    lines: &mut Lines,
) -> anyhow::Result<()> {
    let me = PlayerId(0);
    let seats = table.state().players.len();
    let vm = ReusableVm::thinking(packages).begin(args.seed)?;
    let mut mind = Mind::new(vm, seats, args.seed);
    if args.explain {
        mind.explain();
    }
    Mind::watches(table);
    loop {
        let status = table.run();
        for line in table.take_log() {
            if line.viewer.is_none_or(|viewer| viewer == me) {
                say(&texts.own(texts.renderer(&table.state()).line(&line)))?;
            }
        }
        if let Status::Over(winner) = status {
            let sides: Vec<String> = winner.split('+').map(|side| texts.word(side)).collect();
            return say(&format!("over: {}", sides.join(" + ")));
        }
        let Some(request) = table.request().cloned() else { continue };
        if request.who != me {
            let level = args.levels[request.who.index() % args.levels.len()];
            let answer = mind.reply(table, level);
            if let Some(why) = mind.take_explained() {
                explain(texts, &table.state(), &why)?;
            }
            if table.answer(request.who, &answer).is_err() {
                table.answer_by_default();
            }
            continue;
        }
        say(&question(texts, table, &request))?;
        let Some(line) = lines.next() else { return Ok(()) };
        let line = line?;
        let answer = meant(texts, table, &request, line.trim());
        if let Err(refused) = table.answer_text(me, &answer) {
            say(&format!("! {}", texts.own(texts.renderer(&table.state()).refusal(&refused))))?;
        }
    }
}

/// What a line means: an option may be typed by its number or as it is written.
fn meant(texts: &Texts, table: &Table, request: &Request, line: &str) -> String {
    let options = table.hint(Some(request.who)).map(|hint| hint.options).unwrap_or_default();
    let numbered = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let numbered = numbered.and_then(|at| options.get(at));
    let written = || {
        options.iter().find(|option| {
            let word = texts.package.word(option);
            word.zh == line || word.en.eq_ignore_ascii_case(line)
        })
    };
    // An option that is itself a number is meant as it is.
    match options.iter().find(|option| ***option == *line).or(numbered).or_else(written) {
        Some(option) => option.to_string(),
        None => line.to_owned(),
    }
}

/// The question to the person, with what can be chosen.
fn question(texts: &Texts, table: &Table, request: &Request) -> String {
    let state = table.state();
    let renderer = texts.renderer(&state);
    let mut text = format!("? {}", texts.own(renderer.question(request)));
    let Some(hint) = table.hint(Some(request.who)) else { return text };
    for id in &hint.cards {
        let card = renderer.card(&fangqi_sanguosha::Card::Real(*id));
        text += &format!("\n    {} {}", id.0, texts.own(card));
    }
    for skill in &hint.skills {
        text += &format!("\n    skill={skill}:ids->players {}", texts.word(skill));
    }
    for (number, option) in (1..).zip(&hint.options) {
        text += &format!("\n    {number} {}", texts.named(option));
    }
    for &id in &hint.players {
        text += &format!("\n    sgs{} {}", id.0 + 1, texts.own(renderer.player(id)));
    }
    if hint.abort {
        text += "\n    . for nothing";
    }
    text
}
