//! Moves of cards.

use super::{About, Cx, Flow, Frame, Routine, forks};
use crate::basics::{CardId, Place, PlayerId, Slot};
use crate::card::Card;
use crate::event::{Data, Event, Move, live};
use crate::notation;
use crate::scripts::{Call, Value};
use crate::state::{Location, LogLine, Target};

/// Moves several cards. The former and the new owner get events for each card, and again when all
/// cards have moved.
#[derive(Debug, Clone)]
pub struct MoveCards {
    left: Vec<CardId>,
    card: Option<Card>,
    to: Target,
    /// Events to raise before the next card moves.
    pending: Vec<(Event, PlayerId, Move)>,
    /// Script calls for equipment put on or taken off, which precede the events.
    wear_calls: Vec<Call>,
    losers: Vec<PlayerId>,
    gained: bool,
    ending: bool,
}

impl MoveCards {
    /// Moves the cards in this order.
    pub fn new(mut ids: Vec<CardId>, to: Target) -> MoveCards {
        ids.reverse();
        MoveCards {
            left: ids,
            card: None,
            to,
            pending: Vec::new(),
            wear_calls: Vec::new(),
            losers: Vec::new(),
            gained: false,
            ending: false,
        }
    }

    /// Makes the moved cards, as delayed tricks, count as `card`.
    pub fn counting_as(mut self, card: &Card) -> MoveCards {
        self.card = Some(card.clone());
        self
    }

    /// The card worn in the slot that the card needs, which has to be removed first.
    fn replaced(&self, cx: &Cx<'_>, id: CardId) -> Option<CardId> {
        let Target::Equip(owner) = self.to else { return None };
        let state = cx.s();
        let slot = state.slot_of(id).unwrap_or(Slot::Weapon);
        state.player(owner).equip(slot).filter(|&worn| worn != id)
    }

    /// Moves one card and queues its events.
    fn move_one(&mut self, cx: &Cx<'_>, id: CardId) {
        let mut state = cx.m();
        let was = state.put(id, &self.to, self.card.as_ref());
        let now = state.location(id);
        if was == now && now.place != Place::Special {
            return;
        }
        let told = Move {
            card: id,
            from_place: was.place,
            to_place: now.place,
            from: was.owner,
            to: now.owner,
        };
        let whose = was.owner.or(now.owner).unwrap_or(state.current);
        state.see(Event::CardLost, whose, || Data::Move(told.clone()));
        let (takes_off, puts_on) =
            state.kind(&Card::Real(id), |kind| (kind.has_uninstall, kind.has_install));
        if let Location { place: Place::Equip, owner: Some(player) } = now
            && puts_on
        {
            self.wear_calls.push(Call::Wear { card: id, player, on: true });
        }
        if let Location { place: Place::Equip, owner: Some(player) } = was
            && takes_off
        {
            self.wear_calls.push(Call::Wear { card: id, player, on: false });
        }
        if let Some(owner) = now.owner {
            self.gained = true;
            self.pending.push((Event::CardGot, owner, told.clone()));
        }
        if let Some(owner) = was.owner {
            if !self.losers.contains(&owner) {
                self.losers.push(owner);
            }
            self.pending.push((Event::CardLost, owner, told));
        }
    }

    /// Queues the events that follow the last move.
    fn end(&mut self) {
        self.ending = true;
        let nothing = Move {
            card: CardId(0),
            from_place: Place::Table,
            to_place: self.to.place(),
            from: None,
            to: None,
        };
        if let Some(owner) = self.to.owner().filter(|_| self.gained) {
            self.pending.push((Event::CardGotDone, owner, nothing.clone()));
        }
        for owner in self.losers.drain(..).rev() {
            self.pending.push((Event::CardLostDone, owner, nothing.clone()));
        }
    }
}

