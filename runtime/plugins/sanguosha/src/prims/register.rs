//! What packages bring: kinds, cards, skills, generals, texts.

use std::rc::Rc;

use fangqi_sanguosha::catalogue::{General, Skill};
use fangqi_sanguosha::{
    Category, Event, Frequency, Gender, Kind, KindId, Kinds, Name, Printed, Slot, Suit,
};
use mlua::{IntoLua, Lua, LuaString, Table, Value};

use super::Prims;
use crate::convert::name;
use crate::source::is_of_the_engine;
use crate::texts::Texts;

/// Most kinds, skills or generals: what their numbers have room for, and more than anybody needs.
const MANY: usize = 8192;
/// Most cards.
const CARDS_MAX: usize = 4096;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    add_kinds(prims)?;
    add_texts(prims)?;
    add_skills(prims)?;
    // An error that was caught on the way to whoever asked.
    prims.add("fault", |_, shared, (of, message): (LuaString, LuaString)| {
        shared.caught(&of.to_string_lossy(), &message.to_string_lossy());
        Ok(())
    })?;
    // A script has defined a global of a library's name: its own functions are to find that one.
    prims.register("changes_library", |_, _, env: Table| {
        env.set_safeenv(false);
        Ok(())
    })?;
    prims.register("helper", |lua, shared, name: LuaString| {
        let loading = shared.loading.borrow();
        let found =
            loading.as_ref().and_then(|(package, _)| package.helper(&name.to_string_lossy()));
        let Some((script, text)) = found else {
            // Files of the engine that packages were written for have done their work.
            let done = is_of_the_engine(&name.to_string_lossy());
            return Ok(if done { Value::Boolean(false) } else { Value::Nil });
        };
        shared.reads(script.name(), text);
        script.function(lua).map(Value::Function)
    })
}

/// Skills, and generals.
fn add_skills(prims: &Prims<'_>) -> mlua::Result<()> {
    type Skilled = (
        LuaString,
        Option<i64>,
        Option<Table>,
        f64,
        Option<LuaString>,
        Option<Table>,
        Option<Table>,
        Option<Table>,
        u32,
    );
    prims.register(
        "add_skill",
        |_,
         shared,
         (called, frequency, events, priority, equip, marked, owned, related, bits): Skilled| {
            limit(shared.catalogue.skill_count(), MANY, "skills")?;
            let frequency = frequency.and_then(Frequency::from_number);
            let skill = Skill {
                frequency: frequency.unwrap_or(Frequency::NotFrequent),
                events: heard(events.as_ref())?,
                priority: priority as i32,
                equip: equip.map(|equip| name(&equip)),
                marked: names(marked.as_ref())?,
                owned: names(owned.as_ref())?,
                related: names(related.as_ref())?,
                ..skill_of(&called, bits)
            };
            shared.brings(|brought| {
                brought.skill(&skill.name, shared.catalogue.find_skill(&skill.name).is_some());
            });
            shared.comes_from_here(&skill.name);
            Ok(shared.catalogue.add_skill(skill).0)
        },
    )?;
    prims.register("doubled", |_, shared, called: LuaString| {
        shared.brings(|brought| brought.doubled(&called.to_string_lossy()));
        Ok(())
    })?;
    type Printing = (LuaString, LuaString, LuaString, f64, i64, Table, bool, bool, bool);
    prims.register("add_general", |_, shared, printing: Printing| {
        let (called, package, kingdom, max_hp, gender, skills, lord, hidden, again) = printing;
        limit(shared.catalogue.general_count(), MANY, "generals")?;
        let general = General {
            name: name(&called),
            package: name(&package),
            kingdom: name(&kingdom),
            max_hp: max_hp as i32,
            gender: Gender::from_number(gender).unwrap_or(Gender::Neuter),
            lord,
            hidden,
            skills: names(Some(&skills))?,
        };
        if !again {
            shared.brings(|brought| {
                let known = shared.catalogue.general(&general.name).is_some();
                brought.general(&general.name, known);
            });
        }
        shared.catalogue.add_general(general);
        Ok(())
    })
}

