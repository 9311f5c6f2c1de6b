//! What one seat may know, and what it is told of the question being put.

use crate::basics::{CardId, Name, Phase, PlayerId, Role};
use crate::engine::{Engine, Request};
use crate::frame::Cx;
use crate::pattern;
use crate::reach;
use crate::request::Ask;
use crate::scripts::Scripts;
use crate::state::State;

/// A player as one seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerView {
    /// Who it is.
    pub id: PlayerId,
    /// The name people see.
    pub name: Name,
    /// Its generals; empty before they are chosen.
    pub generals: [Name; 2],
    /// Its kingdom.
    pub kingdom: Name,
    /// Its seat, from 1.
    pub seat: u8,
    /// Its role, as far as it is known here.
    pub role: Option<Role>,
    /// Its hp.
    pub hp: i32,
    /// Its most hp.
    pub max_hp: i32,
    /// Lives.
    pub alive: bool,
    /// Not turned over.
    pub face_up: bool,
    /// Chained.
    pub chained: bool,
    /// Where in its turn it is.
    pub phase: Phase,
    /// How many cards it holds.
    pub hand_count: usize,
    /// Its hand, for itself alone.
    pub hand: Vec<CardId>,
    /// What it wears.
    pub equips: [Option<CardId>; 4],
    /// Delayed tricks before it, and what they count as.
    pub judging: Vec<(CardId, Name)>,
    /// Its private piles: name, number of cards, and the cards where they are known here.
    pub piles: Vec<(Name, usize, Vec<CardId>)>,
    /// Its shown marks.
    pub marks: Vec<(Name, i32)>,
    /// Its visible skills.
    pub skills: Vec<Name>,
}

/// A game as one seat, or somebody who only watches, sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Whose view it is; nobody's for those who watch.
    pub viewer: Option<PlayerId>,
    /// Everybody in the order of seats.
    pub players: Vec<PlayerView>,
    /// Whose turn it is.
    pub current: PlayerId,
    /// How many cards the draw pile has.
    pub draw_count: usize,
    /// The discard pile, the newest last.
    pub discard: Vec<CardId>,
    /// Who has won.
    pub winner: Option<Name>,
}

impl View {
    /// What a seat may know of a game.
    pub fn of(state: &State, viewer: Option<PlayerId>) -> View {
        let over = state.winner.is_some();
        let players = state.ring.iter().map(|&id| player_view(state, id, viewer, over));
        View {
            viewer,
            players: players.collect(),
            current: state.current,
            draw_count: state.draw.len(),
            discard: state.discard.clone(),
            winner: state.winner.clone(),
        }
    }
}

fn player_view(state: &State, id: PlayerId, viewer: Option<PlayerId>, over: bool) -> PlayerView {
    let player = state.player(id);
    let own = viewer == Some(id);
    let known = player.role_shown || own || over;
    let piles = player.piles.iter().map(|pile| {
        let cards = if pile.open || own { pile.cards.clone() } else { Vec::new() };
        (pile.name.clone(), pile.cards.len(), cards)
    });
    let skills = player.innate.iter().chain(&player.acquired);
    let skills = skills.map(|&id| state.catalogue.skill(id)).filter(|skill| skill.is_visible());
    PlayerView {
        id,
        name: player.screen_name.clone(),
        generals: [player.general.clone(), player.general2.clone()],
        kingdom: player.kingdom.clone(),
        seat: player.seat,
        role: known.then_some(player.role),
        hp: player.hp,
        max_hp: player.max_hp,
        alive: player.alive,
        face_up: player.face_up,
        chained: player.chained,
        phase: player.phase,
        hand_count: player.hand.len(),
        hand: if own { player.hand.clone() } else { Vec::new() },
        equips: player.equips,
        judging: player.judging.iter().map(|d| (d.id, state.card_name(&d.card))).collect(),
        piles: piles.collect(),
        marks: player
            .marks
            .iter()
            .filter(|(name, _)| name.starts_with('@'))
            .map(|(name, &value)| (name.clone(), value))
            .collect(),
        skills: skills.map(|skill| skill.name.clone()).collect(),
    }
}

