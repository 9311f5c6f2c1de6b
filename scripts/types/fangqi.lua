---@meta
-- Written by `cargo xtask gen` from the API's own tables.

--- A text of the map's string tables in both languages; `{name}` in it is replaced by the argument of that name.
---
---```lua
---Hud:setStatus(T("moves", { count = 3 }))
---```
---@param key string
---@param args? table<string, any>
---@return { zh: string, en: string }
function T(key, args) end

--- A deep copy of a table, without metatables. A table that occurs twice is copied once. Anything else is returned as it is.
---
---```lua
---local copy = copy_table(board)
---```
---@param value any
---@return any
function copy_table(value) end

--- What a function returns first.
---@enum ErrorCode
ErrorCode = {
  OK = 0,
  FAILED = 1001,
}

--- Directions: x runs east, y up, z north.
---@enum FACE_DIRECTION
FACE_DIRECTION = {
  DIR_NOT_INIT = -1,
  DIR_NEG_X = 0,
  DIR_POS_X = 1,
  DIR_NEG_Z = 2,
  DIR_POS_Z = 3,
  DIR_NEG_Y = 4,
  DIR_POS_Y = 5,
}

--- Kinds of objects.
---@enum OBJ_TYPE
OBJ_TYPE = {
  OBJTYPE_PLAYER = 1,
  OBJTYPE_CREATURE = 2,
  OBJTYPE_DROPITEM = 3,
  OBJTYPE_MISSILE = 4,
}

--- Ids of blocks.
---@enum BLOCKID
BLOCKID = {
  AIR = 0,
}

--- How a game ended for a team.
---@enum TEAM_RESULTS
TEAM_RESULTS = {
  TEAM_RESULTS_NONE = 0,
  TEAM_RESULTS_WIN = 1,
  TEAM_RESULTS_LOSE = 2,
  TEAM_RESULTS_DOGFALL = 3,
}

--- Fields of a date.
---@enum EVENTDATE
EVENTDATE = {
  YEAR = 1,
  MONTH = 2,
  DAY = 3,
  HOUR = 4,
  MINUTE = 5,
  SECOND = 6,
  TIMESTAMP = 7,
}

--- Kinds of things that `Graphics` shows.
---@enum GRAPHICS
GRAPHICS = {
  GRAPHICS_HORNBOOK = 1,
  GRAPHICS_SUSPENDBOOK = 2,
}

--- Registers handlers of events.
---@class ScriptSupportEvent
ScriptSupportEvent = {}

--- Calls `handler(event)` whenever the event happens; `event` is a table of its fields.
---
---```lua
---ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e) print(e.x) end)
---```
---@param event string
---@param handler function
---@return number code
function ScriptSupportEvent:registerEvent(event, handler) end

--- Lets time pass inside a handler, and runs functions beside it.
---@class threadpool
threadpool = {}

--- Pauses the calling handler for so many seconds of room time (in steps of 0.05).
---
---```lua
---threadpool:wait(0.5)
---```
---@param seconds number
---@return number code
function threadpool:wait(seconds) end

--- Runs a function beside the calling handler, as soon as that ends or waits. Up to three
--- arguments are passed on.
---
---```lua
---threadpool:work(function(name) print(name) end, "red")
---```
---@param task function
---@param first? any
---@param second? any
---@param third? any
---@return number code
function threadpool:work(task, first, second, third) end

--- Calls a function after so many seconds of room time. Up to three arguments are passed on.
---
---```lua
---threadpool:delay(3, print, "later")
---```
---@param seconds number
---@param task function
---@param first? any
---@param second? any
---@param third? any
---@return number code
function threadpool:delay(seconds, task, first, second, third) end

--- The world as a whole: rays, players, effects and sounds.
---@class World
World = {}

--- How far a ray goes from one point towards another until it meets a block, at most
--- `distance`. The cell it starts in counts.
---
---```lua
---local code, length = World:getRayLength(0, 9, 0, 0, 0, 0, 16)
---```
---@param srcx number
---@param srcy number
---@param srcz number
---@param dstx number
---@param dsty number
---@param dstz number
---@param distance number
---@return number code
---@return number? length
function World:getRayLength(srcx, srcy, srcz, dstx, dsty, dstz, distance) end

--- The id of the first block on the way along a direction, 0 if there is none within
--- `distance`. The cell it starts in counts.
---
---```lua
---local code, id = World:getRayBlock(0, 9, 0, FACE_DIRECTION.DIR_NEG_Y, 16)
---```
---@param srcx number
---@param srcy number
---@param srcz number
---@param face number
---@param distance number
---@return number code
---@return number? blockid
function World:getRayBlock(srcx, srcy, srcz, face, distance) end

--- How many players are in the room: -1 or nothing for all, 1 for the living, 0 for the dead
--- (of whom a board has none).
---
---```lua
---local code, count = World:getPlayerTotal(-1)
---```
---@param alive? number
---@return number code
---@return number? num
function World:getPlayerTotal(alive) end

--- The players in the room, in the order in which they came; `alive` as in `getPlayerTotal`.
---
---```lua
---local code, count, uins = World:getAllPlayers(-1)
---```
---@param alive? number
---@return number code
---@return number? num
---@return any[]? uins
function World:getAllPlayers(alive) end

--- One of the players in the room, at random; `alive` as in `getPlayerTotal`.
---
---```lua
---local code, uin = World:randomOnePlayer(-1)
---```
---@param alive? number
---@return number code
---@return number? uin
function World:randomOnePlayer(alive) end

--- The distance between two positions.
---
---```lua
---World:calcDistance({ x = 0, y = 0, z = 0 }, { x = 3, y = 4, z = 0 })
---```
---@param pos1 { x: number, y: number, z: number }
---@param pos2 { x: number, y: number, z: number }
---@return number code
---@return number? distance
function World:calcDistance(pos1, pos2) end

--- Starts a particle effect in a cell. It ends after `ptime` seconds, or never when that is
--- left out; `scale` is 1 when left out.
---
---```lua
---World:playParticalEffect(4, 1, 0, 1170, 1)
---```
---@param x number
---@param y number
---@param z number
---@param particleId number
---@param scale? number
---@param ptime? number
---@return number code
function World:playParticalEffect(x, y, z, particleId, scale, ptime) end

--- Ends a particle effect in a cell. A fifth argument, which many scripts pass, means nothing.
---
---```lua
---World:stopEffectOnPosition(4, 1, 0, 1170)
---```
---@param x number
---@param y number
---@param z number
---@param particleId number
---@param scale? any
---@return number code
function World:stopEffectOnPosition(x, y, z, particleId, scale) end

--- Changes the size of a particle effect that runs in a cell.
---
---```lua
---World:setEffectScaleOnPosition(4, 1, 0, 1170, 2)
---```
---@param x number
---@param y number
---@param z number
---@param particleId number
---@param scale number
---@return number code
function World:setEffectScaleOnPosition(x, y, z, particleId, scale) end

--- Plays a sound in a cell, once or over and over. Volume and pitch are 1 when left out.
---
---```lua
---World:playSoundEffectOnPos({ x = 4, y = 1, z = 0 }, 10947, 1, 1, false)
---```
---@param pos { x: number, y: number, z: number }
---@param soundId number
---@param volume? number
---@param pitch? number
---@param isLoop? boolean
---@return number code
function World:playSoundEffectOnPos(pos, soundId, volume, pitch, isLoop) end

--- Ends a sound that is played over and over in a cell.
---
---```lua
---World:stopSoundEffectOnPos({ x = 4, y = 1, z = 0 }, 10947)
---```
---@param pos { x: number, y: number, z: number }
---@param soundId number
---@return number code
function World:stopSoundEffectOnPos(pos, soundId) end

--- Whether it is day in the world, from 6 to 18 o'clock: the code is OK for yes.
---
---```lua
---if World:isDaytime() == ErrorCode.OK then … end
---```
---@return number code
function World:isDaytime() end

--- The hour of the day in the world, 0 to 23. It stands still; 12 until it is set.
---
---```lua
---local code, hour = World:getHours()
---```
---@return number code
---@return number? hour
function World:getHours() end

--- Sets the hour of the day in the world, 0 to 24: at night the picture is darker.
---
---```lua
---World:setHours(20)
---```
---@param hour number
---@return number code
function World:setHours(hour) end

--- One field of the room's clock; the fields are those of `EVENTDATE`. It is the time of the
--- room, in UTC from a fixed day.
---
---```lua
---local code, year = World:getLocalDate(EVENTDATE.YEAR)
---```
---@param field number
---@return number code
---@return number? value
function World:getLocalDate(field) end

--- The room's clock as `YYYY-MM-DD hh:mm:ss`.
---
---```lua
---local code, text = World:getLocalDateString()
---```
---@return number code
---@return string? str
function World:getLocalDateString() end

--- As `getLocalDate`: here script and server have one clock.
---
---```lua
---local code, hour = World:getServerDate(EVENTDATE.HOUR)
---```
---@param field number
---@return number code
---@return number? value
function World:getServerDate(field) end

--- As `getLocalDateString`.
---
---```lua
---local code, text = World:getServerDateString()
---```
---@return number code
---@return string? str
function World:getServerDateString() end

--- One field of a time in seconds since 1970, UTC.
---
---```lua
---local code, month = World:getDateFromTime(os.time(), EVENTDATE.MONTH)
---```
---@param time number
---@param field number
---@return number code
---@return number? value
function World:getDateFromTime(time, field) end

--- A time in seconds since 1970 as `YYYY-MM-DD hh:mm:ss`, UTC.
---
---```lua
---local code, text = World:getDateStringFromTime(os.time())
---```
---@param time number
---@return number code
---@return string? str
function World:getDateStringFromTime(time) end

--- The time in seconds since 1970 of a text such as `2026-01-31 08:00:00`, UTC.
---
---```lua
---local code, time = World:getTimeFromDateString("2026-01-31 08:00:00")
---```
---@param timestr string
---@return number code
---@return number? time
function World:getTimeFromDateString(timestr) end

--- Whether this is a game with rules of its own: always OK, for a map is one.
---
---```lua
---if World:isCustomGame() == ErrorCode.OK then … end
---```
---@return number code
function World:isCustomGame() end

