use fangqi_plugin::host::{Owner, WakeValue};
use fangqi_protocol::{PlayerId, SeatHolder, SeatIndex};
use mlua::{Function, IntoLua, Value};

use super::hud::check_seat;
use crate::lua_module;

lua_module! {
    /// Who sits where. Seats are numbered from 0 in the manifest's order. Sitting down and standing
    /// up raise `Room.Sit`, `Room.Stand` and `Room.Computer`; what a script does itself raises
    /// nothing.
    pub static SEATS = "Seats", Value;

    /// Number of seats in play: all of the map's, unless `setCount` has said otherwise.
    /// Example: `local count = Seats:count()`
    @sure
    fn count(ctx) -> (count: u32) {
        Ok((ctx.host().seats.len() as u32,))
    }

    /// Sets how many seats are in play, the first ones of the map's. A player on another
    /// watches from then on, and is asked nothing more.
    /// Example: `Seats:setCount(4)`
    fn setCount(ctx, count: u32) -> (done: bool) {
        let mut host = ctx.host();
        let most = host.package.seats().len();
        if count == 0 || count as usize > most {
            return Err(format!("count must be from 1 to {most}, the seats of the map").into());
        }
        host.seats.set_len(count as usize);
        let gone = host.requests.withdraw(|question| u32::from(question.seat) >= count);
        for question in &gone {
            if let Owner::Script(token) = question.owner {
                host.wake(token, WakeValue::Cancelled);
            }
        }
        drop(host);
        for question in &gone {
            ctx.script().forget_request(question.id);
        }
        Ok((true,))
    }

    /// A seat's name in the manifest among those who play, as a text.
    /// Example: `Hud:setStatus(Seats:name(0))`
    fn name(ctx, seat: SeatIndex) -> (name: Value) {
        let host = ctx.host();
        check_seat(&host, Some(seat))?;
        let name = host.seats.name(seat).cloned().unwrap_or_default();
        Ok((Value::Table(fangqi_binding::into_table(ctx.lua, &name)?),))
    }

    /// Who holds a seat: `"open"`, `"player"` and its number, or `"computer"` and its level.
    /// Example: `local kind, who = Seats:holder(0)`
    fn holder(ctx, seat: SeatIndex) -> (kind: &'static str, who: Value) {
        let host = ctx.host();
        check_seat(&host, Some(seat))?;
        Ok(match host.seats.holder(seat) {
            Some(SeatHolder::Player { player }) => ("player", player.0.into_lua(ctx.lua)?),
            Some(SeatHolder::Computer { level }) => ("computer", level.into_lua(ctx.lua)?),
            Some(SeatHolder::Open) | None => ("open", Value::Nil),
        })
    }

    /// The seat of a player, nil for a spectator.
    /// Example: `local seat = Seats:of(uin)`
    fn of(ctx, uin: PlayerId) -> (seat: Option<SeatIndex>) {
        Ok((ctx.host().seats.of(uin),))
    }

    /// Seats a player on a seat that no person holds; it leaves the seat it had.
    /// Example: `Seats:sit(0, uin)`
    fn sit(ctx, seat: SeatIndex, uin: PlayerId) -> (done: bool) {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        if host.players.get(uin).is_none() {
            return Err(format!("there is no player {}", uin.0).into());
        }
        match host.seats.holder(seat) {
            Some(SeatHolder::Player { player }) if player != uin => {
                return Err(format!("seat {seat} is taken").into());
            }
            _ => {}
        }
        if let Some(old) = host.seats.of(uin) {
            host.give_seat(old, SeatHolder::Open);
        }
        host.give_seat(seat, SeatHolder::Player { player: uin });
        Ok((true,))
    }

    /// Gives a seat that no person holds to the computer at a level, or opens it with nil.
    /// Example: `Seats:setComputer(1, 3)`
    fn setComputer(ctx, seat: SeatIndex, level: Option<u8>) -> (done: bool) {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        if let Some(SeatHolder::Player { .. }) = host.seats.holder(seat) {
            return Err(format!("seat {seat} is taken by a person").into());
        }
        let holder = match level {
            None => SeatHolder::Open,
            Some(level) => {
                let levels = host.package.computer_levels();
                if level == 0 || level > levels {
                    return Err(format!("level {level} is not one of 1 to {levels}").into());
                }
                SeatHolder::Computer { level }
            }
        };
        host.give_seat(seat, holder);
        Ok((true,))
    }

    /// Swaps who holds two seats, as for a return game with colours reversed.
    /// Example: `Seats:swap(0, 1)`
    fn swap(ctx, first: SeatIndex, second: SeatIndex) -> (done: bool) {
        let mut host = ctx.host();
        check_seat(&host, Some(first))?;
        check_seat(&host, Some(second))?;
        host.seats.swap(first, second);
        host.requests.recall(first);
        host.requests.recall(second);
        host.delegate();
        Ok((true,))
    }

    /// Names the function that answers for players who are away, or who left their seats to it:
    /// `stand_in(seat, choices)` returns the number of a choice, and may wait, as for an engine
    /// that thinks; nil leaves the question to its `default`. `Request:ask` may name another for
    /// one question. Nil names none.
    /// Example: `Seats:setStandIn(function(seat, choices) return math.random(#choices) end)`
    fn setStandIn(ctx, stand_in: Option<Function>) -> () {
        let mut host = ctx.host();
        host.seats.stands_in = stand_in.is_some();
        ctx.script().stand_in = stand_in;
        Ok(())
    }

    /// Leaves a person's seat to the stand-in, as when it has let its time run out; the person may
    /// take it back at any time. Whether there is a person and a stand-in.
    /// Example: `Seats:leaveToStandIn(0)`
    fn leaveToStandIn(ctx, seat: SeatIndex) -> (left: bool) {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        let Some(SeatHolder::Player { player }) = host.seats.holder(seat) else {
            return Ok((false,));
        };
        if !host.seats.stands_in || host.seats.is_stood_in(seat) {
            return Ok((false,));
        }
        host.hand_over(seat, player, true);
        Ok((true,))
    }

    /// Gives a seat back to its player, who is in the room, from the stand-in. Whether the stand-in
    /// played it.
    /// Example: `Seats:endStandIn(0)`
    fn endStandIn(ctx, seat: SeatIndex) -> (ended: bool) {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        Ok((host.end_stand_in(seat),))
    }

    /// Whether the stand-in plays a seat.
    /// Example: `if Seats:isStoodIn(0) then … end`
    fn isStoodIn(ctx, seat: SeatIndex) -> (stood_in: bool) {
        let host = ctx.host();
        check_seat(&host, Some(seat))?;
        Ok((host.seats.is_stood_in(seat),))
    }
}
