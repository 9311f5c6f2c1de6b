//! Duplicate matches between two configurations of computers: every deal is played twice, the
//! second time with the sides swapped, so that the luck of the deal cancels.

use fangqi_sanguosha::{Name, Request, Role, Setup};

use super::playing::play_by;
use super::{Broken, Fault, Level, Mind, ReusableVm, Table};

/// The configuration of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// Its level.
    pub level: Level,
    /// Whether it declines the optional skills of its generals.
    pub abstains: bool,
    /// Whether it ignores the AI scripts of packages.
    pub by_rules: bool,
}

/// A match.
#[derive(Debug)]
pub struct DuplicateMatch<'a> {
    /// The VM in which games are played.
    pub playing: &'a ReusableVm,
    /// The VM in which computers think.
    pub thinking: &'a ReusableVm,
    /// Number of players.
    pub seats: usize,
    /// Seed of the first deal; each further deal has the next seed.
    pub seed: u64,
    /// How generals are assigned.
    pub general: Generals,
    /// The two sides. In even games the first plays the rebels.
    pub sides: [Side; 2],
}

/// How generals are assigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Generals {
    /// Every player has this one.
    One(Name),
    /// Every player has the same one, another in each deal.
    Equal,
    /// Dealt at random.
    Dealt,
}

/// Round after which the role estimates are compared with the true roles.
const ROUNDS: u32 = 3;

/// Role estimates of the rebels and loyalists whose actions gave evidence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Named {
    /// Players with evidence.
    pub shown: u32,
    /// Of these, players whose role was estimated correctly.
    pub right: u32,
}

impl Named {
    /// The estimates now.
    fn of(table: &Table, mind: &Mind) -> Named {
        let mut named = Named::default();
        for (player, loyalty) in table.state().players.iter().zip(mind.loyalty()) {
            let loyal = match player.role {
                Role::Rebel => false,
                Role::Loyalist => true,
                _ => continue,
            };
            if *loyalty != 0.0 {
                named.shown += 1;
                named.right += u32::from((*loyalty > 0.0) == loyal);
            }
        }
        named
    }
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Bout {
    /// What the first side got: 1 for a game won, 0.5 for one that nobody won.
    pub won: f64,
    /// Turns.
    pub turns: u32,
    /// Answers that were refused.
    pub refused: u32,
    /// How roles were judged after three rounds; nothing of games that were over before.
    pub named: Option<Named>,
    /// It did not end by itself.
    pub endless: bool,
    /// What packages and their AI did wrong.
    pub faults: Vec<Fault>,
}

/// Runs a thought of the side of that number; here whoever wants to takes the time.
pub type Clock<'a> = &'a mut dyn FnMut(usize, &mut dyn FnMut());

impl DuplicateMatch<'_> {
    /// Plays the game of a number; games 2n and 2n + 1 are the same deal.
    ///
    /// # Errors
    /// Packages that do not load, or a game that is broken.
    pub fn play(&self, number: u64, clock: Clock<'_>) -> Result<Bout, String> {
        let seed = self.seed.wrapping_add(number / 2);
        let swapped = number % 2 == 1;
        let side = |role: Role| usize::from((role == Role::Rebel) == swapped);
        let mut table = self.table(seed)?;
        let sides: Vec<usize> =
            table.state().players.iter().map(|player| side(player.role)).collect();
        let vm = self.thinking.begin(seed).map_err(|error| error.to_string())?;
        let mut mind = Mind::new(vm, self.seats, seed);
        for (seat, &side) in sides.iter().enumerate() {
            mind.abstain(seat, self.sides[side].abstains);
            mind.by_rules(seat, self.sides[side].by_rules);
        }
        Mind::watches(&table);
        let mut named = None;
        let played = play_by(&mut table, false, &mut |table: &mut Table, request: &Request| {
            table.take_log();
            if named.is_none() && table.state().turns > ROUNDS * self.seats as u32 {
                named = Some(Named::of(table, &mind));
            }
            let side = sides[request.who.index()];
            let mut answer = None;
            clock(side, &mut || answer = Some(mind.reply(table, self.sides[side].level)));
            answer.unwrap_or(fangqi_sanguosha::Answer::Decline)
        });
        let mut faults = table.vm().faults();
        faults.extend(mind.vm().faults());
        let (won, turns, refused, endless) = match played {
            Ok(played) => {
                let won = match &*played.winner {
                    "." => 0.5,
                    winner => {
                        let rebels = winner == Role::Rebel.text();
                        f64::from(u8::from(rebels != swapped))
                    }
                };
                (won, played.turns, played.refused, false)
            }
            Err(Broken::Endless(_)) => (0.5, table.state().turns, 0, true),
            Err(broken) => return Err(format!("seed {seed}: {broken}")),
        };
        Ok(Bout { won, turns, refused, named, endless, faults })
    }

    fn table(&self, seed: u64) -> Result<Table, String> {
        let vm = self.playing.begin(seed).map_err(|error| error.to_string())?;
        let mut setup = Setup::robots(self.seats, seed);
        setup.choices = 1;
        let general = match &self.general {
            Generals::One(name) => Some(name.clone()),
            Generals::Equal => {
                let generals = vm.catalogue().generals();
                let shown: Vec<_> = generals.iter().filter(|general| !general.hidden).collect();
                let at = seed.wrapping_mul(7919) % shown.len().max(1) as u64;
                shown.get(at as usize).map(|general| general.name.clone())
            }
            Generals::Dealt => None,
        };
        for seat in &mut setup.seats {
            seat.general.clone_from(&general);
        }
        Table::open(vm, setup).map_err(|error| error.to_string())
    }
}

/// What many numbers are on average.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// One more.
    pub fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean; 0 of nothing.
    pub fn value(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        let spread = (self.squares / self.count.max(1.0) - self.value().powi(2)).max(0.0);
        (spread / (self.count - 1.0).max(1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_of_its_sample() {
        let mut mean = Mean::default();
        [0.0, 1.0, 1.0, 0.0].into_iter().for_each(|number| mean.add(number));
        assert_eq!(mean.value(), 0.5);
        // The sample's variance is 1/3, of the mean of four a quarter of it.
        assert!((mean.error() - (1.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }
}
