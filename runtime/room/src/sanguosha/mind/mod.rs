//! Computers that think. What one answers is made in one place, [`Mind::reply`], in layers: the
//! highest that has a legal answer is taken.

mod level;

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_kit::Rng;
use fangqi_sanguosha::mind::moves;
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::mind::weigh::{Limits, Weighing};
use fangqi_sanguosha::mind::world::{Known, draw_roles, world};
use fangqi_sanguosha::players::{self, Plain};
use fangqi_sanguosha::{
    Answer, Ask, Cx, Frequency, PlayerId, Request, Role, Scripts, State, request,
};

use super::{SgsVm, Table};
pub use level::Level;

/// Role assignments over which a stance is the mean.
const STANCES: usize = 12;

/// What computers at one table think with. They share what everybody may have seen; each knows
/// what its seat knows.
#[derive(Debug)]
pub struct Mind {
    vm: SgsVm,
    values: Values,
    prices: Option<Prices>,
    known: Vec<Known>,
    /// How often each seat was asked.
    asked: Vec<u64>,
    plain: Vec<Plain>,
    seed: u64,
    explaining: bool,
    explained: Option<Explained>,
}

/// Why something was answered: what it was chosen from, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// Who answered.
    pub who: PlayerId,
    /// To what kind of question.
    pub kind: &'static str,
    /// About what.
    pub detail: String,
    /// Which layer decided.
    pub layer: &'static str,
    /// Answers as texts with what each was thought to be worth.
    pub candidates: Vec<(String, f64)>,
}

impl Mind {
    /// Computers that think in a VM of their own, which has the same packages as the game's.
    pub fn new(vm: SgsVm, seats: usize, seed: u64) -> Mind {
        let plain = |seat: usize| Plain::new(seed.wrapping_mul(31).wrapping_add(seat as u64));
        Mind {
            vm,
            values: Values::default(),
            prices: None,
            known: vec![Known::default(); seats],
            asked: vec![0; seats],
            plain: (0..seats).map(plain).collect(),
            seed,
            explaining: false,
            explained: None,
        }
    }

    /// From now on a game notes what is seen in it. To be called before it begins.
    pub fn watches(table: &Table) {
        table.engine().state().borrow_mut().seen = Some(Vec::new());
    }

    /// From now on each answer comes with its reasons.
    pub fn explain(&mut self) {
        self.explaining = true;
    }

    /// Why the last answer was given, if somebody wants to know.
    pub fn take_explained(&mut self) -> Option<Explained> {
        self.explained.take()
    }

    /// The packages it thinks with.
    pub fn vm(&self) -> &SgsVm {
        &self.vm
    }

    /// Takes note of what has been seen in a game since the last time.
    pub fn watch(&mut self, table: &Table) {
        let seen = match &mut table.engine().state().borrow_mut().seen {
            Some(seen) => std::mem::take(seen),
            None => return,
        };
        for event in &seen {
            for (at, known) in self.known.iter_mut().enumerate() {
                known.see(PlayerId(at as u8), event);
            }
        }
    }

    /// What a computer of a level answers in the place of whoever is asked. It is legal.
    pub fn reply(&mut self, table: &Table, level: Level) -> Answer {
        self.watch(table);
        let Some(request) = table.request().cloned() else { return Answer::Decline };
        self.asked[request.who.index()] += 1;
        self.explained = None;
        if level != Level::Plain
            && let Some(answer) = self.think(table, &request, level)
        {
            return answer;
        }
        let cx = table.cx();
        let plain = match level {
            Level::Plain => Some(self.plain[request.who.index()].answer(&cx, &request)),
            _ => None,
        };
        let fits = |answer: &Answer| request::check(&cx, request.who, &request.ask, answer).is_ok();
        let stand_in = || players::trust(&cx, request.who, &request.ask);
        plain
            .filter(fits)
            .or_else(|| Some(stand_in()).filter(fits))
            .unwrap_or_else(|| players::default_answer(&cx, request.who, &request.ask))
    }

