use fangqi_binding::Refusal;
use fangqi_binding::args::Number;
use fangqi_plugin::{Call, lua_module};

use super::objects::{amount, change, object, of, with};
use super::regions::Source;
use super::support::yes;
use crate::living::{Actor, Kind, ObjType, ability, attr};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::{InRoom, MiniRoom};
use crate::sim::Hurt;

lua_module! {
    /// Life, damage and status effects of objects.
    pub static ACTOR_LIFE = "Actor", Code;

    /// Ends the life of an object.
    /// Example: `Actor:killSelf(objid)`
    fn killSelf(ctx, objid: Obj) -> () {
        with(&ctx, objid, |room, id| {
            if room.actor(id)?.is_alive() {
                room.kill(id, None);
            } else if !room.actor(id)?.is_player() {
                room.remove_actor(id);
            }
            Ok(())
        })
    }

    /// Adds to the life of an object, or takes from it.
    /// Example: `Actor:addHP(objid, 20)`
    fn addHP(ctx, objid: Obj, hp: f64) -> () {
        with(&ctx, objid, |room, id| {
            let life = room.actor(id)?.attr(attr::CUR_HP) + hp;
            set_life(room, id, life);
            Ok(())
        })
    }

    /// The life of an object.
    /// Example: `local code, hp = Actor:getHP(objid)`
    fn getHP(ctx, objid: Obj) -> (hp: f64) {
        of(&ctx, objid, |actor| actor.attr(attr::CUR_HP))
    }

    /// The most life that an object can have.
    /// Example: `local code, hp = Actor:getMaxHP(objid)`
    fn getMaxHP(ctx, objid: Obj) -> (hp: f64) {
        of(&ctx, objid, |actor| actor.attr(attr::MAX_HP))
    }

    /// Adds to the air of an object, or takes from it.
    /// Example: `Actor:addOxygen(objid, 5)`
    fn addOxygen(ctx, objid: Obj, oxygen: f64) -> () {
        with(&ctx, objid, |room, id| {
            let air = room.actor(id)?.attr(attr::CUR_OXYGEN) + oxygen;
            room.change_attr(id, attr::CUR_OXYGEN, air);
            Ok(())
        })
    }

    /// The air of an object.
    /// Example: `local code, air = Actor:getOxygen(objid)`
    fn getOxygen(ctx, objid: Obj) -> (oxygen: f64) {
        of(&ctx, objid, |actor| actor.attr(attr::CUR_OXYGEN))
    }

    /// Adds an enchantment to what a player wears or holds: slots 0 to 4 are worn, 5 is in hand.
    /// Partly: enchantments are kept and listed, but do nothing of themselves
    /// Example: `Actor:addEnchant(uin, EQUIP_SLOT_TYPE.EQUIP_WEAPON, 1, 3)`
    fn addEnchant(ctx, objid: Obj, slot: u32, enchantId: u32,
        enchantLevel: Option<Number>) -> () {
        with(&ctx, objid, |room, id| {
            let level = enchantLevel.map_or(1, |level| level.0);
            worn(room, id, slot)?.enchants.insert(enchantId, level);
            Ok(())
        })
    }

    /// Takes an enchantment off what a player wears or holds.
    /// Example: `Actor:removeEnchant(uin, EQUIP_SLOT_TYPE.EQUIP_WEAPON, 1)`
    fn removeEnchant(ctx, objid: Obj, slot: u32, enchantId: u32) -> () {
        with(&ctx, objid, |room, id| {
            match worn(room, id, slot)?.enchants.remove(&enchantId) {
                Some(_) => Ok(()),
                None => Err(format!("there is no enchantment {enchantId} on it").into()),
            }
        })
    }

    /// Removes all creatures of a type; with `bkill` they die first.
    /// Example: `Actor:clearActorWithId(3400, false)`
    fn clearActorWithId(ctx, actorid: u32, bkill: Option<bool>) -> () {
        let mut room = ctx.mini();
        let found = room.sim.of_type(ObjType::Creature);
        let found: Vec<u64> =
            found.filter(|(_, actor)| actor.actorid() == actorid).map(|(id, _)| id).collect();
        for id in found {
            if bkill == Some(true) {
                room.kill(id, None);
            }
            room.remove_actor(id);
        }
        Ok(())
    }

    /// Sets the kind of damage that an object deals, as in `HURTTYPE`.
    /// Example: `Actor:setAttackType(objid, HURTTYPE.MELEE)`
    fn setAttackType(ctx, objid: Obj, attacktype: Number) -> () {
        change(&ctx, objid, |actor| actor.attack_type = attacktype.0)
    }

    /// Makes an object immune to a kind of damage (`HURTTYPE`), or not.
    /// Example: `Actor:setImmuneType(objid, HURTTYPE.FALL, true)`
    fn setImmuneType(ctx, objid: Obj, immunetype: Number, isadd: Option<bool>) -> () {
        change(&ctx, objid, |actor| {
            if isadd == Some(true) {
                actor.immune.insert(immunetype.0);
            } else {
                actor.immune.remove(&immunetype.0);
            }
        })
    }

    /// Lays a status effect on an object: its level, and its time in ticks (-1 is its usual time, 0
    /// for ever). What it does, a map's catalogue says.
    /// Partly: of Mini World's own status effects only number, level and time are known
    /// Example: `Actor:addBuff(objid, 50, 1, 100)`
    fn addBuff(ctx, objid: Obj, buffid: u32, bufflv: Option<Number>,
        customticks: Option<f64>) -> () {
        let (level, ticks) = (bufflv.map_or(1, |level| level.0), customticks.unwrap_or(-1.0));
        with(&ctx, objid, |room, id| Ok(room.add_buff(id, buffid, level, ticks)?))
    }

    /// Whether a status effect is on an object: the code is OK for yes, with true; FAILED for no.
    /// Example: `if Actor:hasBuff(objid, 50) == ErrorCode.OK then … end`
    fn hasBuff(ctx, objid: Obj, buffid: u32) -> (has: bool) {
        let (has,) = of(&ctx, objid, |actor| actor.buff(buffid).is_some())?;
        yes(has)?;
        Ok((true,))
    }

    /// Takes a status effect off an object.
    /// Example: `Actor:removeBuff(objid, 50)`
    fn removeBuff(ctx, objid: Obj, buffid: u32) -> () {
        with(&ctx, objid, |room, id| {
            match room.remove_buffs(id, |buff| buff.id == buffid)? {
                0 => Err(Refusal::no()),
                _ => Ok(()),
            }
        })
    }

    /// Takes all status effects off an object.
    /// Example: `Actor:clearAllBuff(objid)`
    fn clearAllBuff(ctx, objid: Obj) -> () {
        with(&ctx, objid, |room, id| Ok(room.remove_buffs(id, |_| true).map(drop)?))
    }

    /// Takes all harmful status effects off an object: those that the map's catalogue calls bad.
    /// Example: `Actor:clearAllBadBuff(objid)`
    fn clearAllBadBuff(ctx, objid: Obj) -> () {
        with(&ctx, objid, clear_bad)
    }

    /// The status effects on an object, in the order they came.
    /// Example: `local code, count, ids = Actor:getBuffList(objid)`
    fn getBuffList(ctx, objid: Obj) -> (num: u32, ids: Vec<u32>) {
        let (ids,) = of(&ctx, objid, |actor| {
            actor.buffs.iter().map(|buff| buff.id).collect::<Vec<u32>>()
        })?;
        Ok((ids.len() as u32, ids))
    }

    /// The ticks that a status effect still lasts; 0 for ever.
    /// Example: `local code, ticks = Actor:getBuffLeftTick(objid, 50)`
    fn getBuffLeftTick(ctx, objid: Obj, buffid: u32) -> (ticks: u64) {
        Ok((left_ticks(&ctx, objid, buffid)?,))
    }

    /// Has a player damage an object, with a kind of damage (`HURTTYPE`).
    /// Example: `Actor:playerHurt(uin, objid, 20, HURTTYPE.MELEE)`
    fn playerHurt(ctx, objidA: Obj, objidB: Obj, hp: f64, attackType: Option<Number>) -> () {
        hurt(&ctx, objidA, objidB, hp, attackType)
    }

    /// Has a player damage everybody else in an area.
    /// Example: `Actor:playerHurtArea(uin, area, 20, HURTTYPE.BOMB)`
    fn playerHurtArea(ctx, objidA: Obj, areaid: u32, hp: f64, attackType: Option<Number>) -> () {
        hurt_area(&ctx, objidA, areaid, hp, attackType)
    }

    /// Has a creature damage an object.
    /// Example: `Actor:actorHurt(objid, uin, 20, HURTTYPE.MELEE)`
    fn actorHurt(ctx, objidA: Obj, objidB: Obj, hp: f64, attackType: Option<Number>) -> () {
        hurt(&ctx, objidA, objidB, hp, attackType)
    }

    /// Has a creature damage everybody else in an area.
    /// Example: `Actor:actorHurtArea(objid, area, 20, HURTTYPE.BOMB)`
    fn actorHurtArea(ctx, objidA: Obj, areaid: u32, hp: f64, attackType: Option<Number>) -> () {
        hurt_area(&ctx, objidA, areaid, hp, attackType)
    }

    /// A random type of creature: one of the map's catalogue, or the documents' stock example.
    /// Example: `local code, actorid = Actor:randomActorID()`
    fn randomActorID(ctx) -> (actorid: u32) {
        let mut host = ctx.host();
        let ids = host.package.catalog().creature_ids();
        let index = host.rng.next_u64() % ids.len() as u64;
        Ok((ids[index as usize],))
    }
}