/// Kinds of cards, and cards.
fn add_kinds(prims: &Prims<'_>) -> mlua::Result<()> {
    type Kinded = (LuaString, LuaString, Table, i64, LuaString, Option<i64>, f64, LuaString, u32);
    prims.register(
        "add_kind",
        |_,
         shared,
         (called, class, classes, category, subtype, slot, range, from, bits): Kinded| {
            let kind = Kind {
                class: name(&class),
                ancestors: names(Some(&classes))?,
                category: Category::from_number(category).unwrap_or(Category::Skill),
                subtype: name(&subtype),
                slot: slot.and_then(Slot::from_number),
                range: range as i32,
                package: name(&from),
                ..kind_of(&called, bits)
            };
            shared.comes_from_here(&kind.name);
            let mut kinds = shared.catalogue.kinds.borrow_mut();
            shared.brings(|brought| {
                let known = kinds.iter().any(|(_, other)| other.name == kind.name);
                brought.card(&kind.name, known);
            });
            limit(kinds.count(), MANY, "kinds of cards")?;
            let kind = kinds.add(kind);
            shared.has_kinds(kinds.count() as u16);
            Ok(kind.0)
        },
    )?;
    prims.add("kind", |lua, shared, (kind, field): (u16, LuaString)| {
        let kinds = shared.catalogue.kinds.borrow();
        known_kind(&kinds, kind)?;
        kind_field(lua, kinds.get(KindId(kind)), &field.to_string_lossy())
    })?;
    prims.register("set_kind", |_, shared, (kind, field, value): (u16, LuaString, bool)| {
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
    prims.register(
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
    prims.register("add_texts", |_, shared, (language, texts): (Option<LuaString>, Table)| {
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
    if usize::from(kind) < kinds.count() {
        return Ok(());
    }
    Err(mlua::Error::runtime("this is no card"))
}

/// What is known of a kind of card, as a plain value.
fn kind_field(lua: &Lua, kind: &Kind, field: &str) -> mlua::Result<Value> {
    match field {
        "class" => (*kind.class).into_lua(lua),
        "package" => (*kind.package).into_lua(lua),
        "subtype" => (*kind.subtype).into_lua(lua),
        "will_throw" => kind.will_throw.into_lua(lua),
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

/// The texts of a list; none where there is no list.
fn names(list: Option<&Table>) -> mlua::Result<Vec<Name>> {
    let all = list.into_iter().flat_map(|list| (1..=list.raw_len()).map(move |at| (list, at)));
    all.map(|(list, at)| Ok(name(&list.raw_get::<LuaString>(at)?))).collect()
}

/// The events of a list, each once.
fn heard(list: Option<&Table>) -> mlua::Result<Vec<Event>> {
    let mut events = Vec::new();
    for at in 1..=list.map_or(0, Table::raw_len) {
        let number = list.map_or(Ok(-1), |list| list.raw_get::<i64>(at))?;
        if let Some(event) = Event::from_number(number)
            && !events.contains(&event)
        {
            events.push(event);
        }
    }
    Ok(events)
}

/// Whether a bit is set, counted from 0.
fn bit(bits: u32, at: u32) -> bool {
    bits >> at & 1 == 1
}

/// A kind with what `cards.luau` says in bits.
fn kind_of(called: &LuaString, bits: u32) -> Kind {
    let none = || Name::from("");
    Kind {
        name: name(called),
        class: none(),
        ancestors: Vec::new(),
        category: Category::Skill,
        subtype: none(),
        target_fixed: bit(bits, 0),
        will_throw: bit(bits, 1),
        delayed: bit(bits, 2),
        cancelable: bit(bits, 3),
        slot: None,
        range: 0,
        package: none(),
        has_use: bit(bits, 4),
        has_about_to_use: bit(bits, 5),
        has_effect: bit(bits, 6),
        has_install: bit(bits, 7),
        has_uninstall: bit(bits, 8),
    }
}

/// A skill with what `skills.luau` says in bits.
fn skill_of(called: &LuaString, bits: u32) -> Skill {
    Skill {
        lord: bit(bits, 0),
        own_trigger: bit(bits, 1),
        view_as: bit(bits, 2),
        filter: bit(bits, 3),
        distance: bit(bits, 4),
        prohibit: bit(bits, 5),
        max_cards: bit(bits, 6),
        target_mod: bit(bits, 7),
        responds: bit(bits, 8),
        worn: bit(bits, 9),
        ..Skill::new(&called.to_string_lossy())
    }
}
