//! Operations that scripts can start: constructors of the corresponding frames.

use crate::basics::{CardId, Name, PlayerId};
use crate::card::Card;
use crate::event::{CardEffect, CardUse, Damage, Event, Live, Recover, SlashEffect};
use crate::frame::{
    AskCard, AskCardChosen, AskDiscard, AskFor, AskUseCard, AskYiji, Cx, DamageFrame, DiscardCards,
    DrawCards, EffectOn, EnterDying, ExtraTurn, Frame, Gongxin, Guanxing, JudgeFrame, Kill, LoseHp,
    LoseMaxHp, MoveCards, Nullify, PindianFrame, Play, RecoverFrame, SetHp, SlashFrame,
    SlashResult, TakeGrace, Transfigure, Trigger, TurnOver, UseCard,
};
use crate::request::Ask;
use crate::state::Target;

/// A frame to be pushed.
pub type Op = Box<dyn Frame>;

/// Damage with all its stages. The result says whether it was inflicted.
pub fn damage(damage: Damage) -> Op {
    Box::new(DamageFrame::new(damage))
}

/// Loss of hp without damage.
pub fn lose_hp(who: PlayerId, count: i32) -> Op {
    Box::new(LoseHp::new(who, count))
}

/// Loss of maximum hp.
pub fn lose_max_hp(who: PlayerId, count: i32) -> Op {
    Box::new(LoseMaxHp::new(who, count))
}

/// Recovery of hp. The result says whether it took place.
pub fn recover(who: PlayerId, recover: Recover) -> Op {
    Box::new(RecoverFrame::new(who, recover))
}

/// Sets hp directly.
pub fn set_hp(who: PlayerId, hp: i32) -> Op {
    Box::new(SetHp::new(who, hp))
}

/// The use of a card, as if its owner had chosen to.
pub fn use_card(used: CardUse, add_history: bool) -> Op {
    Box::new(UseCard::new(used, add_history))
}

/// The effect of a card on one target. The result says whether it took place.
pub fn card_effect(effect: CardEffect) -> Op {
    Box::new(EffectOn::new(effect))
}

/// The effect of a slash on one target.
pub fn slash_effect(effect: SlashEffect) -> Op {
    Box::new(SlashFrame::new(effect))
}

/// The outcome of a slash after the response.
pub fn slash_result(effect: SlashEffect, jink: Option<Card>) -> Op {
    Box::new(SlashResult::new(effect, jink))
}

/// A judgement; its result is written to `data`.
pub fn judge(data: Live) -> Op {
    Box::new(JudgeFrame::new(data))
}

/// A point fight. The result says whether `from` won.
pub fn pindian(from: PlayerId, to: PlayerId, reason: &str, card: Option<Card>) -> Op {
    Box::new(PindianFrame::new(from, to, reason, card))
}

/// Draws cards.
pub fn draw_cards(who: PlayerId, count: usize) -> Op {
    Box::new(DrawCards::new(who, count))
}

/// Moves cards; a delayed trick may count as another card.
pub fn move_cards(ids: Vec<CardId>, counting_as: Option<&Card>, to: Target) -> Op {
    let moves = MoveCards::new(ids, to);
    Box::new(match counting_as {
        Some(card) => moves.counting_as(card),
        None => moves,
    })
}

/// Discards cards.
pub fn discard_cards(who: PlayerId, ids: Vec<CardId>) -> Op {
    Box::new(DiscardCards::new(who, ids))
}

/// Takes a card from the open panel, or discards it from there.
pub fn take_ag(who: Option<PlayerId>, id: CardId) -> Op {
    Box::new(TakeGrace::new(who, id))
}

/// Turns a general over.
pub fn turn_over(who: PlayerId) -> Op {
    Box::new(TurnOver::new(who))
}

/// An extra turn, now.
pub fn extra_turn(who: PlayerId) -> Op {
    Box::new(ExtraTurn::new(who))
}

/// All phases of a turn, now.
pub fn play(who: PlayerId) -> Op {
    Box::new(Play::new(who))
}

/// Kills a player.
pub fn kill(victim: PlayerId, damage: Option<Live>) -> Op {
    Box::new(Kill::new(victim, damage))
}

/// Makes a player dying.
pub fn enter_dying(who: PlayerId, damage: Option<Live>) -> Op {
    Box::new(EnterDying::new(who, damage))
}

/// Discards everything a player has, and removes its marks and piles.
pub fn bury(cx: &Cx<'_>, who: PlayerId) -> Op {
    crate::frame::bury(cx, who)
}

