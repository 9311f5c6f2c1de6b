//! What must hold in every game, whatever packages do.

use fangqi_sanguosha::{CardId, Hint, Place, PlayerId, Role, State, Status, View};

use super::Table;

/// A game that does not end, or in which something is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// It goes on for ever.
    #[error("the game does not end; it is at: {0}")]
    Endless(String),
    /// A card is in no place, in two, or elsewhere than it says.
    #[error("card {0} is lost or doubled")]
    Cards(u16),
    /// Somebody has more hp than possible.
    #[error("player {0} has more hp than it may have")]
    Hp(u8),
    /// What somebody is shown depends on what it cannot know.
    #[error("the view of {} tells what is hidden from it", viewer_name(*.0))]
    Secret(Option<PlayerId>),
}

fn viewer_name(viewer: Option<PlayerId>) -> String {
    viewer.map_or_else(|| "a spectator".to_owned(), |id| format!("sgs{}", id.0 + 1))
}

/// Looks at a game after every step.
#[derive(Debug, Default)]
pub(super) struct Watch {
    steps: usize,
    broken: Option<Broken>,
}

impl Watch {
    /// Goes on until a player is asked or the game is over.
    pub(super) fn run(&mut self, table: &mut Table) -> Result<Status, Broken> {
        let status = table.run_watched(&mut |state| self.look(state));
        match self.broken.take() {
            Some(broken) => Err(broken),
            None => hints(table).map(|()| status),
        }
    }

    fn look(&mut self, state: &State) {
        if self.broken.is_some() {
            return;
        }
        // One viewer a step, in turn: all are looked at many times in each turn.
        self.steps += 1;
        let at = self.steps % (state.players.len() + 1);
        let viewer = (at < state.players.len()).then_some(PlayerId(at as u8));
        self.broken = check(state).and_then(|()| keeps_secrets(state, viewer)).err();
    }
}

/// What must always hold: every card is in exactly one place and knows which; hp keep their
/// bounds.
///
/// # Errors
/// What does not hold.
pub fn check(state: &State) -> Result<(), Broken> {
    let mut found = vec![0_u8; state.deck.len()];
    let mut see = |id: CardId, place: Place, owner: Option<PlayerId>| {
        let location = state.location(id);
        found[id.index()] += 1;
        let sound = location.place == place && location.owner == owner;
        if sound { Ok(()) } else { Err(Broken::Cards(id.0)) }
    };
    for &id in &state.draw {
        see(id, Place::Draw, None)?;
    }
    for &id in &state.discard {
        see(id, Place::Discard, None)?;
    }
    for (at, player) in state.players.iter().enumerate() {
        let owner = Some(PlayerId(at as u8));
        for &id in &player.hand {
            see(id, Place::Hand, owner)?;
        }
        for id in player.worn() {
            see(id, Place::Equip, owner)?;
        }
        for delayed in &player.judging {
            see(delayed.id, Place::Judging, owner)?;
        }
        for &id in player.piles.iter().flat_map(|pile| &pile.cards) {
            see(id, Place::Special, owner)?;
        }
        if player.hp > player.max_hp {
            return Err(Broken::Hp(at as u8));
        }
    }
    for (at, &count) in found.iter().enumerate() {
        if count != u8::from(state.locations[at].place != Place::Table) {
            return Err(Broken::Cards(at as u16));
        }
    }
    Ok(())
}

/// Whether a view is the same in a game in which all that is hidden from its viewer lies otherwise:
/// cards that it cannot see have changed places, and so have roles that it does not know.
///
/// # Errors
/// It is not.
pub fn keeps_secrets(state: &State, viewer: Option<PlayerId>) -> Result<(), Broken> {
    if state.winner.is_some() {
        return Ok(());
    }
    let other = exchanged(state, viewer, &|_| false);
    if View::of(state, viewer) == View::of(&other, viewer) {
        Ok(())
    } else {
        Err(Broken::Secret(viewer))
    }
}

/// A game in which all that is hidden from a viewer lies otherwise, but for cards that it knows.
pub fn exchanged(state: &State, viewer: Option<PlayerId>, knows: &dyn Fn(CardId) -> bool) -> State {
    let mut other = state.clone();
    exchange_cards(&mut other, viewer, knows);
    exchange_roles(&mut other, viewer);
    other
}

/// Puts each card that a viewer cannot see where another of them was.
fn exchange_cards(state: &mut State, viewer: Option<PlayerId>, knows: &dyn Fn(CardId) -> bool) {
    let mut hidden: Vec<&mut CardId> = state.draw.iter_mut().collect();
    for (at, player) in state.players.iter_mut().enumerate() {
        if viewer == Some(PlayerId(at as u8)) {
            continue;
        }
        hidden.extend(&mut player.hand);
        let closed = player.piles.iter_mut().filter(|pile| !pile.open);
        hidden.extend(closed.flat_map(|pile| &mut pile.cards));
    }
    hidden.retain(|id| !knows(**id));
    let mut cards: Vec<CardId> = hidden.iter().map(|id| **id).collect();
    let places: Vec<_> = cards.iter().map(|&id| state.locations[id.index()]).collect();
    let middle = cards.len() / 2;
    cards.rotate_left(middle);
    for ((slot, &id), place) in hidden.into_iter().zip(&cards).zip(places) {
        *slot = id;
        state.locations[id.index()] = place;
    }
}