impl Frame for MoveCards {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        loop {
            if let Some(call) = self.wear_calls.pop() {
                return Flow::push(Routine::new(call, About::new("equipment")));
            }
            if let Some((event, player, told)) = self.pending.pop() {
                if !cx.heard(event) {
                    continue;
                }
                let data = if self.ending { Data::None } else { Data::Move(told) };
                return Flow::raise(cx, event, player, &live(data));
            }
            match self.left.last().copied() {
                Some(id) => {
                    if let Some(worn) = self.replaced(cx, id) {
                        return Flow::push(MoveCards::new(vec![worn], Target::Discard));
                    }
                    self.left.pop();
                    self.move_one(cx, id);
                }
                None if self.ending => return Flow::end(),
                None => self.end(),
            }
        }
    }

    fn about(&self) -> About {
        let about = About::new("move_cards");
        match self.to.owner() {
            Some(owner) => about.player(owner),
            None => about,
        }
    }
}

/// Makes a player draw cards.
#[derive(Debug, Clone)]
pub struct DrawCards {
    player: PlayerId,
    count: usize,
    drawn: bool,
}

impl DrawCards {
    /// A player draws.
    pub fn new(player: PlayerId, count: usize) -> DrawCards {
        DrawCards { player, count, drawn: false }
    }
}

impl Frame for DrawCards {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        if self.drawn || self.count == 0 || !cx.alive(self.player) {
            return Flow::end();
        }
        self.drawn = true;
        let mut state = cx.m();
        let mut drawn = 0;
        for _ in 0..self.count {
            let Some(id) = state.draw_one() else { break };
            state.put(id, &Target::Hand(self.player), None);
            drawn += 1;
        }
        state.log.push(LogLine::new("#DrawCards").from(self.player).arg(drawn));
        state.see(Event::CardDrawnDone, self.player, || Data::Int(drawn));
        drop(state);
        if !cx.heard(Event::CardDrawnDone) {
            return Flow::end();
        }
        Flow::raise(cx, Event::CardDrawnDone, self.player, &live(Data::Int(drawn)))
    }

    fn about(&self) -> About {
        About::new("draw_cards").player(self.player)
    }
}

/// Makes a player discard cards.
#[derive(Debug, Clone)]
pub struct DiscardCards {
    player: PlayerId,
    ids: Vec<CardId>,
    at: u8,
}

impl DiscardCards {
    /// A player discards these.
    pub fn new(player: PlayerId, ids: Vec<CardId>) -> DiscardCards {
        DiscardCards { player, ids, at: 0 }
    }
}

impl Frame for DiscardCards {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        self.at += 1;
        match self.at {
            _ if self.ids.is_empty() => Flow::end(),
            1 => {
                let mut state = cx.m();
                let text = notation::ids(&state, &self.ids);
                state.log.push(LogLine::new("#Discard").from(self.player).card(text));
                Flow::push(MoveCards::new(self.ids.clone(), Target::Discard))
            }
            2 if cx.heard(Event::CardDiscarded) => {
                let card = notation::dummy(&cx.s(), self.ids.clone());
                let data = live(Data::Card(card));
                Flow::raise(cx, Event::CardDiscarded, self.player, &data)
            }
            _ => Flow::end(),
        }
    }

    fn about(&self) -> About {
        About::new("discard").player(self.player)
    }
}

/// Moves a card from the open panel to a player or to the discard pile.
#[derive(Debug, Clone)]
pub struct TakeGrace {
    player: Option<PlayerId>,
    id: CardId,
}

impl TakeGrace {
    /// A card of the panel and who takes it.
    pub fn new(player: Option<PlayerId>, id: CardId) -> TakeGrace {
        TakeGrace { player, id }
    }
}

impl Frame for TakeGrace {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let text = notation::ids(&cx.s(), &[self.id]);
        let to = match self.player {
            Some(player) => {
                cx.m().log.push(LogLine::new("#TakeCard").from(player).card(text));
                Target::Hand(player)
            }
            None => Target::Discard,
        };
        Flow::Become(Box::new(MoveCards::new(vec![self.id], to)))
    }

    fn about(&self) -> About {
        About::new("take_card")
    }
}