/// Sets life; who has none left dies.
pub(super) fn set_life(room: &mut MiniRoom<'_>, id: u64, life: f64) {
    let is = |test: fn(&Actor) -> bool| room.actor(id).is_ok_and(test);
    // As damage does, it leaves those alive who cannot be killed.
    let (alive, kept) = (is(Actor::is_alive), is(|actor| !actor.can(ability::BE_KILLED)));
    let life = if alive && kept { life.max(1.0) } else { life };
    room.change_attr(id, attr::CUR_HP, life);
    if alive && life <= 0.0 {
        room.kill(id, None);
    }
}

/// Takes harmful status effects off an object.
pub(super) fn clear_bad(room: &mut MiniRoom<'_>, id: u64) -> Result<(), Refusal> {
    let package = std::sync::Arc::clone(&room.package);
    Ok(room.remove_buffs(id, |buff| package.catalog().buff(buff.id).bad).map(drop)?)
}

/// The ticks that a status effect still lasts; 0 for ever.
pub(super) fn left_ticks(ctx: &Call<'_>, objid: Obj, buffid: u32) -> Result<u64, Refusal> {
    let now = ctx.host().clock;
    let (buff,) = of(ctx, objid, |actor| actor.buff(buffid).copied())?;
    let buff = buff.ok_or(Refusal::no())?;
    Ok(buff.until.map_or(0, |until| until.saturating_sub(now).max(1)))
}