    /// A world for a seat, one of many by its number.
    fn world(&mut self, state: &State, who: PlayerId, number: u64) -> State {
        let asked = self.asked[who.index()];
        let seed = [asked, u64::from(who.0), number].into_iter().fold(self.seed, |seed, part| {
            Rng::new(seed ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
        });
        let known = &self.known[who.index()];
        let mut world = world(state, who, known, &|id, role| self.likely(id, role), seed);
        world.catalogue = Rc::clone(self.vm.catalogue());
        world
    }

    /// How likely somebody has a role.
    fn likely(&self, _id: PlayerId, _role: Role) -> f64 {
        1.0
    }

    /// How much a seat cares for everybody, as far as it can tell.
    fn stance(&self, world: &State, who: PlayerId) -> Stance {
        let mut rng = Rng::new(self.seed ^ self.asked[who.index()]);
        let mut copy = world.fork();
        let stances: Vec<Stance> = (0..STANCES)
            .map(|_| {
                let roles = draw_roles(world, who, &|id, role| self.likely(id, role), &mut rng);
                for (at, role) in roles {
                    copy.players[at].role = role;
                }
                Stance::by_roles(&copy, who)
            })
            .collect();
        Stance::mean(who, &stances)
    }

    fn think(&mut self, table: &Table, request: &Request, level: Level) -> Option<Answer> {
        if matches!(request.ask, Ask::General { .. }) {
            return None;
        }
        self.weigh(table, request, level)
    }

    /// The calculator: everything that may be answered is tried out.
    fn weigh(&mut self, table: &Table, request: &Request, level: Level) -> Option<Answer> {
        let who = request.who;
        let state = table.state();
        let first = self.world(&state, who, 0);
        let prices = self.prices.get_or_insert_with(|| Prices::of(&first, &self.values)).clone();
        let stance = self.stance(&first, who);
        let vm = self.vm.again();
        let cell = Rc::new(RefCell::new(first));
        vm.attach(&cell);
        let options = moves::options(&Cx::new(&cell, &vm), who, &request.ask, &prices);
        let mut sums = vec![0.0; options.len()];
        let mut live = vec![true; options.len()];
        let samples = level.samples();
        for number in 0..samples {
            let world = match number {
                0 => cell.borrow().fork(),
                _ => self.world(&state, who, number),
            };
            let weighing = Weighing {
                engine: table.engine(),
                world: &world,
                values: &self.values,
                prices: &prices,
                stance: &stance,
                limits: Limits::default(),
            };
            let root = weighing.root();
            for (at, option) in options.iter().enumerate() {
                if !live[at] {
                    continue;
                }
                match weighing.weigh(&vm, root, option) {
                    Some(benefit) if benefit.is_finite() => sums[at] += benefit / samples as f64,
                    _ => live[at] = false,
                }
            }
        }
        vm.look_at(&cell);
        let mut order: Vec<usize> = (0..options.len()).filter(|&at| live[at]).collect();
        order.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]));
        let best = *order.first()?;
        let best = self.on_a_tie(request, &options, &sums, best);
        if self.explaining {
            let state = cell.borrow();
            let text = |at: &usize| fangqi_sanguosha::panel::answer_text(&state, &options[*at]);
            self.explained = Some(Explained {
                who,
                kind: request.ask.kind(),
                detail: request.ask.detail().to_owned(),
                layer: "calculator",
                candidates: order.iter().map(|at| (text(at), sums[*at])).collect(),
            });
        }
        Some(options[best].clone())
    }

    /// Skills that seem to come to nothing are invoked where they usually are.
    fn on_a_tie(&self, request: &Request, options: &[Answer], sums: &[f64], best: usize) -> usize {
        let Ask::Invoke { skill, .. } = &request.ask else { return best };
        let catalogue = self.vm.catalogue();
        let frequent = catalogue
            .find_skill(skill)
            .is_some_and(|id| catalogue.skill(id).frequency == Frequency::Frequent);
        let accept = options.iter().position(|answer| *answer == Answer::Accept);
        match accept {
            Some(accept) if frequent && sums[accept] >= sums[best] => accept,
            _ => best,
        }
    }
}
