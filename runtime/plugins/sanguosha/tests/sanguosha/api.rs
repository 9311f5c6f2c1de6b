//! What packages may call is what is declared.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_plugin_sanguosha::api::{self, Group, Status};
use fangqi_plugin_sanguosha::{PackageSource, SgsVm};
use fangqi_vm::VmLimits;

fn vm() -> SgsVm {
    SgsVm::new(&VmLimits::default(), 1).expect("a VM")
}

/// The class whose table holds the methods of a declared one.
fn holder(class: &str) -> &str {
    match class {
        "Player" | "ClientPlayer" => "ServerPlayer",
        "SkillCard" | "LuaSkillCard" | "BasicCard" | "TrickCard" | "EquipCard" | "Weapon" => "Card",
        "LuaTriggerSkill" => "TriggerSkill",
        other => other,
    }
}

/// All that is declared, by the class that holds it.
fn declared(groups: &[Group]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for group in groups {
        let names = group.members.iter().filter(|member| !member.is_static).map(|one| one.name);
        all.entry(holder(group.name)).or_default().extend(names);
    }
    all
}

#[test]
fn everything_declared_is_there() {
    let members = vm().members().expect("members");
    let mut lacking = Vec::new();
    for (class, names) in declared(&api::classes()) {
        let there: BTreeSet<&str> = members
            .get(class)
            .map(|list| list.iter().map(String::as_str).collect())
            .unwrap_or_default();
        lacking.extend(names.difference(&there).map(|name| format!("{class}:{name}")));
    }
    let functions: BTreeSet<&str> = members["sgs"].iter().map(String::as_str).collect();
    for member in api::functions().iter().flat_map(|group| &group.members) {
        if !functions.contains(member.name) {
            lacking.push(format!("sgs.{}", member.name));
        }
    }
    for class in api::classes() {
        for member in class.members.iter().filter(|member| member.is_static) {
            let name = format!("{}_{}", class.name, member.name);
            if !functions.contains(name.as_str()) {
                lacking.push(format!("sgs.{name}"));
            }
        }
    }
    assert!(lacking.is_empty(), "declared and not there: {lacking:?}");
}

#[test]
fn everything_there_is_declared() {
    let members = vm().members().expect("members");
    let classes = api::classes();
    let declared = declared(&classes);
    let parents: BTreeMap<&str, &str> =
        classes.iter().filter_map(|class| Some((holder(class.name), class.parent?))).collect();
    let mut unknown = Vec::new();
    for (class, names) in &members {
        let hidden = |name: &&String| !name.starts_with('_');
        for name in names.iter().filter(hidden) {
            let mut at = Some(class.as_str());
            let mut found = false;
            for _ in 0..4 {
                let Some(class) = at else { break };
                found |= declared.get(class).is_some_and(|names| names.contains(name.as_str()));
                at = match class {
                    "Player" | "ServerPlayer" | "Card" | "Skill" => Some("QObject"),
                    "TriggerSkill" | "ViewAsSkill" => Some("Skill"),
                    "FilterSkill" | "ProhibitSkill" | "DistanceSkill" | "MaxCardsSkill"
                    | "TargetModSkill" => Some("Skill"),
                    "DamageStar" => None,
                    other => parents.get(other).copied(),
                };
            }
            if !found && class != "sgs" {
                unknown.push(format!("{class}:{name}"));
            }
        }
    }
    let functions: BTreeSet<&str> =
        api::functions().iter().flat_map(|group| &group.members).map(|one| one.name).collect();
    let structs: BTreeSet<&str> = api::structs().iter().map(|(name, _)| *name).collect();
    for name in &members["sgs"] {
        let known = functions.contains(name.as_str())
            || structs.contains(name.as_str())
            || ["Sanguosha", "Self"].contains(&name.as_str())
            || name.starts_with("TargetModSkill_")
            // What AI files read.
            || name.ends_with("_skill")
            || name == "need_kongcheng";
        if !known {
            unknown.push(format!("sgs.{name}"));
        }
    }
    assert!(unknown.is_empty(), "there and not declared: {unknown:?}");
}

/// Runs a package that asserts something.
fn runs(body: &str) {
    let text =
        format!("module(\"extensions.x\", package.seeall)\nextension = sgs.Package(\"x\")\n{body}");
    let package = PackageSource::compile("x", text.as_bytes()).expect("Lua");
    if let Err(error) = vm().load(&package) {
        panic!("{error}\n{body}");
    }
}

#[test]
fn structs_have_their_fields_and_no_others() {
    for (name, fields) in api::structs() {
        let mut body = format!("local it = sgs.{name}()\n");
        for field in fields.iter().filter(|field| **field != "expression") {
            body += &format!("it.{field} = it.{field}\n");
        }
        // What is written elsewhere is lost.
        body += "assert(it.nothing == nil)\n\
                 it.nothing = 1\n\
                 assert(it.nothing == nil and type(it) == \"userdata\")\n";
        runs(&body);
    }
}

#[test]
fn constants_are_numbers_and_unknown_ones_nil() {
    let mut body = String::from("assert(sgs.Skill_Frequency == nil)\n");
    for (name, number) in api::constants() {
        body += &format!("assert(sgs.{name} == {number}, \"{name}\")\n");
    }
    runs(&body);
}

#[test]
fn most_works() {
    let all = api::classes();
    let members = || all.iter().flat_map(|class| &class.members);
    let works = members().filter(|member| member.status == Status::Works).count();
    assert!(works * 5 > members().count() * 4, "{works} of {}", members().count());
    let page = api::reference();
    assert!(page.contains("`canSlash(other: Player, [distance_limit: bool = true])`"));
}
