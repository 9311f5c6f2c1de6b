use fangqi_binding::Refusal;
use fangqi_binding::args::Number;
use fangqi_plugin::{Fields, lua_module};
use fangqi_protocol::{PlayerId, TICKS_PER_SECOND};
use mlua::Value;

use super::actor::abilities;
use super::actor_life::set_life;
use super::creature::attr_number;
use super::objects::{change_person, count, of, of_person, point, with, with_player};
use super::support::yes;
use crate::living::attr;
use crate::modules::object::Obj;

/// Longest time for which an item cannot be used, in seconds: a day.
const COOLDOWN_MAX: f64 = 86_400.0;
/// Furthest that things are picked up, in blocks.
const REACH_MAX: f64 = 32.0;

lua_module! {
    /// Bodies of players, what they may do, what they hold.
    pub static PLAYER_BODY = "Player", Code;

    /// An attribute of a player (`PLAYERATTR`). Numbers that mean nothing here are 0 until they are
    /// set.
    /// Example: `local code, hp = Player:getAttr(uin, PLAYERATTR.CUR_HP)`
    fn getAttr(ctx, objid: Obj, attrtype: i32) -> (val: f64) {
        let number = attr_number(attrtype)?;
        with_player(&ctx, objid, |room, id| {
            let score = room.players.get(PlayerId(id)).map_or(0, |player| player.score);
            Ok((match number {
                attr::SCORE => score as f64,
                attr::LIFE_NUM => room.lives(id),
                _ => room.actor(id)?.attr(number),
            },))
        })
    }

    /// Sets an attribute of a player. Life at 0 is death. -1 for a speed, for jumping and for all
    /// else that is no state of the moment, as life and air are, brings back what is usual.
    /// Example: `Player:setAttr(uin, PLAYERATTR.WALK_SPEED, 15)`
    fn setAttr(ctx, objid: Obj, attrtype: i32, val: f64) -> () {
        let number = attr_number(attrtype)?;
        with_player(&ctx, objid, |room, id| {
            match number {
                attr::CUR_HP => set_life(room, id, val),
                attr::SCORE => {
                    room.set_score(PlayerId(id), val.floor().clamp(-9.0e15, 9.0e15) as i64);
                }
                _ => room.say_attr(id, number, val),
            }
            Ok(())
        })
    }

    /// Gives a player items, to the slots at hand first (`prioritytype` 1) or last (2). What does
    /// not fit is lost.
    /// Example: `Player:gainItems(uin, 12005, 1, 1)`
    fn gainItems(ctx, objid: Obj, itemid: u32, num: Option<i32>, prioritytype: Option<i32>) -> () {
        let num = count(3, "num", num.unwrap_or(1))?;
        with_player(&ctx, objid, |room, id| {
            match room.give_items(id, itemid, num, prioritytype.unwrap_or(1))? {
                0 => Err("there is no room for it".into()),
                _ => Ok(()),
            }
        })
    }

    /// Takes items from a player; FAILED when it has none of them.
    /// Example: `Player:removeBackpackItem(uin, 12051, 5)`
    fn removeBackpackItem(ctx, objid: Obj, itemid: u32, num: Option<i32>) -> () {
        let num = count(3, "num", num.unwrap_or(1))?;
        with_player(&ctx, objid, |room, id| match room.take_items(id, itemid, num)? {
            0 => Err(Refusal::no()),
            _ => Ok(()),
        })
    }

    /// Puts a player where players come in.
    /// Example: `Player:teleportHome(uin)`
    fn teleportHome(ctx, objid: Obj) -> () {
        with_player(&ctx, objid, |room, id| {
            let to = room.person(id)?.revive_at.unwrap_or_else(|| room.spawn_point());
            room.send_actor(id, to);
            Ok(())
        })
    }

    /// The item that a player has in hand; 0 for nothing.
    /// Example: `local code, itemid = Player:getCurToolID(uin)`
    fn getCurToolID(ctx, objid: Obj) -> (itemid: u32) {
        with_player(&ctx, objid, |room, id| Ok((room.tool_of(id).map_or(0, |stack| stack.item),)))
    }

    /// As `getCurToolID`.
    /// Example: `local code, itemid = Player:getPropsType(uin)`
    fn getPropsType(ctx, objid: Obj) -> (itemid: u32) {
        with_player(&ctx, objid, |room, id| Ok((room.tool_of(id).map_or(0, |stack| stack.item),)))
    }

    /// How often a player has died.
    /// Example: `local code, times = Player:getDieTimes(uin)`
    fn getDieTimes(ctx, objid: Obj) -> (n: u32) {
        of_person(&ctx, objid, |person| person.deaths)
    }

    /// How many lives a player has left; 0 when they are not counted.
    /// Example: `local code, lives = Player:getLeftLifeNum(uin)`
    fn getLeftLifeNum(ctx, objid: Obj) -> (n: f64) {
        with_player(&ctx, objid, |room, id| Ok((room.lives(id),)))
    }

    /// How well fed a player is.
    /// Example: `local code, level = Player:getFoodLevel(uin)`
    fn getFoodLevel(ctx, objid: Obj) -> (val: f64) {
        of(&ctx, objid, |actor| actor.attr(attr::CUR_HUNGER))
    }

    /// Sets how well fed a player is.
    /// Example: `Player:setFoodLevel(uin, 80)`
    fn setFoodLevel(ctx, objid: Obj, foodLevel: f64) -> () {
        with_player(&ctx, objid, |room, id| {
            room.change_attr(id, attr::CUR_HUNGER, foodLevel);
            Ok(())
        })
    }

    /// The slot at hand that a player has selected, from 0: its number is 1000 more.
    /// Example: `local code, index = Player:getCurShotcut(uin)`
    fn getCurShotcut(ctx, objid: Obj) -> (index: u8) {
        of_person(&ctx, objid, |person| person.slot)
    }

    /// Uses up what a player has in hand.
    /// Example: `Player:onCurToolUsed(uin, 1)`
    fn onCurToolUsed(ctx, objid: Obj, num: Option<i32>) -> () {
        let num = count(2, "num", num.unwrap_or(1))?;
        with_player(&ctx, objid, |room, id| Ok(room.consume_tool(id, num)?))
    }

    /// Keeps a player from using an item for `cd` seconds, a day at most.
    /// Example: `Player:setSkillCD(uin, 12005, 5)`
    fn setSkillCD(ctx, objid: Obj, itemid: u32, cd: f64) -> () {
        let cd = cd.clamp(0.0, COOLDOWN_MAX);
        let until = ctx.host().clock + (cd * TICKS_PER_SECOND as f64).ceil() as u64;
        change_person(&ctx, objid, |person| {
            person.cooldowns.insert(itemid, until);
        })
    }

    /// Brings a player back at a point, or puts it there.
    /// Example: `Player:reviveToPos(uin, 0, 7, 0)`
    fn reviveToPos(ctx, objid: Obj, x: f64, y: f64, z: f64) -> () {
        let to = point(x, y, z)?;
        with_player(&ctx, objid, |room, id| {
            room.revive(id, Some(to));
            Ok(())
        })
    }

    /// Sets where a player comes back after dying.
    /// Example: `Player:setRevivePoint(uin, 0, 7, 0)`
    fn setRevivePoint(ctx, objid: Obj, x: f64, y: f64, z: f64) -> () {
        let to = point(x, y, z)?;
        change_person(&ctx, objid, |person| person.revive_at = Some(to))
    }

    /// Has a player ride an object; 0 gets it off. Who rides a creature steers it; `bctrl` means
    /// nothing here.
    /// Partly: `bctrl` means nothing: who rides a creature steers it
    /// Example: `Player:mountActor(uin, horse)`
    fn mountActor(ctx, objid: Obj, objid2: Obj, bctrl: Value) -> () {
        with_player(&ctx, objid, |room, id| Ok(room.mount(id, objid2.0)?))
    }

    /// Has a player play an action.
    /// Partly: which number is which action is not published: clients draw eight of their own
    /// Example: `Player:playAct(uin, 16)`
    fn playAct(ctx, objid: Obj, actid: Number) -> () {
        with_player(&ctx, objid, |room, id| {
            room.play_act(id, actid.0);
            room.tell("Player.PlayAction", Fields::of(id).with("act", actid.0));
            Ok(())
        })
    }

    /// Has a player use an item; it must have it in hand. `status` and `onshift` mean nothing here.
    /// Partly: the item must be in hand; `status` and `onshift` mean nothing
    /// Example: `Player:useItem(uin, 12054, 0, false)`
    fn useItem(ctx, objid: Obj, itemid: u32, status: Value, onshift: Value) -> () {
        with_player(&ctx, objid, |room, id| {
            if room.tool_of(id).is_none_or(|stack| stack.item != itemid) {
                return Err(format!("item {itemid} is not in hand").into());
            }
            Ok(room.use_item(id)?)
        })
    }

    /// Switches an ability of a player (`PLAYERATTR.ENABLE_…`).
    /// Example: `Player:setActionAttrState(uin, PLAYERATTR.ENABLE_MOVE, false)`
    fn setActionAttrState(ctx, objid: Obj, actionattr: u32, switch: Option<bool>) -> () {
        let bits = abilities(actionattr)?;
        with_player(&ctx, objid, |room, id| {
            room.actor_mut(id)?.allow(bits, switch == Some(true));
            Ok(())
        })
    }

    /// Whether an ability of a player is on: the code is OK for yes, FAILED for no.
    /// Example: `if Player:checkActionAttrState(uin, PLAYERATTR.ENABLE_MOVE) == 0 then … end`
    fn checkActionAttrState(ctx, objid: Obj, actionattr: u32) -> () {
        let bits = abilities(actionattr)?;
        let (on,) = with_player(&ctx, objid, |room, id| Ok((room.actor(id)?.can(bits),)))?;
        yes(on)
    }

    /// Whether a player wears an item: the code is OK for yes, FAILED for no.
    /// Example: `if Player:isEquipByResID(uin, 12201) == ErrorCode.OK then … end`
    fn isEquipByResID(ctx, objid: Obj, resid: u32) -> () {
        let (worn,) = of_person(&ctx, objid, |person| person.bag.count(resid, 8000..8005).0)?;
        yes(worn > 0)
    }

    /// Forbids a player to do something with a kind of item: 1 to discard it, 2 to drop it at
    /// death.
    /// Example: `Player:setItemAttAction(uin, 12005, PLAYERATTR.ITEM_DISABLE_THROW, true)`
    fn setItemAttAction(ctx, objid: Obj, itemid: u32, attrtype: u8,
        switch: Option<bool>) -> () {
        if !matches!(attrtype, 1..=3) {
            return Err(format!("argument 3, attrtype, must be 1 or 2, not {attrtype}").into());
        }
        change_person(&ctx, objid, |person| {
            let rules = person.item_rules.entry(itemid).or_default();
            if switch == Some(true) {
                *rules |= attrtype;
            } else {
                *rules &= !attrtype;
            }
            if *rules == 0 {
                person.item_rules.remove(&itemid);
            }
        })
    }

    /// Sets how far a player picks things up, in blocks, 32 at most; -1 is as far as usual.
    /// Example: `Player:setCheckBoxScale(uin, 3)`
    fn setCheckBoxScale(ctx, objid: Obj, range: f64) -> () {
        let reach = (range >= 0.0).then_some(range.min(REACH_MAX));
        change_person(&ctx, objid, |person| person.reach = reach)
    }

    /// Opens the container in a cell for a player.
    /// Example: `Player:openBoxByPos(uin, 4, 7, 4)`
    fn openBoxByPos(ctx, objid: Obj, x: i32, y: i32, z: i32) -> () {
        with_player(&ctx, objid, |room, id| {
            room.box_at([x, y, z])?;
            room.person_mut(id)?.opened = Some([x, y, z]);
            Ok(())
        })
    }

    /// Would open the window of a workbench.
    /// Fails: there are no workbenches: what is made of what, the map's scripts say
    /// Example: `Player:forceOpenBoxUI(uin, 800)`
    fn forceOpenBoxUI(ctx, objid: Obj, itemid: u32) -> () {
        with_player(&ctx, objid, |_, _| Err("there are no workbenches here".into()))
    }

    /// Lets a player fly (1), as it does from then on, or walk only (2 and others).
    /// Example: `Player:changPlayerMoveType(uin, 1)`
    fn changPlayerMoveType(ctx, objid: Obj, moveType: Number) -> () {
        let moveType = moveType.0;
        with_player(&ctx, objid, |room, id| {
            let (pos, flies) = (room.actor(id)?.pos, moveType == 1);
            let person = room.person_mut(id)?;
            let flew = std::mem::replace(&mut person.flies, flies);
            if flies && !flew && person.may_fly && person.walks {
                // Its client has been told that it may and has it on foot: it goes by what it is
                // told of its place, and by no pose of before.
                person.moved += 1;
                person.sent_to = pos;
            }
            person.may_fly = flies;
            // Who hovered falls.
            room.actor_mut(id)?.grounded &= !flew || flies;
            Ok(())
        })
    }

    /// Makes a player immune to a kind of damage (`HURTTYPE`), or not.
    /// Example: `Player:setImmuneType(uin, HURTTYPE.FALL, true)`
    fn setImmuneType(ctx, objid: Obj, immunetype: Number, isadd: Option<bool>) -> () {
        with(&ctx, objid, |room, id| {
            let immune = &mut room.actor_mut(id)?.immune;
            if isadd == Some(true) {
                immune.insert(immunetype.0);
            } else {
                immune.remove(&immunetype.0);
            }
            Ok(())
        })
    }
}
