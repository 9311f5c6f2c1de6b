//! What packages bring: kinds, cards, skills, generals, texts.

use std::rc::Rc;

use fangqi_sanguosha::catalogue::{General, Skill};
use fangqi_sanguosha::{
    Category, Event, Frequency, Gender, Kind, KindId, Kinds, Name, Printed, Slot, Suit,
};
use mlua::{IntoLua, Lua, LuaString, Table, Value};

use super::Prims;
use crate::sanguosha::convert::name;
use crate::sanguosha::texts::Texts;

/// Most kinds, skills or generals: what their numbers have room for, and more than anybody needs.
const MANY: usize = 8192;
/// Most cards.
const CARDS_MAX: usize = 4096;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    add_kinds(prims)?;
    add_texts(prims)?;
    prims.add("add_skill", |_, shared, info: Table| {
        let skill = read_skill(&info)?;
        shared.brings(|brought| {
            brought.skill(&skill.name, shared.catalogue.find_skill(&skill.name).is_some());
        });
        shared.comes_from_here(&skill.name);
        limit(shared.catalogue.skills().len(), MANY, "skills")?;
        Ok(shared.catalogue.add_skill(skill).0)
    })?;
    prims.add("add_general", |_, shared, info: Table| {
        limit(shared.catalogue.generals().len(), MANY, "generals")?;
        let general = read_general(&info)?;
        shared.brings(|brought| {
            let known = shared.catalogue.general(&general.name).is_some();
            brought.general(&general.name, known);
        });
        shared.catalogue.add_general(general);
        Ok(())
    })?;
    // An error that was caught on the way to whoever asked.
    prims.add("fault", |_, shared, (of, message): (LuaString, LuaString)| {
        shared.caught(&of.to_string_lossy(), &message.to_string_lossy());
        Ok(())
    })?;
    // A script has defined a global of a library's name: its own functions are to find that one.
    prims.add("changes_library", |_, _, env: Table| {
        env.set_safeenv(false);
        Ok(())
    })?;
    prims.add("helper", |lua, shared, name: LuaString| {
        let loading = shared.loading.borrow();
        let found = loading.as_ref().and_then(|package| package.helper(&name.to_string_lossy()));
        let Some((script, text)) = found else { return Ok(None) };
        shared.reads(script.name(), text);
        script.function(lua).map(Some)
    })
}

/// Kinds of cards, and cards.
fn add_kinds(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.add("add_kind", |_, shared, info: Table| {
        let kind = read_kind(&info)?;
        shared.comes_from_here(&kind.name);
        let mut kinds = shared.catalogue.kinds.borrow_mut();
        shared.brings(|brought| {
            let known = kinds.iter().any(|(_, other)| other.name == kind.name);
            brought.card(&kind.name, known);
        });
        limit(kinds.iter().count(), MANY, "kinds of cards")?;
        let kind = kinds.add(kind);
        shared.has_kinds(kinds.iter().count() as u16);
        Ok(kind.0)
    })?;
    prims.add("kind", |lua, shared, (kind, field): (u16, LuaString)| {
        let kinds = shared.catalogue.kinds.borrow();
        known_kind(&kinds, kind)?;
        kind_field(lua, kinds.get(KindId(kind)), &field.to_string_lossy())
    })?;
    prims.add("set_kind", |_, shared, (kind, field, value): (u16, LuaString, bool)| {
        let mut kinds = shared.catalogue.kinds.borrow_mut();
        known_kind(&kinds, kind)?;
        let mut changed = kinds.get(KindId(kind)).clone();
        let field = match &*field.to_string_lossy() {
            "target_fixed" => &mut changed.target_fixed,
            "will_throw" => &mut changed.will_throw,
            "cancelable" => &mut changed.cancelable,
            "on_use" => &mut changed.has_use,
            "about_to_use" => &mut changed.has_about_to_use,
            "on_effect" => &mut changed.has_effect,
            "on_install" => &mut changed.has_install,
            "on_uninstall" => &mut changed.has_uninstall,
            other => return Err(mlua::Error::runtime(format!("kinds have no {other}"))),
        };
        *field = value;
        kinds.add(changed);
        Ok(())
    })?;
    prims.add(
        "add_card",
        |_, shared, (kind, suit, number, package): (u16, i64, i64, LuaString)| {
            known_kind(&shared.catalogue.kinds.borrow(), kind)?;
            let suit = Suit::from_number(suit).unwrap_or(Suit::NoSuit);
            let number = u8::try_from(number).ok().filter(|&number| number <= 13).unwrap_or(0);
            let mut cards = shared.catalogue.cards.borrow_mut();
            limit(cards.len(), CARDS_MAX, "cards")?;
            cards.push(Printed { kind: KindId(kind), suit, number, package: name(&package) });
            Ok(cards.len() - 1)
        },
    )?;
    prims.add("card_package", |lua, shared, id: usize| {
        let cards = shared.catalogue.cards.borrow();
        lua.create_string(cards.get(id).map_or("", |card| &*card.package))
    })
}