/// What a seat is told of the question being put: everybody learns who is asked; who is asked
/// learns what, which cards it may choose, and whether it may decline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Who may answer.
    pub active: Vec<PlayerId>,
    /// The kind of question, for who is asked.
    pub action: Option<&'static str>,
    /// What it is asked for.
    pub detail: Name,
    /// The cards it may begin with.
    pub cards: Vec<CardId>,
    /// The view-as skills it may use.
    pub skills: Vec<Name>,
    /// The players it may choose, where the question is for players.
    pub players: Vec<PlayerId>,
    /// The texts it may choose.
    pub options: Vec<Name>,
    /// It may decline.
    pub abort: bool,
}

impl Hint {
    /// What a seat is told; nothing where nobody is asked.
    pub fn of(engine: &Engine, scripts: &dyn Scripts, viewer: Option<PlayerId>) -> Option<Hint> {
        let request = engine.request()?;
        let mut hint = Hint {
            active: vec![request.who],
            action: None,
            detail: "".into(),
            cards: Vec::new(),
            skills: Vec::new(),
            players: Vec::new(),
            options: Vec::new(),
            abort: false,
        };
        if viewer == Some(request.who) {
            let cx = Cx::new(engine.state(), scripts);
            hint.tell(&cx, request);
        }
        Some(hint)
    }

    fn tell(&mut self, cx: &Cx<'_>, request: &Request) {
        let (who, ask) = (request.who, &request.ask);
        self.action = Some(ask.kind());
        self.detail = ask.detail().into();
        self.abort = ask.may_decline();
        match ask {
            Ask::Choice { options, .. } | Ask::General { options } => {
                self.options = options.clone();
            }
            Ask::Player { targets, .. } => self.players = targets.clone(),
            _ => {}
        }
        self.cards = choosable(cx, who, ask);
        if let Some(occasion) = reach::occasion(who, ask) {
            let skills = reach::view_as_skills(cx, who, occasion);
            self.skills.extend(skills.map(|id| cx.s().catalogue.skill(id).name.clone()));
        }
    }
}

/// The cards that may be chosen first in answer to a question.
pub(crate) fn choosable(cx: &Cx<'_>, who: PlayerId, ask: &Ask) -> Vec<CardId> {
    let mut hand = cx.s().player(who).hand.clone();
    let fits = |id: CardId, wanted: &str| {
        let card = cx.held(who, id);
        !pattern::is_jilei(&cx.s(), who, &card) && pattern::matches(&cx.s(), who, wanted, &card)
    };
    match ask {
        Ask::Activate => hand.retain(|&id| {
            let card = cx.held(who, id);
            let slash = cx.s().inherits(&card, "Slash");
            !pattern::is_jilei(&cx.s(), who, &card)
                && (!slash || reach::slash_left(cx, who, &card))
                && cx.scripts.available(&card, who)
        }),
        Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => {
            if pattern::asks_skill(pattern) {
                hand.clear();
            }
            hand.retain(|&id| fits(id, pattern));
        }
        Ask::Nullify { .. } => hand.retain(|&id| fits(id, "nullification")),
        Ask::Peach { dying, .. } => {
            hand.retain(|&id| fits(id, reach::rescue_pattern(who, *dying)));
        }
        Ask::Discard { include_equip: true, .. } => return cx.s().cards_in(who, "he"),
        Ask::Discard { .. } | Ask::Show { .. } | Ask::Pindian { .. } => {}
        Ask::Grace { ids, .. } | Ask::Yiji { ids } | Ask::Guanxing { ids, .. } => {
            return ids.clone();
        }
        _ => hand.clear(),
    }
    hand
}
