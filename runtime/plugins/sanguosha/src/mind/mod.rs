//! Computers that think. What one answers is made in one place, [`Mind::reply`], in layers: the
//! highest that has a legal answer is taken.

mod abstain;
#[cfg(test)]
mod abstain_tests;
#[cfg(test)]
mod abuse_tests;
mod asking;
mod choosing;
#[cfg(test)]
mod danger_tests;
mod estimates;
#[cfg(test)]
mod handbook_tests;
mod judging;
mod level;
#[cfg(test)]
mod lot_tests;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod preparing_tests;
mod sight;
#[cfg(test)]
mod skill_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worth_tests;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use fangqi_kit::Rng;
use fangqi_sanguosha::mind::derivations::derivations;
use fangqi_sanguosha::mind::hands::Known;
use fangqi_sanguosha::mind::ledger::Blind;
use fangqi_sanguosha::mind::reading::Reading;
use fangqi_sanguosha::mind::stance::Care;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::mind::weigh::Limits;
use fangqi_sanguosha::players::{self, Plain};
use fangqi_sanguosha::{Answer, Ask, Copies, Cx, PlayerId, Request, State, panel, request};

use super::{SgsVm, Table};
pub(super) use asking::Inquiry;
pub use level::Level;
use sight::{Possible, Sight};

/// Turns for each player after which a game drags on: from then on some questions are declined, so
/// that players who have found something to do for ever leave it, such as to take each other's
/// cards in place of drawing.
const PATIENCE: u32 = 25;
/// Of so many questions then one.
const DECLINED: usize = 4;
/// What chance is wanted for, beside worlds by their numbers: see also `judging`.
const DRAGS: u64 = 1 << 32;
/// And for another answer to a question that comes again.
const AGAIN: u64 = 1 << 33;

