use fangqi_binding::Refusal;
use fangqi_binding::args::Number;
use fangqi_plugin::{Call, lua_module};
use fangqi_protocol::TICKS_PER_SECOND;
use mlua::Value;

use super::objects::{change_person, of_person, point, with_player};
use super::support::yes;
use crate::living::Camera;
use crate::modules::{lenient::Vector, object::Obj};

/// The usual field of view, in degrees.
const VIEW: f64 = 70.0;
/// Longest time a camera takes or shakes, in seconds.
const SECONDS_MAX: f64 = 3600.0;
/// Longest time for which a phone is shaken, in seconds.
const SHAKE_MAX: f64 = 10.0;
/// Kinds of easing: `LinearTransformation`.
const EASES: std::ops::RangeInclusive<i32> = 0..=19;
/// Why functions of shops and friends answer FAILED.
const NO_SHOP: &str = "there is no shop here";
/// See [`NO_SHOP`].
const NO_FRIENDS: &str = "there are no accounts here, so nobody has friends or invites";
/// See [`NO_SHOP`].
const NO_PAGES: &str = "there are no such pages here";

lua_module! {
    /// What players see, and what Mini World's shop and accounts would be.
    pub static PLAYER_VIEW = "Player", Code;

    /// Turns the camera of a player.
    /// Example: `Player:rotateCamera(uin, 90, 0)`
    fn rotateCamera(ctx, objid: Obj, yaw: f64, pitch: Option<f64>) -> () {
        change_person(&ctx, objid, |person| {
            let count = person.camera.turned.map_or(0, |(_, count)| count);
            let pitch = pitch.unwrap_or_default().clamp(-90.0, 90.0);
            let angles = [crate::living::wrapped(yaw), pitch];
            person.camera.turned = Some((angles, count.wrapping_add(1)));
        })
    }

    /// Sets how a player sees itself (`VIEWPORTTYPE`), and whether it may change that.
    /// Partly: clients show `BACK2VIEW` as `BACKVIEW`
    /// Example: `Player:changeViewMode(uin, VIEWPORTTYPE.BACKVIEW, true)`
    fn changeViewMode(ctx, objid: Obj, viewmode: i32, islock: Option<bool>) -> () {
        if !(0..=16).contains(&viewmode) {
            return Err(format!("argument 2, viewmode, must be one of VIEWPORTTYPE, not {viewmode}")
                .into());
        }
        camera(&ctx, objid, |camera| {
            (camera.view, camera.locked) = (viewmode, islock == Some(true));
        })
    }

    /// Shakes the camera of a player for `duration` seconds.
    /// Example: `Player:shakeCamera(uin, 2, 5)`
    fn shakeCamera(ctx, objid: Obj, duration: Option<f64>, power: Option<f64>) -> () {
        let seconds = seconds(duration.or(Some(1.0)));
        let until = ctx.host().clock + ((seconds * TICKS_PER_SECOND as f64).ceil() as u64).max(1);
        let power = power.unwrap_or(1.0).clamp(0.0, 1000.0);
        camera(&ctx, objid, |camera| camera.shake = Some((until, power)))
    }

    /// Ends the shaking of a player's camera.
    /// Example: `Player:stopShakeCamera(uin)`
    fn stopShakeCamera(ctx, objid: Obj) -> () {
        camera(&ctx, objid, |camera| camera.shake = None)
    }

    /// Moves the camera of a player from where it is, over `time` seconds; `animid` says how
    /// (`LinearTransformation`), here and below.
    /// Example: `Player:SetCameraPosTransformBy(uin, { x = 0, y = 2, z = 0 }, 1, 1)`
    fn SetCameraPosTransformBy(ctx, playerid: Obj, vec: Vector, animid: Option<i32>,
        time: Option<f64>) -> () {
        let time = seconds(time);
        ease(&ctx, playerid, animid, |camera| {
            let old = camera.shift.map_or([0.0; 3], |(shift, _)| shift);
            camera.shift = Some((sum(old, vec.0), time));
        })
    }

    /// Moves the camera of a player to a place beside its own, over `time` seconds.
    /// Example: `Player:SetCameraPosTransformTo(uin, { x = 0, y = 2, z = 0 }, 1, 1)`
    fn SetCameraPosTransformTo(ctx, playerid: Obj, vec: Vector, animid: Option<i32>,
        time: Option<f64>) -> () {
        let time = seconds(time);
        ease(&ctx, playerid, animid, |camera| camera.shift = Some((vec.0, time)))
    }

    /// Turns the camera of a player further, over `time` seconds.
    /// Example: `Player:SetCameraRotTransformBy(uin, { x = 0, y = 90, z = 0 }, 1, 1)`
    fn SetCameraRotTransformBy(ctx, playerid: Obj, vec: Vector, animid: Option<i32>,
        time: Option<f64>) -> () {
        let time = seconds(time);
        ease(&ctx, playerid, animid, |camera| {
            let old = camera.turn.map_or([0.0; 3], |(turn, _)| turn);
            camera.turn = Some((sum(old, vec.0), time));
        })
    }

    /// Turns the camera of a player to angles, over `time` seconds.
    /// Example: `Player:SetCameraRotTransformTo(uin, { x = 0, y = 90, z = 0 }, 1, 1)`
    fn SetCameraRotTransformTo(ctx, playerid: Obj, vec: Vector, animid: Option<i32>,
        time: Option<f64>) -> () {
        let time = seconds(time);
        ease(&ctx, playerid, animid, |camera| camera.turn = Some((vec.0, time)))
    }

    /// Widens the field of view of a player, over `time` seconds.
    /// Example: `Player:SetCameraFovTransformBy(uin, 10, 1, 1)`
    fn SetCameraFovTransformBy(ctx, playerid: Obj, value: f64, animid: Option<i32>,
        time: Option<f64>) -> () {
        let time = seconds(time);
        ease(&ctx, playerid, animid, |camera| {
            let old = camera.fov.map_or(VIEW, |(fov, _)| fov);
            camera.fov = Some(((old + value).clamp(1.0, 170.0), time));
        })
    }

    /// Sets the field of view of a player in degrees, over `time` seconds; -1 is the usual one.
    /// Example: `Player:SetCameraFovTransformTo(uin, 90, 1, 1)`
    fn SetCameraFovTransformTo(ctx, playerid: Obj, value: f64, animid: Option<i32>,
        time: Option<f64>) -> () {
        let time = seconds(time);
        let value = if value == -1.0 { VIEW } else { value.clamp(1.0, 170.0) };
        ease(&ctx, playerid, animid, |camera| camera.fov = Some((value, time)))
    }

    /// Switches an option of a player's camera (`CameraModel`).
    /// Partly: it is kept; the numbers of `CameraModel` are not published, so no camera changes
    /// Example: `Player:SetCameraAttrState(uin, 1, true)`
    fn SetCameraAttrState(ctx, playerid: Obj, attr: i32, enable: Option<bool>) -> () {
        if !(0..=64).contains(&attr) {
            return Err(format!("argument 2, attr, must be from 0 to 64, not {attr}").into());
        }
        camera(&ctx, playerid, |camera| {
            camera.switches.insert(attr, enable == Some(true));
        })
    }

    /// Sets how a player's camera turns (`CameraRotate`).
    /// Partly: it is kept; the numbers of `CameraRotate` are not published, so no camera changes
    /// Example: `Player:SetCameraRotMode(uin, 1)`
    fn SetCameraRotMode(ctx, playerid: Obj, attr: Number) -> () {
        camera(&ctx, playerid, |camera| camera.rotation = attr.0)
    }

    /// Fixes the camera of a player to an object: it looks out of its head, the way the player
    /// turns.
    /// Example: `Player:SetCameraMountObj(uin, objid)`
    fn SetCameraMountObj(ctx, playerid: Obj, objid: Obj) -> () {
        with_player(&ctx, playerid, |room, id| {
            let target = super::objects::object(room, objid)?;
            let camera = &mut room.person_mut(id)?.camera;
            (camera.mount, camera.fixed) = (Some(target), None);
            Ok(())
        })
    }

    /// Fixes the camera of a player to a place.
    /// Example: `Player:SetCameraMountPos(uin, { x = 0, y = 20, z = 0 })`
    fn SetCameraMountPos(ctx, playerid: Obj, pos: Vector) -> () {
        let [x, y, z] = pos.0;
        let to = point(x, y, z)?;
        camera(&ctx, playerid, |camera| (camera.mount, camera.fixed) = (None, Some(to)))
    }

    /// Gives a player the usual camera again.
    /// Example: `Player:ResetCameraAttr(uin)`
    fn ResetCameraAttr(ctx, playerid: Obj) -> () {
        camera(&ctx, playerid, |camera| *camera = Camera::default())
    }

    /// Shakes a player's phone for `time` seconds, at most 10.
    /// Partly: browsers know no `amplitude`, and not all of them shake
    /// Example: `Player:setMobileVibrate(uin, 1, 1)`
    fn setMobileVibrate(ctx, playerid: Obj, time: Option<f64>, amplitude: Value) -> () {
        let seconds = seconds(time.or(Some(1.0))).min(SHAKE_MAX);
        change_person(&ctx, playerid, |person| {
            let count = person.shaken.map_or(0, |(_, count)| count);
            person.shaken = Some((seconds, count.wrapping_add(1)));
        })
    }

    /// Would play a track of a music service.
    /// Fails: there is no such service
    /// Example: `Player:playQQMusic(uin, 1, 100, false)`
    fn playQQMusic(ctx, objid: Obj, musicId: u32, volume: Option<f64>, isLoop: Option<bool>) -> () {
        refuse(&ctx, objid, "there is no music service here")
    }

    /// Would pause, resume or stop a track of a music service.
    /// Fails: there is no such service
    /// Example: `Player:operateQQMusic(1, uin)`
    fn operateQQMusic(ctx, operate: i32, objid: Obj) -> () {
        refuse(&ctx, objid, "there is no music service here")
    }

    /// Would open the shop.
    /// Fails: there is no shop
    /// Example: `Player:openDevStore(uin)`
    fn openDevStore(ctx, objid: Obj) -> () {
        refuse(&ctx, objid, NO_SHOP)
    }

    /// Would open the shop.
    /// Fails: there is no shop
    /// Example: `Player:openDevStoreNew(uin)`
    fn openDevStoreNew(ctx, objid: Obj) -> () {
        refuse(&ctx, objid, NO_SHOP)
    }

    /// Would ask a player to buy something.
    /// Fails: there is no shop
    /// Example: `Player:openDevGoodsBuyDialog(uin, 1, "A sword")`
    fn openDevGoodsBuyDialog(ctx, objid: Obj, devGoodsId: u32, customDesc: Option<String>) -> () {
        refuse(&ctx, objid, NO_SHOP)
    }

    /// Would show what a good is.
    /// Fails: there is no shop
    /// Example: `Player:openDevGoodsBuyDetailedDialog(uin, 1)`
    fn openDevGoodsBuyDetailedDialog(ctx, objid: Obj, devGoodsId: u32) -> () {
        refuse(&ctx, objid, NO_SHOP)
    }

    /// Would ask a player to buy a skin.
    /// Fails: there is no shop
    /// Example: `Player:openDevGoodsSkinBuyDialog(uin, "skin_2", "A skin")`
    fn openDevGoodsSkinBuyDialog(ctx, playerid: Obj, skin: String, desc: Option<String>) -> () {
        refuse(&ctx, playerid, NO_SHOP)
    }

    /// Would show what a skin is.
    /// Fails: there is no shop
    /// Example: `Player:openDevGoodsSkinDetail(uin, "skin_2")`
    fn openDevGoodsSkinDetail(ctx, playerid: Obj, skin: String) -> () {
        refuse(&ctx, playerid, NO_SHOP)
    }

    /// Would open the shop of skins.
    /// Fails: there is no shop
    /// Example: `Player:openDevGoodsSkin(uin)`
    fn openDevGoodsSkin(ctx, playerid: Obj) -> () {
        refuse(&ctx, playerid, NO_SHOP)
    }

    /// Would open a page of the shop.
    /// Fails: there is no shop
    /// Example: `Player:OpenDevGoodsPage(uin, 1, "Swords")`
    fn OpenDevGoodsPage(ctx, objid: Obj, pagetype: i32, pagetitle: Option<String>) -> () {
        refuse(&ctx, objid, NO_SHOP)
    }

    /// Would tell what a player has spent.
    /// Fails: there is no shop
    /// Example: `local code, amount = Player:GetPlayerCostStatic(uin, 0, 1, 1)`
    fn GetPlayerCostStatic(ctx, objid: Obj, tbegin: f64, tend: f64, costtype: i32)
        -> (amount: f64) {
        refuse(&ctx, objid, NO_SHOP)?;
        Ok((0.0,))
    }

    /// Would ask a player what it thinks of the map.
    /// Fails: maps are not rated here
    /// Example: `Player:OpenAppraiseView(uin)`
    fn OpenAppraiseView(ctx, objid: Obj) -> () {
        refuse(&ctx, objid, NO_PAGES)
    }

    /// Would ask a player to keep the map.
    /// Fails: there are no favourites
    /// Example: `Player:OpenCollectionView(uin)`
    fn OpenCollectionView(ctx, objid: Obj) -> () {
        refuse(&ctx, objid, NO_PAGES)
    }

    /// Would open a list of the best.
    /// Fails: there is none beyond what a map shows itself
    /// Example: `Player:OpenBuiltinRank(uin, 1)`
    fn OpenBuiltinRank(ctx, objid: Obj, id: i32) -> () {
        refuse(&ctx, objid, NO_PAGES)
    }

    /// Would close a list of the best.
    /// Fails: there is none beyond what a map shows itself
    /// Example: `Player:HideBuiltinRank(uin)`
    fn HideBuiltinRank(ctx, objid: Obj) -> () {
        refuse(&ctx, objid, NO_PAGES)
    }

    /// Whether a player pays Mini World by the month: the answer is no.
    /// Example: `if Player:IsMiniVip(uin) == ErrorCode.OK then … end`
    fn IsMiniVip(ctx, objid: Obj) -> () {
        of_person(&ctx, objid, |_| ())?;
        yes(false)
    }

    /// Would ask one player to be another's friend.
    /// Fails: there are no accounts
    /// Example: `Player:SendFriendApply(uin, other)`
    fn SendFriendApply(ctx, playerid: Obj, playerid2: Obj) -> () {
        refuse(&ctx, playerid, NO_FRIENDS)
    }

    /// Whether two players are friends: the answer is no.
    /// Example: `if Player:HasFriend(uin, other) == ErrorCode.OK then … end`
    fn HasFriend(ctx, playerid: Obj, playerid2: Obj) -> () {
        of_person(&ctx, playerid, |_| ())?;
        of_person(&ctx, playerid2, |_| ())?;
        yes(false)
    }

    /// Would open the list of friends to invite.
    /// Fails: there are no accounts
    /// Example: `Player:OpenInviteBulletBox(uin)`
    fn OpenInviteBulletBox(ctx, objid: Obj) -> () {
        refuse(&ctx, objid, NO_FRIENDS)
    }

    /// Would tell who invited a player.
    /// Fails: there are no accounts
    /// Example: `local code, other = Player:GetFirstInviter(uin)`
    fn GetFirstInviter(ctx, playerid: Obj) -> (uin: u64) {
        refuse(&ctx, playerid, NO_FRIENDS)?;
        Ok((0,))
    }

    /// Would tell whom a player has invited.
    /// Fails: there are no accounts
    /// Example: `local code, uins = Player:GetNewInviteGroup(uin)`
    fn GetNewInviteGroup(ctx, objid: Obj) -> (uins: Vec<u64>) {
        refuse(&ctx, objid, NO_FRIENDS)?;
        Ok((Vec::new(),))
    }

    /// Animates the model in a player's hand.
    /// Partly: it is shown as an action of the player
    /// Example: `Player:PlayActInHand(uin, 100, 1)`
    fn PlayActInHand(ctx, playerid: Obj, animid: i32, playmode: Value) -> () {
        with_player(&ctx, playerid, |room, id| {
            room.play_act(id, animid);
            Ok(())
        })
    }

    /// The language and region of a player's client.
    /// Partly: it is always Chinese and China: what a browser speaks does not reach a map
    /// Example: `local code, language, region = Player:GetLanguageAndRegion(uin)`
    fn GetLanguageAndRegion(ctx, objid: Obj) -> (language: i32, region: String) {
        of_person(&ctx, objid, |_| ())?;
        Ok((0, "CN".to_owned()))
    }

    /// Would count something for Mini World's statistics.
    /// Partly: nothing is counted
    /// Example: `Player:StandReportEvent(uin, "level_1")`
    fn StandReportEvent(ctx, objid: Obj, name: String) -> () {
        of_person(&ctx, objid, |_| ()).map(drop)
    }

    /// Would show an advertisement.
    /// Fails: there are none
    /// Example: `Player:playAdvertising(uin, "reward", {})`
    fn playAdvertising(ctx, uin: Obj, name: Option<String>, params: mlua::Value) -> () {
        refuse(&ctx, uin, "there is no advertising here")
    }

    /// As `Customui:openUIView`.
    /// Example: `Player:openUIView(uin, "7001")`
    fn openUIView(ctx, objid: Obj, uiname: String) -> () {
        super::customui::open(&ctx, objid, &uiname)
    }

    /// As `Customui:hideUIView`.
    /// Example: `Player:hideUIView(uin, "7001")`
    fn hideUIView(ctx, objid: Obj, uiname: String) -> () {
        super::customui::hide(&ctx, objid, &uiname)
    }
}

fn camera(ctx: &Call<'_>, objid: Obj, change: impl FnOnce(&mut Camera)) -> Result<(), Refusal> {
    change_person(ctx, objid, |person| change(&mut person.camera))
}

/// Moves the camera of a player in a way of easing; kinds that are not known are even.
fn ease(
    ctx: &Call<'_>,
    objid: Obj,
    kind: Option<i32>,
    change: impl FnOnce(&mut Camera),
) -> Result<(), Refusal> {
    camera(ctx, objid, |camera| {
        camera.ease = kind.filter(|kind| EASES.contains(kind)).unwrap_or(1);
        change(camera);
    })
}

fn refuse(ctx: &Call<'_>, objid: Obj, why: &str) -> Result<(), Refusal> {
    of_person(ctx, objid, |_| ())?;
    Err(why.into())
}

/// A length of time, as near to what a script says as cameras take.
fn seconds(seconds: Option<f64>) -> f64 {
    seconds.unwrap_or_default().clamp(0.0, SECONDS_MAX)
}

fn sum(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| (a[axis] + b[axis]).clamp(-1e6, 1e6))
}
