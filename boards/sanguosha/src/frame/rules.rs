//! The rules of the game as handlers of events at priority 0.

use super::damage::{Apply, Spread};
use super::death::{Bury, Rescue, Rescuer};
use super::judging::{DiscardJudged, TurnUp};
use super::phases::PhaseAction;
use super::slash::{Hit, Proceed};
use super::using::{CarryOut, Effected};
use super::{Cx, DrawCards, Frame, Kill, Play, TurnOver};
use crate::basics::{PlayerId, Role};
use crate::event::{Data, Event, Live};
use crate::state::State;

/// Number of cards in an initial hand.
const START_HAND: usize = 4;

/// Whether the rules handle an event, or can be skipped there, according to the extension handbook.
pub(super) fn rules(event: Event) -> bool {
    matches!(
        event,
        Event::GameStart
            | Event::TurnStart
            | Event::PhaseChange
            | Event::CardUsed
            | Event::CardFinished
            | Event::CardEffected
            | Event::HpRecover
            | Event::HpLost
            | Event::AskForPeaches
            | Event::AskForPeachesDone
            | Event::Dying
            | Event::Death
            | Event::GameOverJudge
            | Event::SlashEffected
            | Event::SlashProceed
            | Event::SlashHit
            | Event::SlashMissed
            | Event::DamageDone
            | Event::DamageComplete
            | Event::StartJudge
            | Event::FinishJudge
            | Event::Pindian
    )
}

/// The frame that applies the rules to an event.
pub(super) fn of(
    cx: &Cx<'_>,
    event: Event,
    player: PlayerId,
    data: &Live,
) -> Option<Box<dyn Frame>> {
    let data = || Live::clone(data);
    Some(match event {
        Event::GameStart => Box::new(DrawCards::new(player, START_HAND)),
        Event::TurnStart if cx.s().player(player).face_up => Box::new(Play::new(player)),
        Event::TurnStart => Box::new(TurnOver::new(player)),
        Event::PhaseChange => Box::new(PhaseAction::new(player)),
        Event::DrawNCards => match *data().borrow() {
            Data::Int(count) => Box::new(DrawCards::new(player, count.max(0) as usize)),
            _ => return None,
        },
        Event::StartJudge => Box::new(TurnUp(data())),
        Event::FinishJudge | Event::Pindian => Box::new(DiscardJudged(data())),
        Event::DamageDone => Box::new(Apply::new(data())),
        Event::DamageComplete => Box::new(Spread::new(data())),
        Event::Dying => Box::new(Rescue::new(data())),
        Event::AskForPeaches => Box::new(Rescuer::new(player, data())),
        Event::AskForPeachesDone => {
            let state = cx.s();
            let dying = state.player(player);
            if dying.hp > 0 || !dying.alive {
                return None;
            }
            let damage = match &*data().borrow() {
                Data::Dying(dying) => dying.damage.clone(),
                _ => None,
            };
            Box::new(Kill::new(player, damage))
        }
        Event::GameOverJudge if cx.alive(player) => return None,
        Event::GameOverJudge => {
            let winner = winner(&cx.s(), player);
            if let Some(winner) = winner {
                cx.m().winner = Some(winner.into());
            }
            return None;
        }
        Event::Death => Box::new(Bury::new(player, data())),
        Event::SlashProceed => Box::new(Proceed::new(data())),
        Event::SlashHit => Box::new(Hit::new(data())),
        Event::CardUsed => Box::new(CarryOut::new(data())),
        Event::CardEffected => Box::new(Effected::new(data())),
        _ => return None,
    })
}

/// The winner after a death, if the game is over.
fn winner(state: &State, dead: PlayerId) -> Option<&'static str> {
    let alive = state.alive_roles(Some(dead));
    if state.player(dead).role == Role::Lord {
        return Some(match alive[..] {
            [Role::Renegade] => "renegade",
            _ => "rebel",
        });
    }
    let threats = [Role::Rebel, Role::Renegade];
    (!alive.iter().any(|role| threats.contains(role))).then_some("lord+loyalist")
}