--- Whether a map is being played rather than edited: always OK.
---
---```lua
---if World:isGameMakerRunMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isGameMakerRunMode() end

--- Whether a map is being edited: always FAILED, for rooms only play.
---
---```lua
---if World:isGameMakerMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isGameMakerMode() end

--- Whether players build freely: always FAILED.
---
---```lua
---if World:isCreativeMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isCreativeMode() end

--- Blocks, cell by cell. `y` is up, north is +z. Cells outside the world hold air and cannot be
--- written. What scripts change is shown when the running handlers have ended or wait.
---@class Block
Block = {}

--- The id of the block in a cell; 0 is air.
---
---```lua
---local code, id = Block:getBlockID(0, 1, 0)
---```
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? blockid
function Block:getBlockID(x, y, z) end

--- The data of the block in a cell: its facing or variant.
---
---```lua
---local code, data = Block:getBlockData(0, 1, 0)
---```
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? data
function Block:getBlockData(x, y, z) end

--- Whether a block stops players and rays: the code is OK for yes, FAILED for no.
---
---```lua
---if Block:isSolidBlock(0, 1, 0) == ErrorCode.OK then … end
---```
---@param x number
---@param y number
---@param z number
---@return number code
function Block:isSolidBlock(x, y, z) end

--- Whether a block is a liquid: the code is OK for yes, FAILED for no.
---
---```lua
---if Block:isLiquidBlock(0, 1, 0) == ErrorCode.OK then … end
---```
---@param x number
---@param y number
---@param z number
---@return number code
function Block:isLiquidBlock(x, y, z) end

--- Whether a cell is empty: the code is OK for yes, FAILED for no.
---
---```lua
---if Block:isAirBlock(0, 1, 0) == ErrorCode.OK then … end
---```
---@param x number
---@param y number
---@param z number
---@return number code
function Block:isAirBlock(x, y, z) end

--- Writes a block and its data (0 when left out) into a cell, whatever was there.
---
---```lua
---Block:setBlockAll(4, 1, 0, 2010, 0)
---```
---@param x number
---@param y number
---@param z number
---@param blockid number
---@param data? number
---@return number code
function Block:setBlockAll(x, y, z, blockid, data) end

--- As `setBlockAll` with data 0. Mini World differs in which neighbours it tells; here there is
--- nothing to tell them.
---
---```lua
---Block:setBlockAllForUpdate(4, 1, 0, 2010)
---```
---@param x number
---@param y number
---@param z number
---@param blockid number
---@return number code
function Block:setBlockAllForUpdate(x, y, z, blockid) end

--- As `setBlockAll` with data 0. Mini World differs in which neighbours it tells; here there is
--- nothing to tell them.
---
---```lua
---Block:setBlockAllForNotify(4, 1, 0, 2010)
---```
---@param x number
---@param y number
---@param z number
---@param blockid number
---@return number code
function Block:setBlockAllForNotify(x, y, z, blockid) end

--- Makes a cell air. `dropitem` means nothing here: blocks leave no items behind.
---
---```lua
---Block:destroyBlock(4, 1, 0)
---```
---@param x number
---@param y number
---@param z number
---@param dropitem? boolean
---@return number code
function Block:destroyBlock(x, y, z, dropitem) end

--- Puts a block into an empty cell, facing a direction (west when left out).
---
---```lua
---Block:placeBlock(2010, 4, 1, 0, FACE_DIRECTION.DIR_POS_Z)
---```
---@param blockid number
---@param x number
---@param y number
---@param z number
---@param face? number
---@return number code
function Block:placeBlock(blockid, x, y, z, face) end

--- Puts a block into a cell, whatever was there, facing a direction (west when left out).
---
---```lua
---Block:replaceBlock(2010, 4, 1, 0, FACE_DIRECTION.DIR_POS_Z)
---```
---@param blockid number
---@param x number
---@param y number
---@param z number
---@param face? number
---@return number code
function Block:replaceBlock(blockid, x, y, z, face) end

--- The data of a kind of block when it faces a direction.
---
---```lua
---local code, data = Block:getBlockDataByDir(2010, FACE_DIRECTION.DIR_POS_Z)
---```
---@param blockid number
---@param dir number
---@return number code
---@return number? data
function Block:getBlockDataByDir(blockid, dir) end

--- The name of a kind of block, in Chinese and in English.
---
---```lua
---local code, zh, en = Block:GetBlockDefName(2010)
---```
---@param blockid number
---@return number code
---@return string? name
---@return string? english
function Block:GetBlockDefName(blockid) end

--- A random kind of block of this map, not air.
---
---```lua
---local code, id = Block:randomBlockID()
---```
---@return number code
---@return number? blockid
function Block:randomBlockID() end

--- Boxes of cells, both corners included. An area is a number that `createAreaRect` and others
--- return; the functions named `…Range` take two opposite corners instead.
---@class Area
Area = {}

--- Makes an area around a centre that extends `dim` cells each way along each axis.
---
---```lua
---Area:createAreaRect({ x = 4, y = 1, z = 4 }, { x = 4, y = 0, z = 4 })
---```
---@param pos { x: number, y: number, z: number }
---@param dim { x: number, y: number, z: number }
---@return number code
---@return number? areaid
function Area:createAreaRect(pos, dim) end

--- Makes an area between two opposite corners.
---
---```lua
---Area:createAreaRectByRange({ x = 0, y = 0, z = 0 }, { x = 8, y = 3, z = 9 })
---```
---@param posBeg { x: number, y: number, z: number }
---@param posEnd { x: number, y: number, z: number }
---@return number code
---@return number? areaid
function Area:createAreaRectByRange(posBeg, posEnd) end

--- Forgets an area. Its blocks stay.
---
---```lua
---Area:destroyArea(area)
---```
---@param areaid number
---@return number code
function Area:destroyArea(areaid) end

--- The oldest area that holds a position; FAILED when none does.
---
---```lua
---local code, area = Area:getAreaByPos({ x = 4, y = 1, z = 4 })
---```
---@param pos { x: number, y: number, z: number }
---@return number code
---@return number? areaid
function Area:getAreaByPos(pos) end

--- Makes a moved copy of an area.
---
---```lua
---local code, moved = Area:offsetArea(area, 0, 1, 0)
---```
---@param areaid number
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? areaid
function Area:offsetArea(areaid, x, y, z) end

--- Makes a copy of an area that extends so many cells more each way along each axis.
---
---```lua
---local code, larger = Area:expandArea(area, 1, 0, 1)
---```
---@param areaid number
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? areaid
function Area:expandArea(areaid, x, y, z) end

--- The centre of an area; half a block off a cell where it has an even number of them.
---
---```lua
---local code, pos = Area:getAreaCenter(area)
---```
---@param areaid number
---@return number code
---@return { x: number, y: number, z: number }? pos
function Area:getAreaCenter(areaid) end

--- How many cells an area has along each axis.
---
---```lua
---local code, x, y, z = Area:getAreaRectLength(area)
---```
---@param areaid number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Area:getAreaRectLength(areaid) end

--- The lowest and the highest corner of an area.
---
---```lua
---local code, low, high = Area:getAreaRectRange(area)
---```
---@param areaid number
---@return number code
---@return { x: number, y: number, z: number }? posBeg
---@return { x: number, y: number, z: number }? posEnd
function Area:getAreaRectRange(areaid) end

--- A random cell of an area.
---
---```lua
---local code, pos = Area:getRandomPos(area)
---```
---@param areaid number
---@return number code
---@return { x: number, y: number, z: number }? pos
function Area:getRandomPos(areaid) end

--- Whether a player stands in an area: the code is OK for yes, FAILED for no.
---
---```lua
---if Area:objInArea(area, uin) == ErrorCode.OK then … end
---```
---@param areaid number
---@param objid number
---@return number code
function Area:objInArea(areaid, objid) end

--- Whether an area holds a kind of block: the code is OK for yes, FAILED for no.
---
---```lua
---if Area:blockInArea(area, 2010) == ErrorCode.OK then … end
---```
---@param areaid number
---@param blockid number
---@return number code
function Area:blockInArea(areaid, blockid) end

--- Whether a position is in an area: the code is OK for yes, FAILED for no.
---
---```lua
---if Area:posInArea({ x = 4, y = 1, z = 4 }, area) == ErrorCode.OK then … end
---```
---@param pos { x: number, y: number, z: number }
---@param areaid number
---@return number code
function Area:posInArea(pos, areaid) end

--- The present players in an area.
---
---```lua
---local code, uins = Area:getAreaPlayers(area)
---```
---@param areaid number
---@return number code
---@return any[]? uins
function Area:getAreaPlayers(areaid) end

--- Fills an area with a block, facing a direction (west when left out).
---
---```lua
---Area:fillBlock(area, 7)
---```
---@param areaid number
---@param blockid number
---@param face? number
---@return number code
function Area:fillBlock(areaid, blockid, face) end

--- Makes every cell of an area that holds a kind of block air.
---
---```lua
---Area:clearAllBlock(area, 2010)
---```
---@param areaid number
---@param blockid number
---@return number code
function Area:clearAllBlock(areaid, blockid) end

--- Copies the cells of an area, air too, so that its lowest corner comes to `deststartpos`.
---
---```lua
---Area:cloneArea(area, { x = 20, y = 0, z = 0 })
---```
---@param areaid number
---@param deststartpos { x: number, y: number, z: number }
---@return number code
function Area:cloneArea(areaid, deststartpos) end

--- Puts a block into every cell of an area that holds a kind of block.
---
---```lua
---Area:replaceAreaBlock(area, 7, 15)
---```
---@param areaid number
---@param srcblockid number
---@param destblockid number
---@param face? number
---@return number code
function Area:replaceAreaBlock(areaid, srcblockid, destblockid, face) end

--- A position moved by an offset.
---
---```lua
---Area:getPosOffset({ x = 1, y = 1, z = 1 }, { x = 0, y = 2, z = 0 })
---```
---@param srcpos { x: number, y: number, z: number }
---@param dim { x: number, y: number, z: number }
---@return number code
---@return { x: number, y: number, z: number }? pos
function Area:getPosOffset(srcpos, dim) end

--- Whether the box between two corners holds a kind of block: OK for yes, FAILED for no.
---
---```lua
---if Area:blockInAreaRange(2010, low, high) == ErrorCode.OK then … end
---```
---@param blockid number
---@param posbeg { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@return number code
function Area:blockInAreaRange(blockid, posbeg, posend) end

--- The present players in the box between two corners.
---
---```lua
---local code, uins = Area:getAllPlayersInAreaRange(low, high)
---```
---@param posbegin { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@return number code
---@return any[]? uins
function Area:getAllPlayersInAreaRange(posbegin, posend) end

--- As `fillBlock`, for the box between two corners.
---
---```lua
---Area:fillBlockAreaRange({ x = 0, y = 0, z = 0 }, { x = 8, y = 0, z = 9 }, 7)
---```
---@param posbeg { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param blockid number
---@param face? number
---@return number code
function Area:fillBlockAreaRange(posbeg, posend, blockid, face) end

--- As `clearAllBlock`, for the box between two corners.
---
---```lua
---Area:clearAllBlockAreaRange(low, high, 2010)
---```
---@param posbeg { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param blockid number
---@return number code
function Area:clearAllBlockAreaRange(posbeg, posend, blockid) end

--- As `clearAllBlock`, for the box between two corners: broken blocks leave no items behind.
---
---```lua
---Area:DestroyBlockAreaRange(low, high, 2010)
---```
---@param posbeg { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param blockid number
---@return number code
function Area:DestroyBlockAreaRange(posbeg, posend, blockid) end

--- As `cloneArea`, for the box between two corners.
---
---```lua
---Area:cloneAreaRange(low, high, { x = 20, y = 0, z = 0 })
---```
---@param posbeg { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param deststartpos { x: number, y: number, z: number }
---@return number code
function Area:cloneAreaRange(posbeg, posend, deststartpos) end

--- As `replaceAreaBlock`, for the box between two corners.
---
---```lua
---Area:replaceAreaRangeBlock(low, high, 7, 15)
---```
---@param posbeg { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param srcblockid number
---@param destblockid number
---@param face? number
---@return number code
function Area:replaceAreaRangeBlock(posbeg, posend, srcblockid, destblockid, face) end

--- Players, each known by a number (uin); 0 is the host of the room: of those present the one
--- who came first.
---@class Player
Player = {}

--- The number of the room's host.
---
---```lua
---local code, uin = Player:getHostUin()
---```
---@return number code
---@return number? uin
function Player:getHostUin() end

--- The number of the player on whose side scripts run: the host.
---
---```lua
---local code, uin = Player:getMainPlayerUin()
---```
---@return number code
---@return number? uin
function Player:getMainPlayerUin() end

--- Whether a player is the host: the code is OK for yes, FAILED for no.
---
---```lua
---if Player:isMainPlayer(uin) == ErrorCode.OK then … end
---```
---@param objid number
---@return number code
function Player:isMainPlayer(objid) end

--- A player's name.
---
---```lua
---local code, name = Player:getNickname(uin)
---```
---@param objid number
---@return number code
---@return string? name
function Player:getNickname(objid) end

--- How the game stands for a player: 0 playing, 1 won, 2 ended.
---
---```lua
---local code, result = Player:getGameResults(uin)
---```
---@param objid number
---@return number code
---@return number? result
function Player:getGameResults(objid) end

--- Sets how the game stands for a player: 0 playing, 1 won, 2 ended.
---
---```lua
---Player:setGameResults(uin, 2)
---```
---@param objid number
---@param result number
---@return number code
function Player:setGameResults(objid, result) end

--- A player's score.
---
---```lua
---local code, score = Player:getGameScore(uin)
---```
---@param objid number
---@return number code
---@return number? score
function Player:getGameScore(objid) end

--- Sets a player's score, a whole number.
---
---```lua
---Player:setGameScore(uin, 3)
---```
---@param objid number
---@param score number
---@return number code
function Player:setGameScore(objid, score) end

--- A player's place in the ranking; 0 until it is set.
---
---```lua
---local code, rank = Player:getGameRanking(uin)
---```
---@param objid number
---@return number code
---@return number? rank
function Player:getGameRanking(objid) end

--- Sets a player's place in the ranking.
---
---```lua
---Player:setGameRanking(uin, 1)
---```
---@param objid number
---@param rank number
---@return number code
function Player:setGameRanking(objid, rank) end

--- Makes a player the winner: its result becomes 1, the end of the game is announced to
--- everyone, and `Game.AnyPlayer.Victory` is raised.
---
---```lua
---Player:setGameWin(uin)
---```
---@param objid number
---@return number code
function Player:setGameWin(objid) end

--- Shows a player a short message that fades. Colour marks are taken out.
---
---```lua
---Player:notifyGameInfo2Self(uin, "Your turn")
---```
---@param objid number
---@param info (string | { zh: string, en: string })
---@return number code
function Player:notifyGameInfo2Self(objid, info) end

--- A player's team: 0 none, 1 to 6, 999 for spectators.
---
---```lua
---local code, team = Player:getTeam(uin)
---```
---@param objid number
---@return number code
---@return number? teamid
function Player:getTeam(objid) end

--- Puts a player into a team: 0 none, 1 to 6, 999 for spectators.
---
---```lua
---Player:setTeam(uin, 1)
---```
---@param objid number
---@param teamid number
---@return number code
function Player:setTeam(objid, teamid) end

--- Where a player stands, in whole blocks. On a board everyone stands where the camera looks
--- until a script puts it elsewhere.
---
---```lua
---local code, x, y, z = Player:getPosition(uin)
---```
---@param objid number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Player:getPosition(objid) end

--- The point a player aims at: the middle of the cell it clicked last; until it clicks, where
--- it stands.
---
---```lua
---local code, x, y, z = Player:getAimPos(uin)
---```
---@param objid number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Player:getAimPos(objid) end

--- Puts a player somewhere, in whole blocks: what areas and `getPosition` then say. What it
--- looks at stays.
---
---```lua
---Player:setPosition(uin, 4, 1, 4)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Player:setPosition(objid, x, y, z) end

