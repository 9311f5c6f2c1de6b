//! The setup of a game.

use std::collections::BTreeMap;
use std::rc::Rc;

use fangqi_kit::Rng;

use super::{Location, Player, State};
use crate::basics::{CardId, Name, Place, PlayerId, Role};
use crate::catalogue::Catalogue;
use crate::event::Event;

/// A participant before the game.
#[derive(Debug, Clone)]
pub struct Seated {
    /// The display name.
    pub name: Name,
    /// A preset role.
    pub role: Option<Role>,
    /// A preset general.
    pub general: Option<Name>,
    /// Connection state: `online` for people, `robot` for computers.
    pub state: Name,
}

impl Seated {
    /// A computer player with random role and general.
    pub fn robot(name: &str) -> Seated {
        Seated { name: name.into(), role: None, general: None, state: "robot".into() }
    }
}

/// The parameters of a game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The participants, in the order in which they sat down.
    pub seats: Vec<Seated>,
    /// Seed of the game's random numbers.
    pub seed: u64,
    /// Number of generals that each player chooses from.
    pub choices: usize,
    /// Packages whose generals and cards are excluded.
    pub banned: Vec<Name>,
    /// Generals that are always among those offered.
    pub forced: Vec<Name>,
    /// Cards that lie on top of the draw pile, the first to be drawn first. All hands are drawn
    /// from it too, four cards for each player from the lord on.
    pub stack: Vec<CardId>,
}

impl Setup {
    /// A game of computer players.
    pub fn robots(count: usize, seed: u64) -> Setup {
        let seats = (1..=count).map(|at| Seated::robot(&format!("#{at}"))).collect();
        let (banned, forced, stack) = Default::default();
        Setup { seats, seed, choices: 3, banned, forced, stack }
    }
}

/// Why a game is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The number of players is not 2 to 10.
    #[error("a game is for 2 to 10 players, not {0}")]
    Players(usize),
    /// There is not exactly one lord.
    #[error("there must be exactly one lord")]
    Lord,
    /// No package defines this general.
    #[error("there is no general {0}")]
    General(Name),
    /// There are too few generals.
    #[error("{generals} generals are not enough for {players} players")]
    Generals {
        /// Number of generals.
        generals: usize,
        /// Number of players.
        players: usize,
    },
    /// There are too few cards.
    #[error("{0} cards are not enough to begin")]
    Cards(usize),
    /// A card that is not in play, or that lies on the draw pile already.
    #[error("card {} cannot be laid on the draw pile, or not twice", .0.0)]
    Stack(CardId),
}

/// The roles in a game with this number of players, the lord first.
pub fn roles(players: usize) -> Vec<Role> {
    let (loyalists, rebels, renegades) = match players {
        2 => (0, 1, 0),
        3 => (0, 1, 1),
        4 => (0, 2, 1),
        5 => (1, 2, 1),
        6 => (1, 3, 1),
        7 => (2, 3, 1),
        8 => (2, 4, 1),
        9 => (3, 4, 1),
        _ => (3, 4, 2),
    };
    let mut roles = vec![Role::Lord];
    roles.extend(std::iter::repeat_n(Role::Loyalist, loyalists));
    roles.extend(std::iter::repeat_n(Role::Rebel, rebels));
    roles.extend(std::iter::repeat_n(Role::Renegade, renegades));
    roles
}

impl State {
    /// The state before the first frame: roles dealt, deck shuffled, no generals.
    ///
    /// # Errors
    /// Why the game is impossible.
    pub fn new(catalogue: &Rc<Catalogue>, setup: &Setup) -> Result<State, SetupError> {
        let count = setup.seats.len();
        if !(2..=10).contains(&count) {
            return Err(SetupError::Players(count));
        }
        for seated in &setup.seats {
            if let Some(name) = &seated.general
                && catalogue.general(name).is_none()
            {
                return Err(SetupError::General(Name::clone(name)));
            }
        }
        let mut rng = Rng::new(setup.seed);
        let dealt = deal_roles(setup, &mut rng)?;
        let players = setup.seats.iter().zip(&dealt).map(|(seated, &role)| {
            let mut player = Player::new(&seated.name, 0, role);
            player.state = Name::clone(&seated.state);
            player
        });
        let players: Vec<Player> = players.collect();
        let deck: Rc<[_]> = catalogue.cards.borrow().clone().into();
        let nowhere = Location { place: Place::Table, owner: None };
        let lord = dealt.iter().position(|&role| role == Role::Lord).unwrap_or(0);
        let ring = (0..count).map(|at| PlayerId(((lord + at) % count) as u8)).collect();
        let none: Rc<[_]> = Rc::from([]);
        let mut state = State {
            catalogue: Rc::clone(catalogue),
            locations: vec![nowhere; deck.len()],
            players,
            ring,
            current: PlayerId(lord as u8),
            draw: Vec::new(),
            discard: Vec::new(),
            tags: BTreeMap::new(),
            turns: 0,
            placed: 0,
            reshuffles: 0,
            mode: format!("{count:02}p").into(),
            winner: None,
            provided: None,
            log: Vec::new(),
            seen: None,
            rng,
            handlers: Rc::new(vec![none; Event::ALL.len()]),
            registered: Rc::default(),
            deck,
        };
        state.number_seats();
        state.shuffle_deck(&setup.banned)?;
        state.lay_on_top(&setup.stack)?;
        state.register_equipment();
        Ok(state)
    }

    fn shuffle_deck(&mut self, banned: &[Name]) -> Result<(), SetupError> {
        let playing = |at: &usize| !banned.contains(&self.deck[*at].package);
        let cards = (0..self.deck.len()).filter(playing).map(|at| CardId(at as u16));
        let mut cards: Vec<CardId> = cards.collect();
        if cards.len() < self.players.len() * 4 {
            return Err(SetupError::Cards(cards.len()));
        }
        self.shuffle(&mut cards);
        for id in &cards {
            self.locations[id.index()] = Location { place: Place::Draw, owner: None };
        }
        self.draw = cards;
        Ok(())
    }

    /// Takes cards out of the draw pile and lays them on top, the first uppermost.
    fn lay_on_top(&mut self, cards: &[CardId]) -> Result<(), SetupError> {
        for id in cards {
            let at = self.draw.iter().position(|other| other == id);
            self.draw.remove(at.ok_or(SetupError::Stack(*id))?);
        }
        self.draw.extend(cards.iter().rev());
        Ok(())
    }

    /// Equipment skills listen from the beginning: checking whether they trigger is cheap.
    fn register_equipment(&mut self) {
        for (id, skill) in self.catalogue.skills() {
            if skill.equip.is_some() {
                self.register(id);
            }
        }
    }
}

fn deal_roles(setup: &Setup, rng: &mut Rng) -> Result<Vec<Role>, SetupError> {
    let mut left = roles(setup.seats.len());
    let mut dealt: Vec<Option<Role>> = setup.seats.iter().map(|seated| seated.role).collect();
    let decided: Vec<Role> = dealt.iter().flatten().copied().collect();
    for role in &decided {
        if let Some(at) = left.iter().position(|other| other == role) {
            left.remove(at);
        } else if !left.is_empty() {
            // A preset role that is not in the standard set replaces one of the remaining roles.
            left.pop();
        }
    }
    for role in dealt.iter_mut().filter(|role| role.is_none()) {
        *role = Some(left.swap_remove(rng.below(left.len())));
    }
    let dealt: Vec<Role> = dealt.into_iter().flatten().collect();
    if dealt.iter().filter(|&&role| role == Role::Lord).count() == 1 {
        Ok(dealt)
    } else {
        Err(SetupError::Lord)
    }
}
