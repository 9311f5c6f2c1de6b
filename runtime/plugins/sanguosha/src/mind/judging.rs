//! Whom a seat takes for what, and the worlds that may be behind what it sees.

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_kit::Rng;
use fangqi_sanguosha::mind::hands::Known;
use fangqi_sanguosha::mind::roles::Roles;
use fangqi_sanguosha::mind::stance::{Care, Stance};
use fangqi_sanguosha::mind::world::{World, world};
use fangqi_sanguosha::{Data, Event, Place, PlayerId, Request, Role, Seen, State, live};

use super::{Mind, asking};

/// Role assignments over which a stance is the mean.
const STANCES: usize = 12;
/// How much loyalty makes a role e times as likely.
const LOYALTY_SCALE: f64 = 50.0;
/// What the recorder takes account of.
const RECORDED: [Event; 3] = [Event::ChoiceMade, Event::CardUsed, Event::Damaged];
/// What has it forget who is whose friend: see `UPDATES` in `roles.luau`.
const FORGETTING: [Event; 4] =
    [Event::CardEffect, Event::Death, Event::PhaseChange, Event::GameStart];
/// What chance is wanted for, beside worlds by their numbers.
const ROLES: u64 = 2 << 32;

impl Mind {
    /// The recorder sees what everybody has seen, in a world in which nothing else is known.
    pub(super) fn record(&mut self, state: &State, seen: &[Seen]) {
        let recorded = |seen| Some((recorded(seen)?, seen));
        let mut told: Vec<(Event, &Seen)> = seen.iter().filter_map(recorded).collect();
        if told.is_empty() {
            return;
        }
        if let Some(heard) = asking::heard(&self.vm) {
            let is_heard = |event: &Event| heard.contains(&event.number());
            leave_out(&mut told, &is_heard);
            let tells = |event| RECORDED.contains(event) || is_heard(event);
            if !told.iter().any(|(event, _)| tells(event)) {
                // It learns nothing of it, so it need not look. There may be nothing left of it.
                *self.forgets.get_mut() |= !told.is_empty();
                return;
            }
        }
        let roles = Roles::new(state, None, &|_, _| 1.0);
        let mut public = world(state, None, &Known::default(), &roles, 0).state;
        public.catalogue = Rc::clone(self.vm.catalogue());
        self.vm.attach(&Rc::new(RefCell::new(public)));
        self.forget();
        for (event, seen) in told {
            asking::observe(&self.vm, event.number(), seen.player, &live(seen.data.clone()));
        }
        if let Some((loyalty, suspicion, deeds)) = self.vm.judged() {
            (self.loyalty, self.suspicion) = (loyalty, suspicion);
            let player = |counted: f64| {
                let at = (counted as usize).checked_sub(1)?;
                (at < state.players.len()).then_some(PlayerId(at as u8))
            };
            for deed in deeds.chunks_exact(3) {
                if let (Some(who), Some(to)) = (player(deed[0]), player(deed[1])) {
                    self.reading.does(state, who, to, deed[2]);
                }
            }
        }
    }

    /// Has the recorder forget who is whose friend, if it is time to.
    pub(super) fn forget(&self) {
        if self.forgets.take() {
            asking::forget(&self.vm);
        }
    }

    /// A world for a seat, one of many by its number.
    pub(super) fn world(
        &self,
        state: &State,
        request: &Request,
        known: &Known,
        roles: &Roles,
        number: u64,
    ) -> World {
        let who = request.who;
        let mut world = world(state, Some(who), known, roles, self.seed_of(who, number));
        world.state.catalogue = Rc::clone(self.vm.catalogue());
        world
    }

    /// What roles a seat takes everybody for: by all deeds together, or by everybody's loyalty.
    pub(super) fn roles(&self, state: &State, who: PlayerId, by_deeds: bool) -> Roles {
        Roles::new(state, Some(who), &|id, role| match by_deeds {
            true => self.reading.likely(id, role),
            false => self.likely(id, role),
        })
    }

    /// How likely those whose roles a seat does not know have each role that is left as it sees it,
    /// by the index of players: by all deeds together, or by everybody's loyalty.
    pub fn guesses(
        &mut self,
        state: &State,
        who: PlayerId,
        by_deeds: bool,
    ) -> Vec<(usize, Vec<(Role, f64)>)> {
        self.reading.read(state);
        self.roles(state, who, by_deeds).chances()
    }

    /// How likely somebody has a role, by what everybody has seen.
    fn likely(&self, id: PlayerId, role: Role) -> f64 {
        let loyalty = self.loyalty.get(id.index()).copied().unwrap_or(0.0) / LOYALTY_SCALE;
        let suspicion = self.suspicion.get(id.index()).copied().unwrap_or(0.0);
        match role {
            Role::Rebel => (-loyalty).exp(),
            Role::Renegade => 1.0 + suspicion,
            _ => loyalty.exp(),
        }
    }

    /// How much a seat cares for everybody, as far as it can tell.
    pub(super) fn stance(&self, world: &State, who: PlayerId, roles: &Roles, care: Care) -> Stance {
        let mut rng = Rng::new(self.seed_of(who, ROLES));
        let mut there: Vec<Role> = world.players.iter().map(|player| player.role).collect();
        let draws = if roles.hidden() > 1 { STANCES } else { 1 };
        let stances: Vec<Stance> = (0..draws)
            .map(|_| {
                for (at, role) in roles.draw(&mut rng) {
                    there[at] = role;
                }
                Stance::by(world, who, care, &|at| there[at])
            })
            .collect();
        Stance::mean(who, &stances)
    }
}

/// Leaves out what comes to nothing: all but what the recorder takes account of, what AI files want
/// to hear of, and of others in a row the last that has the recorder forget.
fn leave_out(told: &mut Vec<(Event, &Seen)>, is_heard: &dyn Fn(&Event) -> bool) {
    let mut forgets = false;
    let mut left: Vec<_> = std::mem::take(told)
        .into_iter()
        .rev()
        .filter(|(event, _)| {
            let recorded = RECORDED.contains(event) || is_heard(event);
            let kept = recorded || FORGETTING.contains(event) && !forgets;
            forgets = !recorded && (forgets || kept);
            kept
        })
        .collect();
    left.reverse();
    *told = left;
}

/// As which event the recorder sees something; nothing if it does not.
fn recorded(seen: &Seen) -> Option<Event> {
    Some(match (seen.event, &seen.data) {
        // What using a card comes to is known at its end.
        (Event::CardFinished, _) => Event::CardUsed,
        (Event::DamageDone, _) => Event::Damaged,
        // Which cards go from hand to hand, not everybody has seen.
        (_, Data::Move(told)) if !is_open(told.from_place) && !is_open(told.to_place) => {
            return None;
        }
        (Event::CardDrawnDone, _) => return None,
        (event, _) => event,
    })
}

/// Whether everybody sees which cards lie there.
fn is_open(place: Place) -> bool {
    matches!(place, Place::Equip | Place::Judging | Place::Discard)
}
