//! Turns and their phases.

use super::{About, AskDiscard, Cx, EffectOn, Flow, Frame, MoveCards, Routine, UseCard, forks};
use crate::basics::{Phase, PlayerId};
use crate::event::{CardEffect, Data, Event, live};
use crate::reach;
use crate::request::Ask;
use crate::scripts::{Call, Value};
use crate::state::{Delayed, LogLine, Target};

/// Number of cards drawn in the draw phase.
const DRAW: i64 = 2;

/// The phases of a turn.
#[derive(Debug, Clone)]
pub struct Play {
    player: PlayerId,
    first: Phase,
    begun: bool,
    /// Whether `PhaseEnd` of the current phase has been raised.
    left: bool,
}

impl Play {
    /// All phases of a player's turn.
    pub fn new(player: PlayerId) -> Play {
        Play::from(player, Phase::Start)
    }

    /// The phases of a player's turn from `first` on.
    pub fn from(player: PlayerId, first: Phase) -> Play {
        Play { player, first, begun: false, left: true }
    }
}

impl Frame for Play {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let mut state = cx.m();
        if !self.begun {
            self.begun = true;
            state.turns += 1;
            let line = LogLine::new("#TurnBegins").from(self.player);
            state.log.push(line);
            // The remaining phases, the next one last.
            let rest = Phase::ALL[self.first as usize..].iter().rev().copied();
            state.player_mut(self.player).phases = rest.collect();
        }
        let player = state.player_mut(self.player);
        let ended = player.phase == Phase::NotActive && player.phases.is_empty();
        if !player.alive {
            player.phases.clear();
            player.phase = Phase::NotActive;
            player.flags.clear();
            player.history.clear();
            return Flow::end();
        }
        if ended {
            return Flow::end();
        }
        if !self.left && player.phase != Phase::NotActive {
            drop(state);
            self.left = true;
            if cx.heard(Event::PhaseEnd) {
                return Flow::raise(cx, Event::PhaseEnd, self.player, &live(Data::None));
            }
            state = cx.m();
        }
        let player = state.player_mut(self.player);
        let Some(phase) = player.phases.pop() else {
            player.phase = Phase::NotActive;
            return Flow::end();
        };
        self.left = false;
        player.phase = phase;
        if phase == Phase::Play {
            player.history.clear();
        }
        drop(state);
        Flow::raise(cx, Event::PhaseChange, self.player, &live(Data::None))
    }

    fn about(&self) -> About {
        About::new("turn").player(self.player)
    }
}

/// The rules' handler of [`Event::PhaseChange`]: the usual action of a phase.
#[derive(Debug, Clone)]
pub(super) struct PhaseAction {
    player: PlayerId,
    at: u8,
    judged: Option<Delayed>,
    /// Delayed tricks with later serials were placed during the phase and wait for the next turn.
    newest: u32,
}

impl PhaseAction {
    pub(super) fn new(player: PlayerId) -> PhaseAction {
        PhaseAction { player, at: 0, judged: None, newest: 0 }
    }

    /// Judges the next delayed trick, the last placed first.
    fn judge(&mut self, cx: &Cx<'_>, input: &Value) -> Flow {
        if self.at == 1 {
            self.newest = cx.s().placed;
        }
        if let Some(done) = self.judged.take()
            && let Some(flow) = self.clear(cx, &done, input.is_true())
        {
            return flow;
        }
        let state = cx.s();
        let player = state.player(self.player);
        // Skills may put other cards into the area, which are not judged.
        let is_delayed = |delayed: &Delayed| state.kind(&delayed.card, |kind| kind.delayed);
        let due = |delayed: &&Delayed| {
            player.alive && delayed.serial <= self.newest && is_delayed(delayed)
        };
        let Some(trick) = player.judging.iter().rev().find(due).cloned() else {
            return Flow::done(false);
        };
        drop(state);
        self.judged = Some(trick.clone());
        Flow::push(EffectOn::new(CardEffect {
            card: trick.card,
            from: None,
            to: self.player,
            multiple: false,
        }))
    }

    /// Discards a trick that took effect; a nullified one may move on to another player.
    fn clear(&self, cx: &Cx<'_>, trick: &Delayed, worked: bool) -> Option<Flow> {
        if !is_still_there(cx, self.player, trick) {
            return None;
        }
        if worked {
            return Some(Flow::push(MoveCards::new(vec![trick.id], Target::Discard)));
        }
        let call = Call::Nullified { card: trick.card.clone(), target: self.player };
        Some(Flow::push(Cancelled { call: Some(call), player: self.player, trick: trick.clone() }))
    }

