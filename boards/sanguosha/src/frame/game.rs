//! The frame of a whole game, and the change of a general during it.

use std::rc::Rc;

use super::{About, Cx, Flow, Frame, Trigger, forks};
use crate::basics::{Name, PlayerId, Role};
use crate::catalogue::General;
use crate::event::{Data, Event, live};
use crate::request::Ask;
use crate::scripts::Value;
use crate::state::{LogLine, Setup};

/// In games with more players, the lord has one more hp.
const LORD_BONUS_ABOVE: usize = 4;

/// The bottom frame: players choose generals, then turns follow one another.
#[derive(Debug, Clone)]
pub struct Game {
    setup: Setup,
    /// Players who have yet to choose a general, the next one last.
    choosing: Vec<PlayerId>,
    offered: Vec<Name>,
    /// Players for whom `GameStart` has yet to be raised, the next one last.
    beginning: Vec<PlayerId>,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begin,
    Choosing(PlayerId),
    Starting,
    Turns,
}

impl Game {
    /// A game with this setup.
    pub fn new(setup: Setup) -> Game {
        Game {
            setup,
            choosing: Vec::new(),
            offered: Vec::new(),
            beginning: Vec::new(),
            stage: Stage::Begin,
        }
    }

    /// Asks the next player for a general, the lord first. Those of the setup are assigned.
    fn choose(&mut self, cx: &Cx<'_>) -> Flow {
        while let Some(id) = self.choosing.pop() {
            if let Some(general) = self.setup.seats[id.index()].general.clone() {
                appoint(cx, id, &general);
                continue;
            }
            let options = self.offer(cx, id);
            self.stage = Stage::Choosing(id);
            if let [only] = &options[..] {
                appoint(cx, id, only);
                continue;
            }
            self.offered = options.clone();
            return Flow::Ask(id, Ask::General { options });
        }
        self.stage = Stage::Starting;
        self.start(cx)
    }

    /// The generals offered to a player: forced ones first, then, for the lord, lord generals, then
    /// random ones.
    fn offer(&mut self, cx: &Cx<'_>, id: PlayerId) -> Vec<Name> {
        let mut state = cx.m();
        let taken: Vec<Name> = state.players.iter().map(|player| player.general.clone()).collect();
        let decided: Vec<Name> =
            self.setup.seats.iter().filter_map(|seated| seated.general.clone()).collect();
        let all = state.catalogue.generals();
        let free = |general: &Rc<General>| {
            !general.hidden
                && !self.setup.banned.contains(&general.package)
                && !taken.contains(&general.name)
                && !decided.contains(&general.name)
        };
        let mut free: Vec<Rc<General>> = all.into_iter().filter(free).collect();
        state.shuffle(&mut free);
        let lord = state.player(id).role == Role::Lord;
        let rank = |general: &Rc<General>| {
            let forced = self.setup.forced.contains(&general.name);
            (!forced, !(lord && general.lord))
        };
        free.sort_by_key(rank);
        let count = self.setup.choices.max(1) + if lord { 2 } else { 0 };
        free.into_iter().take(count).map(|general| general.name.clone()).collect()
    }

    /// Raises `GameStart` for the next player; after the last one, begins the first turn.
    fn start(&mut self, cx: &Cx<'_>) -> Flow {
        if let Some(id) = self.beginning.pop() {
            return Flow::raise(cx, Event::GameStart, id, &live(Data::None));
        }
        self.stage = Stage::Turns;
        let current = cx.s().current;
        Flow::raise(cx, Event::TurnStart, current, &live(Data::None))
    }
}

/// Assigns a general to a player at the beginning.
fn appoint(cx: &Cx<'_>, id: PlayerId, name: &str) {
    let mut state = cx.m();
    let Some(general) = state.catalogue.general(name) else { return };
    state.become_general(id, &general);
    let bonus = state.players.len() > LORD_BONUS_ABOVE && state.player(id).role == Role::Lord;
    let player = state.player_mut(id);
    player.max_hp = general.max_hp + i32::from(bonus);
    player.hp = player.max_hp;
    state.log.push(LogLine::new("#ChooseGeneral").from(id).arg(name));
}

impl Frame for Game {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        match self.stage {
            Stage::Begin => {
                let mut order = cx.s().ring.clone();
                order.reverse();
                self.choosing = order.clone();
                self.beginning = order;
                self.choose(cx)
            }
            Stage::Choosing(id) => {
                let chosen = match &input {
                    Value::Text(name) => Some(name.clone()),
                    _ => self.offered.first().cloned(),
                };
                if let Some(name) = chosen {
                    appoint(cx, id, &name);
                }
                self.choose(cx)
            }
            Stage::Starting => self.start(cx),
            Stage::Turns => {
                let mut state = cx.m();
                let next = state.next_alive(state.current);
                state.current = next;
                drop(state);
                Flow::raise(cx, Event::TurnStart, next, &live(Data::None))
            }
        }
    }

    fn about(&self) -> About {
        About::new("game")
    }
}

/// Replaces a player's general.
#[derive(Debug, Clone)]
pub struct Transfigure {
    player: PlayerId,
    general: Name,
    full_state: bool,
    starts: Option<Vec<Trigger>>,
    invoke_start: bool,
}

impl Transfigure {
    /// Replaces the general of `player`. With `full_state` it gets full hp; with `invoke_start` its
    /// new skills receive `GameStart`.
    pub fn new(
        player: PlayerId,
        general: &str,
        full_state: bool,
        invoke_start: bool,
    ) -> Transfigure {
        Transfigure { player, general: general.into(), full_state, starts: None, invoke_start }
    }
}

impl Frame for Transfigure {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if self.starts.is_none() {
            let mut state = cx.m();
            let Some(general) = state.catalogue.general(&self.general) else { return Flow::end() };
            let before = state.player(self.player).innate.clone();
            state.become_general(self.player, &general);
            let line = LogLine::new("#Transfigure").from(self.player).arg(&self.general);
            state.log.push(line);
            let player = state.player_mut(self.player);
            player.max_hp = general.max_hp;
            player.hp = if self.full_state { player.max_hp } else { player.hp.min(player.max_hp) };
            let new = player.innate.iter().filter(|skill| !before.contains(skill));
            let new: Vec<_> = new.copied().collect();
            drop(state);
            let starts = new
                .into_iter()
                .filter_map(|skill| Trigger::alone(cx, skill, Event::GameStart, self.player));
            self.starts = Some(if self.invoke_start { starts.collect() } else { Vec::new() });
        }
        match self.starts.as_mut().and_then(Vec::pop) {
            Some(start) => Flow::push(start),
            None => Flow::end(),
        }
    }

    fn about(&self) -> About {
        About::new("transfigure").player(self.player)
    }
}
