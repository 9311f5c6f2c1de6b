//! The state hash: equal states give equal hashes in any process of one build.

use std::hash::{Hash, Hasher};

use fangqi_plugin::host::{Host, Ready, WakeValue};
use fangqi_protocol::{EventArgs, EventValue};
use xxhash_rust::xxh3::Xxh3;

use super::fold::Fold;

/// Hash of everything on which the room's future depends, except the Lua heap. The heap is itself a
/// function of the inputs, and a difference in it shows here as soon as a script acts on it.
pub(super) fn of(fold: &Fold) -> u64 {
    let (mut parts, last) = all_parts(fold);
    parts.extend(last.filter(|(_, hash)| *hash != 0));
    let mut whole = Xxh3::new();
    parts.iter().for_each(|(_, hash)| whole.write_u64(*hash));
    whole.digest()
}

/// The hash of each part of the state, with the part's name.
pub(super) fn parts(fold: &Fold) -> Vec<(&'static str, u64)> {
    let (mut parts, last) = all_parts(fold);
    parts.extend(last);
    parts
}

/// Name and hash of a part of the state.
type Part = (&'static str, u64);

/// Every part of the state, and the last one if it has one, which counts only if its hash is not 0.
fn all_parts(fold: &Fold) -> (Vec<Part>, Option<Part>) {
    let former = fold.hooks().find_map(|hooks| hooks.former_parts(&fold.ctx));
    let former = former.unwrap_or_default();
    let host = fold.ctx.host();
    let mut parts = vec![
        ("room clock", host.clock),
        ("blocks", host.world.state_hash()),
        ("private views", host.views.state_hash()),
        ("effects", host.effects.state_hash()),
    ];
    let mut part = |name, fill: &dyn Fn(&Host, &mut Xxh3)| parts.push((name, hash_of(&host, fill)));
    part("display", &hash_display);
    part("marks", &|host, hasher| host.marks.hash(hasher));
    part("players", &|host, hasher| host.players.hash(hasher));
    part("seats", &|host, hasher| {
        (host.seats.holders(), host.seats.cares(), host.seats.stands_in).hash(hasher);
    });
    part("game clocks", &|host, hasher| host.clocks.hash(hasher));
    part("questions", &hash_questions);
    part("waits and delayed calls", &|host, hasher| {
        for (tick, ready) in host.timers.iter() {
            tick.hash(hasher);
            hash_ready(ready, hasher);
        }
    });
    parts.extend(former.early);
    let mut part = |name, fill: &dyn Fn(&Host, &mut Xxh3)| parts.push((name, hash_of(&host, fill)));
    part("plugins", &|host, hasher| host.plugins.add_to_hash(hasher));
    part("jobs under way", &|host, hasher| {
        for job in host.jobs.orders() {
            hasher.write_u64(job.id.0);
        }
    });
    part("next numbers", &|host, hasher| (former.next_number, host.next_token()).hash(hasher));
    part("waiting handlers", &|_, hasher| fold.waiting_count().hash(hasher));
    part("registered handlers", &|_, hasher| fold.ctx.script().handler_count().hash(hasher));
    part("random numbers of scripts", &|_, hasher| fold.vm.rng_state().hash(hasher));
    part("random numbers of the host", &|host, hasher| host.rng.state().hash(hasher));
    (parts, former.last)
}

fn hash_of(host: &Host, fill: &dyn Fn(&Host, &mut Xxh3)) -> u64 {
    let mut hasher = Xxh3::new();
    fill(host, &mut hasher);
    hasher.digest()
}

/// The display, and the zones of a card table if there are any, so that rooms stored before zones
/// existed keep their hash.
fn hash_display(host: &Host, hasher: &mut Xxh3) {
    host.hud.hash(hasher);
    if !host.zones.is_empty() {
        host.zones.hash(hasher);
    }
    for note in &host.notes {
        note.hash(hasher);
    }
    for secret in &host.secrets {
        secret.hash(hasher);
    }
}

fn hash_questions(host: &Host, hasher: &mut Xxh3) {
    for question in host.requests.iter() {
        (question.id, question.seat, question.owner, question.deadline).hash(hasher);
        (question.default, &question.picked, &question.hint).hash(hasher);
        question.delegated.hash(hasher);
        if let Some(selection) = &question.selection {
            (selection, question.shown_since).hash(hasher);
        }
        if let Some(panel) = &question.panel {
            (panel, question.shown_since).hash(hasher);
        }
        for choice in question.choices.iter() {
            (&choice.path, &choice.label).hash(hasher);
        }
    }
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
        Ready::Judge { request, player, cells, legal } => {
            (request, player, cells, legal).hash(hasher);
        }
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
        WakeValue::Selected(cells, player) => (cells, player).hash(hasher),
        WakeValue::Job(result) => result.value().hash(hasher),
    }
}
