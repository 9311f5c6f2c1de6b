use fangqi_binding::Refusal;
use fangqi_binding::args::Number;
use fangqi_plugin::{Call, Fields, lua_module};
use fangqi_protocol::{TICKS_PER_SECOND, Tick};
use mlua::Value;

use super::objects::{change, of, with};
use super::world_sky::{EFFECTS, SOUNDS};
use crate::living::{ObjType, facade_of};
use crate::map::MiniMap;
use crate::modules::object::Obj;
use crate::room::MiniRoom;

/// Effects and sounds on one object.
const EFFECTS_MAX: usize = 64;
/// Longest time of an effect that ends by itself, in seconds.
const SECONDS_MAX: f64 = 86_400.0;
/// Longest name, in characters.
const NAME_CHARS_MAX: usize = 256;
/// Longest name of a file or sound, in characters.
const FILE_CHARS_MAX: usize = 256;
/// Highest number of a built-in effect on a body: `ACTORBODY_EFFECT`.
const BODY_MAX: i32 = 39;

lua_module! {
    /// How objects look and sound.
    pub static ACTOR_LOOK = "Actor", Code;

    /// Plays a built-in effect on an object's body (`ACTORBODY_EFFECT`) until it is stopped.
    /// Example: `Actor:playBodyEffect(objid, ACTORBODY_EFFECT.BODYFX_FIRE)`
    fn playBodyEffect(ctx, objid: Obj, kind: i32) -> () {
        if !(0..=BODY_MAX).contains(&kind) {
            return Err(format!("argument 2, kind, must be from 0 to {BODY_MAX}").into());
        }
        change(&ctx, objid, |actor| {
            actor.look.body.insert(kind);
        })
    }

    /// Ends a built-in effect on an object's body.
    /// Example: `Actor:stopBodyEffect(objid, ACTORBODY_EFFECT.BODYFX_FIRE)`
    fn stopBodyEffect(ctx, objid: Obj, kind: Number) -> () {
        change(&ctx, objid, |actor| {
            actor.look.body.remove(&kind.0);
        })
    }

    /// Plays the effect of a file on an object's body until it is stopped.
    /// Partly: Mini World's files are not here: each name stands for one of the clients' effects
    /// Example: `Actor:playBodyEffectByFile(objid, "particles/Fog.ent", true)`
    fn playBodyEffectByFile(ctx, objid: Obj, filename: String, sync: Option<bool>) -> () {
        let effect = named(EFFECTS, "filename", &filename)?;
        with(&ctx, objid, |room, id| begin_effect(room, id, effect, (1.0, None)))
    }

    /// Ends the effect of a file on an object's body.
    /// Example: `Actor:stopBodyEffectByFile(objid, "particles/Fog.ent")`
    fn stopBodyEffectByFile(ctx, objid: Obj, filename: String) -> () {
        let effect = named(EFFECTS, "filename", &filename)?;
        change(&ctx, objid, |actor| {
            actor.look.effects.remove(&effect);
        })
    }

    /// Plays a sound by name where an object is.
    /// Partly: Mini World's sounds are not here: each name stands for one of the clients' sounds
    /// Example: `Actor:playSound(objid, "ent.hit", 1, 1, 0)`
    fn playSound(ctx, objid: Obj, name: String, volume: Option<f64>, pitch: Option<f64>,
        flag: Value) -> () {
        play_named(&ctx, objid, &name, volume, pitch)
    }

    /// Plays a sound of a kind (`GSOUND_TYPE`) by name where an object is.
    /// Partly: Mini World's sounds are not here: each name stands for one of the clients' sounds
    /// Example: `Actor:playSoundSpecial(objid, "ent.hit", GSOUND_TYPE.GSOUND_DIG)`
    fn playSoundSpecial(ctx, objid: Obj, name: String, kind: Value) -> () {
        play_named(&ctx, objid, &name, None, None)
    }

    /// Plays a particle effect on an object, for `ptme` seconds; until it is stopped when that is
    /// left out or not above 0.
    /// Example: `Actor:playBodyEffectById(objid, 1170, 1, 3)`
    fn playBodyEffectById(ctx, objid: Obj, particleId: u32, scale: Option<f64>,
        ptme: Option<f64>) -> () {
        let scale = scale_of(scale);
        let seconds =
            ptme.filter(|seconds| *seconds > 0.0).map(|seconds| seconds.min(SECONDS_MAX));
        with(&ctx, objid, |room, id| {
            let until = seconds.map(|seconds| {
                room.clock + ((seconds * TICKS_PER_SECOND as f64).ceil() as u64).max(1)
            });
            begin_effect(room, id, particleId, (scale, until))
        })
    }

    /// Ends a particle effect on an object.
    /// Example: `Actor:stopBodyEffectById(objid, 1170)`
    fn stopBodyEffectById(ctx, objid: Obj, particleId: u32) -> () {
        change(&ctx, objid, |actor| {
            actor.look.effects.remove(&particleId);
        })
    }

    /// Changes the size of a particle effect on an object.
    /// Example: `Actor:setBodyEffectScale(objid, 1170, 2)`
    fn setBodyEffectScale(ctx, objid: Obj, particleId: u32, scale: Option<f64>) -> () {
        let scale = scale_of(scale);
        with(&ctx, objid, |room, id| {
            let found = room.actor_mut(id)?.look.effects.get_mut(&particleId);
            found.ok_or_else(|| format!("effect {particleId} does not run on it"))?.0 = scale;
            Ok(())
        })
    }

    /// Plays a sound on an object: once where it is, or over and over until it is stopped.
    /// Example: `Actor:playSoundEffectById(objid, 10947, 100, 1, false)`
    fn playSoundEffectById(ctx, objid: Obj, soundId: u32, volume: Option<f64>, pitch: Option<f64>,
        isLoop: Option<bool>) -> () {
        let (volume, pitch) = (level(volume), level(pitch));
        with(&ctx, objid, |room, id| {
            let pos = room.actor(id)?.cell();
            let once = fangqi_world::EffectChange::PlaySound { pos, sound: soundId, volume, pitch };
            if isLoop != Some(true) {
                return super::support::show(room, fangqi_protocol::Audience::All, once);
            }
            // Nothing runs here: this only checks the numbers.
            fangqi_world::Effects::new().apply(once)?;
            let look = &mut room.actor_mut(id)?.look;
            if look.sounds.len() >= EFFECTS_MAX && !look.sounds.contains_key(&soundId) {
                return Err(format!("there are {EFFECTS_MAX} sounds on it already").into());
            }
            look.sounds.insert(soundId, (volume, pitch));
            Ok(())
        })
    }

    /// Ends a sound that is played over and over on an object.
    /// Example: `Actor:stopSoundEffectById(objid, 10947)`
    fn stopSoundEffectById(ctx, objid: Obj, soundId: u32) -> () {
        change(&ctx, objid, |actor| {
            actor.look.sounds.remove(&soundId);
        })
    }

    /// Has an object play an action.
    /// Partly: which number is which action is not published: clients draw eight of their own
    /// Example: `Actor:playAct(objid, 16)`
    fn playAct(ctx, objid: Obj, actid: Number) -> () {
        with(&ctx, objid, |room, id| {
            room.play_act(id, actid.0);
            Ok(())
        })
    }

    /// Shows or hides the name above an object.
    /// Example: `Actor:shownickname(objid, false)`
    fn shownickname(ctx, objid: Obj, bshow: Option<bool>) -> () {
        change(&ctx, objid, |actor| actor.look.nameless = bshow != Some(true))
    }

    /// Sets the name above an object.
    /// Example: `Actor:setnickname(objid, "#RBoss")`
    fn setnickname(ctx, objid: Obj, nickname: String) -> () {
        if nickname.chars().count() > NAME_CHARS_MAX {
            let most = format!("argument 2, nickname, is longer than {NAME_CHARS_MAX} characters");
            return Err(most.into());
        }
        change(&ctx, objid, |actor| actor.look.name = Some(nickname))
    }

    /// What an object looks like: `mob_3400`, `item_12051`, `skin_1` …
    /// Example: `local code, facade = Actor:getActorFacade(objid)`
    fn getActorFacade(ctx, objid: Obj) -> (facade: String) {
        of(&ctx, objid, |actor| {
            let own = || match actor.object_type() {
                ObjType::Player => "skin_1".to_owned(),
                ObjType::Creature => format!("mob_{}", actor.actorid()),
                ObjType::Drop | ObjType::Missile => {
                    format!("item_{}", actor.itemid().unwrap_or_default())
                }
            };
            actor.look.model.clone().unwrap_or_else(own)
        })
    }

    /// Makes an object look like something else: `mob_3400`, `block_100`, `item_12005`, `skin_2` …
    /// Partly: clients draw such a model as well as they can
    /// Example: `Actor:changeCustomModel(uin, "mob_3400")`
    fn changeCustomModel(ctx, objid: Obj, modelName: String) -> () {
        if modelName.chars().count() > NAME_CHARS_MAX {
            let wanted = format!("argument 2, modelName, has at most {NAME_CHARS_MAX} characters");
            return Err(wanted.into());
        }
        let model = (!modelName.is_empty()).then_some(modelName);
        change(&ctx, objid, |actor| actor.look.model = model)
    }

    /// Gives an object its own looks again.
    /// Example: `Actor:recoverinitialModel(uin)`
    fn recoverinitialModel(ctx, objid: Obj) -> () {
        change(&ctx, objid, |actor| actor.look.model = None)
    }

    /// A random look, for `changeCustomModel`.
    /// Example: `local code, facade = Actor:randomFacadeID()`
    fn randomFacadeID(ctx) -> (facade: String) {
        let mut host = ctx.host();
        let ids = host.package.catalog().creature_ids();
        let index = host.rng.next_u64() % ids.len() as u64;
        let facade = format!("mob_{}", ids[index as usize]);
        debug_assert!(facade_of(&facade));
        Ok((facade,))
    }

    /// Makes a player look like another.
    /// Example: `Actor:ChangePlayerSkin(uin, other)`
    fn ChangePlayerSkin(ctx, objid: Obj, uin: Obj) -> () {
        let (model,) = of(&ctx, uin, |actor| actor.look.model.clone())?;
        change(&ctx, objid, |actor| actor.look.model = model.or(Some("skin_1".to_owned())))
    }
}

