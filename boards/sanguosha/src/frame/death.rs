//! Dying, rescue and death.

use super::damage::damage_of;
use super::{About, Cx, DrawCards, Flow, Frame, MoveCards, UseCard, forks};
use crate::basics::{Nature, PlayerId, Role};
use crate::event::{Data, Dying, Event, Live, live};
use crate::reach;
use crate::request::Ask;
use crate::scripts::Value;
use crate::state::{LogLine, Target};

/// Number of cards drawn for killing a rebel.
const REBEL_REWARD: usize = 3;

/// The dying state: a player at 0 hp or less dies unless rescued.
#[derive(Debug, Clone)]
pub struct EnterDying {
    who: PlayerId,
    data: Live,
    raised: bool,
}

impl EnterDying {
    /// Starts it, with the damage that caused it, if any.
    pub fn new(who: PlayerId, damage: Option<Live>) -> EnterDying {
        EnterDying { who, data: live(Data::Dying(Dying { who, damage })), raised: false }
    }
}

impl Frame for EnterDying {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if self.raised || !cx.alive(self.who) {
            return Flow::end();
        }
        self.raised = true;
        let hp = cx.s().player(self.who).hp;
        cx.m().log.push(LogLine::new("#Dying").from(self.who).arg(1 - hp));
        Flow::raise(cx, Event::Dying, self.who, &self.data)
    }

    fn about(&self) -> About {
        About::new("dying").player(self.who)
    }
}

fn dying_of(data: &Live) -> Option<PlayerId> {
    match &*data.borrow() {
        Data::Dying(dying) => Some(dying.who),
        _ => None,
    }
}

/// The rules' handler of [`Event::Dying`]: every player may rescue, then the outcome is decided.
#[derive(Debug, Clone)]
pub(super) struct Rescue {
    data: Live,
    left: Option<Vec<PlayerId>>,
    decided: bool,
}

impl Rescue {
    pub(super) fn new(data: Live) -> Rescue {
        Rescue { data, left: None, decided: false }
    }
}

impl Frame for Rescue {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(who) = dying_of(&self.data).filter(|_| !self.decided) else {
            return Flow::done(false);
        };
        let left = self.left.get_or_insert_with(|| {
            let mut order = cx.s().in_action_order();
            order.reverse();
            order
        });
        let state = cx.s();
        let dying = state.player(who);
        if dying.hp <= 0 && dying.alive {
            while let Some(id) = left.pop() {
                if state.player(id).alive {
                    drop(state);
                    return Flow::raise(cx, Event::AskForPeaches, id, &self.data);
                }
            }
        }
        drop(state);
        self.decided = true;
        Flow::raise(cx, Event::AskForPeachesDone, who, &self.data)
    }

    fn about(&self) -> About {
        About::new("rescue")
    }
}

/// The rules' handler of [`Event::AskForPeaches`]: one player may rescue, repeatedly if necessary.
#[derive(Debug, Clone)]
pub(super) struct Rescuer {
    player: PlayerId,
    data: Live,
}

impl Rescuer {
    pub(super) fn new(player: PlayerId, data: Live) -> Rescuer {
        Rescuer { player, data }
    }
}

impl Frame for Rescuer {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(who) = dying_of(&self.data) else { return Flow::done(false) };
        match input {
            Value::Use(used) => return Flow::push(UseCard::new(used, false)),
            Value::Bool(false) => return Flow::done(false),
            _ => {}
        }
        let hp = cx.s().player(who).hp;
        if hp > 0 || !cx.alive(who) || !reach::may_rescue(cx, self.player, who) {
            return Flow::done(false);
        }
        Flow::Ask(self.player, Ask::Peach { dying: who, need: 1 - hp })
    }

    fn about(&self) -> About {
        About::new("rescue").player(self.player)
    }
}

/// The death of a player.
#[derive(Debug, Clone)]
pub struct Kill {
    victim: PlayerId,
    data: Live,
    at: u8,
}

impl Kill {
    /// Kills a player, with the damage that caused it, if any.
    pub fn new(victim: PlayerId, damage: Option<Live>) -> Kill {
        Kill { victim, data: damage.unwrap_or_else(|| live(Data::None)), at: 0 }
    }
}

impl Frame for Kill {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        if self.at == 1 && cx.alive(self.victim) && cx.heard(Event::PreDeath) {
            return Flow::raise(cx, Event::PreDeath, self.victim, &self.data);
        }
        match self.at {
            1 | 2 => {
                if !cx.alive(self.victim) || self.at == 2 && input.is_true() {
                    return Flow::end();
                }
                self.at = 2;
                let killer = damage_of(&self.data).and_then(|damage| damage.from);
                let mut state = cx.m();
                let player = state.player_mut(self.victim);
                player.alive = false;
                player.role_shown = true;
                let role = player.role.text();
                state.number_seats();
                let key = if killer.is_some() { "#Killed" } else { "#Died" };
                let mut line = LogLine::new(key).to(&[self.victim]).arg(role);
                line.from = killer;
                state.log.push(line);
                drop(state);
                Flow::raise(cx, Event::GameOverJudge, self.victim, &self.data)
            }
            // A skill may have revived the player by now.
            3 if !cx.alive(self.victim) => Flow::raise(cx, Event::Death, self.victim, &self.data),
            _ => Flow::end(),
        }
    }

    fn about(&self) -> About {
        About::new("death").player(self.victim)
    }
}

/// The rules' handler of [`Event::Death`]: removes the dead player's cards and rewards the killer.
#[derive(Debug, Clone)]
pub(super) struct Bury {
    victim: PlayerId,
    data: Live,
    at: u8,
}

impl Bury {
    pub(super) fn new(victim: PlayerId, data: Live) -> Bury {
        Bury { victim, data, at: 0 }
    }
}

impl Frame for Bury {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        self.at += 1;
        let damage = damage_of(&self.data);
        if self.at == 1 {
            // A victim of fire or thunder stays chained until the chain has passed the damage on.
            let chain_passes_on = damage.is_some_and(|damage| damage.nature != Nature::Normal);
            let chained = chain_passes_on && cx.s().player(self.victim).chained;
            let burial = bury(cx, self.victim);
            cx.m().player_mut(self.victim).chained = chained;
            return Flow::Push(burial);
        }
        if self.at > 2 {
            return Flow::done(false);
        }
        let killer = damage.and_then(|damage| damage.from);
        let state = cx.s();
        let Some(killer) = killer.filter(|&id| state.player(id).alive) else {
            return Flow::done(false);
        };
        match (state.player(self.victim).role, state.player(killer).role) {
            (Role::Rebel, _) => Flow::push(DrawCards::new(killer, REBEL_REWARD)),
            // A lord who kills a loyalist loses all hand cards and equipment.
            (Role::Loyalist, Role::Lord) => {
                let cards = state.cards_in(killer, "he");
                Flow::push(MoveCards::new(cards, Target::Discard))
            }
            _ => Flow::done(false),
        }
    }

    fn about(&self) -> About {
        About::new("burial").player(self.victim)
    }
}

/// Removes everything a player has: cards, piles, marks and flags.
pub(crate) fn bury(cx: &Cx<'_>, id: PlayerId) -> Box<dyn Frame> {
    let mut state = cx.m();
    let mut cards = state.cards_in(id, "hej");
    for pile in &state.player(id).piles {
        cards.extend(&pile.cards);
    }
    let player = state.player_mut(id);
    player.marks.clear();
    player.flags.clear();
    player.chained = false;
    player.face_up = true;
    Box::new(MoveCards::new(cards, Target::Discard))
}
