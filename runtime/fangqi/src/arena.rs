//! `fangqi arena MAP A B`: computers against each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use fangqi_plugin_rules::{BoardPackage, Contest, Contestant, LEVELS, Opening, RulesVm, contest};
use fangqi_text::Escaped;

use crate::maps;
use crate::parallel::in_order;

/// Who plays what.
#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    /// The map, by its name or by the path of its folder.
    map: String,
    /// Who is measured: a level, `LEVEL:FUEL` for one with no more fuel for a move, or `random`. It
    /// has each seat in turn.
    #[arg(value_parser = contestant)]
    a: Contestant,
    /// Who has the other seats.
    #[arg(value_parser = contestant)]
    b: Contestant,
    /// Games to play.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// The first seed. As many games as there are seats share one, and with it opening, dice and
    /// cards: the one who is measured has each seat once.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves drawn at random before the computers play; 4 without this, or none where dice, cards
    /// or a player of random moves make games differ.
    #[arg(long)]
    opening: Option<usize>,
    /// How many play; as many as usual without this.
    #[arg(long)]
    players: Option<u8>,
    /// A folder of more maps.
    #[arg(long)]
    maps: Option<PathBuf>,
}

/// A level, a level with fuel, or `random`.
fn contestant(text: &str) -> Result<Contestant, String> {
    if text == "random" {
        return Ok(Contestant::Random);
    }
    let (level, fuel) = match text.split_once(':') {
        Some((level, fuel)) => (level, Some(fuel)),
        None => (text, None),
    };
    let wrong = || format!("write a level from 1 to {LEVELS}, such as 3 or 3:1000000, or random");
    let level =
        level.parse().ok().filter(|level| (1..=LEVELS).contains(level)).ok_or_else(wrong)?;
    let fuel = fuel.map(|fuel| fuel.parse().map_err(|_| wrong())).transpose()?;
    Ok(Contestant::Computer { level, fuel })
}

fn shown(contestant: Contestant) -> String {
    match contestant {
        Contestant::Random => "random moves".to_owned(),
        Contestant::Computer { level, fuel: None } => format!("level {level}"),
        Contestant::Computer { level, fuel: Some(fuel) } => format!("level {level} of {fuel} fuel"),
    }
}

/// Plays, and prints what came of it.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    let map = maps::named(&args.map, args.maps.clone())?;
    let board = map.part::<BoardPackage>().context("the map has no rules")?;
    let players = args.players.or(board.players().first().copied()).unwrap_or(2);
    let seats = u64::from(players.max(1));
    let seeds: Vec<u64> = (0..args.games).collect();
    let differ = [args.a, args.b].contains(&Contestant::Random);
    let play = |game: &u64| -> Result<(usize, Contest), String> {
        let rules = RulesVm::load(board.script(), board.parameters(), 1)
            .map_err(|error| error.to_string())?;
        let own = (game % seats) as usize;
        let who = |seat: usize| if seat == own { args.a } else { args.b };
        let opening = Opening {
            players: Some(players),
            seed: args.seed.wrapping_add(game / seats),
            drawn: match args.opening {
                Some(drawn) => drawn,
                None if differ => 0,
                None => Opening::usual(&rules),
            },
        };
        Ok((own, contest(&rules, opening, who)?))
    };
    let (mut tally, mut trouble) = (Tally::default(), None);
    in_order(&seeds, play, |outcome| match outcome {
        Ok((own, contest)) => tally.add(own, &contest),
        Err(error) => trouble = trouble.take().or(Some(error)),
    });
    if let Some(error) = trouble {
        return Err(anyhow!("{}", Escaped(error)));
    }
    println!("{}: {} against {}, {} games", map.id(), shown(args.a), shown(args.b), args.games);
    print!("{}", tally.report());
    Ok(())
}

/// What came of all games.
#[derive(Debug, Default)]
struct Tally {
    /// Won, drawn and lost by the one who is measured.
    score: [u64; 3],
    /// Players whom the one who is measured finished above; half a player for each as good.
    passed: f64,
    /// Players whom the one who is measured has met, over all games.
    met: u64,
    /// Games that the seats have won.
    by_seat: BTreeMap<usize, u64>,
    reasons: BTreeMap<String, u64>,
    lengths: Vec<usize>,
    choices: usize,
}