--- Plays music to one player, once or over and over; that ends what was played over and over
--- before. Volume and pitch are 1 when left out.
---
---```lua
---Player:playMusic(uin, 10947, 1, 1, false)
---```
---@param objid number
---@param musicId number
---@param volume? number
---@param pitch? number
---@param isLoop? boolean
---@return number code
function Player:playMusic(objid, musicId, volume, pitch, isLoop) end

--- Ends the music that is played to a player over and over. A second argument, which some
--- scripts leave out, means nothing.
---
---```lua
---Player:stopMusic(uin)
---```
---@param objid number
---@param musicId? any
---@return number code
function Player:stopMusic(objid, musicId) end

--- Lines in the chat. Mini World's colour marks (`#R`, `#cff0000`, `[color=#ff0000]` …) are
--- drawn where players walk or a custom interface is shown, and taken out elsewhere.
---@class Chat
Chat = {}

--- A line of chat to everyone, or to one player.
---
---```lua
---Chat:sendChat("Well played!", uin)
---```
---@param content (string | { zh: string, en: string })
---@param targetuin? number
---@return number code
function Chat:sendChat(content, targetuin) end

--- A line of the room itself to everyone, or to one player.
---
---```lua
---Chat:sendSystemMsg("#RCheck!")
---```
---@param content (string | { zh: string, en: string })
---@param targetuin? number
---@return number code
function Chat:sendSystemMsg(content, targetuin) end

--- The match as a whole, events between scripts, and a few helpers.
---@class Game
Game = {}

--- Raises an event of the map's own: its handlers are called with the table `params`, or an
--- empty one, after the running handler.
---
---```lua
---Game:dispatchEvent("ROUND_OVER", { customdata = "red" })
---```
---@param msgid string
---@param params? table
---@return number code
function Game:dispatchEvent(msgid, params) end

--- Ends the match: everyone still playing has ended (`Player:getGameResults` gives 2), the end
--- is announced unless a result stands already, and `Game.End` is raised.
---
---```lua
---Game:doGameEnd()
---```
---@return number code
function Game:doGameEnd() end

--- Shows everyone a message that asks for attention. Colour marks are taken out.
---
---```lua
---Game:msgBox("Check!")
---```
---@param msg (string | { zh: string, en: string })
---@return number code
function Game:msgBox(msg) end

--- Splits a string at every place where `mark` stands.
---
---```lua
---local code, parts = Game:splitStr("h2e2,h9g7", ",")
---```
---@param str string
---@param mark string
---@return number code
---@return any[]? parts
function Game:splitStr(str, mark) end

--- Keeps a number under an index, 0 to 100, that all scripts of the map share.
---
---```lua
---Game:setScriptVar(1, 42)
---```
---@param index number
---@param val number
---@return number code
function Game:setScriptVar(index, val) end

--- Lets all clients know the numbers kept with `setScriptVar`, as they are now: pages and tools
--- that show a room read them.
---
---```lua
---Game:sendScriptVars2Client()
---```
---@return number code
function Game:sendScriptVars2Client() end

--- The number kept under an index; 0 until it is set.
---
---```lua
---local code, value = Game:getScriptVar(1)
---```
---@param index number
---@return number code
---@return number? val
function Game:getScriptVar(index) end

--- Timers that count seconds of room time up or down. While one runs, `minitimer.change` is
--- raised whenever it shows another whole second.
---@class MiniTimer
MiniTimer = {}

--- Whether there is a timer with this number. Returns only that, no code.
---
---```lua
---if MiniTimer:isExist(timer) then … end
---```
---@param id? any
---@return boolean? exists
---@return string? reason
function MiniTimer:isExist(id) end

--- Makes a timer that stands at 0. `mapid` and `private` say where Mini World keeps it; here it
--- belongs to the room.
---
---```lua
---local code, timer = MiniTimer:createTimer("thinking time")
---```
---@param name string
---@param mapid? any
---@param private? any
---@return number code
---@return number? timerid
function MiniTimer:createTimer(name, mapid, private) end

--- Removes a timer and its windows.
---
---```lua
---MiniTimer:deleteTimer(timer)
---```
---@param id number
---@return number code
function MiniTimer:deleteTimer(id) end

