//! Computers of two kinds against each other, and what generals' skills are worth.

use std::io::Write;
use std::time::Duration;

use crate::{Bout, DuplicateMatch, Generals, Mean, Named, ReusableVm, Side};
use fangqi_plugin::ProcessorClock;
use serde_json::json;

use super::packages::{Packages, Shipped};
use super::{TournamentArgs, say};

/// Points that a skill may cost before the table marks it.
const LOSS: f64 = -0.02;

pub(super) fn run(args: &TournamentArgs, shipped: Shipped<'_>) -> anyhow::Result<()> {
    let packages = Packages::read(args.folder.as_deref(), shipped)?.all()?;
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    if args.skill_table {
        return skill_table(args, &playing, &thinking);
    }
    let mut sides = args.levels.map(|level| Side { level, abstains: false, by_rules: false });
    sides[1].by_rules = args.without_ai;
    let general = match (&args.general, args.dealt) {
        (Some(name), _) => Generals::One(name.as_str().into()),
        (None, true) => Generals::Dealt,
        (None, false) => Generals::Equal,
    };
    let seats = usize::from(args.seats);
    let duplicate = DuplicateMatch {
        playing: &playing,
        thinking: &thinking,
        seats,
        seed: args.seed,
        general,
        sides,
    };
    let outcome = Outcome::of(&duplicate, args.games)?;
    if args.json { say(&outcome.json(args)) } else { outcome.tell(args) }
}

/// What many games came to.
#[derive(Debug, Default)]
struct Outcome {
    /// Of the first side, by deal.
    won: Mean,
    games: u64,
    turns: u64,
    refused: u64,
    endless: u64,
    named: Named,
    faults: Vec<String>,
    /// By side: answers, and the time they took.
    answers: [(u64, Duration); 2],
    total: Duration,
}

impl Outcome {
    fn of(duplicate: &DuplicateMatch<'_>, games: u64) -> anyhow::Result<Outcome> {
        let mut outcome = Outcome::default();
        for deal in 0..games.div_ceil(2) {
            let mut won = 0.0;
            for number in [2 * deal, 2 * deal + 1] {
                won += outcome.play(duplicate, number)?.won;
            }
            outcome.won.add(won / 2.0);
        }
        Ok(outcome)
    }

    fn play(&mut self, duplicate: &DuplicateMatch<'_>, number: u64) -> anyhow::Result<Bout> {
        let clock = ProcessorClock::start();
        let begun = clock.now();
        let answers = &mut self.answers;
        let bout = duplicate.play(number, &mut |side, think| {
            let begun = clock.now();
            think();
            answers[side].0 += 1;
            answers[side].1 += clock.now().saturating_sub(begun);
        });
        let bout = bout.map_err(anyhow::Error::msg)?;
        self.total += clock.now().saturating_sub(begun);
        self.games += 1;
        self.turns += u64::from(bout.turns);
        self.refused += u64::from(bout.refused);
        self.endless += u64::from(bout.endless);
        if let Some(named) = bout.named {
            self.named.shown += named.shown;
            self.named.right += named.right;
        }
        self.faults.extend(bout.faults.iter().map(|fault| format!("game {number}: {fault}")));
        Ok(bout)
    }

    /// Milliseconds for an answer of a side.
    fn pace(&self, side: usize) -> f64 {
        let (count, time) = self.answers[side];
        time.as_secs_f64() * 1e3 / count.max(1) as f64
    }

    fn ms_a_game(&self) -> f64 {
        self.total.as_secs_f64() * 1e3 / self.games.max(1) as f64
    }

    fn tell(&self, args: &TournamentArgs) -> anyhow::Result<()> {
        let [first, second] = args.levels;
        for fault in &self.faults {
            say(fault)?;
        }
        say(&format!(
            "level {first} against level {second}, {} players, {} games: {:.1} ± {:.1} %",
            args.seats,
            self.games,
            self.won.value() * 100.0,
            self.won.error() * 100.0
        ))?;
        say(&format!(
            "{:.2} and {:.2} ms an answer, {:.1} ms and {:.1} turns a game",
            self.pace(0),
            self.pace(1),
            self.ms_a_game(),
            self.turns as f64 / self.games.max(1) as f64
        ))?;
        if self.named.shown > 0 {
            let Named { shown, right } = self.named;
            let share = f64::from(right) / f64::from(shown) * 100.0;
            say(&format!(
                "after three rounds {right} of {shown} rebels and loyalists who had shown \
                 anything are taken for what they are: {share:.1} %"
            ))?;
        }
        say(&format!(
            "faults {}, refused {}, without an end {}",
            self.faults.len(),
            self.refused,
            self.endless
        ))
    }

    fn json(&self, args: &TournamentArgs) -> String {
        json!({
            "levels": args.levels.map(|level| level.to_string()),
            "seats": args.seats,
            "games": self.games,
            "won": self.won.value(),
            "error": self.won.error(),
            "ms_an_answer": [self.pace(0), self.pace(1)],
            "ms_a_game": self.ms_a_game(),
            "turns": self.turns,
            "refused": self.refused,
            "endless": self.endless,
            "named": { "shown": self.named.shown, "right": self.named.right },
            "faults": self.faults,
        })
        .to_string()
    }
}

/// For each general: it uses its skills, by the rules alone, against the same one that does not.
fn skill_table(
    args: &TournamentArgs,
    playing: &ReusableVm,
    thinking: &ReusableVm,
) -> anyhow::Result<()> {
    let vm = playing.begin(args.seed)?;
    let shown: Vec<_> = {
        let generals = vm.catalogue().generals();
        generals
            .iter()
            .filter(|general| match &args.general {
                Some(only) => *general.name == **only,
                None => !general.hidden,
            })
            .map(|general| general.name.clone())
            .collect()
    };
    drop(vm);
    let mut pays = 0;
    let mut lines = Vec::new();
    for name in &shown {
        let side = |abstains| Side { level: args.levels[0], abstains, by_rules: true };
        let duplicate = DuplicateMatch {
            playing,
            thinking,
            seats: usize::from(args.seats),
            seed: args.seed,
            general: Generals::One(name.clone()),
            sides: [side(false), side(true)],
        };
        let outcome = Outcome::of(&duplicate, args.games)?;
        let (won, error) = (outcome.won.value(), outcome.won.error());
        pays += u32::from(won >= 0.55);
        lines.push(
            json!({ "general": &**name, "won": won, "error": error, "games": outcome.games }),
        );
        if !args.json {
            let mark = if won - 0.5 < LOSS { " loses" } else { "" };
            say(&format!("{name:16} {:5.1} ± {:.1} %{mark}", won * 100.0, error * 100.0))?;
            fangqi_text::out::stdout().flush()?;
        }
    }
    if args.json {
        return say(&json!(lines).to_string());
    }
    say(&format!("{pays} of {} generals win 55 % with their skills", shown.len()))
}
