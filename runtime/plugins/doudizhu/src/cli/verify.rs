//! Checking a deal after it was played.

use anyhow::{Context, bail};
use fangqi_doudizhu::{Card, Commitment, Key};
use serde_json::json;

use super::{VerifyArgs, say};

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let bad = |what: &str| format!("the {what} is not 64 hexadecimal digits");
    let commitment = Commitment::from_hex(&args.commitment).with_context(|| bad("commitment"))?;
    let key = Key::from_hex(&args.key).with_context(|| bad("key"))?;
    if key.commitment() != commitment {
        bail!("this key was not committed to: its commitment would be {}", key.commitment());
    }
    let deal = key.deal();
    let names = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let answer = json!({
        "verified": true,
        "hands": deal.hands.each_ref().map(|hand| names(hand)),
        "bottom": names(&deal.bottom),
        "first": deal.first,
    });
    say(&answer.to_string())
}