--- Lets a timer count down from so many seconds to 0, and then again if `repeated` is true.
---
---```lua
---MiniTimer:startBackwardTimer(timer, 30)
---```
---@param id number
---@param interval number
---@param repeated? boolean
---@return number code
function MiniTimer:startBackwardTimer(id, interval, repeated) end

--- Lets a timer count up from 0.
---
---```lua
---MiniTimer:startForwardTimer(timer)
---```
---@param id number
---@return number code
function MiniTimer:startForwardTimer(id) end

--- Holds a timer.
---
---```lua
---MiniTimer:pauseTimer(timer)
---```
---@param id number
---@return number code
function MiniTimer:pauseTimer(id) end

--- Lets a timer that was held go on.
---
---```lua
---MiniTimer:resumeTimer(timer)
---```
---@param id number
---@return number code
function MiniTimer:resumeTimer(id) end

--- Stops a timer and sets it to 0.
---
---```lua
---MiniTimer:stopTimer(timer)
---```
---@param id number
---@return number code
function MiniTimer:stopTimer(id) end

--- Sets the seconds a timer shows; it goes on from there.
---
---```lua
---MiniTimer:changeTimerTime(timer, 60)
---```
---@param id number
---@param time number
---@return number code
function MiniTimer:changeTimerTime(id, time) end

--- The seconds a timer shows, in steps of 0.05.
---
---```lua
---local code, seconds = MiniTimer:getTimerTime(timer)
---```
---@param id number
---@return number code
---@return number? second
function MiniTimer:getTimerTime(id) end

--- Shows a timer with a title to some players: a floating text above what the camera looks at.
---
---```lua
---MiniTimer:showTimerWnd({ uin }, timer, "Time left")
---```
---@param playerids table
---@param timerid number
---@param title string
---@return number code
function MiniTimer:showTimerWnd(playerids, timerid, title) end

--- Hides a timer from some players.
---
---```lua
---MiniTimer:hideTimerWnd({ uin }, timer)
---```
---@param playerids table
---@param timerid number
---@return number code
function MiniTimer:hideTimerWnd(playerids, timerid) end

--- The older form of `showTimerWnd` and, with `show` false, of `hideTimerWnd`.
---
---```lua
---MiniTimer:showTimerTips({ uin }, timer, "Time left", true)
---```
---@param playerids table
---@param timerid number
---@param title? string
---@param show? boolean
---@return number code
function MiniTimer:showTimerTips(playerids, timerid, title, show) end

--- Texts in the world. `make…` describes one, `create…` shows it, `update…` and `remove…`
--- change it. `itype` is a number of the caller's own by which texts are removed together. A
--- colour mark at the beginning of a title (`#R`, `#cff0000` …) colours the text; other marks
--- are taken out.
---@class Graphics
Graphics = {}

--- Describes a text board: title, letter height 1 to 255, opacity 0 to 255 (0 hides it), group.
--- Returns the table for `createGraphicsTxtByPos`, no code.
---
---```lua
---local info = Graphics:makeGraphicsText("#RCheck!", 24, 255, 1)
---```
---@param title string
---@param font? number
---@param alpha? number
---@param itype? number
---@param autoWrap? boolean
---@return table? info
---@return string? reason
function Graphics:makeGraphicsText(title, font, alpha, itype, autoWrap) end

--- Describes a floating text: title, letter height 1 to 255, group. Returns the table for
--- `createflotageTextByPos`, no code.
---
---```lua
---local info = Graphics:makeflotageText("Red", 24, 1)
---```
---@param title string
---@param font? number
---@param itype? number
---@return table? info
---@return string? reason
function Graphics:makeflotageText(title, font, itype) end

--- Shows a text board at a position and returns its number. `x2` and `y2` shift it to the east
--- and upwards, in blocks.
---
---```lua
---local code, id = Graphics:createGraphicsTxtByPos(4, 3, 0, info, 0, 0)
---```
---@param x number
---@param y number
---@param z number
---@param graphicInfo table
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createGraphicsTxtByPos(x, y, z, graphicInfo, x2, y2) end

--- Shows a floating text at a position and returns its number. `x2` and `y2` shift it to the
--- east and upwards, in blocks.
---
---```lua
---local code, id = Graphics:createflotageTextByPos(4, 3, 0, info, 0, 0)
---```
---@param x number
---@param y number
---@param z number
---@param graphicInfo table
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createflotageTextByPos(x, y, z, graphicInfo, x2, y2) end

--- Changes a text's title, and its letter height and opacity if they are given.
---
---```lua
---Graphics:updateGraphicsTextById(id, "#GSafe", 24, 255)
---```
---@param graphid number
---@param title string
---@param fontsize? number
---@param alpha? number
---@return number code
function Graphics:updateGraphicsTextById(graphid, title, fontsize, alpha) end

--- Removes the texts that were created at a position, of one group and one kind (`GRAPHICS`).
---
---```lua
---Graphics:removeGraphicsByPos(4, 3, 0, 1, GRAPHICS.GRAPHICS_HORNBOOK)
---```
---@param x number
---@param y number
---@param z number
---@param itype number
---@param graphType number
---@return number code
function Graphics:removeGraphicsByPos(x, y, z, itype, graphType) end

--- Sends what changed to the players. All changes are sent when the running handlers have ended
--- or wait, so there is no need to call this.
---
---```lua
---Graphics:snycGraphicsInfo2Client()
---```
---@return number code
function Graphics:snycGraphicsInfo2Client() end

--- JSON texts. Both functions return nil and the reason when they cannot do it.
---@class JSON
JSON = {}

--- Writes a value as JSON. Tables whose keys are 1, 2, … n are lists, as is the empty table; in
--- other tables keys come in a fixed order and number keys become strings. Functions, numbers
--- that are not finite, tables inside themselves and tables nested over 64 deep are refused.
---
---```lua
---local text = JSON:encode({ from = "h2", to = "e2" })
---```
---@param value? any
---@return string? text
---@return string? reason
function JSON:encode(value) end

--- Reads a JSON text of at most 1 MiB. `null` becomes nil.
---
---```lua
---local move = JSON:decode("{\"from\":\"h2\"}")
---```
---@param text string
---@return any? value
---@return string? reason
function JSON:decode(text) end

--- Private views: cells that look different to different players. A concealed cell is hidden
--- from everyone, spectators and later comers too, until it is revealed to a player by name;
--- what a player may not see is never sent to it.
---@class View
View = {}

--- Hides a cell from everyone behind a block, such as the back of a card. Whoever it was
--- revealed to before sees the cover again.
---
---```lua
---View:conceal(4, 1, 0, 3000)
---```
---@param x number
---@param y number
---@param z number
---@param cover number
---@param data? number
---@return boolean? done
---@return string? reason
function View:conceal(x, y, z, cover, data) end

--- Lets one player see what a concealed cell really holds.
---
---```lua
---View:reveal(4, 1, 0, uin)
---```
---@param x number
---@param y number
---@param z number
---@param uin number
---@return boolean? done
---@return string? reason
function View:reveal(x, y, z, uin) end

--- Shows one player a block that is not there; everyone else sees what they saw.
---
---```lua
---View:mask(4, 1, 0, uin, 3001)
---```
---@param x number
---@param y number
---@param z number
---@param uin number
---@param blockid number
---@param data? number
---@return boolean? done
---@return string? reason
function View:mask(x, y, z, uin, blockid, data) end

--- Takes back what was revealed or masked for one player, who then sees what everyone sees.
---
---```lua
---View:forget(4, 1, 0, uin)
---```
---@param x number
---@param y number
---@param z number
---@param uin number
---@return boolean? done
---@return string? reason
function View:forget(x, y, z, uin) end

--- Makes a cell plain again: everyone sees what it really holds.
---
---```lua
---View:clear(4, 1, 0)
---```
---@param x number
---@param y number
---@param z number
---@return boolean? done
---@return string? reason
function View:clear(x, y, z) end

--- What stands around the board: status line, turn, result, move list, buttons, toasts.
---@class Hud
Hud = {}

--- Sets the line that says how the game stands; nil clears it.
---
---```lua
---Hud:setStatus(T("red_to_move"))
---```
---@param text? (string | { zh: string, en: string })
---@return nil nothing
---@return string? reason
function Hud:setStatus(text) end

--- Marks a seat as the one to move; nil marks none.
---
---```lua
---Hud:setTurn(0)
---```
---@param seat? number
---@return nil nothing
---@return string? reason
function Hud:setTurn(seat) end

--- Shows that the computer is thinking for a seat; nil for none.
---
---```lua
---Hud:setThinking(1)
---```
---@param seat? number
---@return nil nothing
---@return string? reason
function Hud:setThinking(seat) end

--- Announces the end of the game: the winning seat, nil for a draw, and the reason.
---
---```lua
---Hud:setResult(0, T("mate"))
---```
---@param winner? number
---@param text (string | { zh: string, en: string })
---@return nil nothing
---@return string? reason
function Hud:setResult(winner, text) end

--- Takes the result away, as for a new game.
---
---```lua
---Hud:clearResult()
---```
---@return nil nothing
---@return string? reason
function Hud:clearResult() end

--- Adds a line to the move list.
---
---```lua
---Hud:addMove(0, { zh = "炮二平五", en = "C2=5" })
---```
---@param seat number
---@param text (string | { zh: string, en: string })
---@return nil nothing
---@return string? reason
function Hud:addMove(seat, text) end

--- Takes the last moves off the list again.
---
---```lua
---Hud:removeMoves(1)
---```
---@param count number
---@return nil nothing
---@return string? reason
function Hud:removeMoves(count) end

--- Empties the move list.
---
---```lua
---Hud:clearMoves()
---```
---@return nil nothing
---@return string? reason
function Hud:clearMoves() end

--- Sets all buttons: a list of `{id=, label=, enabled=, seated=, confirm=, options=}`. Pressing
--- one raises `Room.Action`. `enabled` is true and `seated` is false unless given; `confirm` is
--- asked first. A button with `options`, a list of `{value=, label=, chosen=}`, has the player
--- choose one of them, whose value the event has.
---
---```lua
---Hud:setButtons({ { id = "new", label = T("new_game"), confirm = T("sure") } })
---```
---@param buttons table
---@return nil nothing
---@return string? reason
function Hud:setButtons(buttons) end

