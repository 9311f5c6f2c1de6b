//! What a seat may know about the game and about the current question.

use crate::basics::{CardId, Name, Phase, PlayerId, Role};
use crate::engine::{Engine, Request};
use crate::frame::Cx;
use crate::pattern;
use crate::reach;
use crate::request::Ask;
use crate::scripts::Scripts;
use crate::state::State;

/// A player as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerView {
    /// The player.
    pub id: PlayerId,
    /// The display name.
    pub name: Name,
    /// Its generals; empty before they are chosen.
    pub generals: [Name; 2],
    /// Its kingdom.
    pub kingdom: Name,
    /// Its seat, from 1.
    pub seat: u8,
    /// Its role, if the viewer knows it.
    pub role: Option<Role>,
    /// Its hp.
    pub hp: i32,
    /// Its maximum hp.
    pub max_hp: i32,
    /// Whether it is alive.
    pub alive: bool,
    /// Whether its general is face up.
    pub face_up: bool,
    /// Whether it is chained.
    pub chained: bool,
    /// The current phase of its turn.
    pub phase: Phase,
    /// Number of hand cards.
    pub hand_count: usize,
    /// Its hand; empty unless it is the viewer.
    pub hand: Vec<CardId>,
    /// Its equipment by slot.
    pub equips: [Option<CardId>; 4],
    /// The delayed tricks in its judgement area, with the names they count as.
    pub judging: Vec<(CardId, Name)>,
    /// Its private piles: name, number of cards, and the cards the viewer may know.
    pub piles: Vec<(Name, usize, Vec<CardId>)>,
    /// Its shown marks.
    pub marks: Vec<(Name, i32)>,
    /// Its visible skills.
    pub skills: Vec<Name>,
}

/// A game as a seat or a spectator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer; `None` for a spectator.
    pub viewer: Option<PlayerId>,
    /// All players in the order of seats.
    pub players: Vec<PlayerView>,
    /// The player whose turn it is.
    pub current: PlayerId,
    /// Number of cards in the draw pile.
    pub draw_count: usize,
    /// The discard pile, the newest last.
    pub discard: Vec<CardId>,
    /// The winner.
    pub winner: Option<Name>,
}

impl View {
    /// The view of a seat or a spectator.
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

/// What a seat is told about the current question. Everyone learns who is asked; the player asked
/// also learns what, which cards it can choose, and whether it may decline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The players who may answer.
    pub active: Vec<PlayerId>,
    /// The kind of question, for the player asked.
    pub action: Option<&'static str>,
    /// Its subject: a skill, pattern or reason.
    pub detail: Name,
    /// The cards that can be chosen first.
    pub cards: Vec<CardId>,
    /// The view-as skills that can be used.
    pub skills: Vec<Name>,
    /// The players that can be chosen, if the question is for players.
    pub players: Vec<PlayerId>,
    /// The texts that can be chosen.
    pub options: Vec<Name>,
    /// Whether it may decline.
    pub abort: bool,
}

impl Hint {
    /// The hint for a viewer; `None` if there is no question.
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

/// The cards that can be chosen first in answer to a question.
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
