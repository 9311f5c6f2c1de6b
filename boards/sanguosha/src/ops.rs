//! What scripts may start: each function gives the frame that does it.

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

/// A frame that is about to go onto the stack.
pub type Op = Box<dyn Frame>;

/// Damage, with all its stages. Gives whether it was done.
pub fn damage(damage: Damage) -> Op {
    Box::new(DamageFrame::new(damage))
}

/// Hp lost without damage.
pub fn lose_hp(who: PlayerId, count: i32) -> Op {
    Box::new(LoseHp::new(who, count))
}

/// Most hp lost.
pub fn lose_max_hp(who: PlayerId, count: i32) -> Op {
    Box::new(LoseMaxHp::new(who, count))
}

/// Hp that comes back. Gives whether it did.
pub fn recover(who: PlayerId, recover: Recover) -> Op {
    Box::new(RecoverFrame::new(who, recover))
}

/// Hp set as a property.
pub fn set_hp(who: PlayerId, hp: i32) -> Op {
    Box::new(SetHp::new(who, hp))
}

/// A card used, as if its owner had chosen to.
pub fn use_card(used: CardUse, add_history: bool) -> Op {
    Box::new(UseCard::new(used, add_history))
}

/// A card that works on one target. Gives whether it did.
pub fn card_effect(effect: CardEffect) -> Op {
    Box::new(EffectOn::new(effect))
}

/// A slash on one target.
pub fn slash_effect(effect: SlashEffect) -> Op {
    Box::new(SlashFrame::new(effect))
}

/// A slash that was answered, or not.
pub fn slash_result(effect: SlashEffect, jink: Option<Card>) -> Op {
    Box::new(SlashResult::new(effect, jink))
}

/// A judgement; its data tells the result.
pub fn judge(data: Live) -> Op {
    Box::new(JudgeFrame::new(data))
}

/// A point fight. Gives whether the first won.
pub fn pindian(from: PlayerId, to: PlayerId, reason: &str, card: Option<Card>) -> Op {
    Box::new(PindianFrame::new(from, to, reason, card))
}

/// Cards drawn from the pile.
pub fn draw_cards(who: PlayerId, count: usize) -> Op {
    Box::new(DrawCards::new(who, count))
}

/// Cards that move; a delayed trick may count as another card.
pub fn move_cards(ids: Vec<CardId>, counting_as: Option<&Card>, to: Target) -> Op {
    let moves = MoveCards::new(ids, to);
    Box::new(match counting_as {
        Some(card) => moves.counting_as(card),
        None => moves,
    })
}

/// Cards that a player discards.
pub fn discard_cards(who: PlayerId, ids: Vec<CardId>) -> Op {
    Box::new(DiscardCards::new(who, ids))
}

/// A card taken from an open panel, or thrown away from it.
pub fn take_ag(who: Option<PlayerId>, id: CardId) -> Op {
    Box::new(TakeGrace::new(who, id))
}

/// Somebody flipped.
pub fn turn_over(who: PlayerId) -> Op {
    Box::new(TurnOver::new(who))
}

/// A whole turn now.
pub fn extra_turn(who: PlayerId) -> Op {
    Box::new(ExtraTurn::new(who))
}

/// All phases of a turn now.
pub fn play(who: PlayerId) -> Op {
    Box::new(Play::new(who))
}

/// Somebody dies.
pub fn kill(victim: PlayerId, damage: Option<Live>) -> Op {
    Box::new(Kill::new(victim, damage))
}

/// Somebody is dying.
pub fn enter_dying(who: PlayerId, damage: Option<Live>) -> Op {
    Box::new(EnterDying::new(who, damage))
}

/// Everything that somebody has goes to the discard pile, marks and piles with it.
pub fn bury(cx: &Cx<'_>, who: PlayerId) -> Op {
    crate::frame::bury(cx, who)
}

/// An event. Gives whether a handler stopped it.
pub fn trigger(cx: &Cx<'_>, event: Event, who: PlayerId, data: Live) -> Op {
    Box::new(Trigger::new(cx, event, who, data))
}

fn ask(who: PlayerId, ask: Ask) -> Op {
    Box::new(AskFor::new(who, ask))
}