--- Says what is played, such as the name of an opening or of a problem; nil clears it.
---
---```lua
---Hud:setTitle(T("opening"))
---```
---@param title? (string | { zh: string, en: string })
---@return nil nothing
---@return string? reason
function Hud:setTitle(title) end

--- Shows beside the board how the game stands: `{share=, text=, seat=}`. `share` is from 0,
--- lost, to 1, won, for `seat` (0 unless given); `text` says it in a few letters, such as
--- `"+1.3"`. Nil takes the bar away. Everyone sees it: not for a game between people.
---
---```lua
---Hud:setBar({ share = 0.62, text = "+1.3" })
---```
---@param bar? table
---@return nil nothing
---@return string? reason
function Hud:setBar(bar) end

--- Explains something: `{title=, lines=, buttons=}`. `lines` are texts, each a paragraph;
--- `buttons` as in `setButtons`. Players can fold it away; nil takes it away. With `uin` only
--- that player sees it, in place of the note of all, and it has no buttons.
---
---```lua
---Hud:setNote({ title = T("why"), lines = { T("because") } })
---```
---@param note? table
---@param uin? number
---@return nil nothing
---@return string? reason
function Hud:setNote(note, uin) end

--- Shows the game as seen afterwards: `{shares=, notes=, seat=}`. `shares` is how it stood for
--- `seat` (0 unless given), as in `setBar`, before the first move and after each; it is drawn
--- as a curve. `notes` is a list of `{move=, mark=, text=}` about moves of the list, counted
--- from 1, with a sign such as `"??"`, `"?"`, `"?!"` or `"!"`. Nil takes the review away.
---
---```lua
---Hud:setReview({ shares = { 0.5, 0.4 }, notes = notes })
---```
---@param review? table
---@return nil nothing
---@return string? reason
function Hud:setReview(review) end

--- Writes a few words beside each seat, such as its score: a list of texts, the first of seat
--- 0; an empty one writes nothing. Nil clears them all.
---
---```lua
---Hud:setBadges({ T("landlord"), "+12" })
---```
---@param badges? table
---@return nil nothing
---@return string? reason
function Hud:setBadges(badges) end

--- Shows who each seat of a card table plays, beside it: a list of `{title=, colour=, glyph=,
--- life=, life_max=, tags=, wears=, lines=, acts=, out=, turned=}`, the first of seat 0; one
--- without a title shows nothing. `glyph` is the letter of its side, `tags` are words on how it
--- is, `wears` on what it has on, `lines` paragraphs on what it can do for those who ask; it is
--- its turn if `acts`, the first of its tags then says how far. A click on a plate may answer
--- a question: see `player` in `Request:ask`. Nil clears them all.
---
---```lua
---Hud:setPlates({ { title = T("caocao"), life = 4, life_max = 4 } })
---```
---@param plates? table
---@return nil nothing
---@return string? reason
function Hud:setPlates(plates) end

--- Writes a word beside a player's own seat that nobody else sees, such as its role; nil takes
--- it away.
---
---```lua
---Hud:setSecret(T("rebel"), uin)
---```
---@param text? (string | { zh: string, en: string })
---@param uin number
---@return nil nothing
---@return string? reason
function Hud:setSecret(text, uin) end

--- Shows a short message that fades: to everyone, or to one player. `kind` is `"info"`,
--- `"alert"`, `"error"`, `"win"` or `"big"`, a word large
--- over the table.
---
---```lua
---Hud:toast(T("check"), "alert")
---```
---@param text (string | { zh: string, en: string })
---@param kind? string
---@param uin? number
---@return nil nothing
---@return string? reason
function Hud:toast(text, kind, uin) end

--- Who sits where. Seats are numbered from 0 in the manifest's order. Sitting down and standing
--- up raise `Room.Sit`, `Room.Stand` and `Room.Computer`; what a script does itself raises
--- nothing.
---@class Seats
Seats = {}

--- Number of seats in play: all of the map's, unless `setCount` has said otherwise.
---
---```lua
---local count = Seats:count()
---```
---@return number? count
---@return string? reason
function Seats:count() end

--- Sets how many seats are in play, the first ones of the map's. Whoever sits on another
--- watches from then on, and is asked nothing more.
---
---```lua
---Seats:setCount(4)
---```
---@param count number
---@return boolean? done
---@return string? reason
function Seats:setCount(count) end

--- A seat's name in the manifest, as a text.
---
---```lua
---Hud:setStatus(Seats:name(0))
---```
---@param seat number
---@return any? name
---@return string? reason
function Seats:name(seat) end

--- Who holds a seat: `"open"`, `"player"` and its number, or `"computer"` and its level.
---
---```lua
---local kind, who = Seats:holder(0)
---```
---@param seat number
---@return string? kind
---@return any? who
function Seats:holder(seat) end

--- The seat of a player, nil for a spectator.
---
---```lua
---local seat = Seats:of(uin)
---```
---@param uin number
---@return number? seat
---@return string? reason
function Seats:of(uin) end

--- Seats a player on a seat that no person holds; it leaves the seat it had.
---
---```lua
---Seats:sit(0, uin)
---```
---@param seat number
---@param uin number
---@return boolean? done
---@return string? reason
function Seats:sit(seat, uin) end

--- Gives a seat that no person holds to the computer at a level, or opens it with nil.
---
---```lua
---Seats:setComputer(1, 3)
---```
---@param seat number
---@param level? number
---@return boolean? done
---@return string? reason
function Seats:setComputer(seat, level) end

--- Swaps who holds two seats, as for a return game with colours reversed.
---
---```lua
---Seats:swap(0, 1)
---```
---@param first number
---@param second number
---@return boolean? done
---@return string? reason
function Seats:swap(first, second) end

--- Names the function that answers for players who are away, or who left their seats to it:
--- `stand_in(seat, choices)` returns the number of a choice, and may wait, as for an engine
--- that thinks; nil leaves the question to its `default`. `Request:ask` may name another for
--- one question. Nil names none.
---
---```lua
---Seats:setStandIn(function(seat, choices) return math.random(#choices) end)
---```
---@param stand_in? function
---@return nil nothing
---@return string? reason
function Seats:setStandIn(stand_in) end

--- Leaves a person's seat to the stand-in, as when it has let its time run out; the person may
--- take it back at any time. Whether there is a person and a stand-in.
---
---```lua
---Seats:leaveToStandIn(0)
---```
---@param seat number
---@return boolean? left
---@return string? reason
function Seats:leaveToStandIn(seat) end

--- Whether the stand-in plays a seat.
---
---```lua
---if Seats:isStoodIn(0) then … end
---```
---@param seat number
---@return boolean? stood_in
---@return string? reason
function Seats:isStoodIn(seat) end

--- Game clocks, one a seat, of which at most one runs. The browser counts them down by itself.
--- When the time of a seat is up, `Clock.Flag` is raised; what that means is the map's to say.
--- Time counts only while somebody is in the room, and a take-back gives it back.
---@class Clock
Clock = {}

--- Sets the clocks of all seats to the beginning; none runs. `mode` is `"sudden"` (`seconds`
--- for the game), `"fischer"` (every move adds `increment` seconds), `"byoyomi"` (after
--- `seconds` come `periods` of `period` seconds; a move within a period gives it back, and with
--- the last one the time is up) or `"none"`, which puts the clocks away.
---
---```lua
---Clock:set({ mode = "byoyomi", seconds = 600, periods = 3, period = 30 })
---```
---@param control table
---@return boolean? set
---@return string? reason
function Clock:set(control) end

--- Presses the clock: whoever's clock runs has made its move, and that of `seat` runs from now
--- on. Returns whether it does: not when there are no clocks or its time is up.
---
---```lua
---Clock:start(1 - seat)
---```
---@param seat number
---@return boolean? runs
---@return string? reason
function Clock:start(seat) end

--- Stops the running clock as it stands, as at the end of a game or for a pause.
---
---```lua
---Clock:stop()
---```
---@return nil nothing
---@return string? reason
function Clock:stop() end

--- Seconds left of the main time, or of the period, of a seat, and how many whole periods come
--- after it. Nil when there are no clocks.
---
---```lua
---local seconds, periods = Clock:left(0)
---```
---@param seat number
---@return number? seconds
---@return number? periods
function Clock:left(seat) end

--- Adds seconds to a seat's clock; a negative number takes them away.
---
---```lua
---Clock:add(0, 15)
---```
---@param seat number
---@param seconds number
---@return nil nothing
---@return string? reason
function Clock:add(seat, seconds) end

--- Questions to seats: who may answer, what may be chosen, and what happens at the deadline.
---@class Request
Request = {}

--- Asks a seat and waits. `choices` is a list of `{path=, label=}`: `path` lists the cells to
--- click in order (a move is from and to), `label` gives a choice a button. Where there are
--- many choices without buttons, `paths` is quicker: one list of numbers, x, y, z of each cell,
--- with `cells` cells to a choice (1 unless given). `explain(path)` may return a text that says
--- why a click is not among the choices. After `seconds` the choice number `default` is taken,
--- or the question is cancelled. For a player who is away, or who left its seat to the
--- stand-in, `stand_in(seat, choices)` returns the number of a choice, in time of its own;
--- without it that of `Seats:setStandIn`; without that `default` is taken. With `countdown`
--- everybody sees that the seat is asked, and until when. Returns the number
--- of the choice and the player who chose (nil at the deadline and for a stand-in), or nil and
--- `"cancelled"`.
--- At a card table an answer may be given step by step, a question for each. A choice may then
--- be made by a click on the plate of a seat, `player`, too; its button may be the one that
--- confirms, `main`, or pressed, `on`; `about` says what it means, `colour` of which side it
--- is. `picked`, `{cells=, players=}`, is what was chosen in earlier steps, and `elapsed` how
--- many seconds they took: the countdown goes on where it was.
---
---```lua
---Request:ask({ seat = 0, hint = T("move"), choices = moves })
---```
---@param question table
---@return number? index
---@return number? uin
function Request:ask(question) end