/// Raises an event. The result says whether a handler stopped it.
pub fn trigger(cx: &Cx<'_>, event: Event, who: PlayerId, data: Live) -> Op {
    Box::new(Trigger::new(cx, event, who, data))
}

fn ask(who: PlayerId, ask: Ask) -> Op {
    Box::new(AskFor::new(who, ask))
}

/// Asks whether to invoke a skill. The result is a boolean.
pub fn ask_invoke(who: PlayerId, skill: &str, data: Live) -> Op {
    ask(who, Ask::Invoke { skill: skill.into(), data })
}

/// Asks for one of several texts. The result is the text.
pub fn ask_choice(who: PlayerId, skill: &str, options: Vec<Name>) -> Op {
    ask(who, Ask::Choice { skill: skill.into(), options })
}

/// Asks for a suit. The result is its text.
pub fn ask_suit(who: PlayerId, reason: &str) -> Op {
    ask(who, Ask::Suit { reason: reason.into() })
}

/// Asks for a kingdom. The result is its name.
pub fn ask_kingdom(who: PlayerId, kingdoms: Vec<Name>) -> Op {
    ask(who, Ask::Choice { skill: "kingdom".into(), options: kingdoms })
}

/// Makes a player discard cards. The result says whether it did.
pub fn ask_discard(
    who: PlayerId,
    reason: &str,
    count: usize,
    optional: bool,
    include_equip: bool,
) -> Op {
    Box::new(AskDiscard::new(who, reason, count, optional, include_equip))
}

/// Lets a player choose cards of its own, which stay in place. The result is their ids.
pub fn ask_exchange(who: PlayerId, reason: &str, count: usize, include_equip: bool) -> Op {
    let reason = reason.into();
    ask(who, Ask::Discard { reason, count, optional: false, include_equip, throws: false })
}

/// Lets a player choose a card of another. The result is its id.
pub fn ask_card_chosen(who: PlayerId, whose: PlayerId, areas: &str, reason: &str) -> Op {
    Box::new(AskCardChosen::new(who, whose, areas, reason))
}

/// Asks for a response. The result is the card, or nil.
pub fn ask_card(who: PlayerId, pattern: &str, prompt: &str, data: Live) -> Op {
    Box::new(AskCard::new(who, pattern, prompt, data))
}

/// Lets a player use a card. The result says whether it did.
pub fn ask_use_card(who: PlayerId, pattern: &str, prompt: &str) -> Op {
    Box::new(AskUseCard::new(who, pattern, prompt))
}

/// Asks for a card of the open panel. The result is its id, or nil.
pub fn ask_ag(who: PlayerId, ids: Vec<CardId>, refusable: bool, reason: &str) -> Op {
    ask(who, Ask::Grace { ids, refusable, reason: reason.into() })
}

/// Asks for a hand card to show. The result is the card.
pub fn ask_card_show(who: PlayerId, requestor: PlayerId, reason: &str) -> Op {
    ask(who, Ask::Show { requestor, reason: reason.into() })
}

/// Lets a player give a card away. The result is the gift, or nil.
pub fn ask_yiji(who: PlayerId, ids: Vec<CardId>) -> Op {
    Box::new(AskYiji::new(who, ids))
}

/// Asks for a card for a point fight. The result is the card.
pub fn ask_pindian(who: PlayerId, from: PlayerId, to: PlayerId, reason: &str) -> Op {
    ask(who, Ask::Pindian { from, to, reason: reason.into() })
}

/// Asks for a player. The result is the player, or nil.
pub fn ask_player_chosen(
    who: PlayerId,
    targets: Vec<PlayerId>,
    reason: &str,
    optional: bool,
) -> Op {
    ask(who, Ask::Player { targets, reason: reason.into(), optional })
}

/// Lets a player arrange cards on top of the draw pile and at its bottom.
pub fn guanxing(who: PlayerId, ids: Vec<CardId>, up_only: bool) -> Op {
    Box::new(Guanxing::new(who, ids, up_only))
}

/// Lets a player look at a hand and take a heart from it.
pub fn gongxin(who: PlayerId, target: PlayerId) -> Op {
    Box::new(Gongxin::new(who, target))
}

/// Replaces a general.
pub fn transfigure(who: PlayerId, general: &str, full_state: bool, invoke_start: bool) -> Op {
    Box::new(Transfigure::new(who, general, full_state, invoke_start))
}

/// Asks for nullifications. The result says whether the trick is nullified.
pub fn nullification(trick: Card, from: Option<PlayerId>, to: PlayerId, positive: bool) -> Op {
    Box::new(Nullify::new(trick, from, to, positive))
}