/// Begins an effect on an object, so large and until then.
fn begin_effect(
    room: &mut MiniRoom<'_>,
    id: u64,
    effect: u32,
    as_said: (f32, Option<Tick>),
) -> Result<(), Refusal> {
    let look = &mut room.actor_mut(id)?.look;
    if look.effects.len() >= EFFECTS_MAX && !look.effects.contains_key(&effect) {
        return Err(format!("there are {EFFECTS_MAX} effects on it already").into());
    }
    look.effects.insert(effect, as_said);
    tell_effect(room, id, effect);
    Ok(())
}

/// Plays the sound of a name where an object is.
fn play_named(
    ctx: &Call<'_>,
    objid: Obj,
    name: &str,
    volume: Option<f64>,
    pitch: Option<f64>,
) -> Result<(), Refusal> {
    let sound = named(SOUNDS, "name", name)?;
    let (volume, pitch) = (level(volume), level(pitch));
    with(ctx, objid, |room, id| {
        let pos = room.actor(id)?.cell();
        let once = fangqi_world::EffectChange::PlaySound { pos, sound, volume, pitch };
        super::support::show(room, fangqi_protocol::Audience::All, once)
    })
}

/// The number that a name stands for among those that clients know: always the same.
fn named(known: std::ops::RangeInclusive<i64>, param: &str, name: &str) -> Result<u32, Refusal> {
    if name.chars().count() > FILE_CHARS_MAX {
        let wanted = format!("argument 2, {param}, must have at most {FILE_CHARS_MAX} characters");
        return Err(wanted.into());
    }
    let count = (known.end() - known.start() + 1) as u64;
    let index = xxhash_rust::xxh3::xxh3_64(name.as_bytes()) % count;
    Ok((known.start().unsigned_abs() + index) as u32)
}

/// The size of an effect, as near to what a script says as clients draw it.
pub(super) fn scale_of(scale: Option<f64>) -> f32 {
    scale.unwrap_or(1.0).clamp(0.01, 100.0) as f32
}

/// How loud or high a sound is: 1 when nothing is said.
pub(super) fn level(level: Option<f64>) -> f32 {
    level.unwrap_or(1.0).clamp(0.0, 1000.0) as f32
}

/// Tells of an effect that began on an object.
fn tell_effect(room: &mut MiniRoom<'_>, id: u64, effect: u32) {
    let Ok(actor) = room.actor(id) else { return };
    let name = match actor.object_type() {
        ObjType::Player => "Particle.Player.OnCreate",
        ObjType::Creature => "Particle.Mob.OnCreate",
        ObjType::Drop => "Particle.Item.OnCreate",
        ObjType::Missile => "Particle.Projectile.OnCreate",
    };
    let fields = Fields::of(id).with("effectid", u64::from(effect)).at(actor.pos);
    room.tell(name, fields);
}