--- Asks a seat for some cells together, such as the cards of one play, and waits. `cells` are
--- those that may be selected. With `classes`, a character for each cell, such as its rank,
--- `legal` lists what may be selected together, each as a string of classes in any order;
--- without `legal` any `min` to `max` cells may. The player selects and takes back without a
--- message being sent; what can still be added to come to something legal is lit.
--- `buttons` are texts of other answers, `label` is the text of the button that answers with
--- the selection. `suggest` lists selections to show one after the other, best first, as
--- strings of classes or lists of cell numbers. `explain(numbers)` may return a text that says
--- why cells cannot be selected together; without `legal` it is asked about every answer, which
--- counts if it returns nil. After `seconds` the answer is `default`: the number of a button,
--- or cells like a suggestion; `stand_in(seat, buttons)` returns the same, in time of its own.
--- Everybody sees the countdown, unless `countdown` is false.
--- Returns the number of a button or a list of cell numbers, and the player; or nil and
--- `"cancelled"`.
---
---```lua
---Request:select({ seat = 0, cells = cells, classes = "334", legal = { "33" } })
---```
---@param question table
---@return any? answer
---@return number? uin
function Request:select(question) end

--- Withdraws the map's questions to a seat, or to all; who waits for them gets `"cancelled"`.
--- Returns how many there were.
---
---```lua
---Request:cancel(0)
---```
---@param seat? number
---@return number? count
---@return string? reason
function Request:cancel(seat) end

--- Whether a seat is being asked something by the map.
---
---```lua
---if Request:isAsking(0) then … end
---```
---@param seat number
---@return boolean? asking
---@return string? reason
function Request:isAsking(seat) end

--- Marks on cells that everyone sees.
---@class Marks
Marks = {}

--- Sets all public marks: a list of `{x=, y=, z=, kind=}` with the kinds `"last_from"`,
--- `"last_to"`, `"check"`, `"hint"`, `"selected"`, `"target"` and `"capture"`.
---
---```lua
---Marks:set({ { x = 4, y = 1, z = 0, kind = "check" } })
---```
---@param marks table
---@return nil nothing
---@return string? reason
function Marks:set(marks) end

--- Sets all arrows over the board: `{from=, to=, kind=}` each, with cells `{x=, y=, z=}` and
--- the kinds `"hint"` (unless given), `"best"` and `"threat"`. `set` leaves them as they are.
---
---```lua
---Marks:arrows({ { from = cell, to = { x = 4, y = 1, z = 2 }, kind = "best" } })
---```
---@param arrows table
---@return nil nothing
---@return string? reason
function Marks:arrows(arrows) end

--- Takes all public marks and arrows away.
---
---```lua
---Marks:clear()
---```
---@return nil nothing
---@return string? reason
function Marks:clear() end

--- The rows of a card table: which cells hold whose hand, what was played, and what lies in the
--- middle. Every viewer's client lays the cards of these cells around the table as seen from
--- its own seat: its hand large in front, the others behind, whatever the shape of the screen.
---@class Zones
Zones = {}

--- Lays the table out: a list of `{kind=, seat=, x=, y=, z=, count=}`, each a row of `count`
--- cells from x, y, z on, along x. `kind` is `"hand"`, `"played"` or `"row"`, of a seat, or
--- `"common"` or `"pile"`, of the middle; of a pile the first cell is on top. It has to be
--- called while the scripts are loaded, not in a handler. Rows of seats that are not in play
--- are not shown.
---
---```lua
---Zones:set({ { kind = "hand", seat = 0, x = 0, y = 1, z = 0, count = 20 } })
---```
---@param zones table
---@return boolean? done
---@return string? reason
function Zones:set(zones) end

--- Boards: games of which the author writes the rules, in the script that `rules` in `map.toml`
--- names, and nothing else. See `scripts/BOARDS.md`. Rules call `define`, and `grid`, `hexes`,
--- `points` and `pieces` before it. The other functions are for the scripts that play a board;
--- those of `lib/board` do unless the map names others.
---@class Board
Board = {}

--- Defines the map's board, once: its layout, its pieces and the functions that are its rules.
---
---```lua
---Board:define({ layout = layout, pieces = pieces, setup = setup, legal = legal })
---```
---@param board table
---@return boolean? done
---@return string? reason
function Board:define(board) end

--- What rules want to know of the cells of a grid: plain tables, made once, and functions to be
--- called with a dot. `on` is as in a layout. Columns and rows count from 1.
--- - `layout`: for `Board:define`. `size`: how many cells there are.
--- - `name[cell]`, `cell[name]`, `column[cell]`, `row[cell]`, `at(column, row)`: the cell, or
--- nil.
--- - `near[cell]`, `corners[cell]`: lists of the straight and of the diagonal neighbours.
--- - `steps[direction][cell]`: the neighbour, or 0 beyond the edge, which holds nothing; east,
--- north, west, south, then north-east, north-west, south-west, south-east. `axes`: the four
--- pairs of opposite steps. `straight`, `diagonal`, `around`: those steps as
--- `{columns, rows}`.
--- - `count(cells, piece, list)`, `holding(cells, piece, list)`: how many cells hold a piece,
--- and which; of all, or of a list.
--- - `all(fits, state, seat)`, `some(fits, state, seat)`: the cells for which
--- `fits(state, cell, seat)` is true, and one of them by chance, or nil.
--- - `line(cells, cell, axis)`: how many equal pieces lie in a row, and the cells after its
--- ends. `longest(cells, cell)`: how many in the longest row through a cell.
--- - `lines(length)`: for every cell the lines of so many cells in which it lies.
--- `filled(cells, lines, piece, cell)`: whether one of some lines holds nothing but a piece,
--- counting `cell` as if it held it.
--- - `threats(cells, cell, length, refuses)`: whether the piece on a cell makes a line of
--- exactly `length`, or a longer one; how many fours and how many threes it makes, as Renju
--- defines them. `refuses(cells, cell)` says where a piece that makes a straight four may not
--- lie.
--- - `rays(directions, most)`: for every cell the lists of cells in each direction
--- `{columns, rows}` up to the edge, or at most so many. `leaps(columns, rows)`: a leap in
--- all its directions. `reach(cells, rays)`: the cells along some rays, of each up to the
--- first that is not empty.
--- - `read(text, letters)`: what lies on the cells by a diagram: rows from the north, after `/`
--- or a line break; a number stands for as many empty cells, a dot for one; the letters of
--- `letters` for 1, 2, …, or for what a table says.
--- - `score(set, worth)`: the function `score` for two sides of `Board:pieces`: the sum of
--- `worth(kind, column, row)`, as each side sees it, less the other's.
--- - `repeats(state, seat, afresh, also)`: notes in `state.past` that a position stands in
--- which `seat` is next, and how often it has stood, 1 before it can be the third time;
--- `afresh` if none from before can come back, `also` a text of what makes it another beside
--- the cells.
---
---```lua
---local grid = Board:grid(8, 8, "chequers")
---```
---@param columns number
---@param rows number
---@param on? string
---@return table? grid
---@return string? reason
function Board:grid(columns, rows, on) end

--- As `Board:grid`, for rows of hexagons. A column is half a cell wide; `steps` are the six
--- neighbours, all of them `near`, and `axes` their three pairs.
---
---```lua
---local star = Board:hexes({ 3, 4, 5, 4, 3 })
---```
---@param rows table
---@return table? hexes
---@return string? reason
function Board:hexes(rows) end

--- As `Board:grid`, for points on drawn lines, which are given as their points, with a comma
--- after each line. A point is named by its column and row; they are numbered row by row.
--- `near` follows the lines, `lines()` gives those of each point, and there are no steps.
---
---```lua
---local points = Board:points("a1 b1 c1, a1 a2 a3, c1 c2 c3, a3 b3 c3")
---```
---@param lines string
---@return table? points
---@return string? reason
function Board:points(lines) end

--- The pieces of several sides, from one list of kinds: `{list=, side=, kind=, of=}`, where
--- `list` is for `Board:define`, `side[piece]` and `kind[piece]` say whose a piece is and of
--- which kind (both are 0 for 0), and `of(cells, side)` lists the cells where a side's lie.
--- `sides` are `{zh=, en=, glyph=, colour=, glyph_colour=, shape=}`; `kinds` has the same keys,
--- each a text with a word for every kind, or a list of such texts, one a side. Names and
--- glyphs are put together of a side's and a kind's.
---
---```lua
---local set = Board:pieces({ { en = "Red" } }, { en = "pawn rook" })
---```
---@param sides table
---@param kinds table
---@return table? set
---@return string? reason
function Board:pieces(sides, kinds) end

--- What is known of the board: `{cells=, pieces=, players=, options=, hidden=}`. A cell is
--- `{name=, x=, y=, z=}`, a piece `{name=, block=}`; `players` lists how many may play,
--- `options` are `{name=, values=}`.
---
---```lua
---local cell = Board:facts().cells[1]
---```
---@return table? facts
---@return string? reason
function Board:facts() end

--- The rules with what the host makes of them: `setup(options)`, `moves(state, seat)`,
--- `play(state, move, seat)`, `check(state, from)` (raises an error that names the author's
--- function `from`), `standing(state)` (a seat to choose, 0 when the game is over, -1 when
--- chance decides), `turn(state)`, `draw(state)`, `result(state)`, `view(state, seat)`,
--- `key(move)`, `copy(state)`. Seats count from 1.
---
---```lua
---local referee = Board:referee()
---```
---@return table? referee
---@return string? reason
function Board:referee() end

--- The author's table.
---
---```lua
---local explain = Board:rules().explain
---```
---@return table? rules
---@return string? reason
function Board:rules() end

--- Has a computer think about what a seat knows and waits; the room goes on meanwhile.
--- `options` is `{level=, seconds=}`: the level is 1 to 5, and with `seconds` it works no
--- longer than a slow machine would in that time. Returns `{move=, value=, depth=, nodes=}`
--- (`value` in thousandths of a win for the seat to move), or nil and why not.
---
---```lua
---local thought = Board:think(referee.view(state, seat), { level = 3 })
---```
---@param view table
---@param options? table
---@return table? thought
---@return string? reason
function Board:think(view, options) end

--- Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
---
---```lua
---Board:stop()
---```
---@return number? count
---@return string? reason
function Board:stop() end

--- The Xiangqi engine: rules, notations and a thinking player. A game is a number that `new`
--- returns. Squares are `"a0"` to `"i9"`, moves `"h2e2"`: files from Red's left, ranks from
--- Red's side.
---@class Xiangqi
Xiangqi = {}

--- Opens a game from the start position, or from a FEN.
---
---```lua
---local game = Xiangqi:new()
---```
---@param fen? string
---@return number? game
---@return string? reason
function Xiangqi:new(fen) end

--- Sets a game back to the start position or to a FEN; its number stays.
---
---```lua
---Xiangqi:reset(game)
---```
---@param game number
---@param fen? string
---@return boolean? done
---@return string? reason
function Xiangqi:reset(game, fen) end

--- The position as FEN.
---
---```lua
---print(Xiangqi:fen(game))
---```
---@param game number
---@return string? fen
---@return string? reason
function Xiangqi:fen(game) end

--- Who is to move: `"red"` or `"black"`.
---
---```lua
---if Xiangqi:turn(game) == "red" then … end
---```
---@param game number
---@return string? side
---@return string? reason
function Xiangqi:turn(game) end

--- The pieces: a list of `{square=, piece=, file=, rank=}`; `piece` is the FEN letter, upper
--- case for Red; file and rank count from 0.
---
---```lua
---for _, piece in ipairs(Xiangqi:pieces(game)) do print(piece.square) end
---```
---@param game number
---@return table? pieces
---@return string? reason
function Xiangqi:pieces(game) end

--- The legal moves, all or those of one square: kings', advisors', elephants', horses',
--- chariots', cannons' and pawns', each by the squares they start from and go to.
---
---```lua
---local moves = Xiangqi:legalMoves(game, "h2")
---```
---@param game number
---@param square? string
---@return table? moves
---@return string? reason
function Xiangqi:legalMoves(game, square) end

--- The moves played.
---
---```lua
---local last = Xiangqi:moves(game)[#Xiangqi:moves(game)]
---```
---@param game number
---@return table? moves
---@return string? reason
function Xiangqi:moves(game) end

--- Plays a move: `{from=, to=, piece=, capture=}` with squares and FEN letters, or nil and the
--- rule it breaks as a text.
---
---```lua
---local played, why = Xiangqi:play(game, "h2e2")
---```
---@param game number
---@param move_text string
---@return any? played
---@return any? why
function Xiangqi:play(game, move_text) end

--- Takes the last move back and returns it; nil when there is none.
---
---```lua
---local move = Xiangqi:undo(game)
---```
---@param game number
---@return string? undone
---@return string? reason
function Xiangqi:undo(game) end

--- How the game stands: `{over=, winner=, reason=, check=, text=}`. `winner` is `"red"`,
--- `"black"` or nil; `reason` is a word such as `"checkmate"`; `text` is a sentence.
---
---```lua
---if Xiangqi:status(game).over then … end
---```
---@param game number
---@return table? status
---@return string? reason
function Xiangqi:status(game) end

--- A legal move of the present position in a notation: `"zh"`, `"wxf"` or `"uci"`.
---
---```lua
---Hud:addMove(0, { zh = Xiangqi:notation(game, move, "zh"), en = move })
---```
---@param game number
---@param move_text string
---@param form string
---@return string? text
---@return string? reason
function Xiangqi:notation(game, move_text, form) end

--- Reads a move written in any of the notations.
---
---```lua
---local move = Xiangqi:parse(game, "炮二平五")
---```
---@param game number
---@param text string
---@return string? move_text
---@return string? reason
function Xiangqi:parse(game, text) end

--- Why a move is illegal, as a text; nil when it is legal.
---
---```lua
---local why = Xiangqi:explain(game, "b0", "d1")
---```
---@param game number
---@param from string
---@param to string
---@return any? why
---@return string? reason
function Xiangqi:explain(game, from, to) end

--- Ends the game by resignation of `"red"` or `"black"`.
---
---```lua
---Xiangqi:resign(game, "red")
---```
---@param game number
---@param who string
---@return table? status
---@return string? reason
function Xiangqi:resign(game, who) end

--- Ends the game because the time of `"red"` or `"black"` is up.
---
---```lua
---Xiangqi:loseOnTime(game, "red")
---```
---@param game number
---@param who string
---@return table? status
---@return string? reason
function Xiangqi:loseOnTime(game, who) end

--- Ends the game as a draw by agreement.
---
---```lua
---Xiangqi:agreeDraw(game)
---```
---@param game number
---@return table? status
---@return string? reason
function Xiangqi:agreeDraw(game) end

--- Has the engine think about the present position and waits; the room goes on meanwhile.
--- `options` is `{level=, seconds=}`: the level is 1 to 10, and with `seconds` it looks at no
--- more positions than a slow machine can in that time. Returns `{move=, score=, depth=,
--- nodes=}` (`score` in hundredths of a pawn for the side to move), or nil and why not.
---
---```lua
---local thought = Xiangqi:think(game, { level = 5 })
---```
---@param game number
---@param options? table
---@return table? thought
---@return string? reason
function Xiangqi:think(game, options) end

--- Has the engine say what the present position is worth and what is to be expected, at full
--- strength, and waits. `options` is `{nodes=, threat=}`: how many positions it may look at
--- (100000 unless given), and whether to say what the other side would do if it were its turn.
--- Returns `{move=, score=, line=, threat=, depth=, nodes=}`: `line` is a list of moves, score
--- as in `think`, and `threat` again `{move=, score=, line=}` or nil; or nil and why not.
---
---```lua
---local verdict = Xiangqi:analyse(game, { nodes = 50000, threat = true })
---```
---@param game number
---@param options? table
---@return table? verdict
---@return string? reason
function Xiangqi:analyse(game, options) end

--- Why the first move of a verdict of `analyse` on the present position is good, as a text, and
--- the line that is expected, written out; nil when the verdict has no move. What is said is
--- read off the line and the board.
---
---```lua
---local reason, line = Xiangqi:why(game, verdict)
---```
---@param game number
---@param verdict table
---@return any? reason
---@return any? line
function Xiangqi:why(game, verdict) end

--- What the opening is called: `{name=, moves=}`. `moves` is after how many the last known
--- position stood; nil before the first move and in games that began elsewhere. Lines are known
--- by their positions, whatever the order of moves, and mirrored too.
---
---```lua
---local opening = Xiangqi:opening(game)
---```
---@param game number
---@return any? opening
---@return string? reason
function Xiangqi:opening(game) end

--- Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
---
---```lua
---Xiangqi:stop()
---```
---@return number? count
---@return string? reason
function Xiangqi:stop() end

--- The Dou Dizhu engine: rules, verifiable deals and a thinking player. A deal is a text, which
--- a script keeps as it keeps any value; it holds all cards, so show it to nobody. Seats are 0
--- to 2. Cards are numbers from 0 to 53, four of each rank from the three on (♠ ♥ ♣ ♦), then
--- the small and the big joker; hands without suits are texts such as `"33445TBR"`.
---@class Doudizhu
Doudizhu = {}

--- Shuffles: `{key=, commitment=, hands=, bottom=, first=}` with the cards of each seat, the
--- three for the landlord and the seat that bids first. Publish the commitment before the deal
--- is played and the key after it: with both anybody can check that nobody chose the cards.
---
---```lua
---local dealt = Doudizhu:shuffle()
---```
---@return table? dealt
---@return string? reason
function Doudizhu:shuffle() end

--- The cards that a key deals, as `shuffle` returns them; nil if it was not committed to.
---
---```lua
---local dealt = Doudizhu:verify(commitment, key)
---```
---@param commitment string
---@param key string
---@return any? dealt
---@return string? reason
function Doudizhu:verify(commitment, key) end

--- Begins the deal of a key. `options` is `{auction=, doubling=, kickers=, spring=, passed=}`:
--- `"bids"` 叫分 or `"claims"` 抢地主; whether everybody may double; `"rlcard"` or `"douzero"`; by
--- how much a spring multiplies; and how many deals in a row all have passed, since after three
--- the first bidder must be the landlord.
---
---```lua
---local deal = Doudizhu:open(dealt.key, { auction = "claims", doubling = true })
---```
---@param key string
---@param options? table
---@return string? deal
---@return string? reason
function Doudizhu:open(key, options) end

--- How a deal stands: `{phase=, seat=, choices=, landlord=, stake=, multiplier=, left=,
--- bottom=, last=, lastSeat=, doubles=, result=}`. `phase` is `"bid"`, `"call"`, `"take"`,
--- `"double"`, `"play"`, `"passed"` or `"over"`, `seat` who is asked, `choices` what may be
--- said. `last` is `{kind=, cards=, text=}`, what must be beaten, and nil for a free lead.
--- `result` is `{landlordWon=, spring=, bombs=, stake=, multiplier=, points=}`.
---
---```lua
---if Doudizhu:state(deal).phase == "over" then … end
---```
---@param deal string
---@return table? state
---@return string? reason
function Doudizhu:state(deal) end

--- The cards of a seat's hand, without suits.
---
---```lua
---print(Doudizhu:hand(deal, 0))
---```
---@param deal string
---@param seat number
---@return string? hand
---@return string? reason
function Doudizhu:hand(deal, seat) end

--- Does what a seat wants: `"say:2"` in an auction (1 and 0 for yes and no), `"double:2"`, or
--- `"play:334455"`, where no cards are a pass. Returns the deal as it is then, and for cards
--- `{kind=, cards=, text=, bomb=}`; or nil and the rule it breaks as a text.
---
---```lua
---local after, played = Doudizhu:act(deal, 0, "play:334455")
---```
---@param deal string
---@param seat number
---@param what string
---@return string? after
---@return any? played
function Doudizhu:act(deal, seat, what) end

--- What the seat whose turn it is may play, without suits; the pass is not among them. None if
--- cards are not being played.
---
---```lua
---local plays = Doudizhu:legal(deal)
---```
---@param deal string
---@return table? plays
---@return string? reason
function Doudizhu:legal(deal) end

