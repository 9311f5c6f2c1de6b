//! The search: candidates race against each other in the same sampled worlds.

use fangqi_kit::Rng;

use super::deal::Deals;
use super::net::{Eye, Net, chance};
use super::playout::Playout;
use super::table::Table;
use super::{Budget, Thought};
use crate::{Play, View};

/// Plays that are tried out, at most.
const CANDIDATES: usize = 10;
/// Plays whose chance the network puts so far below the best are not tried out.
const MARGIN: f32 = 0.25;
/// Worlds between two looks at the race.
const BATCH: usize = 4;
/// Worlds before anyone is out of it.
const LEAST: f32 = 12.0;
/// How many played-out games the network's own estimate is worth.
const TRUST: f32 = 12.0;

/// A play in the race.
struct Runner {
    play: Play,
    /// The network's estimate.
    prior: f32,
    wins: f32,
    worlds: u32,
    /// For each world, whether it won there.
    results: Vec<f32>,
    out: bool,
}

impl Runner {
    fn estimate(&self) -> f32 {
        (self.wins + env("TRUST", 12.0) * self.prior) / (self.worlds as f32 + env("TRUST", 12.0))
    }
}

/// Thinks about a situation in which there is a choice.
pub(super) fn think(net: &Net, seed: u64, view: &View, budget: &Budget) -> Thought {
    let mut rng = Rng::new(seed ^ fingerprint(view));
    let deals = Deals::new(view);
    let (mut runners, others) = runners(net, view, deals.draw(&mut rng));
    let mut playout = Playout::default();
    let mut worlds = 0;
    while runners.iter().filter(|it| !it.out).count() > 1
        && playout.nodes < budget.nodes
        && !(budget.stop)()
    {
        for _ in 0..BATCH {
            let m = env("M", 1.0) as usize;
            let mut world = deals.draw(&mut rng);
            if m > 1 {
                let mut ws = vec![(world.clone(), 0.0); 0];
                for _ in 0..m { let w = deals.draw(&mut rng); let l = playout.likelihood(net, view, &w, env("TAU", 0.25), env("EPS", 0.1)); ws.push((w, l)); }
                let sum: f64 = ws.iter().map(|x| x.1).sum();
                let mut dice = (rng.next_u64() >> 40) as f64 / (1u64 << 24) as f64 * sum;
                for (w, l) in ws { world = w; dice -= l; if dice <= 0.0 { break; } }
            }
            for runner in runners.iter_mut().filter(|it| !it.out) {
                let won = try_out(&mut playout, net, view, &world, &runner.play);
                runner.results.push(won);
                runner.wins += won;
                runner.worlds += 1;
            }
            worlds += 1;
        }
        drop_losers(&mut runners);
    }
    runners.sort_by(|a, b| {
        a.out.cmp(&b.out).then(b.worlds.cmp(&a.worlds)).then(b.estimate().total_cmp(&a.estimate()))
    });
    let value = runners[0].estimate();
    let tried = runners.iter().map(|it| (it.play, it.estimate()));
    let candidates = tried.chain(others).collect();
    Thought { play: runners[0].play, value, candidates, nodes: playout.nodes, worlds }
}

/// The plays worth trying, best first by the network, and all others likewise.
fn runners(net: &Net, view: &View, any: Table) -> (Vec<Runner>, Vec<(Play, f32)>) {
    let (mut plays, mut values) = (Vec::new(), Vec::new());
    view.legal(&mut plays);
    Eye::default().values(net, &any, &plays, &mut values);
    let mut rated: Vec<(Play, f32)> =
        plays.into_iter().zip(values.into_iter().map(chance)).collect();
    rated.sort_by(|a, b| b.1.total_cmp(&a.1));
    let floor = rated[0].1 - MARGIN;
    let worth = rated.iter().take(CANDIDATES).take_while(|it| it.1 >= floor).count();
    let others = rated.split_off(worth);
    let runner = |(play, prior)| Runner {
        play,
        prior,
        wins: 0.0,
        worlds: 0,
        results: Vec::new(),
        out: false,
    };
    (rated.into_iter().map(runner).collect(), others)
}

/// Whether the mover's side wins a world after this play.
fn try_out(playout: &mut Playout, net: &Net, view: &View, world: &Table, play: &Play) -> f32 {
    let mut table = world.clone();
    let landlord = table.turn == 0;
    let ended = table.play(play);
    if ended { return 1.0; }
    let c = playout.landlord(net, view.kickers, table, env("LAM", 1.0), env("DEPTH", 1000.0) as u32);
    if landlord { c } else { 1.0 - c }
}

/// Takes out of the race who is behind the leader by more than chance explains.
fn drop_losers(runners: &mut [Runner]) {
    let alive = runners.iter().filter(|it| !it.out);
    let Some(leader) = alive.max_by(|a, b| a.estimate().total_cmp(&b.estimate())) else { return };
    let (results, estimate) = (leader.results.clone(), leader.estimate());
    let worlds = results.len() as f32;
    if worlds < LEAST {
        return;
    }
    for runner in runners.iter_mut().filter(|it| !it.out) {
        let n = runner.results.len() as f32;
        let diff = || results.iter().zip(&runner.results).map(|(a, b)| a - b);
        let mean = diff().sum::<f32>() / n;
        let square = diff().map(|d| (d - mean) * (d - mean)).sum::<f32>() + 0.25;
        let behind = estimate - runner.estimate();
        let spread = square.sqrt() / n;
        runner.out = behind > env("Z", 1.8) * spread;
    }
}

/// How many standard errors are more than chance.
const Z: f32 = 1.8;

/// A number made of all that a view shows.
fn fingerprint(view: &View) -> u64 {
    let parts = [view.hand.bits(), view.shown.bits(), view.role as u64];
    let plays = view.history.iter().map(|play| play.cards.bits());
    parts.into_iter().chain(plays).fold(0, |sum, bits| Rng::new(sum ^ bits).next_u64())
}

fn env(n: &str, d: f32) -> f32 {
    use std::collections::HashMap; use std::sync::*;
    static M: LazyLock<Mutex<HashMap<String, f32>>> = LazyLock::new(Default::default);
    *M.lock().unwrap().entry(n.into()).or_insert_with(|| std::env::var(n).map_or(d, |s| s.parse().unwrap()))
}