/// Whether to invoke a skill. Gives yes or no.
pub fn ask_invoke(who: PlayerId, skill: &str, data: Live) -> Op {
    ask(who, Ask::Invoke { skill: skill.into(), data })
}

/// One of several texts. Gives the text.
pub fn ask_choice(who: PlayerId, skill: &str, options: Vec<Name>) -> Op {
    ask(who, Ask::Choice { skill: skill.into(), options })
}

/// A suit. Gives its text.
pub fn ask_suit(who: PlayerId, reason: &str) -> Op {
    ask(who, Ask::Suit { reason: reason.into() })
}

/// A kingdom. Gives its name.
pub fn ask_kingdom(who: PlayerId, kingdoms: Vec<Name>) -> Op {
    ask(who, Ask::Choice { skill: "kingdom".into(), options: kingdoms })
}

/// Cards to discard. Gives whether it was done.
pub fn ask_discard(
    who: PlayerId,
    reason: &str,
    count: usize,
    optional: bool,
    include_equip: bool,
) -> Op {
    Box::new(AskDiscard::new(who, reason, count, optional, include_equip))
}

/// Own cards chosen and left where they are. Gives their ids.
pub fn ask_exchange(who: PlayerId, reason: &str, count: usize, include_equip: bool) -> Op {
    let reason = reason.into();
    ask(who, Ask::Discard { reason, count, optional: false, include_equip, throws: false })
}

/// A card of somebody. Gives its id.
pub fn ask_card_chosen(who: PlayerId, whose: PlayerId, areas: &str, reason: &str) -> Op {
    Box::new(AskCardChosen::new(who, whose, areas, reason))
}

/// An answering card. Gives the card, or nothing.
pub fn ask_card(who: PlayerId, pattern: &str, prompt: &str, data: Live) -> Op {
    Box::new(AskCard::new(who, pattern, prompt, data))
}

/// A card to use. Gives whether one was used.
pub fn ask_use_card(who: PlayerId, pattern: &str, prompt: &str) -> Op {
    Box::new(AskUseCard::new(who, pattern, prompt))
}

/// A card of an open panel. Gives its id, or none.
pub fn ask_ag(who: PlayerId, ids: Vec<CardId>, refusable: bool, reason: &str) -> Op {
    ask(who, Ask::Grace { ids, refusable, reason: reason.into() })
}

/// A hand card to show. Gives the card.
pub fn ask_card_show(who: PlayerId, requestor: PlayerId, reason: &str) -> Op {
    ask(who, Ask::Show { requestor, reason: reason.into() })
}

/// One of these to somebody. Gives the gift, or nothing.
pub fn ask_yiji(who: PlayerId, ids: Vec<CardId>) -> Op {
    Box::new(AskYiji::new(who, ids))
}

/// A card for a point fight. Gives the card.
pub fn ask_pindian(who: PlayerId, from: PlayerId, to: PlayerId, reason: &str) -> Op {
    ask(who, Ask::Pindian { from, to, reason: reason.into() })
}

/// A player. Gives it, or nothing.
pub fn ask_player_chosen(
    who: PlayerId,
    targets: Vec<PlayerId>,
    reason: &str,
    optional: bool,
) -> Op {
    ask(who, Ask::Player { targets, reason: reason.into(), optional })
}

/// Cards arranged on top of the draw pile and under it.
pub fn guanxing(who: PlayerId, ids: Vec<CardId>, up_only: bool) -> Op {
    Box::new(Guanxing::new(who, ids, up_only))
}

/// A hand looked at, and a heart of it taken away.
pub fn gongxin(who: PlayerId, target: PlayerId) -> Op {
    Box::new(Gongxin::new(who, target))
}

/// Another general.
pub fn transfigure(who: PlayerId, general: &str, full_state: bool, invoke_start: bool) -> Op {
    Box::new(Transfigure::new(who, general, full_state, invoke_start))
}

/// Whether a trick is cancelled. Gives yes or no.
pub fn nullification(trick: Card, from: Option<PlayerId>, to: PlayerId, positive: bool) -> Op {
    Box::new(Nullify::new(trick, from, to, positive))
}