--- Why a seat may not play these cards now, as a text; nil if it may.
---
---```lua
---local why = Doudizhu:explain(deal, 0, "35")
---```
---@param deal string
---@param seat number
---@param cards string
---@return any? why
---@return string? reason
function Doudizhu:explain(deal, seat, cards) end

--- The cards that a seat has not seen, without suits: what the card counter 记牌器 shows.
---
---```lua
---print(Doudizhu:unseen(deal, 0))
---```
---@param deal string
---@param seat number
---@return string? cards
---@return string? reason
function Doudizhu:unseen(deal, seat) end

--- Everything that the seat whose turn it is may play, the best first by what it leaves; the
--- pass last. No more is looked at than the seat knows.
---
---```lua
---local best = Doudizhu:ranked(deal)[1]
---```
---@param deal string
---@return table? plays
---@return string? reason
function Doudizhu:ranked(deal) end

--- Has the engine say what the seat whose turn it is should do, and waits; the room goes on
--- meanwhile. It is told what that seat knows and nothing else. `options` is `{level=}`, 1 to
--- 5. Returns `{act=, value=, candidates=}`: `act` as `Doudizhu:act` takes it, `value` the
--- chance of winning in thousandths or nil, and `candidates` all acts, the best first; or nil
--- and why not.
---
---```lua
---local thought = Doudizhu:think(deal, { level = 3 })
---```
---@param deal string
---@param options? table
---@return table? thought
---@return string? reason
function Doudizhu:think(deal, options) end

--- Has the solver play a game with open hands 残局 to its end, and waits. `position` is `{hands=,
--- turn=, last=, owner=}`: three hands, of the landlord, of the farmer after him and of the one
--- before him, with 0 to 2 for who is to play and who played `last`; without `last` the seat
--- leads. Returns `{winner=, line=, winning=}`: `"landlord"` or `"farmers"`, the plays to the
--- end without a fault of the winner, and what wins for the seat to play; or nil and why not,
--- `"unsolved"` if that takes too long.
---
---```lua
---local solved = Doudizhu:solve({ hands = { "3A", "2", "44" }, turn = 0 })
---```
---@param position table
---@return table? solved
---@return string? reason
function Doudizhu:solve(position) end

--- Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
---
---```lua
---Doudizhu:stop()
---```
---@return number? count
---@return string? reason
function Doudizhu:stop() end

--- Cards read as one play: `{kind=, cards=, text=, bomb=}`, or nil.
---
---```lua
---local play = Doudizhu:read("334455")
---```
---@param cards string
---@return any? play
---@return string? reason
function Doudizhu:read(cards) end

--- What a hand may lead, or what it may play on `last`; the pass is not among them.
---
---```lua
---local plays = Doudizhu:plays("33445", "55")
---```
---@param hand string
---@param last? string
---@return table? plays
---@return string? reason
function Doudizhu:plays(hand, last) end

--- What a hand is worth to the hand-value player: `{sum=, rounds=, bid=}`.
---
---```lua
---print(Doudizhu:value("3456789").rounds)
---```
---@param hand string
---@return table? value
---@return string? reason
function Doudizhu:value(hand) end

--- The Sanguosha engine 三国杀: rules, and the packages that the manifest names under
--- `[sanguosha]`. A game is a text, which a script keeps as it keeps any value; it holds all
--- roles and answers, so show it to nobody. Seats are 0 to 9. Cards are numbers from 0, the
--- places in `deck()` less one. Answers are texts as in `suggest` and `candidates`, which write
--- them.
---@class Sanguosha
Sanguosha = {}

--- Begins a game: `{seats=, seed=, choices=, banned=, forced=}`. `seats` lists `{name=, robot=,
--- role=, general=}`, the first of seat 0; roles and generals are left to the game unless
--- given. Everybody chooses among `choices` generals (3), the lord among two more; `banned`
--- are packages, `forced` generals that are offered first. Without `seed` the room's chance
--- decides. Returns the game, and what is told of its beginning as `answer` does; or nil and
--- why there can be none.
---
---```lua
---local game = Sanguosha:open({ seats = { { name = "A" }, { name = "B" } } })
---```
---@param setup table
---@return string? game
---@return table? news
function Sanguosha:open(setup) end

--- Gives the answer of a seat: a text of `candidates`, `suggest` or `hint`, `"."` for nothing,
--- `"!"` for whatever is taken for who does not answer. Returns the game as it is at the next
--- question, and the news: a list of `{text=, key=, from=, to=, cards=, viewer=}`, each a line
--- of the log with its text in both languages; one with a `viewer` is for that seat alone. Or
--- nil and why it is refused, as a text.
---
---```lua
---local after, news = Sanguosha:answer(game, 0, "12->sgs2")
---```
---@param game string
---@param seat number
---@param text string
---@return string? after
---@return any? news
function Sanguosha:answer(game, seat, text) end

--- How a game stands, as everybody knows it: `{over=, winners=, seat=, kind=, serial=, turn=,
--- turns=}`. `winners` lists the seats that have won; `seat` is who is asked, `kind` what kind
--- of question it is, and `serial` counts questions; `turn` is whose turn it is.
---
---```lua
---if Sanguosha:state(game).over then … end
---```
---@param game string
---@return table? state
---@return string? reason
function Sanguosha:state(game) end

--- What a seat may know of a game, or what those may who watch: `{players=, order=, turn=,
--- draw=, discard=}`. `players` has for each seat `{seat=, general=, kingdom=, role=, hp=,
--- maxHp=, alive=, faceUp=, chained=, phase=, handCount=, hand=, equips=, judging=, piles=,
--- marks=, skills=}`, lists of card numbers where cards are meant. `role` is nil where it is
--- not known, `hand` empty for all but the seat itself; `judging` lists `{card=, name=}`,
--- `piles` `{name=, count=, cards=}`, `marks` `{name=, count=}`. `order` lists the seats as
--- they follow each other, `draw` is how many cards are left, `discard` the discard pile, the
--- newest last.
---
---```lua
---local mine = Sanguosha:view(game, 0).players[1].hand
---```
---@param game string
---@param seat? number
---@return table? view
---@return string? reason
function Sanguosha:view(game, seat) end

--- The cards of all hands, a list for each seat: for laying them out, since each seat is to
--- see its own alone.
---
---```lua
---local hands = Sanguosha:hands(game)
---```
---@param game string
---@return table? hands
---@return string? reason
function Sanguosha:hands(game) end

--- What the seat that is asked is told: `{seat=, kind=, detail=, serial=, prompt=, shown=}`, or
--- nil when nobody is asked. `prompt` is the question as a text; `shown` lists cards that are
--- looked at, `{cards=, all=}`: by everybody if `all`, else by that seat alone.
---
---```lua
---local prompt = Sanguosha:hint(game).prompt
---```
---@param game string
---@return any? hint
---@return string? reason
function Sanguosha:hint(game) end

--- What the seat that is asked may choose next, with what it has chosen, `{skill=, cards=,
--- players=}`: `{cards=, backs=, skills=, players=, options=, count=, ready=, decline=}`.
--- `backs` are hand cards of another seat: which is which, the chooser must not learn;
--- `options` lists `{value=, text=}`; `count` is how many cards are wanted, 0 where that
--- depends. `ready` is the answer that is given by what is chosen, nil while it is none, and
--- `decline` whether `"."` is one.
---
---```lua
---local next = Sanguosha:candidates(game, { cards = { 12 } })
---```
---@param game string
---@param chosen? table
---@return table? next
---@return string? reason
function Sanguosha:candidates(game, chosen) end

--- What a computer answers in the place of the seat that is asked. It knows what that seat
--- knows. With `"trust"` it only answers what it must 托管; else it plays.
---
---```lua
---local text = Sanguosha:suggest(game)
---```
---@param game string
---@param how? string
---@return string? answer
---@return string? reason
function Sanguosha:suggest(game, how) end

--- What is being resolved, in words, the outermost first.
---
---```lua
---local what = Sanguosha:stack(game)
---```
---@param game string
---@return table? texts
---@return string? reason
function Sanguosha:stack(game) end

--- The cards of the packages, for `Cards.deck`: a list of `{block=, zh=, en=, sort=, key=}`.
---
---```lua
---local deck = Cards.deck(Sanguosha:deck())
---```
---@return table? cards
---@return string? reason
function Sanguosha:deck() end

--- The names of all generals.
---
---```lua
---local names = Sanguosha:generals()
---```
---@return table? names
---@return string? reason
function Sanguosha:generals() end

--- A general: `{name=, kingdom=, kingdomName=, maxHp=, skills=}`, with names as texts and
--- `skills` as a list of names; or nil.
---
---```lua
---local caocao = Sanguosha:general("caocao")
---```
---@param name string
---@return any? general
---@return string? reason
function Sanguosha:general(name) end

--- What a name means in words: of a card, a skill, a general, a mark, a role. `":name"` is the
--- description of a skill. Nil where nothing is said of it.
---
---```lua
---local rule = Sanguosha:text(":jianxiong")
---```
---@param key string
---@return any? text
---@return string? reason
function Sanguosha:text(key) end

--- Lets the room be stored in the middle of a game, so that it need not be played through again
--- to be brought back. Everything the host keeps (blocks, display, seats, engine games, …) is
--- stored by itself; what a script keeps in its own variables it has to offer.
--- After a checkpoint the scripts run afresh, up to but not including `Game.Start`: the room
--- goes on from what was stored. Handlers that wait, delayed calls and open questions are gone
--- then; `load` asks and waits anew. Handlers of events are those that the scripts register
--- when they run and in `load`.
---@class Checkpoint
Checkpoint = {}

--- Offers a script's state; to be called while the scripts run, before `Game.Start`. `save()`
--- gives it as plain data: texts, numbers, booleans, vectors and tables of them, without
--- functions, metatables and circles; a table named twice becomes two. It must change nothing
--- and not wait; nil means "not now". `load(state)` takes the state up again in a fresh VM.
--- Several scripts may offer; they are loaded in the order of their offers.
---
---```lua
---Checkpoint:offer(function() return score end, function(old) score = old end)
---```
---@param save function
---@param load function
---@return boolean? done
---@return string? reason
function Checkpoint:offer(save, load) end
