//! What can be said about a hand by itself.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use fangqi_doudizhu::jiuri::Jiuri;
use fangqi_doudizhu::{Hand, Kickers, Play, follows};
use serde_json::json;

use super::{FollowArgs, HandArgs, HandPlayer, LegalArgs, say};

/// More cards than anybody holds.
const HAND_MAX: u32 = 20;

pub(super) fn legal(args: &LegalArgs) -> anyhow::Result<()> {
    let kickers = args.rules.into();
    let last = read(args.last, kickers)?;
    let mut plays = Vec::new();
    follows(held(args.hand)?, &last, kickers, &mut plays);
    let mut by_type = BTreeMap::<&str, u32>::new();
    for play in &plays {
        *by_type.entry(play.kind.name()).or_default() += 1;
    }
    say(&json!({ "count": plays.len(), "by_type": by_type }).to_string())
}

pub(super) fn value(args: &HandArgs) -> anyhow::Result<()> {
    let mut player = player(args.player);
    let value = player.value(held(args.hand)?);
    let answer = json!({
        "hand": args.hand.to_string(),
        "SumValue": value.sum,
        "NeedRound": value.rounds,
        "bid": player.bid(args.hand),
    });
    say(&answer.to_string())
}

pub(super) fn bid(args: &HandArgs) -> anyhow::Result<()> {
    value(args)
}

pub(super) fn lead(args: &HandArgs) -> anyhow::Result<()> {
    let play = player(args.player).lead(held(args.hand)?);
    say(&played(args.hand, &play).to_string())
}

pub(super) fn follow(args: &FollowArgs) -> anyhow::Result<()> {
    let last = read(args.last, Kickers::Rlcard).or_else(|_| read(args.last, Kickers::Douzero))?;
    if last.is_pass() {
        return Err(anyhow!("--last has no cards: to lead is another command"));
    }
    let play = player(args.hand.player).follow(held(args.hand.hand)?, &last, false);
    let mut answer = played(args.hand.hand, &play);
    answer["last"] = last.to_string().into();
    answer["type"] = last.kind.name().into();
    say(&answer.to_string())
}

fn played(hand: Hand, play: &Play) -> serde_json::Value {
    json!({
        "hand": hand.to_string(),
        "play": play.to_string(),
        "play_type": play.kind.name(),
    })
}

fn player(player: HandPlayer) -> Jiuri {
    match player {
        HandPlayer::Jiuri => Jiuri::new(),
        HandPlayer::JiuriCoop => Jiuri::cooperating(),
    }
}

fn held(hand: Hand) -> anyhow::Result<Hand> {
    match hand.len() {
        0 => Err(anyhow!("--hand has no cards")),
        len if len > HAND_MAX => {
            Err(anyhow!("--hand has {len} cards; a hand holds {HAND_MAX} at most"))
        }
        _ => Ok(hand),
    }
}

fn read(cards: Hand, kickers: Kickers) -> anyhow::Result<Play> {
    let play = Play::read(cards, kickers);
    play.with_context(|| format!("--last: {cards} is not a combination under these rules"))
}
