//! The state hash: equal states give equal hashes in any process of one build.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use super::fold::Fold;
use crate::host::{EventArgs, EventValue, Ready, WakeValue};
use crate::model::JobResult;

/// Hash of everything a room's future depends on, except the Lua heap, which is itself a function
/// of the inputs; what a script does differently shows here as soon as it does it.
pub(super) fn of(fold: &Fold) -> u64 {
    let mut hasher = Xxh3::new();
    let host = fold.ctx.host();
    hasher.write_u64(host.clock);
    hasher.write_u64(host.world.state_hash());
    hasher.write_u64(host.views.state_hash());
    hasher.write_u64(host.effects.state_hash());
    host.hud.hash(&mut hasher);
    host.marks.hash(&mut hasher);
    host.players.hash(&mut hasher);
    (host.seats.holders(), host.seats.cares(), host.seats.stands_in).hash(&mut hasher);
    host.clocks.hash(&mut hasher);
    for question in host.requests.iter() {
        (question.id, question.seat, question.owner, question.deadline).hash(&mut hasher);
        (question.default, &question.picked, &question.hint).hash(&mut hasher);
        question.delegated.hash(&mut hasher);
        for choice in &question.choices {
            (&choice.path, &choice.label).hash(&mut hasher);
        }
    }
    for (tick, ready) in host.timers.iter() {
        tick.hash(&mut hasher);
        hash_ready(ready, &mut hasher);
    }
    for (id, timer) in host.minitimers.iter() {
        (id, timer).hash(&mut hasher);
    }
    host.timer_windows.hash(&mut hasher);
    for (id, graphic) in &host.graphics {
        (id, graphic.kind as u8, graphic.itype, &graphic.title).hash(&mut hasher);
        (graphic.font, graphic.alpha, graphic.at.map(f64::to_bits)).hash(&mut hasher);
        graphic.shift.map(f64::to_bits).hash(&mut hasher);
    }
    for (player, music) in &host.music {
        player.hash(&mut hasher);
        // Written out: numbers in it have no hash of their own.
        format!("{music:?}").hash(&mut hasher);
    }
    for (id, area) in &host.areas {
        (id, area.min().to_array(), area.max().to_array()).hash(&mut hasher);
    }
    for (slot, value) in host.script_vars.iter().chain(&host.sent_vars) {
        (slot, value.to_bits()).hash(&mut hasher);
    }
    host.hour.hash(&mut hasher);
    for game in &host.xiangqi {
        hasher.write_u64(game.position().hash());
        hasher.write_usize(game.moves().len());
    }
    for job in host.jobs.orders() {
        hasher.write_u64(job.id.0);
    }
    (host.next_id, host.next_token(), fold.waiting_count()).hash(&mut hasher);
    fold.ctx.script().handler_count().hash(&mut hasher);
    (fold.vm.rng_state(), host.rng.state()).hash(&mut hasher);
    hasher.digest()
}

fn hash_ready(ready: &Ready, hasher: &mut Xxh3) {
    std::mem::discriminant(ready).hash(hasher);
    match ready {
        Ready::Event { name, args } => {
            name.hash(hasher);
            hash_args(args, hasher);
        }
        Ready::Dispatch { name, slot } => (name, slot).hash(hasher),
        Ready::Call { slot } => slot.hash(hasher),
        Ready::Wake { token, value } => {
            token.hash(hasher);
            hash_value(value, hasher);
        }
        Ready::StandIn { request, turn } => (request, turn).hash(hasher),
        Ready::Explain { request, player, path } => (request, player, path).hash(hasher),
    }
}

fn hash_args(args: &EventArgs, hasher: &mut Xxh3) {
    for (name, value) in args {
        name.hash(hasher);
        match value {
            EventValue::Number(value) => value.to_bits().hash(hasher),
            EventValue::Text(value) => value.hash(hasher),
        }
    }
}

fn hash_value(value: &WakeValue, hasher: &mut Xxh3) {
    std::mem::discriminant(value).hash(hasher);
    match value {
        WakeValue::Time | WakeValue::Cancelled => {}
        WakeValue::Choice(index, player) => (index, player).hash(hasher),
        WakeValue::Job(JobResult::XiangqiMove { best, score, depth, nodes }) => {
            (best, score, depth, nodes).hash(hasher);
        }
        WakeValue::Job(JobResult::Failed { reason }) => reason.hash(hasher),
    }
}
