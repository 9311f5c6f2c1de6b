//! Scripts that abuse what rooms offer, one made for every function. Who includes this has the
//! VM's `abuse` as `hammering`.

#![allow(dead_code)]

use fangqi_plugin_sanguosha::api as sgs;
use fangqi_room::types::functions;

use crate::PLUGINS;
use crate::hammering::{Attack, hammer};

/// An attack on every function of the host's API.
pub fn on_the_api() -> Vec<Attack> {
    functions(PLUGINS)
        .map(|function| {
            hammer(&format!("{}.{}", function.module, function.name), Some(function.module))
        })
        .collect()
}

/// An attack on every function that a package of Sanguosha reaches while it is loaded: those of
/// `sgs`, and the methods of the engine and of cards.
pub fn on_sanguosha() -> Vec<Attack> {
    let of_sgs = sgs::functions().into_iter().flat_map(|group| group.members);
    let plain = of_sgs.map(|member| hammer(&format!("(sgs.{0} or {0})", member.name), None));
    let methods = sgs::classes().into_iter().flat_map(|class| {
        let receiver = match class.name {
            "Engine" => "sgs.Sanguosha",
            "Card" => "sgs.Sanguosha:cloneCard(\"slash\", 1, 1)",
            "QVariant" => "sgs.QVariant(\"text\")",
            _ => return Vec::new(),
        };
        let own = class.members.into_iter().filter(|member| !member.is_static);
        let attack = |name: &str| {
            let mut attack = hammer(&format!("object.{name}"), Some("object"));
            attack.script.insert_str(0, &format!("local object = {receiver}\n"));
            attack.name = format!("{}.{name}", class.name);
            attack
        };
        own.map(|member| attack(member.name)).collect()
    });
    plain.chain(methods).collect()
}