/// Texts, and their translations.
fn add_texts(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.add("add_texts", |_, shared, (language, texts): (Option<LuaString>, Table)| {
        let language = language.map_or_else(|| Texts::USUAL.into(), |text| name(&text));
        let mut all = shared.texts.borrow_mut();
        let all = Rc::make_mut(&mut all);
        texts.for_each(|key: LuaString, text: LuaString| {
            let key = key.to_string_lossy();
            shared.brings(|brought| brought.text(&key));
            all.add(&language, key, text.to_string_lossy());
            Ok(())
        })
    })?;
    prims.add("translate", |lua, shared, key: LuaString| {
        let texts = shared.texts.borrow();
        match key.to_str().ok().and_then(|key| texts.get(Texts::USUAL, &key)) {
            Some(text) => lua.create_string(text),
            None => Ok(key),
        }
    })
}

/// Refuses what is no kind.
fn known_kind(kinds: &Kinds, kind: u16) -> mlua::Result<()> {
    if usize::from(kind) < kinds.iter().count() {
        return Ok(());
    }
    Err(mlua::Error::runtime("this is no card"))
}

/// What is known of a kind of card, as a plain value.
fn kind_field(lua: &Lua, kind: &Kind, field: &str) -> mlua::Result<Value> {
    match field {
        "package" => (*kind.package).into_lua(lua),
        "subtype" => (*kind.subtype).into_lua(lua),
        "will_throw" => kind.will_throw.into_lua(lua),
        "delayed" => kind.delayed.into_lua(lua),
        "cancelable" => kind.cancelable.into_lua(lua),
        "range" => kind.range.into_lua(lua),
        "slot" => kind.slot.map(Slot::number).into_lua(lua),
        _ => Ok(Value::Nil),
    }
}

fn limit(count: usize, most: usize, what: &str) -> mlua::Result<()> {
    if count < most {
        return Ok(());
    }
    Err(mlua::Error::runtime(format!("there can be no more than {most} {what}")))
}

/// A text of a table; empty if there is none.
fn text(info: &Table, field: &str) -> mlua::Result<Name> {
    let value: Option<LuaString> = info.raw_get(field)?;
    Ok(value.map_or_else(|| "".into(), |value| name(&value)))
}

/// Whether a field of a table is true.
fn flag(info: &Table, field: &str) -> mlua::Result<bool> {
    Ok(matches!(info.raw_get(field)?, Value::Boolean(true)))
}

/// The texts of a list, or none.
fn texts(info: &Table, field: &str) -> mlua::Result<Vec<Name>> {
    let list: Option<Table> = info.raw_get(field)?;
    let Some(list) = list else { return Ok(Vec::new()) };
    (1..=list.raw_len()).map(|at| Ok(name(&list.raw_get::<LuaString>(at)?))).collect()
}

/// A number, clipped to what the engine counts with.
fn number(info: &Table, field: &str, otherwise: i32) -> mlua::Result<i32> {
    let value: Option<f64> = info.raw_get(field)?;
    Ok(value.map_or(otherwise, |value| value as i32))
}

fn read_kind(info: &Table) -> mlua::Result<Kind> {
    let slot: Option<i64> = info.raw_get("slot")?;
    Ok(Kind {
        name: text(info, "name")?,
        class: text(info, "class")?,
        ancestors: texts(info, "ancestors")?,
        category: Category::from_number(info.raw_get("category")?).unwrap_or(Category::Skill),
        subtype: text(info, "subtype")?,
        target_fixed: flag(info, "target_fixed")?,
        will_throw: flag(info, "will_throw")?,
        delayed: flag(info, "delayed")?,
        cancelable: flag(info, "cancelable")?,
        slot: slot.and_then(Slot::from_number),
        range: number(info, "range", 0)?,
        package: text(info, "package")?,
        has_use: flag(info, "on_use")?,
        has_about_to_use: flag(info, "about_to_use")?,
        has_effect: flag(info, "on_effect")?,
        has_install: flag(info, "on_install")?,
        has_uninstall: flag(info, "on_uninstall")?,
    })
}

fn read_skill(info: &Table) -> mlua::Result<Skill> {
    let mut skill = Skill::new(&text(info, "name")?);
    let frequency: Option<i64> = info.raw_get("frequency")?;
    skill.frequency = frequency.and_then(Frequency::from_number).unwrap_or(Frequency::NotFrequent);
    skill.lord = flag(info, "lord")?;
    let events: Option<Table> = info.raw_get("events")?;
    for event in events.iter().flat_map(|list| list.sequence_values::<i64>()) {
        if let Some(event) = Event::from_number(event?)
            && !skill.events.contains(&event)
        {
            skill.events.push(event);
        }
    }
    skill.priority = number(info, "priority", 1)?;
    skill.own_trigger = flag(info, "own_trigger")?;
    let equip: Option<LuaString> = info.raw_get("equip")?;
    skill.equip = equip.map(|equip| name(&equip));
    skill.view_as = flag(info, "view_as")?;
    skill.filter = flag(info, "filter")?;
    skill.distance = flag(info, "distance")?;
    skill.prohibit = flag(info, "prohibit")?;
    skill.max_cards = flag(info, "max_cards")?;
    skill.target_mod = flag(info, "target_mod")?;
    skill.related = texts(info, "related")?;
    Ok(skill)
}

fn read_general(info: &Table) -> mlua::Result<General> {
    let gender: i64 = info.raw_get("gender")?;
    Ok(General {
        name: text(info, "name")?,
        package: text(info, "package")?,
        kingdom: text(info, "kingdom")?,
        max_hp: number(info, "max_hp", 4)?,
        gender: Gender::from_number(gender).unwrap_or(Gender::Neuter),
        lord: flag(info, "lord")?,
        hidden: flag(info, "hidden")?,
        skills: texts(info, "skills")?,
    })
}