    fn discard(&mut self, cx: &Cx<'_>) -> Flow {
        if self.at > 1 {
            return Flow::done(false);
        }
        let keep = reach::max_cards(cx, self.player);
        let over = cx.s().player(self.player).hand.len() as i32 - keep;
        if over <= 0 {
            return Flow::done(false);
        }
        Flow::push(AskDiscard::new(self.player, "gamerule", over as usize, false, false))
    }
}

impl Frame for PhaseAction {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at = self.at.saturating_add(1);
        let phase = cx.s().player(self.player).phase;
        match phase {
            Phase::Judge => self.judge(cx, &input),
            Phase::Draw if self.at == 1 => {
                Flow::raise(cx, Event::DrawNCards, self.player, &live(Data::Int(DRAW)))
            }
            Phase::Play => match input {
                Value::Use(used) => Flow::push(UseCard::new(used, true)),
                Value::Bool(false) if self.at > 1 => Flow::done(false),
                _ if cx.alive(self.player) => Flow::Ask(self.player, Ask::Activate),
                _ => Flow::done(false),
            },
            Phase::Discard => self.discard(cx),
            Phase::NotActive => {
                let mut state = cx.m();
                let player = state.player_mut(self.player);
                player.flags.clear();
                player.history.clear();
                Flow::done(false)
            }
            _ => Flow::done(false),
        }
    }

    fn about(&self) -> About {
        About::new("phase").player(self.player)
    }
}

/// Whether the trick is still in the area, and has not left and returned.
fn is_still_there(cx: &Cx<'_>, player: PlayerId, trick: &Delayed) -> bool {
    cx.s().player(player).judging.iter().any(|other| other.serial == trick.serial)
}

/// A nullified delayed trick: its script may move it on, otherwise it is discarded.
#[derive(Debug, Clone)]
struct Cancelled {
    call: Option<Call>,
    player: PlayerId,
    trick: Delayed,
}

impl Frame for Cancelled {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if let Some(call) = self.call.take() {
            return Flow::push(Routine::new(call, self.about()));
        }
        if !is_still_there(cx, self.player, &self.trick) {
            return Flow::end();
        }
        Flow::Become(Box::new(MoveCards::new(vec![self.trick.id], Target::Discard)))
    }

    fn about(&self) -> About {
        About::new("cancelled_trick").player(self.player).card(&self.trick.card)
    }
}

/// A whole extra turn.
#[derive(Debug, Clone)]
pub struct ExtraTurn {
    player: PlayerId,
    before: Option<PlayerId>,
}

impl ExtraTurn {
    /// Gives a player an extra turn now.
    pub fn new(player: PlayerId) -> ExtraTurn {
        ExtraTurn { player, before: None }
    }
}

impl Frame for ExtraTurn {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if let Some(before) = self.before {
            cx.m().current = before;
            return Flow::end();
        }
        if !cx.alive(self.player) {
            return Flow::end();
        }
        let mut state = cx.m();
        self.before = Some(std::mem::replace(&mut state.current, self.player));
        state.log.push(LogLine::new("#ExtraTurn").from(self.player));
        drop(state);
        Flow::raise(cx, Event::TurnStart, self.player, &live(Data::None))
    }

    fn about(&self) -> About {
        About::new("extra_turn").player(self.player)
    }
}

/// Turns a player's general over.
#[derive(Debug, Clone)]
pub struct TurnOver {
    player: PlayerId,
    flipped: bool,
}

impl TurnOver {
    /// A player is turned over, or back.
    pub fn new(player: PlayerId) -> TurnOver {
        TurnOver { player, flipped: false }
    }
}

impl Frame for TurnOver {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if self.flipped {
            return Flow::done(false);
        }
        self.flipped = true;
        let mut state = cx.m();
        let player = state.player_mut(self.player);
        player.face_up = !player.face_up;
        let key = if player.face_up { "#TurnedBack" } else { "#TurnedOver" };
        state.log.push(LogLine::new(key).from(self.player));
        drop(state);
        Flow::raise(cx, Event::TurnedOver, self.player, &live(Data::None))
    }

    fn about(&self) -> About {
        About::new("turn_over").player(self.player)
    }
}
