use fangqi_binding::Refusal;
use fangqi_binding::args::{Cell, list};
use fangqi_plugin::{Call, lua_module};

use super::regions::Source;
use super::world_life::object_kind;
use crate::living::ObjType;
use crate::room::InRoom;

lua_module! {
    /// Objects in areas.
    pub static AREA_MORE = "Area", Code;

    /// The creatures in an area.
    /// Example: `local code, objids = Area:getAreaCreatures(area)`
    fn getAreaCreatures(ctx, areaid: u32) -> (objids: Vec<u64>) {
        objects(&ctx, &Source::Area(areaid), &[ObjType::Creature])
    }

    /// The creatures in the box between two corners.
    /// Example: `local code, objids = Area:getAllCreaturesInAreaRange(low, high)`
    fn getAllCreaturesInAreaRange(ctx, posbegin: Cell, posend: Cell) -> (objids: Vec<u64>) {
        objects(&ctx, &Source::Range(posbegin, posend), &[ObjType::Creature])
    }

    /// The objects of a kind (`OBJ_TYPE`, 0 for all) in the box between two corners.
    /// Example: `Area:getAllObjsInAreaRange(low, high, OBJ_TYPE.OBJTYPE_CREATURE)`
    fn getAllObjsInAreaRange(ctx, posbegin: Cell, posend: Cell, objtype: Option<i32>)
        -> (objids: Vec<u64>) {
        let source = Source::Range(posbegin, posend);
        match object_kind(3, objtype.unwrap_or(0))? {
            Some(kind) => objects(&ctx, &source, &[kind]),
            None => objects(&ctx, &source, &[]),
        }
    }

    /// The objects of several kinds in the box between two corners.
    /// Example: `local code, objids = Area:getAllObjsInAreaRangeByObjTypes(low, high, { 2, 3 })`
    fn getAllObjsInAreaRangeByObjTypes(ctx, posbegin: Cell, posend: Cell, objtypes: mlua::Table)
        -> (objids: Vec<u64>) {
        let mut kinds = Vec::new();
        for number in list::<i32>(&objtypes, ctx.lua, 8)? {
            match object_kind(3, number)? {
                Some(kind) => kinds.push(kind),
                None => return Err("argument 3, objtypes, must hold numbers of OBJ_TYPE".into()),
            }
        }
        if kinds.is_empty() {
            return Err("argument 3, objtypes, must hold numbers of OBJ_TYPE".into());
        }
        objects(&ctx, &Source::Range(posbegin, posend), &kinds)
    }
}

/// The objects of some kinds in a box; of all kinds when none are named.
fn objects(ctx: &Call<'_>, source: &Source, kinds: &[ObjType]) -> Result<(Vec<u64>,), Refusal> {
    let region = source.region(ctx)?;
    let room = ctx.mini();
    let mut found = room.objects_in(region, None);
    found.retain(|id| {
        kinds.is_empty() || room.actor(*id).is_ok_and(|actor| kinds.contains(&actor.object_type()))
    });
    Ok((found,))
}