impl Tally {
    fn add(&mut self, own: usize, contest: &Contest) {
        let best = contest.payoffs.iter().copied().fold(f64::MIN, f64::max);
        let first = contest.payoffs.iter().filter(|worth| **worth == best).count();
        let place = match contest.payoffs.get(own) {
            Some(worth) if *worth < best => 2,
            _ if first > 1 => 1,
            _ => 0,
        };
        self.score[place] += 1;
        if let Some(worth) = contest.payoffs.get(own) {
            let others = contest.payoffs.iter().enumerate().filter(|(seat, _)| *seat != own);
            for (_, other) in others {
                self.met += 1;
                self.passed += match worth.total_cmp(other) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                };
            }
        }
        if first == 1 {
            let seat = contest.payoffs.iter().position(|worth| *worth == best).unwrap_or(0);
            *self.by_seat.entry(seat + 1).or_default() += 1;
        }
        *self.reasons.entry(contest.reason.clone()).or_default() += 1;
        self.lengths.push(contest.moves);
        self.choices += contest.choices;
    }

    fn report(&mut self) -> String {
        let [won, drawn, lost] = self.score;
        let games = won + drawn + lost;
        if games == 0 {
            return String::new();
        }
        let share = (won as f64 + drawn as f64 / 2.0) / games as f64;
        let (low, high) = interval(share, games as f64);
        let mut text = format!(
            "{won} won, {drawn} drawn, {lost} lost: {:.1} % (95 %: {:.1} to {:.1})\n",
            100.0 * share,
            100.0 * low,
            100.0 * high
        );
        // First of four is rare among equals (25 %), above another one is not (50 %). It is this
        // share that Elo's formula takes when more than two play.
        if self.met > games {
            let share = self.passed / self.met as f64;
            let (low, high) = interval(share, games as f64);
            text.push_str(&format!(
                "above each of the others: {:.1} % (95 %: {:.1} to {:.1})\n",
                100.0 * share,
                100.0 * low,
                100.0 * high
            ));
        }
        self.lengths.sort_unstable();
        let moves: usize = self.lengths.iter().sum();
        text.push_str(&format!(
            "moves a game: {} to {}, half of the games no more than {}; {:.1} to choose from\n",
            self.lengths.first().copied().unwrap_or(0),
            self.lengths.last().copied().unwrap_or(0),
            self.lengths.get(self.lengths.len() / 2).copied().unwrap_or(0),
            self.choices as f64 / moves.max(1) as f64
        ));
        let seats = self.by_seat.iter().map(|(seat, count)| format!("seat {seat} {count}"));
        text.push_str(&format!("won by: {}\n", listed(seats)));
        let word = |reason: &str| {
            if reason.is_empty() { "no reason".to_owned() } else { reason.to_owned() }
        };
        let reasons =
            self.reasons.iter().map(|(reason, count)| format!("{} {count}", word(reason)));
        text.push_str(&format!("ended by: {}\n", Escaped(listed(reasons))));
        text
    }
}

fn listed(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// The interval of Wilson (1927) in which a share of `games` lies with 95 %. A draw counts
/// as half a game won, and several opponents of one game as one, which makes the interval wider
/// than it need be.
fn interval(share: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (middle, square) = (share + Z * Z / (2.0 * games), Z * Z / games);
    let reach = Z * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    ((middle - reach) / (1.0 + square), (middle + reach) / (1.0 + square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_are_levels_or_chance() {
        assert_eq!(contestant("random"), Ok(Contestant::Random));
        assert_eq!(contestant("5"), Ok(Contestant::Computer { level: 5, fuel: None }));
        assert_eq!(contestant("2:900"), Ok(Contestant::Computer { level: 2, fuel: Some(900) }));
        for wrong in ["0", "6", "x", "", "2:", "2:x", "Random"] {
            assert!(contestant(wrong).unwrap_err().contains("a level from 1 to 5"), "{wrong}");
        }
    }

    /// Values of R: `prop.test` without correction, `binom::binom.wilson`.
    #[test]
    fn the_interval_is_that_of_wilson() {
        let near = |(low, high): (f64, f64), wanted: (f64, f64)| {
            assert!(
                (low - wanted.0).abs() < 5e-4 && (high - wanted.1).abs() < 5e-4,
                "{low} {high}"
            );
        };
        near(interval(0.5, 10.0), (0.2366, 0.7634));
        near(interval(0.0, 10.0), (0.0, 0.2775));
        near(interval(0.8, 100.0), (0.7112, 0.8666));
    }

    #[test]
    fn games_are_counted_for_the_one_who_is_measured() {
        let game = |payoffs: &[f64], reason: &str, moves| Contest {
            payoffs: payoffs.to_vec(),
            reason: reason.to_owned(),
            moves,
            choices: 3 * moves,
        };
        let mut tally = Tally::default();
        tally.add(0, &game(&[1.0, -1.0], "line", 5));
        tally.add(1, &game(&[1.0, -1.0], "line", 7));
        tally.add(1, &game(&[0.0, 0.0], "full", 9));
        // Of three, the first and the last share the best place.
        tally.add(2, &game(&[1.0, -1.0, 1.0], "", 9));
        assert_eq!(tally.score, [1, 2, 1]);
        let report = tally.report();
        assert!(report.starts_with("1 won, 2 drawn, 1 lost: 50.0 % (95 %: "), "{report}");
        // Above one of two, as good as two, below one; and as good as one of three, above another.
        assert!(report.contains("\nabove each of the others: 60.0 % (95 %: "), "{report}");
        assert!(report.contains("moves a game: 5 to 9, half of the games no more than 9; 3.0 to"));
        assert!(report.contains("won by: seat 1 2\n"), "{report}");
        assert!(report.contains("ended by: no reason 1, full 1, line 2\n"), "{report}");
    }
}