/// What computers at one table think with. They share what everybody may have seen; each knows
/// what its seat knows.
#[derive(Debug)]
pub struct Mind {
    vm: SgsVm,
    /// What estimates that packages ask for are made with.
    values: Values,
    prices: Prices,
    /// What it decides by.
    learned: Values,
    learned_prices: Prices,
    /// In which order cards and skills are used, by class or name.
    priorities: Vec<(String, f64)>,
    /// The packages have AI of their own.
    has_ai: bool,
    ready: bool,
    known: Vec<Known>,
    /// How loyal everybody looks, and how often each was found on both sides.
    loyalty: Vec<f64>,
    suspicion: Vec<f64>,
    /// What everybody has done to whom.
    reading: Reading,
    /// The recorder has yet to forget who is whose friend.
    forgets: Cell<bool>,
    /// Which question it saw last.
    serial: u32,
    /// In which turn somebody was asked to act how often.
    used: (u32, u32),
    /// Worlds in which answers are tried at most.
    worlds_max: Option<u64>,
    /// Who uses no skill of its own.
    abstaining: Vec<bool>,
    /// For whom the packages' AI says nothing.
    by_rules: Vec<bool>,
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
    /// Computers that think in a VM of their own, which has the same packages as the game's and
    /// was begun on a [thinking](super::ReusableVm::thinking) stage.
    pub fn new(vm: SgsVm, seats: usize, seed: u64) -> Mind {
        Mind {
            has_ai: vm.has_ai(),
            vm,
            values: Values::default(),
            prices: Prices::default(),
            learned: Values::learned(),
            learned_prices: Prices::default(),
            priorities: Vec::new(),
            ready: false,
            known: vec![Known::default(); seats],
            loyalty: vec![0.0; seats],
            suspicion: vec![0.0; seats],
            reading: Reading::default(),
            forgets: Cell::new(false),
            serial: 0,
            used: (0, 0),
            worlds_max: None,
            abstaining: vec![false; seats],
            by_rules: vec![false; seats],
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

    /// Says what something is worth, as packages may: see [`Values`].
    pub fn amend(&mut self, name: &str, value: f64) {
        self.values.set(name, value);
        self.learned.set(name, value);
    }

    /// From now on a seat uses no skill of its own where it may choose: to compare.
    pub fn abstain(&mut self, seat: usize, abstains: bool) {
        self.abstaining[seat] = abstains;
    }

    /// From now on a seat does without what the AI of packages says: to compare.
    pub fn by_rules(&mut self, seat: usize, alone: bool) {
        self.by_rules[seat] = alone;
    }

    /// Where its chance starts from now on.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Answers are tried in so many worlds at most: for whoever has little time.
    pub fn limit(&mut self, worlds: Option<u64>) {
        self.worlds_max = worlds;
    }

    /// The packages it thinks with.
    pub fn vm(&self) -> &SgsVm {
        &self.vm
    }

    /// How loyal everybody looks, from -160 to 160.
    pub fn loyalty(&self) -> &[f64] {
        &self.loyalty
    }

    /// What a seat knows of the hands of others.
    pub fn known(&self, who: PlayerId) -> &Known {
        &self.known[who.index()]
    }

    /// Takes note of what has been seen in a game since the last time. To be called at each
    /// question.
    pub fn watch(&mut self, table: &Table) {
        let begins = self.counts_use(table);
        let seen = match &mut table.engine().state().borrow_mut().seen {
            Some(seen) => std::mem::take(seen),
            None => return,
        };
        for event in &seen {
            for (at, known) in self.known.iter_mut().enumerate() {
                known.see(PlayerId(at as u8), &table.state(), event);
            }
        }
        self.record(&table.state(), &seen);
        if let Some(who) = begins {
            self.reading.begins(&table.state(), who);
            self.known.iter_mut().for_each(|known| known.begins(who));
        }
    }

    /// Counts what is used in a play phase; says whose has begun with this question.
    fn counts_use(&mut self, table: &Table) -> Option<PlayerId> {
        let request = table.request().filter(|request| request.serial != self.serial)?;
        self.serial = request.serial;
        if !matches!(request.ask, Ask::Activate) {
            return None;
        }
        let turn = table.state().turns;
        let before = if self.used.0 == turn { self.used.1 } else { 0 };
        self.used = (turn, before + 1);
        (before == 0).then_some(request.who)
    }

    /// What a computer of a level answers in the place of whoever is asked: the one way in which
    /// answers of computers are made. It is legal. The layers are the packages' AI, the calculator,
    /// a plain player, the stand-in, and what is taken for silence.
    pub fn reply(&mut self, table: &Table, level: Level) -> Answer {
        self.watch(table);
        let Some(request) = table.request().cloned() else { return Answer::Decline };
        self.explained = None;
        let cx = table.cx();
        let fits = |answer: &Answer| request::check(&cx, request.who, &request.ask, answer).is_ok();
        if request.ask.may_decline() && has_nothing(&cx, &request) {
            return Answer::Decline;
        }

        let stand_in = || players::trust(&cx, request.who, &request.ask);
        let left =
            || abstain::leave(&table.state(), &table.engine().stack(), request.who, &request.ask);
        let abstains = self.abstaining[request.who.index()];
        let thought = match level {
            // It begins nothing, so it goes in no circles and uses nothing of its own accord.
            Level::Trust => Some(stand_in()),
            _ if self.drags_on(table, &request) => Some(Answer::Decline),
            _ => abstains.then(left).flatten().or_else(|| match level {
                Level::Plain => Some(self.plainly(table, &request)),
                _ => self.think(table, &request, level),
            }),
        };
        thought
            .map(|answer| self.anew(table, &request, answer))
            .or_else(|| Some(self.plainly(table, &request)))
            .filter(fits)
            .or_else(|| Some(stand_in()).filter(fits))
            .unwrap_or_else(|| players::default_answer(&cx, request.who, &request.ask))
    }

    /// An answer, or another where this one was given before and the question has come again since.
    fn anew(&self, table: &Table, request: &Request, answer: Answer) -> Answer {
        let refused = table.engine().refused();
        if !refused.contains(&answer) {
            return answer;
        }
        let mut rng = Rng::new(self.seed_of(request.who, AGAIN));
        let other = players::otherwise(&table.cx(), request.who, &request.ask, refused, &mut rng);
        other.unwrap_or(answer)
    }

    /// What a plain player answers, who has its chance anew for each question.
    fn plainly(&self, table: &Table, request: &Request) -> Answer {
        let seed = self.seed_of(request.who, u64::MAX);
        let (turn, used) = self.used;
        Plain::in_turn(seed, turn, used.saturating_sub(1)).answer(&table.cx(), request)
    }

    /// Whether the AI of packages is asked for a seat.
    fn listens(&self, who: PlayerId) -> bool {
        self.has_ai && !self.by_rules[who.index()]
    }

    /// Where the chance of a seat starts for something it does about the question that is put.
    fn seed_of(&self, who: PlayerId, number: u64) -> u64 {
        let parts = [u64::from(self.serial), u64::from(who.0), number];
        parts.into_iter().fold(self.seed, |seed, part| {
            Rng::new(seed ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
        })
    }

    /// Whether it is time to do something else than what seems best: nothing.
    fn drags_on(&self, table: &Table, request: &Request) -> bool {
        let state = table.state();
        if state.turns < PATIENCE * state.players.len() as u32 {
            return false;
        }
        Rng::new(self.seed_of(request.who, DRAGS)).below(DECLINED) == 0
    }

    /// What is the same in all games with the packages.
    fn get_ready(&mut self, world: &State) {
        if self.ready {
            return;
        }
        self.ready = true;
        if let Some((values, priorities)) = self.vm.ai_values() {
            for (name, value) in values {
                self.amend(&name, value);
            }
            self.priorities = priorities;
        }
        self.prices = Prices::of(world, &self.values, &self.priorities);
        self.learned_prices = Prices::of(world, &self.learned, &self.priorities);
    }

    /// The question that is put, as the seat that is asked sees it.
    fn sight<'a>(&'a self, table: &'a Table, request: &Request, level: Level) -> Sight<'a> {
        let state = table.state();
        let depth = level.depth(state.alive_count() <= 2);
        let worlds = depth.map_or(1, |depth| depth.worlds);
        let worlds_max = self.worlds_max.unwrap_or(u64::MAX);
        let roles = self.roles(&state, request.who, level.reads_deeds());
        let known = self.known[request.who.index()].asked(&state, &request.ask);
        let known = if level.reads_deeds() { known } else { known.seen_alone() };
        let (asked, lots) = (request.clone(), roles.clone());
        let draw = Box::new(move |number| {
            let world = self.world(&table.state(), &asked, &known, &lots, number);
            let blind = Blind::of(&world.state, &world.hidden, &self.learned_prices);
            Possible { state: Rc::new(RefCell::new(world.state)), names: world.names, blind }
        });
        let worlds: Vec<Possible> = (0..worlds.min(worlds_max).max(1)).map(&draw).collect();
        let care = depth.map_or(Care::Usual, |depth| depth.ahead.care);
        let stance = self.stance(&worlds[0].state.borrow(), request.who, &roles, care);
        self.vm.attach(&worlds[0].state);
        self.forget();
        *self.vm.host.shared.known.borrow_mut() = self.known[request.who.index()].clone();
        Sight {
            vm: self.vm.again(),
            engine: table.engine(),
            request: request.clone(),
            worlds,
            draw,
            worlds_max,
            open: Blind::default(),
            values: &self.learned,
            prices: &self.learned_prices,
            usual: (&self.values, &self.prices),
            stance,
            limits: Limits::default(),
            abstains: self.abstaining[request.who.index()],
            listens: self.listens(request.who),
            depth,
        }
    }

    /// What a settlement would come to for whoever is asked.
    #[cfg(test)]
    fn worth_of(
        &mut self,
        table: &Table,
        frame: &dyn Fn() -> Box<dyn fangqi_sanguosha::Frame>,
    ) -> f64 {
        let Some(request) = table.request().cloned() else { return 0.0 };
        self.get_ready(&table.state());
        self.sight(table, &request, Level::Smart).weigh_frame(frame)
    }

    fn think(&mut self, table: &Table, request: &Request, level: Level) -> Option<Answer> {
        let begins = matches!(request.ask, Ask::General { .. });
        if begins && !self.listens(request.who) {
            return Some(self.plainly(table, request));
        }
        self.get_ready(&table.state());
        if level.reads_deeds() {
            self.reading.read(&table.state());
        }
        let sight = self.sight(table, request, level);
        let said = if sight.listens { sight.ask_packages() } else { None };
        let (answer, explained) = match (&request.ask, said) {
            (Ask::Activate, said) => {
                let decided = match sight.listens {
                    true => sight.decided_by_packages(),
                    false => Vec::new(),
                };
                self.act(&sight, said, &decided)
            }
            (_, Some(said)) => (Some(said.answer.clone()), self.explained(&sight, &said)),
            // Before the game there is nothing to calculate.
            (_, None) if begins => (Some(self.plainly(table, request)), None),
            (_, None) => self.calculate(&sight),
        };
        drop(sight);
        self.explained = explained;
        answer
    }

    fn explained(&self, sight: &Sight<'_>, said: &asking::Said) -> Option<Explained> {
        self.explaining.then(|| {
            let worth = said.benefit.unwrap_or(0.0);
            self.because(sight, "package", [(&said.answer, worth)].into_iter())
        })
    }

    fn because<'a>(
        &self,
        sight: &Sight<'_>,
        layer: &'static str,
        candidates: impl Iterator<Item = (&'a Answer, f64)>,
    ) -> Explained {
        let state = sight.worlds[0].state.borrow();
        let there = Copies::renaming(&sight.worlds[0].names);
        let text = |answer| panel::answer_text(&state, &there.answer(answer));
        let ask = &sight.request.ask;
        Explained {
            who: sight.request.who,
            kind: ask.kind(),
            detail: ask.detail().to_owned(),
            layer,
            candidates: candidates.map(|(answer, worth)| (text(answer), worth)).collect(),
        }
    }
}

/// Whether who is asked for a card has none and no skill that makes one: then there is nothing to
/// think about.
fn has_nothing(cx: &Cx<'_>, request: &Request) -> bool {
    let for_card =
        matches!(request.ask, Ask::Card { .. } | Ask::Nullify { .. } | Ask::Peach { .. });
    let prices = Prices::default();
    for_card && derivations(cx, request.who, &request.ask, &prices).next().is_none()
}