/// What a player wears (0 to 4) or has in hand (5).
fn worn<'r>(
    room: &'r mut MiniRoom<'_>,
    id: u64,
    slot: u32,
) -> Result<&'r mut crate::living::Stack, String> {
    let person = room.person_mut(id)?;
    let at = match slot {
        0..=4 => 8000 + slot,
        5 => 1000 + u32::from(person.slot),
        8000..=8004 | 1000..=1007 | 0..30 => slot,
        _ => return Err(format!("argument 2, slot, must be from 0 to 5, not {slot}")),
    };
    person.bag.get_mut(at).ok_or_else(|| format!("there is nothing in slot {at}"))
}

fn hurt(
    ctx: &Call<'_>,
    by: Obj,
    target: Obj,
    hp: f64,
    kind: Option<Number>,
) -> Result<(), Refusal> {
    let amount = amount(3, "hp", hp)?;
    with(ctx, by, |room, by| {
        let target = object(room, target)?;
        let kind = kind.map_or(room.actor(by)?.attack_type, |kind| kind.0);
        room.hurt(target, Hurt { by: Some(by), amount, kind });
        Ok(())
    })
}

fn hurt_area(
    ctx: &Call<'_>,
    by: Obj,
    area: u32,
    hp: f64,
    kind: Option<Number>,
) -> Result<(), Refusal> {
    let amount = amount(3, "hp", hp)?;
    let region = Source::Area(area).region(ctx)?;
    with(ctx, by, |room, by| {
        let kind = kind.map_or(room.actor(by)?.attack_type, |kind| kind.0);
        for target in room.objects_in(region, None) {
            let living = room
                .actor(target)
                .is_ok_and(|actor| matches!(actor.kind, Kind::Player | Kind::Creature { .. }));
            if living && target != by {
                room.hurt(target, Hurt { by: Some(by), amount, kind });
            }
        }
        Ok(())
    })
}