/// Gives each player whose role a viewer does not know that of the next one.
fn exchange_roles(state: &mut State, viewer: Option<PlayerId>) {
    let unknown =
        |at: &usize| !state.players[*at].role_shown && viewer != Some(PlayerId(*at as u8));
    let unknown: Vec<usize> = (0..state.players.len()).filter(unknown).collect();
    let mut roles: Vec<Role> = unknown.iter().map(|&at| state.players[at].role).collect();
    if !roles.is_empty() {
        roles.rotate_left(1);
    }
    for (at, role) in unknown.into_iter().zip(roles) {
        state.players[at].role = role;
    }
}

/// Those who are not asked are told who is, and nothing else.
fn hints(table: &Table) -> Result<(), Broken> {
    let Some(asked) = table.request().map(|request| request.who) else { return Ok(()) };
    let seats = (0..table.state().players.len()).map(|at| Some(PlayerId(at as u8)));
    for viewer in seats.chain([None]).filter(|&viewer| viewer != Some(asked)) {
        let silent = table.hint(viewer).is_none_or(|hint| {
            let Hint { active, action, detail, cards, skills, players, options, abort } = hint;
            active == [asked]
                && action.is_none()
                && detail.is_empty()
                && cards.is_empty()
                && skills.is_empty()
                && players.is_empty()
                && options.is_empty()
                && !abort
        });
        if !silent {
            return Err(Broken::Secret(viewer));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use fangqi_sanguosha::catalogue::General;
    use fangqi_sanguosha::{Catalogue, Gender, Kind, Printed, Setup, Suit, Target};

    use super::*;

    /// A game of three with a card in each hand and one on a closed pile.
    fn game() -> State {
        let catalogue = Catalogue::default();
        let kind = catalogue.kinds.borrow_mut().add(Kind {
            name: "slash".into(),
            class: "Slash".into(),
            ancestors: Vec::new(),
            category: fangqi_sanguosha::Category::Basic,
            subtype: "".into(),
            target_fixed: false,
            will_throw: true,
            delayed: false,
            cancelable: false,
            slot: None,
            range: 0,
            package: "".into(),
            has_use: false,
            has_about_to_use: false,
            has_effect: false,
            has_install: false,
            has_uninstall: false,
        });
        for number in 1..=13 {
            let (suit, package) = (Suit::Heart, "".into());
            catalogue.cards.borrow_mut().push(Printed { kind, suit, number, package });
        }
        for name in ["a", "b", "c"] {
            catalogue.add_general(General {
                name: name.into(),
                package: "".into(),
                kingdom: "wei".into(),
                max_hp: 4,
                gender: Gender::Male,
                lord: false,
                hidden: false,
                skills: Vec::new(),
            });
        }
        let mut state = State::new(&Rc::new(catalogue), &Setup::robots(3, 1)).expect("a game");
        for at in 0..3 {
            let id = state.draw[0];
            state.put(id, &Target::Hand(PlayerId(at)), None);
        }
        let id = state.draw[0];
        let pile = Target::Pile { owner: PlayerId(1), name: "field".into(), open: false };
        state.put(id, &pile, None);
        state
    }

    #[test]
    fn what_is_hidden_lies_otherwise_and_all_else_does_not() {
        let state = game();
        for viewer in [None, Some(PlayerId(0)), Some(PlayerId(1))] {
            let other = exchanged(&state, viewer, &|_| false);
            check(&other).expect("a game");
            assert_eq!(View::of(&state, viewer), View::of(&other, viewer));
            for seat in (0..3).map(PlayerId).filter(|&seat| Some(seat) != viewer) {
                // So a view with anything of this seat's own would have differed.
                assert_ne!(View::of(&state, Some(seat)), View::of(&other, Some(seat)));
            }
        }
    }

    #[test]
    fn lost_and_doubled_cards_are_found() {
        let state = game();
        let held = state.players[0].hand[0];
        let mut lost = state.clone();
        lost.players[0].hand.clear();
        assert_eq!(check(&lost), Err(Broken::Cards(held.0)));
        let mut doubled = state.clone();
        doubled.players[1].hand.push(held);
        assert_eq!(check(&doubled), Err(Broken::Cards(held.0)));
        let mut healed = state;
        healed.players[2].hp = 5;
        assert_eq!(check(&healed), Err(Broken::Hp(2)));
    }
}
