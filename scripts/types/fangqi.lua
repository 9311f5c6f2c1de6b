---@meta
-- Written by `cargo xtask gen` from the API's own tables.

--- A game, for `Board:define`. A key that is not here is an error. Seats count from 1.
---@class BoardDefinition
--- Where the cells lie.
---@field layout BoardLayout
--- The kinds of pieces, each a `BoardPiece`; piece number 1 is the first.
---@field pieces any[]
--- The list of a seat's moves: a cell, a list of cells, a word, or a list of cells with a word
--- at its end.
---@field legal fun(state: BoardState, seat: number): any[]
--- Plays a move by changing the state; may return whose turn is next, a seat or a list of
--- seats. Seat 0 is chance.
---@field apply fun(state: BoardState, move: any, seat: number)
--- Nil while the game goes on; else its result (0 for a draw, a seat, or a number for every
--- seat), a word for the reason, and perhaps a list of the cells that decided it.
---@field over fun(state: BoardState)
--- What a seat knows, in the form of a state; the seat is nil for spectators.
---@field view? fun(state: BoardState, seat?: number): any
--- A state, drawn at random, that agrees with what a seat knows.
---@field guess? fun(view: BoardState, seat: number): any
--- How good a state is for a seat, from -20000 to 20000: 0 for an even one, 100 for a pawn
--- ahead.
---@field score? fun(state: BoardState, seat: number): number
--- Nil, or what dice may bring: a list of outcomes, or of `{ outcome, weight }`.
---@field chance? fun(state: BoardState)
--- Some legal move, for quicker playouts; nil if there is none.
---@field random_move? fun(state: BoardState, seat: number)
--- The moves that a computer considers; nil for all. `ahead` is how many moves the state lies
--- ahead of the game.
---@field candidates? fun(state: BoardState, seat: number, ahead: number)
--- How a move is written, before it is played: a text, or `{ zh, en }`; nil as usual.
---@field notation? fun(state: BoardState, move: any, seat: number)
--- Why clicking these cells is no move: a key of the string tables, or nil.
---@field explain? fun(view: BoardState, cells: number[], seat: number)
--- The move that a text from elsewhere means, or nil.
---@field read_move? fun(state: BoardState, text: string, seat: number)
--- The position in the game's own notation.
---@field write_position? fun(state: BoardState): string
--- The state of such a text, or nil and a key of the string tables that says why it is none.
---@field read_position? fun(text: string)
--- What a seat has, for everybody to read beside its name: a number, a text or `{ zh, en }`.
---@field tally? fun(view: BoardState, seat: number)
--- What marks a seat, for everybody to read beside its name: a list of texts; nil for none.
---@field tags? fun(view: BoardState, seat: number)
--- What the player of a seat alone reads beside its name: a text or `{ zh, en }`; nil for
--- nothing.
---@field secret? fun(view: BoardState, seat: number)
--- How many may play, or a list of how many; 2 unless given.
---@field players? (number | number[])
--- What players choose before a game, the usual value first.
---@field options? table<string, string[]>
--- The state in which a game begins, or the function of the chosen options that makes it.
---@field setup? any
--- What becomes of a seat that has no move: a function of state and seat as `over`, `"loses"`
--- or `"draws"`.
---@field stuck? any
--- Makes the board a card table: a list of its rows, each a `BoardZone`.
---@field zones? any[]

--- A state of a game: plain data. Whatever else `setup` puts into it is in it too.
---@class BoardState
--- A piece's number for every cell, 0 for none.
---@field cells number[]
--- How many play.
---@field players number
--- The seat to move, or the list of seats that choose at the same time.
---@field turn any
--- Whether it is a copy that a search plays to the end at random.
---@field playout boolean?
---@field [string] any

--- Where the cells of a board lie: one of `grid`, `hexes`, `points` and `blocks`.
---@class BoardLayout
--- Squares or crossings: `columns`, `rows`, and if need be `on` and `letters`.
---@field grid? { columns: number, rows: number, on: string?, letters: string? }
--- How many hexagons each row has, from south to north.
---@field hexes? number[]
--- Colours of hexagons by cell.
---@field tints? table<number, string>
--- Points, each a list of its name, column and row.
---@field points? any[][]
--- Lines between points, each a list of two cells.
---@field lines? number[][]
--- Cells in a world of the map's own.
---@field blocks? { name: string, x: number, y: number, z: number }[]

--- A kind of piece.
---@class BoardPiece
--- What it is called: a text, or `{ zh, en }`.
---@field name (string | { zh: string, en: string })
--- What is written on it.
---@field glyph? string
--- The colour of its body, as `"#rrggbb"`.
---@field colour? string
--- The colour of the glyph.
---@field glyph_colour? string
--- `"disc"` (unless given), `"stone"`, `"ball"`, `"die"`, `"card"` or `"cube"`.
---@field shape? string

--- A row of a card table.
---@class BoardZone
--- `"hand"`, `"played"` or `"row"` of a seat, `"common"` or `"pile"` in the middle.
---@field kind string
--- Whose it is.
---@field seat? number
--- Its first cell.
---@field from number
--- How many cells it has, from west to east.
---@field count number

--- What rules want to know of their cells: tables, made once, and functions that are called
--- with a dot. Cells, columns and rows count from 1; `cells` is a list of what lies on each
--- cell, such as `state.cells`.
---@class BoardLattice
--- For `Board:define`.
---@field layout BoardLayout
--- How many cells there are.
---@field size number
--- Each cell's name.
---@field name string[]
--- Each name's cell.
---@field cell table<string, number>
--- Each cell's column.
---@field column number[]
--- Each cell's row.
---@field row number[]
--- Each cell's straight neighbours: of hexagons all, of points those along drawn lines.
---@field near number[][]
--- Each cell's diagonal neighbours.
---@field corners number[][]
--- Straight steps, as `{ columns, rows }`.
---@field straight number[][]
--- Diagonal steps.
---@field diagonal number[][]
--- All of these steps.
---@field around number[][]
--- `steps[direction][cell]`: the neighbour, or 0 beyond the edge, which holds nothing. Of a
--- grid east, north, west, south, then north-east, north-west, south-west, south-east.
---@field steps number[][]
--- The pairs of opposite steps.
---@field axes number[][][]
--- The cell in a column and a row, or nil.
---@field at fun(column: number, row: number): number?
--- How many cells hold a piece: of all, or of a list.
---@field count fun(cells: any[], piece: any, list?: number[]): number
--- The cells that hold a piece: of all, or of a list.
---@field holding fun(cells: any[], piece: any, list?: number[]): number[]
--- The cells for which `fits(state, cell, seat)` is true.
---@field all fun(fits: function, state: any, seat: any): number[]
--- One of them by chance, or nil.
---@field some fun(fits: function, state: any, seat: any): number?
--- What lies on the cells by a diagram: rows from the north, after `/` or a line break; a
--- number stands for as many empty cells, a dot for one; the letters of a text for 1, 2, …, or
--- for what a table says.
---@field read fun(text: string, letters: (string | table<string, any>)): any[]
--- Notes in `state.past` that a position stands in which `seat` is next, and how often it has
--- stood, 1 before it can be the third time; `afresh` if none from before can come back,
--- `also` a text of what makes it another beside the cells.
---@field repeats fun(state: any, seat: number, afresh: any, also?: (string | number)): number
--- The function `score` for two sides of `Board:pieces`: the sum of `worth(kind, column, row)`,
--- as each side sees it, less the other's.
---@field score fun(set: BoardSet, worth: function): fun(...): number
--- For every cell the lists of cells in each direction `{ columns, rows }` up to the edge, or
--- at most `most` cells long.
---@field rays fun(directions: number[][], most?: number): number[][][]
--- A leap of this many columns and rows, in all its directions.
---@field leaps fun(columns: number, rows: number): number[][]
--- The cells along some rays, of each up to the first that is not empty.
---@field reach fun(cells: any[], rays: number[][]): number[]
--- For every cell the lines of `length` cells in which it lies; of points, without a length,
--- those that are drawn.
---@field lines fun(length?: number): number[][][]
--- Whether one of some lines holds nothing but a piece, counting `cell` as if it held it.
---@field filled fun(cells: any[], lines: number[][], piece: any, cell?: number): boolean
--- How many equal pieces lie in a row through a cell along one of `axes`, and the cells after
--- its ends.
---@field line fun(cells: any[], cell: number, axis: number[][]): number, number, number
--- How many lie in the longest row through a cell.
---@field longest fun(cells: any[], cell: number): number
--- Whether the piece on a cell makes a line of exactly `length`, or a longer one; how many
--- fours and how many threes it makes, as Renju defines them. `refuses(cells, cell)` says where
--- a piece that makes a straight four may not lie.
---@field threats fun(cells: any[], cell: number, length: number, refuses?: function): boolean, boolean, number, number

--- A side, for `Board:pieces`: what all its pieces have. Names and glyphs are put before those
--- of a kind.
---@class BoardSide
--- Its name in Chinese.
---@field zh? string
--- Its name in English.
---@field en? string
--- The beginning of what is written on its pieces.
---@field glyph? string
--- The colour of their bodies.
---@field colour? string
--- The colour of their glyphs.
---@field glyph_colour? string
--- Their form.
---@field shape? string

--- The kinds of pieces of every side, for `Board:pieces`: under each key a text with a word for
--- every kind, or a list of such texts, one a side.
---@class BoardKinds
--- Names in Chinese.
---@field zh? (string | string[])
--- Names in English.
---@field en? (string | string[])
--- What is written on them.
---@field glyph? (string | string[])
--- Colours of their bodies.
---@field colour? (string | string[])
--- Colours of their glyphs.
---@field glyph_colour? (string | string[])
--- Their forms.
---@field shape? (string | string[])

--- The pieces of several sides, as `Board:pieces` makes them.
---@class BoardSet
--- For `Board:define`: one kind after another of the first side, then of the next.
---@field list any[]
--- Whose a piece is; 0 of 0.
---@field side table<number, number>
--- Of which kind a piece is; 0 of 0.
---@field kind table<number, number>
--- The cells where a side's pieces lie.
---@field of fun(cells: any[], side: number): number[]

--- A room with virtual players, as a test of a map is given it. A player is the number that
--- `join` returns; methods that do something return whether the room took it.
---@class Test
--- A new player enters; without a name it gets one.
---@field join fun(self: Test, name?: string): number
--- The player's line goes down; its seat is held.
---@field leave fun(self: Test, player: number): boolean
--- The player returns.
---@field back fun(self: Test, player: number): boolean
--- Takes a seat; seats count from 0.
---@field sit fun(self: Test, player: number, seat: number): boolean
--- Leaves its seat.
---@field stand fun(self: Test, player: number): boolean
--- Gives a seat to the computer; without a level opens it for people.
---@field computer fun(self: Test, player: number, seat: number, level?: number): boolean
--- Clicks a cell.
---@field click fun(self: Test, player: number, x: number, y: number, z: number): boolean
--- Answers a question by its `id` and a choice; choices count from 0.
---@field choose fun(self: Test, player: number, request: number, choice: number): boolean
--- Answers with several cells together: numbers from 1 of those that may be selected.
---@field select fun(self: Test, player: number, request: number, cells: number[]): boolean
--- Presses a button of the map, with the value of an option if it offers some.
---@field action fun(self: Test, player: number, id: string, value?: string): boolean
--- Says something.
---@field chat fun(self: Test, player: number, text: string): boolean
--- Leaves its seat to the stand-in, or takes it back.
---@field stand_in fun(self: Test, player: number, on: boolean): boolean
--- Asks to take the last move back.
---@field take_back fun(self: Test, player: number): boolean
--- Lets time pass; 20 ticks are a second.
---@field ticks fun(self: Test, count: number)
--- Lets computers think to the end, and what follows from it; how many jobs there were.
---@field run_jobs fun(self: Test): number
--- Stores the room and goes on from what was stored; why it cannot be stored, or nil.
---@field checkpoint fun(self: Test): string?
--- Stands there from now on; the stance has `yaw`, `pitch`, `sneaks`, `runs`, `flies`,
--- `grounded`.
---@field pose fun(self: Test, player: number, x: number, y: number, z: number, stance?: table<string, any>): boolean
--- Looks there.
---@field look fun(self: Test, player: number, yaw: number, pitch?: number): boolean
--- Jumps on the spot.
---@field jump fun(self: Test, player: number): boolean
--- Sneaks, or no longer with `false`.
---@field sneak fun(self: Test, player: number, on?: boolean): boolean
--- Runs to a place.
---@field run fun(self: Test, player: number, x: number, y: number, z: number): boolean
--- Does what its client sends.
---@field act fun(self: Test, player: number, act: any): boolean
--- The number of the block in a cell, 0 for air.
---@field block fun(self: Test, x: number, y: number, z: number): number
--- The marks that a player sees.
---@field marks fun(self: Test, player: number): any[]
--- The question to a player, nil if there is none.
---@field request fun(self: Test, player: number): any
--- The display, as a player sees it or as spectators do.
---@field hud fun(self: Test, player?: number): any
--- The seats.
---@field seats fun(self: Test): any[]
--- All that was told to a player, refusals too.
---@field toasts fun(self: Test, player: number): any[]
--- The lines of chat that a player saw.
---@field said fun(self: Test, player: number): any[]
--- The texts in the world.
---@field texts fun(self: Test): any[]
--- What a player who walks sees of the world's objects and its own things; nil on boards.
---@field walk fun(self: Test, player: number): any
--- How many jobs are under way.
---@field jobs fun(self: Test): number
--- The room's state in 16 letters.
---@field hash fun(self: Test): string
--- The errors of scripts so far, which then no longer fail the test.
---@field errors fun(self: Test): string[]
--- What the Lua source returns when it is run in the room, copied.
---@field eval fun(self: Test, source: string)
--- Fails the test unless `holds` is true.
---@field expect fun(self: Test, holds: any, message?: string)
--- Fails the test unless both are the same, tables by what is in them.
---@field equal fun(self: Test, a: any, b: any, message?: string)

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

--- In a file below `tests/`: declares a test, which `fangqi test` runs in a room of its own.
---
---```lua
---test("a move", function(t) t:click(t:join(), 0, 1, 0) end)
---```
---@param name string
---@param body fun(t: Test)
function test(name, body) end

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
  GRAPHICS_PROGRESS = 3,
  GRAPHICS_ARROW_POS = 4,
  GRAPHICS_ARROW_ACTOR = 5,
  GRAPHICS_LINE_POS = 6,
  GRAPHICS_LINE_ACTOR = 7,
  GRAPHICS_SURFACE_POS = 8,
  GRAPHICS_SURFACE_ACTOR = 9,
  GRAPHICS_IMAGE = 10,
}

--- Bars of what players hold.
---@enum BACKPACK_TYPE
BACKPACK_TYPE = {
  SHORTCUT = 1,
  INVENTORY = 2,
  EQUIP = 3,
}

--- First slots.
---@enum BPACK_SINDEX
BPACK_SINDEX = {
  BACKPACK_START_INDEX = 0,
  SHORTCUT_START_INDEX = 1000,
  STORAGE_START_INDEX = 3000,
  EQUIP_START_INDEX = 8000,
}

--- Places where things are worn.
---@enum EQUIP_SLOT_TYPE
EQUIP_SLOT_TYPE = {
  EQUIP_HEAD = 0,
  EQUIP_BREAST = 1,
  EQUIP_LEGGING = 2,
  EQUIP_SHOE = 3,
  EQUIP_PIFENG = 4,
  EQUIP_WEAPON = 5,
  MAX_EQUIP_SLOTS = 6,
}

--- Attributes of blocks, and what may be done to them.
---@enum BLOCKATTR
BLOCKATTR = {
  EXPLODE_RESISTANCE = 1,
  HARDNESS = 2,
  GLISSADE = 3,
  BURNING_SPEED = 4,
  BURNING_PROBABILITY = 5,
  LIGHTNESS = 6,
  ENABLE_DESTROYED = 1,
  ENABLE_BEOPERATED = 2,
  ENABLE_BEPUSHED = 4,
  ENABLE_DROPITEM = 8,
  BEPUSHED_DROPITEM = 16,
}

--- States of functional blocks.
---@enum BLOCKSTATUS
BLOCKSTATUS = {
  ACTIVE = 1,
  INACTIVE = 2,
}

--- Attributes of players, and their abilities as bits.
---@enum PLAYERATTR
PLAYERATTR = {
  MAX_HP = 1,
  CUR_HP = 2,
  HP_RECOVER = 3,
  LIFE_NUM = 4,
  MAX_HUNGER = 5,
  CUR_HUNGER = 6,
  MAX_OXYGEN = 7,
  CUR_OXYGEN = 8,
  RECOVER_OXYGEN = 9,
  WALK_SPEED = 10,
  RUN_SPEED = 11,
  SNEAK_SPEED = 12,
  SWIN_SPEED = 13,
  JUMP_POWER = 14,
  DODGE = 16,
  ATK_MELEE = 17,
  ATK_REMOTE = 18,
  DEF_MELEE = 19,
  DEF_REMOTE = 20,
  DIMENSION = 21,
  SCORE = 22,
  LEVEL = 23,
  CUR_LEVELEXP = 26,
  CUR_LEVEL = 27,
  CUR_STRENGTH = 28,
  MAX_STRENGTH = 29,
  STRENGTH_RECOVER = 30,
  ATK_PHYSICAL = 101,
  ATK_MAGIC = 102,
  DEF_PHYSICAL = 103,
  DEF_MAGIC = 104,
  ENABLE_MOVE = 1,
  ENABLE_PLACEBLOCK = 2,
  ENABLE_OPERATEBLOCK = 4,
  ENABLE_DESTROYBLOCK = 8,
  ENABLE_USEITEM = 16,
  ENABLE_ATTACK = 32,
  ENABLE_BEATTACKED = 64,
  ENABLE_BEKILLED = 128,
  ENABLE_PICKUP = 256,
  ENABLE_DEATHDROPITEM = 512,
  ENABLE_VEHICLEAUTOFORWARD = 1024,
  ENABLE_DISCARDITEM = 2048,
  ITEM_DISABLE_THROW = 1,
  ITEM_DISABLE_DROP = 2,
}

--- Attributes of creatures, and their abilities as bits.
---@enum CREATUREATTR
CREATUREATTR = {
  MAX_HP = 1,
  CUR_HP = 2,
  HP_RECOVER = 3,
  MAX_HUNGER = 5,
  CUR_HUNGER = 6,
  MAX_OXYGEN = 7,
  CUR_OXYGEN = 8,
  RECOVER_OXYGEN = 9,
  WALK_SPEED = 10,
  RUN_SPEED = 11,
  SWIN_SPEED = 13,
  JUMP_POWER = 14,
  WEIGHT = 15,
  DODGE = 16,
  ATK_MELEE = 17,
  ATK_REMOTE = 18,
  DEF_MELEE = 19,
  DEF_REMOTE = 20,
  DIMENSION = 21,
  ATK_PHYSICAL = 101,
  ATK_MAGIC = 102,
  DEF_PHYSICAL = 103,
  DEF_MAGIC = 104,
  ENABLE_MOVE = 1,
  ENABLE_ATTACK = 32,
  ENABLE_BEATTACKED = 64,
  ENABLE_BEKILLED = 128,
  ENABLE_PICKUP = 256,
  ENABLE_DEATHDROPITEM = 512,
}

--- What players do.
---@enum PLAYERMOTION
PLAYERMOTION = {
  STATIC = 0,
  WALK = 1,
  RUN = 2,
  JUMP = 4,
  JUMP_TWICE = 8,
  SNEAK = 16,
  FALL_GROUND = 32,
  TURNBACK = 64,
  UP = 128,
  DOWN = 256,
  FALL = 512,
}

--- What creatures do.
---@enum CREATUREMOTION
CREATUREMOTION = {
  IDLE = 1,
  STANDBY = 2,
  STROLL = 3,
  ATK_MELEE = 4,
  ATK_REMOTE = 5,
  FOLLOW = 6,
  SWIM = 7,
  RUN_AWAY = 8,
  SELF_BOMB = 9,
  BEATTRACTED = 10,
  COPULATION = 11,
}

--- Kinds of damage.
---@enum HURTTYPE
HURTTYPE = {
  MELEE = 0,
  REMOTE = 1,
  BOMB = 2,
  PHYSICS = 3,
  BURNING = 3,
  TOXIN = 4,
  WITHER = 5,
  MAGIC = 6,
  SUN = 6,
  FALL = 7,
  ANVIL = 8,
  CACTUS = 9,
  ASPHYXIA = 10,
  DROWN = 11,
  SUFFOCATE = 12,
  ANTIINJURY = 13,
  LASER = 14,
}

--- Attributes of teams.
---@enum TEAMATTR
TEAMATTR = {
  PLAYER_NUM = 1,
  SCORE = 2,
}

--- Kinds of weather.
---@enum WEATHERSTATUS
WEATHERSTATUS = {
  SHINE_AND_RAIN = 0,
  SHINE = 1,
  RAIN = 2,
}

--- How players see the world.
---@enum VIEWPORTTYPE
VIEWPORTTYPE = {
  MAINVIEW = 0,
  BACKVIEW = 1,
  FRONTVIEW = 2,
  TOPVIEW = 3,
  CUSTOMVIEW = 4,
  BACK2VIEW = 8,
}

--- Kinds of maps.
---@enum WorldType
WorldType = {
  OWTYPE_SINGLE = 0,
  OWTYPE_CREATE = 1,
  OWTYPE_EXTREMITY = 2,
  OWTYPE_CREATE_RUNGAME = 3,
  OWTYPE_GAMEMAKER = 4,
  OWTYPE_GAMEMAKER_RUN = 5,
  OWTYPE_FREEMODE = 6,
  OWTYPE_RECORD = 9,
}

--- Kinds of terrain.
---@enum TerrainType
TerrainType = {
  TERRAIN_FLAT = 0,
  TERRAIN_NORMAL = 1,
}

--- States of arranging the camera.
---@enum CameraEditState
CameraEditState = {
  CAMERA_EDIT_STATE_NULL = 0,
  CAMERA_EDIT_STATE_EDIT = 1,
  CAMERA_EDIT_STATE_TEST = 2,
}

--- Shapes on the small map.
---@enum MAPMARK_TYPE
MAPMARK_TYPE = {
  MMARK_LINE = 0,
  MMARK_RECTANGLE = 1,
  MMARK_CIRCLE = 2,
}

--- Kinds of resources.
---@enum RESLIBTYPE
RESLIBTYPE = {
  NONE = 0,
  BLOCK = 1,
  ITEM = 2,
  MONSTER = 3,
  PARTICLE = 4,
  SOUND = 5,
}

--- Kinds of sounds of blocks.
---@enum GSOUND_TYPE
GSOUND_TYPE = {
  GSOUND_DIG = 0,
  GSOUND_DESTROY = 1,
  GSOUND_PLACE = 2,
  GSOUND_FALLGROUND = 3,
  GSOUND_WALK = 4,
}

--- Modifiers of creatures.
---@enum MODATTRIB_TYPE
MODATTRIB_TYPE = {
  MODATTR_MOVE_SPEED = 0,
  MODATTR_SWIM_SPEED = 1,
  MODATTR_JUMP_SPEED = 2,
  MODATTR_ATTACK_PUNCH = 3,
  MODATTR_ATTACK_RANGE = 4,
  MODATTR_ATTACK_EXPLODE = 5,
  MODATTR_ATTACK_FIRE = 6,
  MODATTR_ATTACK_POISON = 7,
  MODATTR_ATTACK_WITHER = 8,
  MODATTR_ATTACK_PLAYER = 9,
  MODATTR_ATTACK_UNDEAD = 10,
  MODATTR_ATTACK_ANIMAL = 11,
  MODATTR_DAMAGED_PUNCH = 12,
  MODATTR_DAMAGED_RANGE = 13,
  MODATTR_DAMAGED_EXPLODE = 14,
  MODATTR_DAMAGED_FIRE = 15,
  MODATTR_DAMAGED_POISON = 16,
  MODATTR_DAMAGED_WITHER = 17,
  MODATTR_DAMAGED_FALLING = 18,
  MODATTR_ARMOR_PUNCH = 19,
  MODATTR_ARMOR_RANGE = 20,
  MODATTR_ARMOR_EXPLODE = 21,
  MODATTR_DAMAGE_ABSORB = 22,
  MODATTR_CRITICAL_HIT = 23,
  MODATTR_KNOCK = 24,
  MODATTR_KNOCK_RESIST = 25,
  MODATTR_KNOCK_RESIST_PROB = 26,
  MODATTR_DIG_SPEED = 27,
  MODATTR_LUCK_DIG = 28,
  MODATTR_LUCK_KILLMOB = 29,
  MODATTR_VIEW_BRIGHT = 30,
  MODATTR_ACTOR_SCALE = 31,
  MODATTR_OXYGEN_SUPPLY = 32,
}

--- Built-in effects on bodies; those between have numbers alone.
---@enum ACTORBODY_EFFECT
ACTORBODY_EFFECT = {
  BODYFX_HURT = 0,
  BODYFX_FIRE = 1,
  BODYFX_PORTAL = 2,
  BODYFX_ENCH_FALL = 39,
}

--- Types of variables and lists.
---@enum VARTYPE
VARTYPE = {
  POSITION = 1,
  AREA = 2,
  NUMBER = 3,
  STRING = 4,
  BOOLEAN = 5,
  PLAYER = 6,
  PLAYER_GROUP = 7,
  BLOCKTYPE = 8,
  ITEMTYPE = 9,
  CREATURE = 10,
  CREATURETYPE = 11,
  CREATURE_GROUP = 12,
  EFFECTTYPE = 14,
  POSITION_GROUP = 15,
  AREA_GROUP = 16,
  NUMBER_GROUP = 17,
  STRING_GROUP = 18,
  BOOLEAN_GROUP = 19,
  BLOCKTYPE_GROUP = 20,
  ITEMTYPE_GROUP = 21,
  CREATURETYPE_GROUP = 22,
}

--- How animations are played.
---@enum ANIMMODE
ANIMMODE = {
  ANIM_MODE_LOOP = 0,
  ANIM_MODE_ONCE = 1,
  ANIM_MODE_ONCE_STOP = 2,
  ANIM_MODE_DEFAULT = 3,
}

--- Why items are dropped.
---@enum DROPMODE
DROPMODE = {
  DISCARDITEM = 1,
  DESTROYBOX = 2,
  DEFEATMOB = 3,
  DESTROYBLOCK = 4,
  SPAWNITEM = 5,
  CHANGEPLAYMODE = 6,
}

--- Attributes of items.
---@enum ITEMATTR
ITEMATTR = {
  ATTACK = 1,
  STACKMAX = 2,
  SHORTDEFENSE = 3,
  LONGDEFENSE = 4,
  EXPLODEDEFENSE = 5,
  FIREDEFENSE = 6,
  POISONDEFENSE = 7,
  WITHERDEFENSE = 8,
  DURATION = 9,
  FIREINTERVAL = 10,
  MAGAZINES = 11,
}

--- Kinds of easing.
---@enum LinearTransformation
LinearTransformation = {
  None = 0,
  Linear = 1,
  QuadIn = 2,
  QuadOut = 3,
  QuadInOut = 4,
  ExpoIn = 5,
  ExpoOut = 6,
  ExpoInOut = 7,
  CircIn = 8,
  CircOut = 9,
  CircInOut = 10,
  ElasticIn = 11,
  ElasticOut = 12,
  ElasticInOut = 13,
  BackIn = 14,
  BackOut = 15,
  BackInOut = 16,
  BounceIn = 17,
  BounceOut = 18,
  BounceInOut = 19,
}

--- How players move.
---@enum MOVETYPE
MOVETYPE = {
  FLY = 1,
  IDLE = 2,
}

--- Orders of lists.
---@enum SORT
SORT = {
  UP = 0,
  DOWN = 1,
}

--- Blocks of furnaces.
---@enum FURNACEID
FURNACEID = {
  FURNACE = 803,
}

--- Blocks of boxes.
---@enum STORAGEID
STORAGEID = {
  STORAGE_BOX = 801,
}

--- Pictures of the sky: their names and numbers are not published.
---@enum SKYBOXMAP
SKYBOXMAP = {
}

--- Colours of the sky: their names and numbers are not published.
---@enum SKYBOXCOLOR
SKYBOXCOLOR = {
}

--- Parameters of the sky: their names and numbers are not published.
---@enum SKYBOXATTR
SKYBOXATTR = {
}

--- Particles of the sky: their names and numbers are not published.
---@enum SKYBOXPARTICLE
SKYBOXPARTICLE = {
}

--- Parameters of the picture: their names and numbers are not published.
---@enum SKYBOXFILTER
SKYBOXFILTER = {
}

--- Options of cameras: their names and numbers are not published.
---@enum CameraModel
CameraModel = {
}

--- How cameras turn: their names and numbers are not published.
---@enum CameraRotate
CameraRotate = {
}

--- Pages of the shop: their names and numbers are not published.
---@enum MiniShopPage
MiniShopPage = {
}

--- What is done to music: their names and numbers are not published.
---@enum QQMUSICOP
QQMUSICOP = {
}

--- Registers handlers of events.
---@class ScriptSupportEvent
ScriptSupportEvent = {}

--- Calls `handler(event)` whenever the event happens; `event` is a table of its fields. Gives
--- the handler's number.
---
---```lua
---ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e) print(e.x) end)
---```
---@param event string
---@param handler function
---@return number code
---@return number? id
function ScriptSupportEvent:registerEvent(event, handler) end

--- As `registerEvent`; an older name.
---
---```lua
---ScriptSupportEvent:registerEvent_Block("Block.Add", function(e) print(e.x) end)
---```
---@param event string
---@param handler function
---@return number code
---@return number? id
function ScriptSupportEvent:registerEvent_Block(event, handler) end

--- As `registerEvent`.
---
---```lua
---ScriptSupportEvent:RegisterEvent_NoError("Game.Run", function() end)
---```
---@param event string
---@param handler function
---@return number code
---@return number? id
function ScriptSupportEvent:RegisterEvent_NoError(event, handler) end

--- As `registerEvent`, but the handler is called once.
---
---```lua
---ScriptSupportEvent:RegDynamicEventOnce("Game.Start", function() end)
---```
---@param event string
---@param handler function
---@return number code
---@return number? id
function ScriptSupportEvent:RegDynamicEventOnce(event, handler) end

--- Lets a handler go; without a number all of the event. FAILED when there is none.
---
---```lua
---ScriptSupportEvent:removeEvent("Game.Run", id)
---```
---@param event string
---@param id? any
---@return number code
function ScriptSupportEvent:removeEvent(event, id) end

--- Lets time pass inside a handler, and runs functions beside it.
---@class threadpool
threadpool = {}

--- Pauses the calling handler for `seconds` of room time (in steps of 0.05).
---
---```lua
---threadpool:wait(0.5)
---```
---@param seconds number
---@return number code
function threadpool:wait(seconds) end

--- Runs a function beside the calling handler, as soon as that ends or waits. Up to eight
--- arguments are passed on.
---
---```lua
---threadpool:work(function(name) print(name) end, "red")
---```
---@param task function
---@param first? any
---@param second? any
---@param third? any
---@param fourth? any
---@param fifth? any
---@param sixth? any
---@param seventh? any
---@param eighth? any
---@return number code
function threadpool:work(task, first, second, third, fourth, fifth, sixth, seventh, eighth) end

--- Calls a function after `seconds` of room time. Up to eight arguments are passed on.
---
---```lua
---threadpool:delay(3, print, "later")
---```
---@param seconds number
---@param task function
---@param first? any
---@param second? any
---@param third? any
---@param fourth? any
---@param fifth? any
---@param sixth? any
---@param seventh? any
---@param eighth? any
---@return number code
function threadpool:delay(seconds, task, first, second, third, fourth, fifth, sixth, seventh, eighth) end

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

--- Shows the computer's best lines of play in the present position, to people who study it:
--- `{lines=, seat=}`. Each line is `{score=, moves=, arrow=}`: what it is worth for `seat` (0
--- unless given) in a few letters, its moves as the list would show them, and where the first
--- of them goes, `{from=, to=}`. The line that is best for the side to move comes first. Nil
--- takes them away. Everyone sees them: not for a game between people.
---
---```lua
---Hud:setLines({ lines = { { score = "+0.3", moves = { "e4", "e5" } } } })
---```
---@param lines? table
---@return nil nothing
---@return string? reason
function Hud:setLines(lines) end

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
--- as a curve. `notes` is a list of `{move=, mark=, text=, better=}` about moves of the list,
--- counted from 1, with a sign such as `"??"`, `"?"`, `"?!"` or `"!"`; `better` may be
--- a better move, as an arrow `{from=, to=}`. Nil takes the review away.
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

--- Writes short marks beside each seat, such as "dealer" or "check": a list with a list of
--- texts for every seat, the first for seat 0. A seat has four at most, each of 16 characters
--- at most. Nil clears them all.
---
---```lua
---Hud:setTags({ { T("dealer") }, {} })
---```
---@param tags? table
---@return nil nothing
---@return string? reason
function Hud:setTags(tags) end

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

--- Tells the position as the game writes it, such as a FEN, in 2,000 bytes at most: programs
--- and exported files show it. Nil takes it away. Call it again whenever the position changes.
---
---```lua
---Hud:setPosition("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
---```
---@param text? string
---@return nil nothing
---@return string? reason
function Hud:setPosition(text) end

--- Writes a word beside a player's own seat that no other player sees, such as its role; nil
--- takes it away.
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
---@return number count
function Seats:count() end

--- Sets how many seats are in play, the first ones of the map's. A player on another
--- watches from then on, and is asked nothing more.
---
---```lua
---Seats:setCount(4)
---```
---@param count number
---@return boolean? done
---@return string? reason
function Seats:setCount(count) end

--- A seat's name in the manifest among those who play, as a text.
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

--- Gives a seat back to its player, who is in the room, from the stand-in. Whether the stand-in
--- played it.
---
---```lua
---Seats:endStandIn(0)
---```
---@param seat number
---@return boolean? ended
---@return string? reason
function Seats:endStandIn(seat) end

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

--- Presses the clock: the seat whose clock runs has made its move, and that of `seat` runs from
--- now on. Returns whether it does: not when there are no clocks or its time is up.
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
---@return number count
function Request:cancel(seat) end

--- Whether a seat is being asked something by the map.
---
---```lua
---if Request:isAsking(0) then … end
---```
---@param seat number
---@return boolean asking
function Request:isAsking(seat) end

--- Marks on cells that everyone sees.
---@class Marks
Marks = {}

--- Sets all public marks: a list of `{x=, y=, z=, kind=}` with the kinds `"last_from"`,
--- `"last_to"`, `"check"`, `"hint"`, `"selected"`, `"target"`, `"capture"` and `"won"`.
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

--- Lets the room be stored in the middle of a game, so that it need not be played through again
--- to be brought back. Everything the host keeps (blocks, display, seats, engine games, …) is
--- stored by itself; what a script keeps in its own variables it has to offer.
--- After a checkpoint the scripts run afresh, up to but not including `Game.Start`: the room
--- goes on from what was stored. Handlers that wait, delayed calls and open questions are gone
--- then; `load` asks and waits again. Handlers of events are those that the scripts register
--- when they run and in `load`.
---@class Checkpoint
Checkpoint = {}

--- Offers a script's state; to be called while the scripts run, before `Game.Start`. `save()`
--- gives it as plain data: texts, numbers, booleans, vectors and tables of them, without
--- functions, metatables and cycles; a table named twice becomes two. It must change nothing
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

--- The steps in which the map teaches its rules, from the file that `lessons` in `map.toml`
--- names. What they are made of says `scripts/LESSONS.md`; `lib/lesson` plays them.
---@class Lessons
Lessons = {}

--- How many steps there are; 0 for a map without lessons.
---
---```lua
---if Lessons:count() > 0 then … end
---```
---@return number count
function Lessons:count() end

--- A step by its number, from 1, as its table in the file; `position` has what the file gives
--- all positions. It is made for every call: a script keeps the step it is at, not all of them.
---
---```lua
---local title = Lessons:step(1).title
---```
---@param number number
---@return table? step
---@return string? reason
function Lessons:step(number) end

--- The world as a whole: rays, players, effects and sounds.
---@class World
World = {}

--- How far a ray goes from one point towards another until it meets a block, at most
--- `distance`. The cell it starts in counts. A ray that leads nowhere has no length.
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
---@param distance? number
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
---@param distance? number
---@return number code
---@return number? blockid
function World:getRayBlock(srcx, srcy, srcz, face, distance) end

--- How many players are in the room: 1 for the living, 0 for the dead (of whom a board has
--- none), -1, 2 or nothing for all.
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
--- left out or below 0; `scale` is 1 when left out.
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
---@param bUsePlayerViewRange? any
---@return number code
function World:playParticalEffect(x, y, z, particleId, scale, ptime, bUsePlayerViewRange) end

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
---@param scale? number
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

--- The hour of the day in the world, 0 to 23; 12 until it is set. It stands still until
--- `SetTimeVanishingSpeed`.
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

--- Whether players build freely: the code is OK for yes, by the map's manifest.
---
---```lua
---if World:isCreativeMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isCreativeMode() end

--- Makes `num` creatures of a type (1 when left out) and gives their numbers.
--- Partly: those that no catalogue calls hostile stand until they are told to go
---
---```lua
---local code, objids = World:spawnCreature(4, 7, 4, 3400, 1)
---```
---@param x number
---@param y number
---@param z number
---@param actorid number
---@param num? number
---@return number code
---@return any[]? objids
function World:spawnCreature(x, y, z, actorid, num) end

--- Removes a creature.
---
---```lua
---World:despawnCreature(objid)
---```
---@param objid number
---@return number code
function World:despawnCreature(objid) end

--- Removes an object that is no player.
---
---```lua
---World:despawnActor(objid)
---```
---@param objid number
---@return number code
function World:despawnActor(objid) end

--- Lays items into the world.
---
---```lua
---local code, objid = World:spawnItem(4, 8, 4, 12051, 5)
---```
---@param x number
---@param y number
---@param z number
---@param itemid number
---@param num? number
---@return number code
---@return number? objid
function World:spawnItem(x, y, z, itemid, num) end

--- Removes all dropped items in the box between two corners.
---
---```lua
---World:despawnItemByBox(0, 0, 0, 8, 8, 8)
---```
---@param x1 number
---@param y1 number
---@param z1 number
---@param x2 number
---@param y2 number
---@param z2 number
---@return number code
function World:despawnItemByBox(x1, y1, z1, x2, y2, z2) end

--- Removes a dropped item.
---
---```lua
---World:despawnItemByObjid(objid)
---```
---@param objid number
---@return number code
function World:despawnItemByObjid(objid) end

--- Shoots a projectile from a point towards another: a speed of 100 is 20 blocks a second. The
--- unit is this host's: Mini World's is not published. A `shooter` of 0 or
--- less, or nil, stands for no shooter. What is shot nowhere, from a point to itself, falls.
---
---```lua
---local code, objid = World:spawnProjectile(uin, 12051, 4, 8, 4, 20, 8, 4, 100)
---```
---@param shooter? number
---@param itemid number
---@param x number
---@param y number
---@param z number
---@param dstx number
---@param dsty number
---@param dstz number
---@param speed? number
---@return number code
---@return number? objid
function World:spawnProjectile(shooter, itemid, x, y, z, dstx, dsty, dstz, speed) end

--- Shoots a projectile from a point along a direction, with a speed as in `spawnProjectile`.
---
---```lua
---local code, objid = World:spawnProjectileByDir(uin, 12051, 4, 8, 4, 1, 0, 0, 100)
---```
---@param shooter? number
---@param itemid number
---@param x number
---@param y number
---@param z number
---@param dirx number
---@param diry number
---@param dirz number
---@param speed? number
---@return number code
---@return number? objid
function World:spawnProjectileByDir(shooter, itemid, x, y, z, dirx, diry, dirz, speed) end

--- The objects of a kind (`OBJ_TYPE`, 0 for all) in the box between two corners.
---
---```lua
---local code, num, objids = World:getActorsByBox(0, 0, 0, 0, 8, 8, 8)
---```
---@param objtype number
---@param x1 number
---@param y1 number
---@param z1 number
---@param x2 number
---@param y2 number
---@param z2 number
---@return number code
---@return number? num
---@return any[]? objids
function World:getActorsByBox(objtype, x1, y1, z1, x2, y2, z2) end

--- Whether players survive rather than build: the code is OK for yes.
---
---```lua
---if World:isSurviveMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isSurviveMode() end

--- Whether players build freely and cannot be hurt: the code is OK for yes.
---
---```lua
---if World:isGodMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isGodMode() end

--- Whether this is a game of adventure by no rules: the answer is no.
---
---```lua
---if World:isFreeMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isFreeMode() end

--- Whether this is extreme mode: the answer is no.
---
---```lua
---if World:isExtremityMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isExtremityMode() end

--- Whether this is a map for building that is played: the answer is no.
---
---```lua
---if World:isCreateRunMode() == ErrorCode.OK then … end
---```
---@return number code
function World:isCreateRunMode() end

--- The cells that exist: from where to where along x and z.
---
---```lua
---local code, startx, startz, endx, endz = World:getRangeXZ()
---```
---@return number code
---@return number? startX
---@return number? startZ
---@return number? endX
---@return number? endZ
function World:getRangeXZ() end

--- Whether the camera is being arranged (`CameraEditState`): never in a game, 0.
---
---```lua
---local code, state = World:getCameraEditState()
---```
---@return number code
---@return number? state
function World:getCameraEditState() end

--- Would begin to arrange the camera.
--- Fails: maps are not edited in a room
---
---```lua
---World:setCameraEditState(CameraEditState.CAMERA_EDIT_STATE_TEST)
---```
---@param state number
---@return number code
function World:setCameraEditState(state) end

--- The camera of the map's manifest: a table with target, distance, pitch and yaw.
--- Partly: Mini World's own fields are not published
---
---```lua
---local code, config = World:getCustomCameraConfig()
---```
---@return number code
---@return table? config
function World:getCustomCameraConfig() end

--- The light in a cell, 0 to 15. Blocks that shine, cells that `setBlockLightEx` lit and the
--- sky above all that is open to it (15 by day, 4 by night) lose one with each cell of the way,
--- which solid cubes are in.
---
---```lua
---local code, level = World:getLightByPos(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? level
function World:getLightByPos(x, y, z) end

--- Sets the light that a cell gives besides its block's own, 0 to 15: 0 is none.
--- `getLightByPos` counts it, and clients light what is around it.
--- Partly: clients draw the four lights that are nearest, of 1024 such cells at most
---
---```lua
---World:setBlockLightEx(4, 7, 4, 15)
---```
---@param x number
---@param y number
---@param z number
---@param lv number
---@return number code
function World:setBlockLightEx(x, y, z, lv) end

--- A random particle effect of those that clients draw.
---
---```lua
---local code, effect = World:randomParticleEffectID()
---```
---@return number code
---@return number? effectid
function World:randomParticleEffectID() end

--- A random sound of those that clients play.
---
---```lua
---local code, sound = World:randomSoundID()
---```
---@return number code
---@return number? soundid
function World:randomSoundID() end

--- A random weather (`WEATHERSTATUS`).
---
---```lua
---local code, weather = World:randomWeatherID()
---```
---@return number code
---@return number? weatherid
function World:randomWeatherID() end

--- Sets the weather of a group of terrain (0 everywhere): 0 mixed, 1 sun, 2 rain, 3 thunder.
--- Partly: here there is one terrain: clients show the weather of group 0
---
---```lua
---World:SetGroupWeather(0, WEATHERSTATUS.RAIN)
---```
---@param groupid number
---@param weatherid number
---@return number code
function World:SetGroupWeather(groupid, weatherid) end

--- The weather of a group of terrain.
---
---```lua
---local code, weather = World:GetGroupWeather(0)
---```
---@param groupid number
---@return number code
---@return number? weather
function World:GetGroupWeather(groupid) end

--- Sets how fast the world's clock goes: 1 is a day in twenty minutes, 0 stands still, as it
--- does until this is called and after -1. The unit is this host's: Mini World's is not
--- published.
---
---```lua
---World:SetTimeVanishingSpeed(1)
---```
---@param speed number
---@return number code
function World:SetTimeVanishingSpeed(speed) end

--- Chooses a preset of the sky, 0 to 9, of those that clients have.
---
---```lua
---World:SetSkyBoxTemplate(1)
---```
---@param value number
---@return number code
function World:SetSkyBoxTemplate(value) end

--- Would set a picture of the sky.
--- Fails: pictures by address are not loaded
---
---```lua
---World:SetSkyBoxMaps(1, 1, "url")
---```
---@param time number
---@param itype number
---@param url string
---@return number code
function World:SetSkyBoxMaps(time, itype, url) end

--- Would change a picture of the sky by and by.
--- Fails: pictures by address are not loaded
---
---```lua
---World:SetSkyBoxMapsAnim(1, 1, "url", 1, 1)
---```
---@param time number
---@param itype number
---@param url string
---@param animId? number
---@param animTime? number
---@return number code
function World:SetSkyBoxMapsAnim(time, itype, url, animId, animTime) end

--- Sets a colour of the sky, `time` by the hour of the day or 0 for all: 1 its top, 2 its
--- horizon, 3 its light.
--- Partly: the numbers of `SKYBOXCOLOR` are not published: others than these three do nothing
---
---```lua
---World:SetSkyBoxColor(1, 1, "#ff0000")
---```
---@param time number
---@param itype number
---@param color? any
---@return number code
function World:SetSkyBoxColor(time, itype, color) end

--- Changes a colour of the sky by and by, as clients do with every change.
--- Partly: `animId` and `animTime` mean nothing, and as `SetSkyBoxColor`
---
---```lua
---World:SetSkyBoxColorAnim(1, 1, "#ff0000", 1, 1)
---```
---@param time number
---@param itype number
---@param color? any
---@param animId? number
---@param animTime? number
---@return number code
function World:SetSkyBoxColorAnim(time, itype, color, animId, animTime) end

--- Sets a parameter of the sky.
--- Partly: it is kept; the numbers of `SKYBOXATTR` are not published, so nothing is drawn of it
---
---```lua
---World:SetSkyBoxAttr(1, 1, 5)
---```
---@param time number
---@param itype number
---@param value number
---@return number code
function World:SetSkyBoxAttr(time, itype, value) end

--- Sets a parameter of the picture as a whole.
--- Partly: it is kept; `SKYBOXFILTER` has no published numbers, so nothing is drawn of it
---
---```lua
---World:SetSkyBoxFilter(1, 5)
---```
---@param itype number
---@param value? any
---@return number code
function World:SetSkyBoxFilter(itype, value) end

--- Changes a parameter of the picture by and by.
--- Partly: it is kept at once, and nothing is drawn of it, as with `SetSkyBoxFilter`
---
---```lua
---World:SetSkyBoxFilterAnim(1, 5, 1, 1)
---```
---@param itype number
---@param value? any
---@param animId? number
---@param animTime? number
---@return number code
function World:SetSkyBoxFilterAnim(itype, value, animId, animTime) end

--- Switches something of the sky.
--- Partly: it is kept; what is to be switched is not published, so nothing is drawn of it
---
---```lua
---World:SetSkyBoxSwitch(1, 1, 1)
---```
---@param time number
---@param itype number
---@param value? any
---@return number code
function World:SetSkyBoxSwitch(time, itype, value) end

--- Switches a parameter of the picture.
--- Partly: it is kept, and nothing is drawn of it, as with `SetSkyBoxFilter`
---
---```lua
---World:SetSkyBoxFilterSwitch(1, 1)
---```
---@param itype number
---@param value? any
---@return number code
function World:SetSkyBoxFilterSwitch(itype, value) end

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

--- Makes a cell air. With `dropitem` the block is left behind as an item, where players walk.
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

--- Puts a block into an empty cell, facing a direction (west when left out). `color`, of the
--- newest pages, means nothing here.
--- Partly: `color`, of the newest pages, means nothing
---
---```lua
---Block:placeBlock(2010, 4, 1, 0, FACE_DIRECTION.DIR_POS_Z)
---```
---@param blockid number
---@param x number
---@param y number
---@param z number
---@param face? number
---@param color? any
---@return number code
function Block:placeBlock(blockid, x, y, z, face, color) end

--- Puts a block into a cell, whatever was there, facing a direction (west when left out).
--- Partly: `color`, of the newest pages, means nothing
---
---```lua
---Block:replaceBlock(2010, 4, 1, 0, FACE_DIRECTION.DIR_POS_Z)
---```
---@param blockid number
---@param x number
---@param y number
---@param z number
---@param face? number
---@param color? any
---@return number code
function Block:replaceBlock(blockid, x, y, z, face, color) end

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

--- The name of a kind of block, in Chinese.
---
---```lua
---local code, name = Block:GetBlockDefName(2010)
---```
---@param blockid number
---@return number code
---@return string? name
function Block:GetBlockDefName(blockid) end

--- A random kind of block of this map, not air.
---
---```lua
---local code, id = Block:randomBlockID()
---```
---@return number code
---@return number? blockid
function Block:randomBlockID() end

--- Allows or forbids something for a kind of block: 1 breaking, 2 operating, 4 pushing, 8
--- leaving an item behind, 16 the same when pushed.
--- Partly: nothing pushes blocks here
---
---```lua
---Block:setBlockSettingAttState(104, BLOCKATTR.ENABLE_DESTROYED, false)
---```
---@param blockid number
---@param attrtype number
---@param switch? boolean
---@return number code
function Block:setBlockSettingAttState(blockid, attrtype, switch) end

--- Whether something is allowed for a kind of block.
---
---```lua
---local code, on = Block:getBlockSettingAttState(104, BLOCKATTR.ENABLE_DESTROYED)
---```
---@param blockid number
---@param attrtype number
---@return number code
---@return boolean? enabled
function Block:getBlockSettingAttState(blockid, attrtype) end

--- Whether the block in a cell is switched on.
---
---```lua
---local code, on = Block:getBlockSwitchStatus({ x = 4, y = 7, z = 4 })
---```
---@param pos { x: number, y: number, z: number }
---@return number code
---@return boolean? isactive
function Block:getBlockSwitchStatus(pos) end

--- Switches the block in a cell; `Block.Trigger` is raised if that is new. From then on players
--- turn it over by clicking it, before handlers hear of the click.
--- Partly: blocks do nothing of themselves, and players switch only what a script has switched
---
---```lua
---Block:setBlockSwitchStatus({ x = 4, y = 7, z = 4 }, true)
---```
---@param pos { x: number, y: number, z: number }
---@param isactive? boolean
---@return number code
function Block:setBlockSwitchStatus(pos, isactive) end

--- Whether the block in a cell is powered: whether it is switched on.
--- Partly: power does not spread
---
---```lua
---local code, on = Block:getBlockPowerStatus({ x = 4, y = 7, z = 4 })
---```
---@param pos { x: number, y: number, z: number }
---@return number code
---@return boolean? isactive
function Block:getBlockPowerStatus(pos) end

--- What is said of a kind of block: its name in English.
--- Partly: Mini World's descriptions are not here
---
---```lua
---local code, desc = Block:GetBlockDefDesc(104)
---```
---@param blockid number
---@return number code
---@return string? desc
function Block:GetBlockDefDesc(blockid) end

--- How a kind of block looks, for `Actor:changeCustomModel`.
---
---```lua
---local code, facade = Block:GetBlockFacade(104)
---```
---@param blockid number
---@return number code
---@return string? facade
function Block:GetBlockFacade(blockid) end

--- Has the block in a cell play an animation.
--- Partly: blocks have no models that move: clients let it swell once, whatever `animid` is
---
---```lua
---Block:PlayAct(4, 7, 4, 100, 1)
---```
---@param x number
---@param y number
---@param z number
---@param animid number
---@param playmode? any
---@return number code
function Block:PlayAct(x, y, z, animid, playmode) end

--- Would lay a drawing of blocks into the world.
--- Fails: maps come without drawings
---
---```lua
---Block:ReplaceBluePrint(4, 7, 4, "house", 0, false, false)
---```
---@param x number
---@param y number
---@param z number
---@param blueprint string
---@param angle? number
---@param mirror? boolean
---@param placeMode? boolean
---@return number code
function Block:ReplaceBluePrint(x, y, z, blueprint, angle, mirror, placeMode) end

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

--- Makes a copy of an area that extends `x`, `y` and `z` cells more each way.
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

--- Whether an object is in an area: the code is OK for yes, FAILED for no.
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

--- The creatures in an area.
---
---```lua
---local code, objids = Area:getAreaCreatures(area)
---```
---@param areaid number
---@return number code
---@return any[]? objids
function Area:getAreaCreatures(areaid) end

--- The creatures in the box between two corners.
---
---```lua
---local code, objids = Area:getAllCreaturesInAreaRange(low, high)
---```
---@param posbegin { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@return number code
---@return any[]? objids
function Area:getAllCreaturesInAreaRange(posbegin, posend) end

--- The objects of a kind (`OBJ_TYPE`, 0 for all) in the box between two corners.
---
---```lua
---Area:getAllObjsInAreaRange(low, high, OBJ_TYPE.OBJTYPE_CREATURE)
---```
---@param posbegin { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param objtype? number
---@return number code
---@return any[]? objids
function Area:getAllObjsInAreaRange(posbegin, posend, objtype) end

--- The objects of several kinds in the box between two corners.
---
---```lua
---local code, objids = Area:getAllObjsInAreaRangeByObjTypes(low, high, { 2, 3 })
---```
---@param posbegin { x: number, y: number, z: number }
---@param posend { x: number, y: number, z: number }
---@param objtypes table
---@return number code
---@return any[]? objids
function Area:getAllObjsInAreaRangeByObjTypes(posbegin, posend, objtypes) end

--- Everything with a place in the world: players, creatures, dropped items, projectiles.
--- `objid` is a player's number or an object's; 0 is the host of the room. Angles are in
--- degrees: yaw 0 looks south (-z), 90 west (-x), 180 north (+z), 270 east (+x); pitch 90 looks
--- straight down. Distances are in blocks.
---@class Actor
Actor = {}

--- Whether an object is a player: the code is OK for yes, FAILED for no.
---
---```lua
---if Actor:isPlayer(objid) == ErrorCode.OK then … end
---```
---@param objid number
---@return number code
function Actor:isPlayer(objid) end

--- Whether an object is a creature: the code is OK for yes, FAILED for no.
---
---```lua
---if Actor:isMob(objid) == ErrorCode.OK then … end
---```
---@param objid number
---@return number code
function Actor:isMob(objid) end

--- What an object is, as in `OBJ_TYPE`.
---
---```lua
---local code, kind = Actor:getObjType(objid)
---```
---@param objid number
---@return number code
---@return number? objtype
function Actor:getObjType(objid) end

--- Whether an object is in the air: the code is OK for yes, FAILED for no.
---
---```lua
---if Actor:isInAir(objid) == ErrorCode.OK then … end
---```
---@param objid number
---@return number code
function Actor:isInAir(objid) end

--- Where an object is: the middle of its feet.
---
---```lua
---local code, x, y, z = Actor:getPosition(objid)
---```
---@param objid number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Actor:getPosition(objid) end

--- As `getPosition`: a name that scripts call now and then.
---
---```lua
---local code, x, y, z = Actor:getPos(objid)
---```
---@param objid number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Actor:getPos(objid) end

--- As `getPosition`, as a table.
---
---```lua
---local code, pos = Actor:getPositionV2(objid)
---```
---@param objid number
---@return number code
---@return { x: number, y: number, z: number }? pos
function Actor:getPositionV2(objid) end

--- Puts an object somewhere.
---
---```lua
---Actor:setPosition(objid, 4, 1, 4)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Actor:setPosition(objid, x, y, z) end

--- Has an object jump.
---
---```lua
---Actor:jump(objid)
---```
---@param objid number
---@return number code
function Actor:jump(objid) end

--- Which way an object looks, one of the four across: 0 east (+x), 1 west, 2 north (+z), 3
--- south. By `FACE_DIRECTION` these name the side towards the object: how what it places faces.
---
---```lua
---local code, dir = Actor:getCurPlaceDir(objid)
---```
---@param objid number
---@return number code
---@return number? dir
function Actor:getCurPlaceDir(objid) end

--- Has an object walk to another and stay by it; speed 1 is its own, as are nothing and -1.
---
---```lua
---Actor:tryMoveToActor(objid, uin, 1)
---```
---@param self_objid number
---@param target_objid number
---@param speed? number
---@return number code
function Actor:tryMoveToActor(self_objid, target_objid, speed) end

--- Has an object walk to a point, around blocks that are in the way; speed 1 is its own. It
--- gives up after two minutes. A player is led, whatever its own hands do.
---
---```lua
---Actor:tryMoveToPos(objid, 10, 1, 10, 1)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@param speed? number
---@return number code
function Actor:tryMoveToPos(objid, x, y, z, speed) end

--- As `tryMoveToPos`, at the object's own speed.
--- Partly: `cancontrol` and `showtip` mean nothing
---
---```lua
---Actor:tryNavigationToPos(objid, 10, 1, 10, false, false)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@param cancontrol? boolean
---@param showtip? boolean
---@return number code
function Actor:tryNavigationToPos(objid, x, y, z, cancontrol, showtip) end

--- The nearest block of a kind within a range of at most 32 blocks; FAILED when there is none.
---
---```lua
---local code, x, y, z = Actor:findNearestBlock(objid, 104, 10)
---```
---@param objid number
---@param blockid number
---@param blockRange number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Actor:findNearestBlock(objid, blockid, blockRange) end

--- Sets the yaw of an object.
---
---```lua
---Actor:setFaceYaw(objid, 90)
---```
---@param objid number
---@param yaw number
---@return number code
function Actor:setFaceYaw(objid, yaw) end

--- The yaw of an object, from -180 (not included) to 180.
---
---```lua
---local code, yaw = Actor:getFaceYaw(objid)
---```
---@param objid number
---@return number code
---@return number? yaw
function Actor:getFaceYaw(objid) end

--- Turns an object to the right by `offset` degrees.
---
---```lua
---Actor:turnFaceYaw(objid, 45)
---```
---@param objid number
---@param offset number
---@return number code
function Actor:turnFaceYaw(objid, offset) end

--- Sets the pitch of an object, -90 to 90.
---
---```lua
---Actor:setFacePitch(objid, 30)
---```
---@param objid number
---@param pitch number
---@return number code
function Actor:setFacePitch(objid, pitch) end

--- The pitch of an object.
---
---```lua
---local code, pitch = Actor:getFacePitch(objid)
---```
---@param objid number
---@return number code
---@return number? pitch
function Actor:getFacePitch(objid) end

--- Turns an object down by `offset` degrees.
---
---```lua
---Actor:turnFacePitch(objid, -10)
---```
---@param objid number
---@param offset number
---@return number code
function Actor:turnFacePitch(objid, offset) end

--- Has an object ride another; 0 gets it off. `posindex` means nothing here.
--- Partly: `posindex` means nothing: there is one seat
---
---```lua
---Actor:mountActor(objid, horse, 1)
---```
---@param objid number
---@param mountobjid number
---@param posindex? any
---@return number code
function Actor:mountActor(objid, mountobjid, posindex) end

--- Switches an ability of an object (`PLAYERATTR.ENABLE_…`): 1 move, 32 attack, 64 be attacked,
--- 128 be killed, 256 pick up, 512 drop at death.
---
---```lua
---Actor:setActionAttrState(objid, CREATUREATTR.ENABLE_MOVE, false)
---```
---@param objid number
---@param actionattr number
---@param switch? boolean
---@return number code
function Actor:setActionAttrState(objid, actionattr, switch) end

--- Whether an ability of an object is on.
---
---```lua
---local code, on = Actor:getActionAttrState(objid, CREATUREATTR.ENABLE_MOVE)
---```
---@param objid number
---@param actionattr number
---@return number code
---@return boolean? enabled
function Actor:getActionAttrState(objid, actionattr) end

--- What an object rides; FAILED when it rides nothing.
---
---```lua
---local code, horse = Actor:getRidingActorObjId(uin)
---```
---@param objid number
---@return number code
---@return number? ridden
function Actor:getRidingActorObjId(objid) end

--- Pushes an object: blocks a tick along each axis.
---
---```lua
---Actor:appendSpeed(objid, 0, 1, 0)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Actor:appendSpeed(objid, x, y, z) end

--- The direction an object looks into, of length 1.
---
---```lua
---local code, x, y, z = Actor:getFaceDirection(objid)
---```
---@param objid number
---@return number code
---@return number? dirx
---@return number? diry
---@return number? dirz
function Actor:getFaceDirection(objid) end

--- Has an object look along a direction; one without length leaves it as it is.
---
---```lua
---Actor:setFaceDirection(objid, 0, 0, 1)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Actor:setFaceDirection(objid, x, y, z) end

--- A direction relative to where an object looks (x to its right, y up, z ahead) as one of the
--- world.
---
---```lua
---local code, dir = Actor:calcDirectionByDirection(objid, 0, 0, 1)
---```
---@param objid number
---@param vx number
---@param vy number
---@param vz number
---@return number code
---@return { x: number, y: number, z: number }? dir
function Actor:calcDirectionByDirection(objid, vx, vy, vz) end

--- Angles relative to where an object looks as a direction of the world.
---
---```lua
---local code, dir = Actor:calcDirectionByAngle(objid, 90, 0)
---```
---@param objid number
---@param yaw number
---@param pitch number
---@return number code
---@return { x: number, y: number, z: number }? dir
function Actor:calcDirectionByAngle(objid, yaw, pitch) end

--- As `calcDirectionByDirection`, as if the object looked straight ahead.
---
---```lua
---local code, dir = Actor:calcDirectionByYawDirection(objid, 0, 0, 1)
---```
---@param objid number
---@param vx number
---@param vy number
---@param vz number
---@return number code
---@return { x: number, y: number, z: number }? dir
function Actor:calcDirectionByYawDirection(objid, vx, vy, vz) end

--- As `calcDirectionByAngle`, as if the object looked straight ahead.
---
---```lua
---local code, dir = Actor:calcDirectionByYawAngle(objid, 90, 0)
---```
---@param objid number
---@param yaw number
---@param pitch number
---@return number code
---@return { x: number, y: number, z: number }? dir
function Actor:calcDirectionByYawAngle(objid, yaw, pitch) end

--- How high the eyes of an object are above its feet.
---
---```lua
---local code, height = Actor:getEyeHeight(objid)
---```
---@param objid number
---@return number code
---@return number? height
function Actor:getEyeHeight(objid) end

--- Where the eyes of an object are.
---
---```lua
---local code, x, y, z = Actor:getEyePosition(objid)
---```
---@param objid number
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Actor:getEyePosition(objid) end

--- Width and height of an object.
---
---```lua
---local code, width, height = Actor:getBodySize(objid)
---```
---@param objid number
---@return number code
---@return number? width
---@return number? height
function Actor:getBodySize(objid) end

--- Ends the life of an object.
---
---```lua
---Actor:killSelf(objid)
---```
---@param objid number
---@return number code
function Actor:killSelf(objid) end

--- Adds to the life of an object, or takes from it.
---
---```lua
---Actor:addHP(objid, 20)
---```
---@param objid number
---@param hp number
---@return number code
function Actor:addHP(objid, hp) end

--- The life of an object.
---
---```lua
---local code, hp = Actor:getHP(objid)
---```
---@param objid number
---@return number code
---@return number? hp
function Actor:getHP(objid) end

--- The most life that an object can have.
---
---```lua
---local code, hp = Actor:getMaxHP(objid)
---```
---@param objid number
---@return number code
---@return number? hp
function Actor:getMaxHP(objid) end

--- Adds to the air of an object, or takes from it.
---
---```lua
---Actor:addOxygen(objid, 5)
---```
---@param objid number
---@param oxygen number
---@return number code
function Actor:addOxygen(objid, oxygen) end

--- The air of an object.
---
---```lua
---local code, air = Actor:getOxygen(objid)
---```
---@param objid number
---@return number code
---@return number? oxygen
function Actor:getOxygen(objid) end

--- Adds an enchantment to what a player wears or holds: slots 0 to 4 are worn, 5 is in hand.
--- Partly: enchantments are kept and listed, but do nothing of themselves
---
---```lua
---Actor:addEnchant(uin, EQUIP_SLOT_TYPE.EQUIP_WEAPON, 1, 3)
---```
---@param objid number
---@param slot number
---@param enchantId number
---@param enchantLevel? number
---@return number code
function Actor:addEnchant(objid, slot, enchantId, enchantLevel) end

--- Takes an enchantment off what a player wears or holds.
---
---```lua
---Actor:removeEnchant(uin, EQUIP_SLOT_TYPE.EQUIP_WEAPON, 1)
---```
---@param objid number
---@param slot number
---@param enchantId number
---@return number code
function Actor:removeEnchant(objid, slot, enchantId) end

--- Removes all creatures of a type; with `bkill` they die first.
---
---```lua
---Actor:clearActorWithId(3400, false)
---```
---@param actorid number
---@param bkill? boolean
---@return number code
function Actor:clearActorWithId(actorid, bkill) end

--- Sets the kind of damage that an object deals, as in `HURTTYPE`.
---
---```lua
---Actor:setAttackType(objid, HURTTYPE.MELEE)
---```
---@param objid number
---@param attacktype number
---@return number code
function Actor:setAttackType(objid, attacktype) end

--- Makes an object immune to a kind of damage (`HURTTYPE`), or not.
---
---```lua
---Actor:setImmuneType(objid, HURTTYPE.FALL, true)
---```
---@param objid number
---@param immunetype number
---@param isadd? boolean
---@return number code
function Actor:setImmuneType(objid, immunetype, isadd) end

--- Lays a status effect on an object: its level, and its time in ticks (-1 is its usual time, 0
--- for ever). What it does, a map's catalogue says.
--- Partly: of Mini World's own status effects only number, level and time are known
---
---```lua
---Actor:addBuff(objid, 50, 1, 100)
---```
---@param objid number
---@param buffid number
---@param bufflv? number
---@param customticks? number
---@return number code
function Actor:addBuff(objid, buffid, bufflv, customticks) end

--- Whether a status effect is on an object: the code is OK for yes, with true; FAILED for no.
---
---```lua
---if Actor:hasBuff(objid, 50) == ErrorCode.OK then … end
---```
---@param objid number
---@param buffid number
---@return number code
---@return boolean? has
function Actor:hasBuff(objid, buffid) end

--- Takes a status effect off an object.
---
---```lua
---Actor:removeBuff(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
function Actor:removeBuff(objid, buffid) end

--- Takes all status effects off an object.
---
---```lua
---Actor:clearAllBuff(objid)
---```
---@param objid number
---@return number code
function Actor:clearAllBuff(objid) end

--- Takes all harmful status effects off an object: those that the map's catalogue calls bad.
---
---```lua
---Actor:clearAllBadBuff(objid)
---```
---@param objid number
---@return number code
function Actor:clearAllBadBuff(objid) end

--- The status effects on an object, in the order they came.
---
---```lua
---local code, count, ids = Actor:getBuffList(objid)
---```
---@param objid number
---@return number code
---@return number? num
---@return any[]? ids
function Actor:getBuffList(objid) end

--- The ticks that a status effect still lasts; 0 for ever.
---
---```lua
---local code, ticks = Actor:getBuffLeftTick(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
---@return number? ticks
function Actor:getBuffLeftTick(objid, buffid) end

--- Has a player damage an object, with a kind of damage (`HURTTYPE`).
---
---```lua
---Actor:playerHurt(uin, objid, 20, HURTTYPE.MELEE)
---```
---@param objidA number
---@param objidB number
---@param hp number
---@param attackType? number
---@return number code
function Actor:playerHurt(objidA, objidB, hp, attackType) end

--- Has a player damage everybody else in an area.
---
---```lua
---Actor:playerHurtArea(uin, area, 20, HURTTYPE.BOMB)
---```
---@param objidA number
---@param areaid number
---@param hp number
---@param attackType? number
---@return number code
function Actor:playerHurtArea(objidA, areaid, hp, attackType) end

--- Has a creature damage an object.
---
---```lua
---Actor:actorHurt(objid, uin, 20, HURTTYPE.MELEE)
---```
---@param objidA number
---@param objidB number
---@param hp number
---@param attackType? number
---@return number code
function Actor:actorHurt(objidA, objidB, hp, attackType) end

--- Has a creature damage everybody else in an area.
---
---```lua
---Actor:actorHurtArea(objid, area, 20, HURTTYPE.BOMB)
---```
---@param objidA number
---@param areaid number
---@param hp number
---@param attackType? number
---@return number code
function Actor:actorHurtArea(objidA, areaid, hp, attackType) end

--- A random type of creature: one of the map's catalogue, or the documents' stock example.
---
---```lua
---local code, actorid = Actor:randomActorID()
---```
---@return number code
---@return number? actorid
function Actor:randomActorID() end

--- Plays a built-in effect on an object's body (`ACTORBODY_EFFECT`) until it is stopped.
---
---```lua
---Actor:playBodyEffect(objid, ACTORBODY_EFFECT.BODYFX_FIRE)
---```
---@param objid number
---@param kind number
---@return number code
function Actor:playBodyEffect(objid, kind) end

--- Ends a built-in effect on an object's body.
---
---```lua
---Actor:stopBodyEffect(objid, ACTORBODY_EFFECT.BODYFX_FIRE)
---```
---@param objid number
---@param kind number
---@return number code
function Actor:stopBodyEffect(objid, kind) end

--- Plays the effect of a file on an object's body until it is stopped.
--- Partly: Mini World's files are not here: each name stands for one of the clients' effects
---
---```lua
---Actor:playBodyEffectByFile(objid, "particles/Fog.ent", true)
---```
---@param objid number
---@param filename string
---@param sync? boolean
---@return number code
function Actor:playBodyEffectByFile(objid, filename, sync) end

--- Ends the effect of a file on an object's body.
---
---```lua
---Actor:stopBodyEffectByFile(objid, "particles/Fog.ent")
---```
---@param objid number
---@param filename string
---@return number code
function Actor:stopBodyEffectByFile(objid, filename) end

--- Plays a sound by name where an object is.
--- Partly: Mini World's sounds are not here: each name stands for one of the clients' sounds
---
---```lua
---Actor:playSound(objid, "ent.hit", 1, 1, 0)
---```
---@param objid number
---@param name string
---@param volume? number
---@param pitch? number
---@param flag? any
---@return number code
function Actor:playSound(objid, name, volume, pitch, flag) end

--- Plays a sound of a kind (`GSOUND_TYPE`) by name where an object is.
--- Partly: Mini World's sounds are not here: each name stands for one of the clients' sounds
---
---```lua
---Actor:playSoundSpecial(objid, "ent.hit", GSOUND_TYPE.GSOUND_DIG)
---```
---@param objid number
---@param name string
---@param kind? any
---@return number code
function Actor:playSoundSpecial(objid, name, kind) end

--- Plays a particle effect on an object, for `ptme` seconds; until it is stopped when that is
--- left out or not above 0.
---
---```lua
---Actor:playBodyEffectById(objid, 1170, 1, 3)
---```
---@param objid number
---@param particleId number
---@param scale? number
---@param ptme? number
---@return number code
function Actor:playBodyEffectById(objid, particleId, scale, ptme) end

--- Ends a particle effect on an object.
---
---```lua
---Actor:stopBodyEffectById(objid, 1170)
---```
---@param objid number
---@param particleId number
---@return number code
function Actor:stopBodyEffectById(objid, particleId) end

--- Changes the size of a particle effect on an object.
---
---```lua
---Actor:setBodyEffectScale(objid, 1170, 2)
---```
---@param objid number
---@param particleId number
---@param scale? number
---@return number code
function Actor:setBodyEffectScale(objid, particleId, scale) end

--- Plays a sound on an object: once where it is, or over and over until it is stopped.
---
---```lua
---Actor:playSoundEffectById(objid, 10947, 100, 1, false)
---```
---@param objid number
---@param soundId number
---@param volume? number
---@param pitch? number
---@param isLoop? boolean
---@return number code
function Actor:playSoundEffectById(objid, soundId, volume, pitch, isLoop) end

--- Ends a sound that is played over and over on an object.
---
---```lua
---Actor:stopSoundEffectById(objid, 10947)
---```
---@param objid number
---@param soundId number
---@return number code
function Actor:stopSoundEffectById(objid, soundId) end

--- Has an object play an action.
--- Partly: which number is which action is not published: clients draw eight of their own
---
---```lua
---Actor:playAct(objid, 16)
---```
---@param objid number
---@param actid number
---@return number code
function Actor:playAct(objid, actid) end

--- Shows or hides the name above an object.
---
---```lua
---Actor:shownickname(objid, false)
---```
---@param objid number
---@param bshow? boolean
---@return number code
function Actor:shownickname(objid, bshow) end

--- Sets the name above an object.
---
---```lua
---Actor:setnickname(objid, "#RBoss")
---```
---@param objid number
---@param nickname string
---@return number code
function Actor:setnickname(objid, nickname) end

--- What an object looks like: `mob_3400`, `item_12051`, `skin_1` …
---
---```lua
---local code, facade = Actor:getActorFacade(objid)
---```
---@param objid number
---@return number code
---@return string? facade
function Actor:getActorFacade(objid) end

--- Makes an object look like something else: `mob_3400`, `block_100`, `item_12005`, `skin_2` …
--- Partly: clients draw such a model as well as they can
---
---```lua
---Actor:changeCustomModel(uin, "mob_3400")
---```
---@param objid number
---@param modelName string
---@return number code
function Actor:changeCustomModel(objid, modelName) end

--- Gives an object its own looks again.
---
---```lua
---Actor:recoverinitialModel(uin)
---```
---@param objid number
---@return number code
function Actor:recoverinitialModel(objid) end

--- A random look, for `changeCustomModel`.
---
---```lua
---local code, facade = Actor:randomFacadeID()
---```
---@return number code
---@return string? facade
function Actor:randomFacadeID() end

--- Makes a player look like another.
---
---```lua
---Actor:ChangePlayerSkin(uin, other)
---```
---@param objid number
---@param uin number
---@return number code
function Actor:ChangePlayerSkin(objid, uin) end

--- Creatures. All functions of `Actor` are here too. -1 for a speed, for jumping and for all
--- else that is no state of the moment, as life and air are, brings back what is usual for the
--- creature.
---@class Creature
Creature = {}

--- An attribute of a creature (`CREATUREATTR`). Numbers that mean nothing here are 0 until they
--- are set.
---
---```lua
---local code, value = Creature:getAttr(objid, CREATUREATTR.MAX_HP)
---```
---@param objid number
---@param attrtype number
---@return number code
---@return number? val
function Creature:getAttr(objid, attrtype) end

--- Sets an attribute of a creature.
---
---```lua
---Creature:setAttr(objid, CREATUREATTR.MAX_HP, 200)
---```
---@param objid number
---@param attrtype number
---@param val number
---@return number code
function Creature:setAttr(objid, attrtype, val) end

--- Whether a creature is grown up: the code is OK for yes. All are.
--- Partly: there are no young creatures
---
---```lua
---if Creature:isAdult(objid) == ErrorCode.OK then … end
---```
---@param objid number
---@return number code
function Creature:isAdult(objid) end

--- Sets whether a creature needs air.
---
---```lua
---Creature:setOxygenNeed(objid, false)
---```
---@param objid number
---@param v? boolean
---@return number code
function Creature:setOxygenNeed(objid, v) end

--- Who has tamed a creature; 0 if it is wild.
--- Partly: creatures are not tamed here, so it is always 0
---
---```lua
---local code, uin = Creature:getTamedOwnerID(objid)
---```
---@param objid number
---@return number code
---@return number? uin
function Creature:getTamedOwnerID(objid) end

--- Sets whether a creature is in panic: it runs about until it is not.
---
---```lua
---Creature:setPanic(objid, true)
---```
---@param objid number
---@param v? boolean
---@return number code
function Creature:setPanic(objid, v) end

--- Sets whether a creature acts by itself: hostile ones of the map's catalogue go for players,
--- as they do from the beginning, and others stroll. Told to go somewhere, all go.
---
---```lua
---Creature:setAIActive(objid, false)
---```
---@param objid number
---@param v? boolean
---@return number code
function Creature:setAIActive(objid, v) end

--- The type of a creature.
---
---```lua
---local code, actorid = Creature:getActorID(objid)
---```
---@param objid number
---@return number code
---@return number? actorid
function Creature:getActorID(objid) end

--- The name of a creature's type.
---
---```lua
---local code, name = Creature:getActorName(objid)
---```
---@param objid number
---@return number code
---@return string? name
function Creature:getActorName(objid) end

--- Adds to a modifier of a creature (`MODATTRIB_TYPE`).
--- Partly: those of swimming, digging, luck, sight, air and single kinds of foes do nothing
---
---```lua
---Creature:addModAttrib(objid, MODATTRIB_TYPE.MODATTR_KNOCK, 2)
---```
---@param objid number
---@param attrtype number
---@param value number
---@return number code
function Creature:addModAttrib(objid, attrtype, value) end

--- A modifier of a creature.
---
---```lua
---local code, value = Creature:getModAttrib(objid, MODATTRIB_TYPE.MODATTR_KNOCK)
---```
---@param objid number
---@param attrtype number
---@return number code
---@return number? val
function Creature:getModAttrib(objid, attrtype) end

--- Puts a creature into a team: 0 none, 1 to 6.
---
---```lua
---Creature:setTeam(objid, 2)
---```
---@param objid number
---@param teamid number
---@return number code
function Creature:setTeam(objid, teamid) end

--- A creature's team.
---
---```lua
---local code, team = Creature:getTeam(objid)
---```
---@param objid number
---@return number code
---@return number? teamid
function Creature:getTeam(objid) end

--- The most a creature can have eaten.
---
---```lua
---local code, value = Creature:getMaxFood(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getMaxFood(objid) end

--- What a creature has eaten.
---
---```lua
---local code, value = Creature:getFood(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getFood(objid) end

--- The life a creature gains each second.
---
---```lua
---local code, value = Creature:getHpRecover(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getHpRecover(objid) end

--- The most air a creature can have.
---
---```lua
---local code, value = Creature:getMaxOxygen(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getMaxOxygen(objid) end

--- How fast a creature walks; 10 is usual.
---
---```lua
---local code, value = Creature:getWalkSpeed(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getWalkSpeed(objid) end

--- How fast a creature swims.
---
---```lua
---local code, value = Creature:getSwimSpeed(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getSwimSpeed(objid) end

--- How high a creature jumps; 10 is a little more than a block.
---
---```lua
---local code, value = Creature:getJumpPower(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getJumpPower(objid) end

--- How heavy a creature is.
---
---```lua
---local code, value = Creature:getMass(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getMass(objid) end

--- How well a creature dodges.
---
---```lua
---local code, value = Creature:getDodge(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getDodge(objid) end

--- The damage a creature does at hand.
---
---```lua
---local code, value = Creature:getPunchAttack(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getPunchAttack(objid) end

--- The damage a creature does from afar.
---
---```lua
---local code, value = Creature:getRangeAttack(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getRangeAttack(objid) end

--- What a creature takes off damage at hand.
---
---```lua
---local code, value = Creature:getPunchDefense(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getPunchDefense(objid) end

--- What a creature takes off damage from afar.
---
---```lua
---local code, value = Creature:getRangeDefense(objid)
---```
---@param objid number
---@return number code
---@return number? val
function Creature:getRangeDefense(objid) end

--- Sets the life of a creature; at 0 it dies.
---
---```lua
---Creature:setHP(objid, 50)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setHP(objid, val) end

--- Sets what a creature has eaten.
---
---```lua
---Creature:setFood(objid, 50)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setFood(objid, val) end

--- Sets the most life a creature can have.
---
---```lua
---Creature:setMaxHp(objid, 200)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setMaxHp(objid, val) end

--- Sets the life a creature gains each second.
---
---```lua
---Creature:setHpRecover(objid, 1)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setHpRecover(objid, val) end

--- Sets a creature's air.
---
---```lua
---Creature:setOxygen(objid, 5)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setOxygen(objid, val) end

--- Sets how fast a creature walks; 10 is usual.
---
---```lua
---Creature:setWalkSpeed(objid, 15)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setWalkSpeed(objid, val) end

--- Sets how fast a creature swims.
---
---```lua
---Creature:setSwimSpeed(objid, 10)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setSwimSpeed(objid, val) end

--- Sets how high a creature jumps.
---
---```lua
---Creature:setJumpPower(objid, 15)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setJumpPower(objid, val) end

--- Sets how well a creature dodges: of a hundred blows and shots `val` miss it.
---
---```lua
---Creature:setDodge(objid, 10)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setDodge(objid, val) end

--- Sets the damage a creature does at hand.
---
---```lua
---Creature:setPunchAttack(objid, 25)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setPunchAttack(objid, val) end

--- Sets the damage a creature does from afar.
---
---```lua
---Creature:setRangeAttack(objid, 25)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setRangeAttack(objid, val) end

--- Sets what a creature takes off damage at hand.
---
---```lua
---Creature:setPunchDefense(objid, 5)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setPunchDefense(objid, val) end

--- Sets what a creature takes off damage from afar.
---
---```lua
---Creature:setRangeDefense(objid, 5)
---```
---@param objid number
---@param val number
---@return number code
function Creature:setRangeDefense(objid, val) end

--- Makes another creature of a creature: it keeps its number, place, team and name. `hp` is the
--- life it begins with.
---
---```lua
---Creature:replaceActor(objid, 3401, 50)
---```
---@param objid number
---@param actorid number
---@param hp? number
---@return number code
function Creature:replaceActor(objid, actorid, hp) end

--- The name of a type of creature.
--- Partly: of creatures that the map's catalogue does not describe only the number is known
---
---```lua
---local code, name = Creature:GetMonsterDefName(3400)
---```
---@param monsterid number
---@return number code
---@return string? name
function Creature:GetMonsterDefName(monsterid) end

--- What is said of a type of creature.
--- Partly: only the map's catalogue says anything
---
---```lua
---local code, desc = Creature:GetMonsterDefDesc(3400)
---```
---@param monsterid number
---@return number code
---@return string? desc
function Creature:GetMonsterDefDesc(monsterid) end

--- Players, each known by a number (uin); 0 is the host of the room: of those present the one
--- who came first.
---@class Player
Player = {}

--- The number of the room's host: 0, which means the host in every call, while the room is
--- empty.
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
--- Partly: colour marks are taken out
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

--- The point a player aims at: what its client's crosshair is on, or the middle of the cell it
--- clicked last; until then, where it stands.
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

--- Puts a player somewhere: what areas and `getPosition` then say. On a board, what it looks at
--- stays.
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

--- An attribute of a player (`PLAYERATTR`). Numbers that mean nothing here are 0 until they are
--- set.
---
---```lua
---local code, hp = Player:getAttr(uin, PLAYERATTR.CUR_HP)
---```
---@param objid number
---@param attrtype number
---@return number code
---@return number? val
function Player:getAttr(objid, attrtype) end

--- Sets an attribute of a player. Life at 0 is death. -1 for a speed, for jumping and for all
--- else that is no state of the moment, as life and air are, brings back what is usual.
---
---```lua
---Player:setAttr(uin, PLAYERATTR.WALK_SPEED, 15)
---```
---@param objid number
---@param attrtype number
---@param val number
---@return number code
function Player:setAttr(objid, attrtype, val) end

--- Gives a player items, to the slots at hand first (`prioritytype` 1) or last (2). What does
--- not fit is lost.
---
---```lua
---Player:gainItems(uin, 12005, 1, 1)
---```
---@param objid number
---@param itemid number
---@param num? number
---@param prioritytype? number
---@return number code
function Player:gainItems(objid, itemid, num, prioritytype) end

--- Takes items from a player; FAILED when it has none of them.
---
---```lua
---Player:removeBackpackItem(uin, 12051, 5)
---```
---@param objid number
---@param itemid number
---@param num? number
---@return number code
function Player:removeBackpackItem(objid, itemid, num) end

--- Puts a player where players come in.
---
---```lua
---Player:teleportHome(uin)
---```
---@param objid number
---@return number code
function Player:teleportHome(objid) end

--- The item that a player has in hand; 0 for nothing.
---
---```lua
---local code, itemid = Player:getCurToolID(uin)
---```
---@param objid number
---@return number code
---@return number? itemid
function Player:getCurToolID(objid) end

--- As `getCurToolID`.
---
---```lua
---local code, itemid = Player:getPropsType(uin)
---```
---@param objid number
---@return number code
---@return number? itemid
function Player:getPropsType(objid) end

--- How often a player has died.
---
---```lua
---local code, times = Player:getDieTimes(uin)
---```
---@param objid number
---@return number code
---@return number? n
function Player:getDieTimes(objid) end

--- How many lives a player has left; 0 when they are not counted.
---
---```lua
---local code, lives = Player:getLeftLifeNum(uin)
---```
---@param objid number
---@return number code
---@return number? n
function Player:getLeftLifeNum(objid) end

--- How well fed a player is.
---
---```lua
---local code, level = Player:getFoodLevel(uin)
---```
---@param objid number
---@return number code
---@return number? val
function Player:getFoodLevel(objid) end

--- Sets how well fed a player is.
---
---```lua
---Player:setFoodLevel(uin, 80)
---```
---@param objid number
---@param foodLevel number
---@return number code
function Player:setFoodLevel(objid, foodLevel) end

--- The slot at hand that a player has selected, from 0: its number is 1000 more.
---
---```lua
---local code, index = Player:getCurShotcut(uin)
---```
---@param objid number
---@return number code
---@return number? index
function Player:getCurShotcut(objid) end

--- Uses up what a player has in hand.
---
---```lua
---Player:onCurToolUsed(uin, 1)
---```
---@param objid number
---@param num? number
---@return number code
function Player:onCurToolUsed(objid, num) end

--- Keeps a player from using an item for `cd` seconds, a day at most.
---
---```lua
---Player:setSkillCD(uin, 12005, 5)
---```
---@param objid number
---@param itemid number
---@param cd number
---@return number code
function Player:setSkillCD(objid, itemid, cd) end

--- Brings a player back at a point, or puts it there.
---
---```lua
---Player:reviveToPos(uin, 0, 7, 0)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Player:reviveToPos(objid, x, y, z) end

--- Sets where a player comes back after dying.
---
---```lua
---Player:setRevivePoint(uin, 0, 7, 0)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Player:setRevivePoint(objid, x, y, z) end

--- Has a player ride an object; 0 gets it off. Who rides a creature steers it; `bctrl` means
--- nothing here.
--- Partly: `bctrl` means nothing: who rides a creature steers it
---
---```lua
---Player:mountActor(uin, horse)
---```
---@param objid number
---@param objid2 number
---@param bctrl? any
---@return number code
function Player:mountActor(objid, objid2, bctrl) end

--- Has a player play an action.
--- Partly: which number is which action is not published: clients draw eight of their own
---
---```lua
---Player:playAct(uin, 16)
---```
---@param objid number
---@param actid number
---@return number code
function Player:playAct(objid, actid) end

--- Has a player use an item; it must have it in hand. `status` and `onshift` mean nothing here.
--- Partly: the item must be in hand; `status` and `onshift` mean nothing
---
---```lua
---Player:useItem(uin, 12054, 0, false)
---```
---@param objid number
---@param itemid number
---@param status? any
---@param onshift? any
---@return number code
function Player:useItem(objid, itemid, status, onshift) end

--- Switches an ability of a player (`PLAYERATTR.ENABLE_…`).
---
---```lua
---Player:setActionAttrState(uin, PLAYERATTR.ENABLE_MOVE, false)
---```
---@param objid number
---@param actionattr number
---@param switch? boolean
---@return number code
function Player:setActionAttrState(objid, actionattr, switch) end

--- Whether an ability of a player is on: the code is OK for yes, FAILED for no.
---
---```lua
---if Player:checkActionAttrState(uin, PLAYERATTR.ENABLE_MOVE) == 0 then … end
---```
---@param objid number
---@param actionattr number
---@return number code
function Player:checkActionAttrState(objid, actionattr) end

--- Whether a player wears an item: the code is OK for yes, FAILED for no.
---
---```lua
---if Player:isEquipByResID(uin, 12201) == ErrorCode.OK then … end
---```
---@param objid number
---@param resid number
---@return number code
function Player:isEquipByResID(objid, resid) end

--- Forbids a player to do something with a kind of item: 1 to discard it, 2 to drop it at
--- death.
---
---```lua
---Player:setItemAttAction(uin, 12005, PLAYERATTR.ITEM_DISABLE_THROW, true)
---```
---@param objid number
---@param itemid number
---@param attrtype number
---@param switch? boolean
---@return number code
function Player:setItemAttAction(objid, itemid, attrtype, switch) end

--- Sets how far a player picks things up, in blocks, 32 at most; -1 is as far as usual.
---
---```lua
---Player:setCheckBoxScale(uin, 3)
---```
---@param objid number
---@param range number
---@return number code
function Player:setCheckBoxScale(objid, range) end

--- Opens the container in a cell for a player.
---
---```lua
---Player:openBoxByPos(uin, 4, 7, 4)
---```
---@param objid number
---@param x number
---@param y number
---@param z number
---@return number code
function Player:openBoxByPos(objid, x, y, z) end

--- Would open the window of a workbench.
--- Fails: there are no workbenches: what is made of what, the map's scripts say
---
---```lua
---Player:forceOpenBoxUI(uin, 800)
---```
---@param objid number
---@param itemid number
---@return number code
function Player:forceOpenBoxUI(objid, itemid) end

--- Lets a player fly (1), as it does from then on, or walk only (2 and others).
---
---```lua
---Player:changPlayerMoveType(uin, 1)
---```
---@param objid number
---@param moveType number
---@return number code
function Player:changPlayerMoveType(objid, moveType) end

--- Makes a player immune to a kind of damage (`HURTTYPE`), or not.
---
---```lua
---Player:setImmuneType(uin, HURTTYPE.FALL, true)
---```
---@param objid number
---@param immunetype number
---@param isadd? boolean
---@return number code
function Player:setImmuneType(objid, immunetype, isadd) end

--- Turns the camera of a player.
---
---```lua
---Player:rotateCamera(uin, 90, 0)
---```
---@param objid number
---@param yaw number
---@param pitch? number
---@return number code
function Player:rotateCamera(objid, yaw, pitch) end

--- Sets how a player sees itself (`VIEWPORTTYPE`), and whether it may change that.
--- Partly: clients show `BACK2VIEW` as `BACKVIEW`
---
---```lua
---Player:changeViewMode(uin, VIEWPORTTYPE.BACKVIEW, true)
---```
---@param objid number
---@param viewmode number
---@param islock? boolean
---@return number code
function Player:changeViewMode(objid, viewmode, islock) end

--- Shakes the camera of a player for `duration` seconds.
---
---```lua
---Player:shakeCamera(uin, 2, 5)
---```
---@param objid number
---@param duration? number
---@param power? number
---@return number code
function Player:shakeCamera(objid, duration, power) end

--- Ends the shaking of a player's camera.
---
---```lua
---Player:stopShakeCamera(uin)
---```
---@param objid number
---@return number code
function Player:stopShakeCamera(objid) end

--- Moves the camera of a player from where it is, over `time` seconds; `animid` says how
--- (`LinearTransformation`), here and below.
---
---```lua
---Player:SetCameraPosTransformBy(uin, { x = 0, y = 2, z = 0 }, 1, 1)
---```
---@param playerid number
---@param vec { x: number?, y: number?, z: number? }
---@param animid? number
---@param time? number
---@return number code
function Player:SetCameraPosTransformBy(playerid, vec, animid, time) end

--- Moves the camera of a player to a place beside its own, over `time` seconds.
---
---```lua
---Player:SetCameraPosTransformTo(uin, { x = 0, y = 2, z = 0 }, 1, 1)
---```
---@param playerid number
---@param vec { x: number?, y: number?, z: number? }
---@param animid? number
---@param time? number
---@return number code
function Player:SetCameraPosTransformTo(playerid, vec, animid, time) end

--- Turns the camera of a player further, over `time` seconds.
---
---```lua
---Player:SetCameraRotTransformBy(uin, { x = 0, y = 90, z = 0 }, 1, 1)
---```
---@param playerid number
---@param vec { x: number?, y: number?, z: number? }
---@param animid? number
---@param time? number
---@return number code
function Player:SetCameraRotTransformBy(playerid, vec, animid, time) end

--- Turns the camera of a player to angles, over `time` seconds.
---
---```lua
---Player:SetCameraRotTransformTo(uin, { x = 0, y = 90, z = 0 }, 1, 1)
---```
---@param playerid number
---@param vec { x: number?, y: number?, z: number? }
---@param animid? number
---@param time? number
---@return number code
function Player:SetCameraRotTransformTo(playerid, vec, animid, time) end

--- Widens the field of view of a player, over `time` seconds.
---
---```lua
---Player:SetCameraFovTransformBy(uin, 10, 1, 1)
---```
---@param playerid number
---@param value number
---@param animid? number
---@param time? number
---@return number code
function Player:SetCameraFovTransformBy(playerid, value, animid, time) end

--- Sets the field of view of a player in degrees, over `time` seconds; -1 is the usual one.
---
---```lua
---Player:SetCameraFovTransformTo(uin, 90, 1, 1)
---```
---@param playerid number
---@param value number
---@param animid? number
---@param time? number
---@return number code
function Player:SetCameraFovTransformTo(playerid, value, animid, time) end

--- Switches an option of a player's camera (`CameraModel`).
--- Partly: it is kept; the numbers of `CameraModel` are not published, so no camera changes
---
---```lua
---Player:SetCameraAttrState(uin, 1, true)
---```
---@param playerid number
---@param attr number
---@param enable? boolean
---@return number code
function Player:SetCameraAttrState(playerid, attr, enable) end

--- Sets how a player's camera turns (`CameraRotate`).
--- Partly: it is kept; the numbers of `CameraRotate` are not published, so no camera changes
---
---```lua
---Player:SetCameraRotMode(uin, 1)
---```
---@param playerid number
---@param attr number
---@return number code
function Player:SetCameraRotMode(playerid, attr) end

--- Fixes the camera of a player to an object: it looks out of its head, the way the player
--- turns.
---
---```lua
---Player:SetCameraMountObj(uin, objid)
---```
---@param playerid number
---@param objid number
---@return number code
function Player:SetCameraMountObj(playerid, objid) end

--- Fixes the camera of a player to a place.
---
---```lua
---Player:SetCameraMountPos(uin, { x = 0, y = 20, z = 0 })
---```
---@param playerid number
---@param pos { x: number?, y: number?, z: number? }
---@return number code
function Player:SetCameraMountPos(playerid, pos) end

--- Gives a player the usual camera again.
---
---```lua
---Player:ResetCameraAttr(uin)
---```
---@param playerid number
---@return number code
function Player:ResetCameraAttr(playerid) end

--- Shakes a player's phone for `time` seconds, at most 10.
--- Partly: browsers know no `amplitude`, and not all of them shake
---
---```lua
---Player:setMobileVibrate(uin, 1, 1)
---```
---@param playerid number
---@param time? number
---@param amplitude? any
---@return number code
function Player:setMobileVibrate(playerid, time, amplitude) end

--- Would play a track of a music service.
--- Fails: there is no such service
---
---```lua
---Player:playQQMusic(uin, 1, 100, false)
---```
---@param objid number
---@param musicId number
---@param volume? number
---@param isLoop? boolean
---@return number code
function Player:playQQMusic(objid, musicId, volume, isLoop) end

--- Would pause, resume or stop a track of a music service.
--- Fails: there is no such service
---
---```lua
---Player:operateQQMusic(1, uin)
---```
---@param operate number
---@param objid number
---@return number code
function Player:operateQQMusic(operate, objid) end

--- Would open the shop.
--- Fails: there is no shop
---
---```lua
---Player:openDevStore(uin)
---```
---@param objid number
---@return number code
function Player:openDevStore(objid) end

--- Would open the shop.
--- Fails: there is no shop
---
---```lua
---Player:openDevStoreNew(uin)
---```
---@param objid number
---@return number code
function Player:openDevStoreNew(objid) end

--- Would ask a player to buy something.
--- Fails: there is no shop
---
---```lua
---Player:openDevGoodsBuyDialog(uin, 1, "A sword")
---```
---@param objid number
---@param devGoodsId number
---@param customDesc? string
---@return number code
function Player:openDevGoodsBuyDialog(objid, devGoodsId, customDesc) end

--- Would show what a good is.
--- Fails: there is no shop
---
---```lua
---Player:openDevGoodsBuyDetailedDialog(uin, 1)
---```
---@param objid number
---@param devGoodsId number
---@return number code
function Player:openDevGoodsBuyDetailedDialog(objid, devGoodsId) end

--- Would ask a player to buy a skin.
--- Fails: there is no shop
---
---```lua
---Player:openDevGoodsSkinBuyDialog(uin, "skin_2", "A skin")
---```
---@param playerid number
---@param skin string
---@param desc? string
---@return number code
function Player:openDevGoodsSkinBuyDialog(playerid, skin, desc) end

--- Would show what a skin is.
--- Fails: there is no shop
---
---```lua
---Player:openDevGoodsSkinDetail(uin, "skin_2")
---```
---@param playerid number
---@param skin string
---@return number code
function Player:openDevGoodsSkinDetail(playerid, skin) end

--- Would open the shop of skins.
--- Fails: there is no shop
---
---```lua
---Player:openDevGoodsSkin(uin)
---```
---@param playerid number
---@return number code
function Player:openDevGoodsSkin(playerid) end

--- Would open a page of the shop.
--- Fails: there is no shop
---
---```lua
---Player:OpenDevGoodsPage(uin, 1, "Swords")
---```
---@param objid number
---@param pagetype number
---@param pagetitle? string
---@return number code
function Player:OpenDevGoodsPage(objid, pagetype, pagetitle) end

--- Would tell what a player has spent.
--- Fails: there is no shop
---
---```lua
---local code, amount = Player:GetPlayerCostStatic(uin, 0, 1, 1)
---```
---@param objid number
---@param tbegin number
---@param tend number
---@param costtype number
---@return number code
---@return number? amount
function Player:GetPlayerCostStatic(objid, tbegin, tend, costtype) end

--- Would ask a player what it thinks of the map.
--- Fails: maps are not rated here
---
---```lua
---Player:OpenAppraiseView(uin)
---```
---@param objid number
---@return number code
function Player:OpenAppraiseView(objid) end

--- Would ask a player to keep the map.
--- Fails: there are no favourites
---
---```lua
---Player:OpenCollectionView(uin)
---```
---@param objid number
---@return number code
function Player:OpenCollectionView(objid) end

--- Would open a list of the best.
--- Fails: there is none beyond what a map shows itself
---
---```lua
---Player:OpenBuiltinRank(uin, 1)
---```
---@param objid number
---@param id number
---@return number code
function Player:OpenBuiltinRank(objid, id) end

--- Would close a list of the best.
--- Fails: there is none beyond what a map shows itself
---
---```lua
---Player:HideBuiltinRank(uin)
---```
---@param objid number
---@return number code
function Player:HideBuiltinRank(objid) end

--- Whether a player pays Mini World by the month: the answer is no.
---
---```lua
---if Player:IsMiniVip(uin) == ErrorCode.OK then … end
---```
---@param objid number
---@return number code
function Player:IsMiniVip(objid) end

--- Would ask one player to be another's friend.
--- Fails: there are no accounts
---
---```lua
---Player:SendFriendApply(uin, other)
---```
---@param playerid number
---@param playerid2 number
---@return number code
function Player:SendFriendApply(playerid, playerid2) end

--- Whether two players are friends: the answer is no.
---
---```lua
---if Player:HasFriend(uin, other) == ErrorCode.OK then … end
---```
---@param playerid number
---@param playerid2 number
---@return number code
function Player:HasFriend(playerid, playerid2) end

--- Would open the list of friends to invite.
--- Fails: there are no accounts
---
---```lua
---Player:OpenInviteBulletBox(uin)
---```
---@param objid number
---@return number code
function Player:OpenInviteBulletBox(objid) end

--- Would tell who invited a player.
--- Fails: there are no accounts
---
---```lua
---local code, other = Player:GetFirstInviter(uin)
---```
---@param playerid number
---@return number code
---@return number? uin
function Player:GetFirstInviter(playerid) end

--- Would tell whom a player has invited.
--- Fails: there are no accounts
---
---```lua
---local code, uins = Player:GetNewInviteGroup(uin)
---```
---@param objid number
---@return number code
---@return any[]? uins
function Player:GetNewInviteGroup(objid) end

--- Animates the model in a player's hand.
--- Partly: it is shown as an action of the player
---
---```lua
---Player:PlayActInHand(uin, 100, 1)
---```
---@param playerid number
---@param animid number
---@param playmode? any
---@return number code
function Player:PlayActInHand(playerid, animid, playmode) end

--- The language and region of a player's client.
--- Partly: it is always Chinese and China: what a browser speaks does not reach a map
---
---```lua
---local code, language, region = Player:GetLanguageAndRegion(uin)
---```
---@param objid number
---@return number code
---@return number? language
---@return string? region
function Player:GetLanguageAndRegion(objid) end

--- Would count something for Mini World's statistics.
--- Partly: nothing is counted
---
---```lua
---Player:StandReportEvent(uin, "level_1")
---```
---@param objid number
---@param name string
---@return number code
function Player:StandReportEvent(objid, name) end

--- Would show an advertisement.
--- Fails: there are none
---
---```lua
---Player:playAdvertising(uin, "reward", {})
---```
---@param uin number
---@param name? string
---@param params? any
---@return number code
function Player:playAdvertising(uin, name, params) end

--- As `Customui:openUIView`.
---
---```lua
---Player:openUIView(uin, "7001")
---```
---@param objid number
---@param uiname string
---@return number code
function Player:openUIView(objid, uiname) end

--- As `Customui:hideUIView`.
---
---```lua
---Player:hideUIView(uin, "7001")
---```
---@param objid number
---@param uiname string
---@return number code
function Player:hideUIView(objid, uiname) end

--- Kinds of items. Blocks are items of the same number.
---@class Item
Item = {}

--- The name of a kind of item. One of which nothing is known is called by its number.
--- Partly: of items that the map's catalogue does not describe only few names are known
---
---```lua
---local code, name = Item:getItemName(12005)
---```
---@param itemid number
---@return number code
---@return string? name
function Item:getItemName(itemid) end

--- What is said of a kind of item.
--- Partly: only the map's catalogue says anything
---
---```lua
---local code, desc = Item:getItemDesc(12005)
---```
---@param itemid number
---@return number code
---@return string? desc
function Item:getItemDesc(itemid) end

--- The kind of item of a dropped item or projectile.
---
---```lua
---local code, itemid = Item:getItemId(objid)
---```
---@param objid number
---@return number code
---@return number? itemid
function Item:getItemId(objid) end

--- How many items lie in a dropped item.
---
---```lua
---local code, num = Item:getDropItemNum(objid)
---```
---@param objid number
---@return number code
---@return number? num
function Item:getDropItemNum(objid) end

--- A random kind of item of those that are described.
---
---```lua
---local code, itemid = Item:randomItemID()
---```
---@return number code
---@return number? itemid
function Item:randomItemID() end

--- A random kind of item that is thrown.
---
---```lua
---local code, itemid = Item:randomProjectileID()
---```
---@return number code
---@return number? itemid
function Item:randomProjectileID() end

--- An attribute of a kind of item (`ITEMATTR`): 1 what it strikes with, 2 how many lie in a
--- slot, 3 and 4 what it takes off blows and shots when it is worn, 9 its durability.
--- Partly: other attributes are 0
---
---```lua
---local code, value = Item:GetAttr(12005, ITEMATTR.STACKMAX)
---```
---@param itemid number
---@param attr number
---@return number code
---@return number? value
function Item:GetAttr(itemid, attr) end

--- Animates the model of a dropped item: it hops and turns.
--- Partly: there is one movement for all numbers, and it is played once
---
---```lua
---Item:playAct(objid, 100, 1)
---```
---@param objid number
---@param animid number
---@param playmode? number
---@return number code
function Item:playAct(objid, animid, playmode) end

--- What players hold. Slots 0 to 29 are the backpack (bar 2), 1000 to 1007 the row at hand (bar
--- 1), 8000 to 8004 what is worn on head, chest, legs, feet and back (bar 3).
---@class Backpack
Backpack = {}

--- The first and the last slot of a bar.
---
---```lua
---local code, first, last = Backpack:getBackpackBarIDRange(BACKPACK_TYPE.SHORTCUT)
---```
---@param bartype number
---@return number code
---@return number? begid
---@return number? endid
function Backpack:getBackpackBarIDRange(bartype) end

--- How many slots a bar has.
---
---```lua
---local code, size = Backpack:getBackpackBarSize(BACKPACK_TYPE.INVENTORY)
---```
---@param bartype number
---@return number code
---@return number? size
function Backpack:getBackpackBarSize(bartype) end

--- Puts items into a slot, in place of what is there; item 0 and 0 of any empty it.
---
---```lua
---Backpack:setGridItem(uin, 1000, 12005, 1)
---```
---@param playerid number
---@param gridid number
---@param itemid number
---@param num? number
---@param durability? number
---@return number code
function Backpack:setGridItem(playerid, gridid, itemid, num, durability) end

--- Takes items out of a slot: all when no number is given.
---
---```lua
---Backpack:removeGridItem(uin, 1000, 1)
---```
---@param playerid number
---@param gridid number
---@param num? number
---@return number code
function Backpack:removeGridItem(playerid, gridid, num) end

--- Takes items of a kind from a player: all when no number is given. Gives how many.
---
---```lua
---local code, taken = Backpack:removeGridItemByItemID(uin, 12051, 5)
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return number code
---@return number? taken
function Backpack:removeGridItemByItemID(playerid, itemid, num) end

--- Empties a bar.
---
---```lua
---Backpack:clearPack(uin, BACKPACK_TYPE.SHORTCUT)
---```
---@param playerid number
---@param bartype number
---@return number code
function Backpack:clearPack(playerid, bartype) end

--- Empties everything.
---
---```lua
---Backpack:clearAllPack(uin)
---```
---@param playerid number
---@return number code
function Backpack:clearAllPack(playerid) end

--- Moves items from one slot to another: all when no number is given.
---
---```lua
---Backpack:moveGridItem(uin, 1000, 0, 5)
---```
---@param playerid number
---@param gridsrc number
---@param griddst number
---@param num? number
---@return number code
function Backpack:moveGridItem(playerid, gridsrc, griddst, num) end

--- Lets two slots change places.
---
---```lua
---Backpack:swapGridItem(uin, 1000, 0)
---```
---@param playerid number
---@param gridsrc number
---@param griddst number
---@return number code
function Backpack:swapGridItem(playerid, gridsrc, griddst) end

--- Whether `num` items would fit: the code is OK for yes, FAILED for no.
---
---```lua
---if Backpack:enoughSpaceForItem(uin, 12051, 64) == ErrorCode.OK then … end
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return number code
function Backpack:enoughSpaceForItem(playerid, itemid, num) end

--- How many items of a kind would fit.
---
---```lua
---local code, num = Backpack:calcSpaceNumForItem(uin, 12051)
---```
---@param playerid number
---@param itemid number
---@return number code
---@return number? num
function Backpack:calcSpaceNumForItem(playerid, itemid) end

--- The slots of a bar that hold something.
---
---```lua
---local code, num, slots = Backpack:getBackpackBarValidList(uin, 1)
---```
---@param playerid number
---@param bartype number
---@return number code
---@return number? num
---@return any[]? gridids
function Backpack:getBackpackBarValidList(playerid, bartype) end

--- The kinds of items in a bar, one for each slot that holds something.
---
---```lua
---local code, num, items = Backpack:getBackpackBarItemList(uin, 1)
---```
---@param playerid number
---@param bartype number
---@return number code
---@return number? num
---@return any[]? itemids
function Backpack:getBackpackBarItemList(playerid, bartype) end

--- Whether a bar holds an item: the code is OK for yes, FAILED for no.
---
---```lua
---if Backpack:hasItemByBackpackBar(uin, 1, 12005) == ErrorCode.OK then … end
---```
---@param playerid number
---@param bartype number
---@param itemid number
---@return number code
function Backpack:hasItemByBackpackBar(playerid, bartype, itemid) end

--- How many items of a kind a bar holds, and in which slots.
---
---```lua
---local code, num, slots = Backpack:getItemNumByBackpackBar(uin, 1, 12051)
---```
---@param playerid number
---@param bartype number
---@param itemid number
---@return number code
---@return number? num
---@return any[]? gridids
function Backpack:getItemNumByBackpackBar(playerid, bartype, itemid) end

--- What a slot holds: the item, 0 for nothing, and how many.
---
---```lua
---local code, itemid, num = Backpack:getGridItemID(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return number? itemid
---@return number? num
function Backpack:getGridItemID(playerid, gridid) end

--- The name of what a slot holds; FAILED when it is empty.
---
---```lua
---local code, name = Backpack:getGridItemName(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return string? name
function Backpack:getGridItemName(playerid, gridid) end

--- How many items a slot holds, and how many it could.
---
---```lua
---local code, num, most = Backpack:getGridStack(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return number? num
---@return number? maxstack
function Backpack:getGridStack(playerid, gridid) end

--- What is left of the durability of what a slot holds, and how much it had; -1 for what does
--- not wear.
---
---```lua
---local code, left, most = Backpack:getGridDurability(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return number? cur
---@return number? max
function Backpack:getGridDurability(playerid, gridid) end

--- The enchantments of what a slot holds.
---
---```lua
---local code, num, ids = Backpack:getGridEnchantList(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return number? num
---@return any[]? enchantids
function Backpack:getGridEnchantList(playerid, gridid) end

--- The kind of tool that a slot holds; -1 for what is none.
--- Partly: Mini World's kinds of tools are not published: every tool is 0
---
---```lua
---local code, kind = Backpack:getGridToolType(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return number? kind
function Backpack:getGridToolType(playerid, gridid) end

--- Gives a player items; gives how many it took.
---
---```lua
---local code, added = Backpack:addItem(uin, 12051, 10)
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return number code
---@return number? added
function Backpack:addItem(playerid, itemid, num) end

--- Has a player drop items from a slot: all when no number is given.
---
---```lua
---Backpack:discardItem(uin, 1000, 1)
---```
---@param playerid number
---@param gridid number
---@param num? number
---@return number code
function Backpack:discardItem(playerid, gridid, num) end

--- How many items a slot holds.
---
---```lua
---local code, num = Backpack:getGridNum(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number code
---@return number? num
function Backpack:getGridNum(playerid, gridid) end

--- Has a player wear an item that it holds.
---
---```lua
---Backpack:actEquipUpByResID(uin, 12201)
---```
---@param objid number
---@param resid number
---@return number code
function Backpack:actEquipUpByResID(objid, resid) end

--- Has a player take off what it wears in a place: 0 to 4, or the slot's number.
---
---```lua
---Backpack:actEquipOffByEquipID(uin, EQUIP_SLOT_TYPE.EQUIP_HEAD)
---```
---@param objid number
---@param equipid number
---@return number code
function Backpack:actEquipOffByEquipID(objid, equipid) end

--- Makes an item that a player wears at once.
---
---```lua
---Backpack:actCreateEquip(uin, 12201)
---```
---@param objid number
---@param resid number
---@return number code
function Backpack:actCreateEquip(objid, resid) end

--- Destroys what a player wears in a place: 0 to 4, or the slot's number.
---
---```lua
---Backpack:actDestructEquip(uin, EQUIP_SLOT_TYPE.EQUIP_HEAD)
---```
---@param playerid number
---@param equipid number
---@return number code
function Backpack:actDestructEquip(playerid, equipid) end

--- Plays an effect on what a player has in hand.
--- Partly: it is shown on the player
---
---```lua
---Backpack:PlayShortCutIxEffect(uin, 1170, 1)
---```
---@param objid number
---@param effectid number
---@param scale? number
---@return number code
function Backpack:PlayShortCutIxEffect(objid, effectid, scale) end

--- Ends an effect on what a player has in hand.
---
---```lua
---Backpack:StopShortCutIxEffect(uin, 1170)
---```
---@param objid number
---@param effectid number
---@return number code
function Backpack:StopShortCutIxEffect(objid, effectid) end

--- Plays an effect on an item at a player's hand.
--- Partly: it is shown on the player, whatever it holds
---
---```lua
---Backpack:PlayShortCutItemEffect(uin, 12005, 1170, 1)
---```
---@param objid number
---@param itemid number
---@param effectid number
---@param scale? number
---@return number code
function Backpack:PlayShortCutItemEffect(objid, itemid, effectid, scale) end

--- Ends an effect on an item at a player's hand.
---
---```lua
---Backpack:StopShortCutItemEffect(uin, 12005, 1170)
---```
---@param objid number
---@param itemid number
---@param effectid number
---@return number code
function Backpack:StopShortCutItemEffect(objid, itemid, effectid) end

--- Gives a player items; gives how many it took.
---
---```lua
---local added = Backpack:AddItem(uin, 12051, 10)
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return number? added
---@return string? reason
function Backpack:AddItem(playerid, itemid, num) end

--- As `AddItem`.
---
---```lua
---local added = Backpack:CreateItem(uin, 12051, 10)
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return number? added
---@return string? reason
function Backpack:CreateItem(playerid, itemid, num) end

--- How many items of a kind would fit.
---
---```lua
---local num = Backpack:CalcSpaceNumForItem(uin, 12051)
---```
---@param playerid number
---@param itemid number
---@return number? num
---@return string? reason
function Backpack:CalcSpaceNumForItem(playerid, itemid) end

--- Whether `num` items would fit.
---
---```lua
---if Backpack:EnoughSpaceForItem(uin, 12051, 64) then … end
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return boolean? enough
---@return string? reason
function Backpack:EnoughSpaceForItem(playerid, itemid, num) end

--- Empties everything.
---
---```lua
---Backpack:ClearAllPack(uin)
---```
---@param playerid number
---@return boolean? done
---@return string? reason
function Backpack:ClearAllPack(playerid) end

--- Empties a bar.
---
---```lua
---Backpack:ClearPack(uin, 1)
---```
---@param playerid number
---@param bartype number
---@return boolean? done
---@return string? reason
function Backpack:ClearPack(playerid, bartype) end

--- Empties slots from one to another.
---
---```lua
---Backpack:ClearGrids(uin, 0, 5)
---```
---@param playerid number
---@param first number
---@param last number
---@return boolean? done
---@return string? reason
function Backpack:ClearGrids(playerid, first, last) end

--- Puts items into a slot.
---
---```lua
---Backpack:SetGridItem(uin, 1000, 12005, 1)
---```
---@param playerid number
---@param gridid number
---@param itemid number
---@param num? number
---@param durability? number
---@return boolean? done
---@return string? reason
function Backpack:SetGridItem(playerid, gridid, itemid, num, durability) end

--- Takes items out of a slot.
---
---```lua
---Backpack:RemoveGridItem(uin, 1000, 1)
---```
---@param playerid number
---@param gridid number
---@param num? number
---@return boolean? done
---@return string? reason
function Backpack:RemoveGridItem(playerid, gridid, num) end

--- Takes items of a kind; gives how many.
---
---```lua
---local taken = Backpack:RemoveGridItemByItemID(uin, 12051, 5)
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return number? taken
---@return string? reason
function Backpack:RemoveGridItemByItemID(playerid, itemid, num) end

--- Moves items between slots.
---
---```lua
---Backpack:MoveGridItem(uin, 1000, 0, 5)
---```
---@param playerid number
---@param gridsrc number
---@param griddst number
---@param num? number
---@return boolean? done
---@return string? reason
function Backpack:MoveGridItem(playerid, gridsrc, griddst, num) end

--- Lets two slots change places.
---
---```lua
---Backpack:SwapGridItem(uin, 1000, 0)
---```
---@param playerid number
---@param gridsrc number
---@param griddst number
---@return boolean? done
---@return string? reason
function Backpack:SwapGridItem(playerid, gridsrc, griddst) end

--- The item in a slot; 0 for none.
---
---```lua
---local itemid = Backpack:GetGridItemID(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number? itemid
---@return string? reason
function Backpack:GetGridItemID(playerid, gridid) end

--- The name of what a slot holds.
---
---```lua
---local name = Backpack:GetGridItemName(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return string? name
---@return string? reason
function Backpack:GetGridItemName(playerid, gridid) end

--- How many items of a kind a player holds.
---
---```lua
---local num = Backpack:GetItemNum(uin, 12051)
---```
---@param playerid number
---@param itemid number
---@return number? num
---@return string? reason
function Backpack:GetItemNum(playerid, itemid) end

--- How many items of a kind a bar holds.
---
---```lua
---local num = Backpack:GetItemNumByBackpackBar(uin, 1, 12051)
---```
---@param playerid number
---@param bartype number
---@param itemid number
---@return number? num
---@return string? reason
function Backpack:GetItemNumByBackpackBar(playerid, bartype, itemid) end

--- Whether a bar holds an item.
---
---```lua
---if Backpack:HasItemByBackpackBar(uin, 1, 12051) then … end
---```
---@param playerid number
---@param bartype number
---@param itemid number
---@return boolean? has
---@return string? reason
function Backpack:HasItemByBackpackBar(playerid, bartype, itemid) end

--- Has a player drop items from a slot.
---
---```lua
---Backpack:DiscardItem(uin, 1000, 1)
---```
---@param playerid number
---@param gridid number
---@param num? number
---@return boolean? done
---@return string? reason
function Backpack:DiscardItem(playerid, gridid, num) end

--- Has a player drop items of a kind, from the first slot that holds some.
---
---```lua
---Backpack:DiscardItemByID(uin, 12051, 1)
---```
---@param playerid number
---@param itemid number
---@param num? number
---@return boolean? done
---@return string? reason
function Backpack:DiscardItemByID(playerid, itemid, num) end

--- Has a player wear an item that it holds.
---
---```lua
---Backpack:ActEquipUpByResID(uin, 12201)
---```
---@param objid number
---@param resid number
---@return boolean? done
---@return string? reason
function Backpack:ActEquipUpByResID(objid, resid) end

--- Has a player take off what it wears in a place, 0 to 4.
---
---```lua
---Backpack:ActEquipOffByEquipID(uin, 0)
---```
---@param objid number
---@param equipid number
---@return boolean? done
---@return string? reason
function Backpack:ActEquipOffByEquipID(objid, equipid) end

--- Destroys what a player wears in a place, 0 to 4.
---
---```lua
---Backpack:ActDestructEquip(uin, 0)
---```
---@param playerid number
---@param equipid number
---@return boolean? done
---@return string? reason
function Backpack:ActDestructEquip(playerid, equipid) end

--- What a slot holds as a table: itemid, num, durability; nil for nothing.
--- Partly: Mini World's own fields are not published
---
---```lua
---local info = Backpack:GetGridInfos(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return any? info
---@return string? reason
function Backpack:GetGridInfos(playerid, gridid) end

--- Puts into slots what `GetGridInfos` gave: a table of such tables by slot.
--- Partly: Mini World's own fields are not published
---
---```lua
---Backpack:LoadGridInfos(uin, { [1000] = { itemid = 12005, num = 1 } })
---```
---@param playerid number
---@param infos table
---@return boolean? done
---@return string? reason
function Backpack:LoadGridInfos(playerid, infos) end

--- An attribute of what a slot holds: 1 its durability, 2 how many it is.
--- Partly: Mini World's own numbers are not published
---
---```lua
---local value = Backpack:GetGridAttr(uin, 1000, 1)
---```
---@param playerid number
---@param gridid number
---@param attr number
---@return number? value
---@return string? reason
function Backpack:GetGridAttr(playerid, gridid, attr) end

--- Sets the durability (1) of what a slot holds, or how many it is (2).
--- Partly: Mini World's own numbers are not published
---
---```lua
---Backpack:SetGridAttr(uin, 1000, 1, 50)
---```
---@param playerid number
---@param gridid number
---@param attr number
---@param value number
---@return boolean? done
---@return string? reason
function Backpack:SetGridAttr(playerid, gridid, attr, value) end

--- Plays an effect on an item at a player's hand.
--- Partly: it is shown on the player
---
---```lua
---Backpack:PlayShortCutItemParticle(uin, 12005, 1170, 1)
---```
---@param objid number
---@param itemid number
---@param effectid number
---@param scale? number
---@return boolean? done
---@return string? reason
function Backpack:PlayShortCutItemParticle(objid, itemid, effectid, scale) end

--- Plays an effect on what a player has in hand.
--- Partly: it is shown on the player
---
---```lua
---Backpack:PlayShortCutIxParticle(uin, 1170, 1)
---```
---@param objid number
---@param effectid number
---@param scale? number
---@return boolean? done
---@return string? reason
function Backpack:PlayShortCutIxParticle(objid, effectid, scale) end

--- Whether a slot is locked.
---
---```lua
---if Backpack:IsLock(uin, 1000) then … end
---```
---@param playerid number
---@param gridid number
---@return boolean? locked
---@return string? reason
function Backpack:IsLock(playerid, gridid) end

--- Locks a slot (or unlocks it): the player moves nothing into it or out of it, scripts do.
---
---```lua
---Backpack:SetGridsLock(uin, 1000, true)
---```
---@param playerid number
---@param gridid number
---@param lock? boolean
---@return boolean? done
---@return string? reason
function Backpack:SetGridsLock(playerid, gridid, lock) end

--- Sets how many slots a player has besides those at hand and those worn: 0 to 30, and -1 for
--- the usual 30. What lies in the others stays there.
--- Partly: a player has 30 slots at most
---
---```lua
---Backpack:SetBackPackNum(uin, 20)
---```
---@param playerid number
---@param num number
---@return boolean? done
---@return string? reason
function Backpack:SetBackPackNum(playerid, num) end

--- Makes a single item with a number of its own in the first free slot; gives the number.
---
---```lua
---local instance = Backpack:CreateItemInstInBackpack(uin, 12005)
---```
---@param playerid number
---@param itemid number
---@return number? instance
---@return string? reason
function Backpack:CreateItemInstInBackpack(playerid, itemid) end

--- Makes a gun with a number of its own in the first free slot; gives the number.
---
---```lua
---local instance = Backpack:CreateGunInBackpack(uin, 15000)
---```
---@param playerid number
---@param itemid number
---@return number? instance
---@return string? reason
function Backpack:CreateGunInBackpack(playerid, itemid) end

--- The numbers of the single items that a player holds.
---
---```lua
---local instances = Backpack:GetAllBackPackInstanceIds(uin)
---```
---@param playerid number
---@return any[]? instances
---@return string? reason
function Backpack:GetAllBackPackInstanceIds(playerid) end

--- The number of the first single item of a kind that a player holds.
---
---```lua
---local instance = Backpack:GetGunInstIdInBackpack(uin, 15000)
---```
---@param playerid number
---@param itemid number
---@return number? instance
---@return string? reason
function Backpack:GetGunInstIdInBackpack(playerid, itemid) end

--- The number of the item in a slot; 0 for one without.
---
---```lua
---local instance = Backpack:GetInstIdByGridIndex(uin, 1000)
---```
---@param playerid number
---@param gridid number
---@return number? instance
---@return string? reason
function Backpack:GetInstIdByGridIndex(playerid, gridid) end

--- Writes what `GetGridInfos` gave as a text.
--- Partly: Mini World's form is not published: texts of here are JSON
---
---```lua
---local text = Backpack:EncodeTableGridInfo({ itemid = 12005, num = 1 })
---```
---@param info? any
---@return string? text
---@return string? reason
function Backpack:EncodeTableGridInfo(info) end

--- Reads what `EncodeTableGridInfo` wrote.
--- Partly: Mini World's form is not published: texts of here are JSON
---
---```lua
---local info = Backpack:DecodeGridInfo(text)
---```
---@param text string
---@return any? info
---@return string? reason
function Backpack:DecodeGridInfo(text) end

--- Status effects. Scripts mostly use those of `Actor`.
---@class Buff
Buff = {}

--- Lays a status effect on an object: level, and ticks (-1 its usual time, 0 for ever).
--- Partly: of Mini World's own status effects only number, level and time are known
---
---```lua
---Buff:addBuff(objid, 50, 1, 100)
---```
---@param objid number
---@param buffid number
---@param bufflv? number
---@param customticks? number
---@return number code
function Buff:addBuff(objid, buffid, bufflv, customticks) end

--- Takes a status effect off an object.
---
---```lua
---Buff:removeBuff(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
function Buff:removeBuff(objid, buffid) end

--- Takes all status effects off an object.
---
---```lua
---Buff:clearAllBuff(objid)
---```
---@param objid number
---@return number code
function Buff:clearAllBuff(objid) end

--- Takes all harmful status effects off an object.
---
---```lua
---Buff:clearAllBadBuff(objid)
---```
---@param objid number
---@return number code
function Buff:clearAllBadBuff(objid) end

--- Whether a status effect is on an object, of that level if one is given: the code is OK for
--- yes, FAILED for no.
---
---```lua
---if Buff:hasBuff(objid, 50, 1) == ErrorCode.OK then … end
---```
---@param objid number
---@param buffid number
---@param bufflv? number
---@return number code
function Buff:hasBuff(objid, buffid, bufflv) end

--- The status effects on an object.
---
---```lua
---local code, count, ids = Buff:getBuffList(objid)
---```
---@param objid number
---@return number code
---@return number? num
---@return any[]? ids
function Buff:getBuffList(objid) end

--- How many of a status effect are on an object: 0 or 1.
---
---```lua
---local code, num = Buff:getBuffNumByBuffid(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
---@return number? num
function Buff:getBuffNumByBuffid(objid, buffid) end

--- The place of a status effect in the list, from 1; FAILED when it is not on the object.
---
---```lua
---local code, index = Buff:getBuffIndex(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
---@return number? index
function Buff:getBuffIndex(objid, buffid) end

--- The seconds that a status effect still lasts; 0 for ever.
---
---```lua
---local code, seconds = Buff:getBuffLeftTime(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
---@return number? seconds
function Buff:getBuffLeftTime(objid, buffid) end

--- The name of a status effect on an object.
---
---```lua
---local code, name = Buff:getBuffName(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number code
---@return string? name
function Buff:getBuffName(objid, buffid) end

--- The name of a kind of status effect.
--- Partly: of those that the map's catalogue does not describe only the number is known
---
---```lua
---local code, name = Buff:GetBuffDefName(50)
---```
---@param buffid number
---@return number code
---@return string? name
function Buff:GetBuffDefName(buffid) end

--- What is said of a kind of status effect.
--- Partly: only the map's catalogue says anything
---
---```lua
---local code, desc = Buff:GetBuffDefDesc(50)
---```
---@param buffid number
---@return number code
---@return string? desc
function Buff:GetBuffDefDesc(buffid) end

--- Lays a status effect on an object.
--- Partly: of Mini World's own status effects only number, level and time are known
---
---```lua
---Buff:AddBuff(objid, 50, 1, 100)
---```
---@param objid number
---@param buffid number
---@param bufflv? number
---@param customticks? number
---@return boolean? done
---@return string? reason
function Buff:AddBuff(objid, buffid, bufflv, customticks) end

--- Takes a status effect off an object; whether it was there.
---
---```lua
---Buff:RemoveBuff(objid, 50)
---```
---@param objid number
---@param buffid number
---@return boolean? done
---@return string? reason
function Buff:RemoveBuff(objid, buffid) end

--- Puts one status effect in another's place.
---
---```lua
---Buff:ReplaceBuff(objid, 50, 51, 1, 100)
---```
---@param objid number
---@param oldid number
---@param buffid number
---@param bufflv? number
---@param customticks? number
---@return boolean? done
---@return string? reason
function Buff:ReplaceBuff(objid, oldid, buffid, bufflv, customticks) end

--- Takes all status effects off an object.
---
---```lua
---Buff:ClearAllBuff(objid)
---```
---@param objid number
---@return boolean? done
---@return string? reason
function Buff:ClearAllBuff(objid) end

--- Takes all harmful status effects off an object.
---
---```lua
---Buff:ClearAllBadBuff(objid)
---```
---@param objid number
---@return boolean? done
---@return string? reason
function Buff:ClearAllBadBuff(objid) end

--- Takes all status effects off an object that do no harm.
---
---```lua
---Buff:ClearAllGoodBuff(objid)
---```
---@param objid number
---@return boolean? done
---@return string? reason
function Buff:ClearAllGoodBuff(objid) end

--- Whether a status effect is on an object.
---
---```lua
---if Buff:HasBuff(objid, 50) then … end
---```
---@param objid number
---@param buffid number
---@return boolean? has
---@return string? reason
function Buff:HasBuff(objid, buffid) end

--- The status effects on an object.
---
---```lua
---local ids = Buff:GetBuffList(objid)
---```
---@param objid number
---@return any[]? ids
---@return string? reason
function Buff:GetBuffList(objid) end

--- How many of a status effect are on an object: 0 or 1.
---
---```lua
---local num = Buff:GetBuffNumByBuffid(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number? num
---@return string? reason
function Buff:GetBuffNumByBuffid(objid, buffid) end

--- The seconds that a status effect still lasts; 0 for ever, nil when it is not there.
---
---```lua
---local seconds = Buff:GetBuffLeftTime(objid, 50)
---```
---@param objid number
---@param buffid number
---@return number? seconds
---@return string? reason
function Buff:GetBuffLeftTime(objid, buffid) end

--- Teams: 1 to 6 (red, blue, green, yellow, orange, purple), 0 none, 999 spectators, -1 all.
--- `alive` is 1 for the living, 0 for the dead, -1, 2 or nothing for all.
---@class Team
Team = {}

--- How many teams have somebody in them; `GameRule.TeamNum` when that is set.
---
---```lua
---local code, num = Team:getNumTeam()
---```
---@return number code
---@return number? num
function Team:getNumTeam() end

--- How many players a team has.
---
---```lua
---local code, num = Team:getTeamPlayerNum(1, -1)
---```
---@param teamid number
---@param alive? number
---@return number code
---@return number? num
function Team:getTeamPlayerNum(teamid, alive) end

--- The players of a team.
---
---```lua
---local code, num, uins = Team:getTeamPlayers(1, -1)
---```
---@param teamid number
---@param alive? number
---@return number code
---@return number? num
---@return any[]? uins
function Team:getTeamPlayers(teamid, alive) end

--- A player of a team at random; FAILED when it has none.
---
---```lua
---local code, uin = Team:randomTeamPlayer(1, -1)
---```
---@param teamid number
---@param alive? number
---@return number code
---@return number? uin
function Team:randomTeamPlayer(teamid, alive) end

--- The creatures of a team.
---
---```lua
---local code, objids = Team:getTeamCreatures(1)
---```
---@param teamid number
---@return number code
---@return any[]? objids
function Team:getTeamCreatures(teamid) end

--- Sets the score of a team.
---
---```lua
---Team:setTeamScore(1, 10)
---```
---@param teamid number
---@param score number
---@return number code
function Team:setTeamScore(teamid, score) end

--- The score of a team.
---
---```lua
---local code, score = Team:getTeamScore(1)
---```
---@param teamid number
---@return number code
---@return number? score
function Team:getTeamScore(teamid) end

--- Adds to the score of a team.
---
---```lua
---Team:addTeamScore(1, 5)
---```
---@param teamid number
---@param score number
---@return number code
function Team:addTeamScore(teamid, score) end

--- Sets how the game ended for a team (`TEAM_RESULTS`), and so for its players.
---
---```lua
---Team:setTeamResults(1, TEAM_RESULTS.TEAM_RESULTS_WIN)
---```
---@param teamid number
---@param result number
---@return number code
function Team:setTeamResults(teamid, result) end

--- As `setTeamResults`; an older name.
---
---```lua
---Team:setTeamPlayersResults(1, 1)
---```
---@param teamid number
---@param result number
---@return number code
function Team:setTeamPlayersResults(teamid, result) end

--- How the game ended for a team.
---
---```lua
---local code, result = Team:getTeamResults(1)
---```
---@param teamid number
---@return number code
---@return number? result
function Team:getTeamResults(teamid) end

--- Sets how often players of a team have died.
---
---```lua
---Team:setTeamDieTimes(1, 0)
---```
---@param teamid number
---@param times number
---@return number code
function Team:setTeamDieTimes(teamid, times) end

--- How often players of a team have died.
---
---```lua
---local code, times = Team:getTeamDieTimes(1)
---```
---@param teamid number
---@return number code
---@return number? times
function Team:getTeamDieTimes(teamid) end

--- Counts a death of a team.
---
---```lua
---Team:addTeamDieTimes(1)
---```
---@param teamid number
---@return number code
function Team:addTeamDieTimes(teamid) end

--- Puts a player into a team.
---
---```lua
---Team:changePlayerTeam(uin, 2)
---```
---@param playerid number
---@param teamid number
---@return number code
function Team:changePlayerTeam(playerid, teamid) end

--- Boxes and furnaces: containers in cells, with 30 slots from 0. In a furnace slot 0 is
--- smelted, slot 1 burns, slot 2 is what comes out.
---@class WorldContainer
WorldContainer = {}

--- Makes a furnace in a cell. What comes of an item the map's catalogue says.
--- Partly: Mini World's recipes are not published: other items come out as they are
---
---```lua
---WorldContainer:addFurnace(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:addFurnace(x, y, z) end

--- Removes a furnace with all that is in it, and its block.
---
---```lua
---WorldContainer:removeFurnace(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:removeFurnace(x, y, z) end

--- Whether there is a furnace in a cell: the code is OK for yes, FAILED for no.
---
---```lua
---if WorldContainer:checkFurnace(4, 7, 4) == ErrorCode.OK then … end
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:checkFurnace(x, y, z) end

--- How much heat a furnace has left, in percent of what one thing that burns gives.
---
---```lua
---local code, percent = WorldContainer:getFurnaceHeatPercent(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? percent
function WorldContainer:getFurnaceHeatPercent(x, y, z) end

--- How far a furnace is with what it smelts, in percent.
---
---```lua
---local code, percent = WorldContainer:getFurnaceMeltPercent(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? percent
function WorldContainer:getFurnaceMeltPercent(x, y, z) end

--- Makes a box in a cell; one of the blocks that are boxes stays as it is.
---
---```lua
---WorldContainer:addStorageBox(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:addStorageBox(x, y, z) end

--- Removes a box with all that is in it, and its block.
---
---```lua
---WorldContainer:removeStorageBox(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:removeStorageBox(x, y, z) end

--- Whether there is a box in a cell: the code is OK for yes, FAILED for no.
---
---```lua
---if WorldContainer:checkStorage(4, 7, 4) == ErrorCode.OK then … end
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:checkStorage(x, y, z) end

--- Empties a box.
---
---```lua
---WorldContainer:clearStorageBox(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:clearStorageBox(x, y, z) end

--- Whether a box has a free slot, or room for an item: the code is OK for yes.
---
---```lua
---if WorldContainer:checkStorageEmptyGrid(4, 7, 4, 12051) == 0 then … end
---```
---@param x number
---@param y number
---@param z number
---@param itemid? number
---@return number code
function WorldContainer:checkStorageEmptyGrid(x, y, z, itemid) end

--- Puts items into a slot of a box, in place of what is there; item 0 and 0 of any empty it.
---
---```lua
---WorldContainer:setStorageItem(4, 7, 4, 0, 12051, 10)
---```
---@param x number
---@param y number
---@param z number
---@param offset number
---@param itemid number
---@param num? number
---@return number code
function WorldContainer:setStorageItem(x, y, z, offset, itemid, num) end

--- What a slot of a box holds: the item, 0 for nothing, and how many.
---
---```lua
---local code, itemid, num = WorldContainer:getStorageItem(4, 7, 4, 0)
---```
---@param x number
---@param y number
---@param z number
---@param offset number
---@return number code
---@return number? itemid
---@return number? num
function WorldContainer:getStorageItem(x, y, z, offset) end

--- Adds items to a box; gives how many it took.
---
---```lua
---local code, added = WorldContainer:addStorageItem(4, 7, 4, 12051, 10)
---```
---@param x number
---@param y number
---@param z number
---@param itemid number
---@param num? number
---@return number code
---@return number? added
function WorldContainer:addStorageItem(x, y, z, itemid, num) end

--- Takes items of a kind out of a box: all when no number is given.
---
---```lua
---WorldContainer:removeStorageItemByID(4, 7, 4, 12051, 5)
---```
---@param x number
---@param y number
---@param z number
---@param itemid number
---@param num? number
---@return number code
function WorldContainer:removeStorageItemByID(x, y, z, itemid, num) end

--- Takes items out of a slot of a box: all when no number is given.
---
---```lua
---WorldContainer:removeStorageItemByIndex(4, 7, 4, 0, 5)
---```
---@param x number
---@param y number
---@param z number
---@param offset number
---@param num? number
---@return number code
function WorldContainer:removeStorageItemByIndex(x, y, z, offset, num) end

--- As `addStorageItem`, for any container.
---
---```lua
---local code, added = WorldContainer:addItemToContainer(4, 7, 4, 12051, 10)
---```
---@param x number
---@param y number
---@param z number
---@param itemid number
---@param num? number
---@return number code
---@return number? added
function WorldContainer:addItemToContainer(x, y, z, itemid, num) end

--- As `removeStorageItemByID`, for any container.
---
---```lua
---WorldContainer:removeContainerItemByID(4, 7, 4, 12051, 5)
---```
---@param x number
---@param y number
---@param z number
---@param itemid number
---@param num? number
---@return number code
function WorldContainer:removeContainerItemByID(x, y, z, itemid, num) end

--- Empties a container.
---
---```lua
---WorldContainer:clearContainer(4, 7, 4)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function WorldContainer:clearContainer(x, y, z) end

--- Where players come in.
---@class Spawnport
Spawnport = {}

--- Where players come in.
---
---```lua
---local code, x, y, z = Spawnport:getSpawnPoint()
---```
---@return number code
---@return number? x
---@return number? y
---@return number? z
function Spawnport:getSpawnPoint() end

--- Sets where players come in.
---
---```lua
---Spawnport:setSpawnPoint(0, 7, 0)
---```
---@param x number
---@param y number
---@param z number
---@return number code
function Spawnport:setSpawnPoint(x, y, z) end

--- The highest place to stand above or below a cell; FAILED when there is none.
---
---```lua
---local code, x, y, z = Spawnport:getChunkValidSpawnPos(0, 7, 0)
---```
---@param x number
---@param y number
---@param z number
---@return number code
---@return number? px
---@return number? py
---@return number? pz
function Spawnport:getChunkValidSpawnPos(x, y, z) end

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
--- Partly: colour marks are taken out
---
---```lua
---Game:msgBox("Check!")
---```
---@param msg (string | { zh: string, en: string })
---@return number code
function Game:msgBox(msg) end

--- Splits a string at every place where `mark` stands; an empty one splits nothing.
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

--- Adds an effect over the whole map and gives its number; only `particles/Fog.ent` is known to
--- be one.
--- Partly: clients draw fog as mist, and anything else as sparks about its place
---
---```lua
---local code, id = Game:addRenderGlobalEffect("particles/Fog.ent", 1)
---```
---@param path string
---@param effectid? number
---@return number code
---@return number? id
function Game:addRenderGlobalEffect(path, effectid) end

--- Removes an effect over the whole map.
---
---```lua
---Game:removeRenderGlobalEffect(id)
---```
---@param effectid number
---@return number code
function Game:removeRenderGlobalEffect(effectid) end

--- Moves an effect over the whole map. Mist lies everywhere until it is moved or scaled, and
--- then 48 blocks times its scale about its place.
---
---```lua
---Game:setRenderGlobalEffectPos(id, 0, 7, 0)
---```
---@param effectid number
---@param x number
---@param y number
---@param z number
---@return number code
function Game:setRenderGlobalEffectPos(effectid, x, y, z) end

--- Scales an effect over the whole map: see `setRenderGlobalEffectPos`.
---
---```lua
---Game:setRenderGlobalEffectScale(id, 2, 2, 2)
---```
---@param effectid number
---@param scalex number
---@param scaley number
---@param scalez number
---@return number code
function Game:setRenderGlobalEffectScale(effectid, scalex, scaley, scalez) end

--- A text of the map's own string tables. Mini World's are not here.
--- Partly: only texts of the map are known
---
---```lua
---local code, text = Game:getDefString("hello")
---```
---@param id string
---@return number code
---@return string? str
function Game:getDefString(id) end

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
--- Partly: `mapid` and `private` mean nothing: it belongs to its room
---
---```lua
---local code, timer = MiniTimer:createTimer("thinking time")
---```
---@param name? string
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

--- Lets a timer count down from `interval` seconds to 0, and then again if `repeated` is true.
--- From 0 there is nothing to count.
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

--- Adds to the seconds a timer shows; an older call.
---
---```lua
---MiniTimer:changeTimeInterval(timer, 10)
---```
---@param id number
---@param interval number
---@return number code
function MiniTimer:changeTimeInterval(id, interval) end

--- Sets the seconds a timer shows; it goes on from there.
---
---```lua
---MiniTimer:changeTimerTime(timer, 60)
---```
---@param id number
---@param time number
---@return number code
function MiniTimer:changeTimerTime(id, time) end

--- The whole seconds that a timer shows, as `minitimer.change` tells them.
---
---```lua
---local code, seconds = MiniTimer:getTimerTime(timer)
---```
---@param id number
---@return number code
---@return number? second
function MiniTimer:getTimerTime(id) end

--- Shows a timer with a title to some players: a window on their screens; on a board, which has
--- none, a floating text above what the camera looks at.
---
---```lua
---MiniTimer:showTimerWnd({ uin }, timer, "Time left")
---```
---@param playerids (number[] | number)
---@param timerid number
---@param title? string
---@return number code
function MiniTimer:showTimerWnd(playerids, timerid, title) end

--- Hides a timer from some players.
---
---```lua
---MiniTimer:hideTimerWnd({ uin }, timer)
---```
---@param playerids (number[] | number)
---@param timerid number
---@return number code
function MiniTimer:hideTimerWnd(playerids, timerid) end

--- The older form of `showTimerWnd` and, with `show` false, of `hideTimerWnd`.
---
---```lua
---MiniTimer:showTimerTips({ uin }, timer, "Time left", true)
---```
---@param playerids (number[] | number)
---@param timerid number
---@param title? string
---@param show? boolean
---@return number code
function MiniTimer:showTimerTips(playerids, timerid, title, show) end

--- Texts in the world. `make…` describes one, `create…` shows it, `update…` and `remove…`
--- change it. `itype` is a number of the caller's own by which texts are removed together.
--- Colour marks (`#R`, `#cff0000` …) colour what follows them, a newline begins a line, and of
--- `[zh]…[/zh][en]…[/en]` readers see their own language.
---@class Graphics
Graphics = {}

--- Describes a text board: title, letter height 1 to 255, how opaque the ground behind the text
--- is, 0 to 100, group. Returns the table for `createGraphicsTxtByPos`, no code.
--- Partly: `autoWrap` means nothing: boards are as wide as their text; no ground is drawn where
--- players do not walk
---
---```lua
---local info = Graphics:makeGraphicsText("#RCheck!", 24, 60, 1)
---```
---@param title string
---@param font? number
---@param alpha? number
---@param itype? number
---@param autoWrap? any
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

--- Changes a text's title, and its letter height and the opacity of its ground if they are
--- given.
---
---```lua
---Graphics:updateGraphicsTextById(id, "#GSafe", 24, 60)
---```
---@param graphid number
---@param title string
---@param fontsize? number
---@param alpha? number
---@return number code
function Graphics:updateGraphicsTextById(graphid, title, fontsize, alpha) end

--- Removes what was created at a position, of one group and one kind (`GRAPHICS`).
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

--- Describes a bar: its value, its maximum, its colour, its group. Returns the table for
--- `createGraphicsProgressByPos`, no code.
---
---```lua
---local info = Graphics:makeGraphicsProgress(50, 100, 0xff0000, 1)
---```
---@param v1 number
---@param v2 number
---@param color? any
---@param itype? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsProgress(v1, v2, color, itype) end

--- Describes a picture: its name or number, scale, opacity 0 to 255, group. Returns the table
--- for `createGraphicsImageByPos`, no code.
--- Partly: pictures of Mini World are not here: a client shows what it knows of the name
---
---```lua
---local info = Graphics:makeGraphicsImage("8_1", 1, 255, 1)
---```
---@param imgid string
---@param scale? number
---@param alpha? number
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsImage(imgid, scale, alpha, id) end

--- Shows a text board on an object and returns its number: `offset` blocks off along `dir`.
---
---```lua
---local code, id = Graphics:createGraphicsTxtByActor(objid, info, up, 2, 0, 0)
---```
---@param objid number
---@param graphicInfo table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createGraphicsTxtByActor(objid, graphicInfo, dir, offset, x2, y2) end

--- Shows a floating text on an object and returns its number.
---
---```lua
---local code, id = Graphics:createflotageTextByActor(objid, info, up, 2, 0, 0)
---```
---@param objid number
---@param graphicInfo table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createflotageTextByActor(objid, graphicInfo, dir, offset, x2, y2) end

--- Shows a bar at a position and returns its number.
---
---```lua
---local code, id = Graphics:createGraphicsProgressByPos(4, 3, 0, info, 0, 0)
---```
---@param x number
---@param y number
---@param z number
---@param graphicInfo table
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createGraphicsProgressByPos(x, y, z, graphicInfo, x2, y2) end

--- Shows a bar on an object and returns its number.
---
---```lua
---local code, id = Graphics:createGraphicsProgressByActor(objid, info, up, 2, 0, 0)
---```
---@param objid number
---@param graphicInfo table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createGraphicsProgressByActor(objid, graphicInfo, dir, offset, x2, y2) end

--- Shows a picture on an object and returns its number.
---
---```lua
---Graphics:createGraphicsImageByActor(objid, info, up, 2, 0, 0)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createGraphicsImageByActor(objid, info, dir, offset, x2, y2) end

--- Shows a picture at a position and returns its number.
---
---```lua
---Graphics:createGraphicsImageByPos(4, 3, 0, info, 0, 0)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@param x2? number
---@param y2? number
---@return number code
---@return number? graphid
function Graphics:createGraphicsImageByPos(x, y, z, info, x2, y2) end

--- Removes what was created on an object, of one group and one kind (`GRAPHICS`).
---
---```lua
---Graphics:removeGraphicsByObjID(objid, 1, GRAPHICS.GRAPHICS_HORNBOOK)
---```
---@param objid number
---@param itype number
---@param graphType number
---@return number code
function Graphics:removeGraphicsByObjID(objid, itype, graphType) end

--- Changes value and maximum of a bar.
---
---```lua
---Graphics:updateGraphicsProgressById(id, 40, 100)
---```
---@param graphid number
---@param curval number
---@param maxval? number
---@return number code
function Graphics:updateGraphicsProgressById(graphid, curval, maxval) end

--- Describes an arrow to a point: its size, its colour, its group. Returns a table, no code.
---
---```lua
---local info = Graphics:makeGraphicsArrowToPos(10, 3, 10, 1, 0xff0000, 1)
---```
---@param x number
---@param y number
---@param z number
---@param size? number
---@param color? any
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsArrowToPos(x, y, z, size, color, id) end

--- Describes an arrow to an object: its size, its colour, its group. Returns a table, no code.
---
---```lua
---local info = Graphics:makeGraphicsArrowToActor(objid, 1, 0xff0000, 1)
---```
---@param objid number
---@param size? number
---@param color? any
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsArrowToActor(objid, size, color, id) end

--- Shows an arrow from an object to a point: `offset` blocks off along `dir`.
---
---```lua
---Graphics:createGraphicsArrowByActorToPos(objid, info, { x = 0, y = 1, z = 0 }, 1)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@return number code
function Graphics:createGraphicsArrowByActorToPos(objid, info, dir, offset) end

--- Shows an arrow from an object to another.
---
---```lua
---Graphics:createGraphicsArrowByActorToActor(objid, info, up, 1)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@return number code
function Graphics:createGraphicsArrowByActorToActor(objid, info, dir, offset) end

--- Shows an arrow from a point to another.
---
---```lua
---Graphics:createGraphicsArrowByPosToPos(0, 3, 0, info)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@return number code
function Graphics:createGraphicsArrowByPosToPos(x, y, z, info) end

--- Shows an arrow from a point to an object.
---
---```lua
---Graphics:createGraphicsArrowByPosToActor(0, 3, 0, info)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@return number code
function Graphics:createGraphicsArrowByPosToActor(x, y, z, info) end

--- Describes a line to a point: its size, its colour, its group. Returns a table, no code.
---
---```lua
---local info = Graphics:makeGraphicsLineToPos(10, 3, 10, 1, 0xff0000, 1)
---```
---@param x number
---@param y number
---@param z number
---@param size? number
---@param color? any
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsLineToPos(x, y, z, size, color, id) end

--- Describes a line to an object: its size, its colour, its group. Returns a table, no code.
---
---```lua
---local info = Graphics:makeGraphicsLineToActor(objid, 1, 0xff0000, 1)
---```
---@param objid number
---@param size? number
---@param color? any
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsLineToActor(objid, size, color, id) end

--- Shows a line from an object to a point: `offset` blocks off along `dir`.
---
---```lua
---Graphics:createGraphicsLineByActorToPos(objid, info, { x = 0, y = 1, z = 0 }, 1)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@return number code
function Graphics:createGraphicsLineByActorToPos(objid, info, dir, offset) end

--- Shows a line from an object to another.
---
---```lua
---Graphics:createGraphicsLineByActorToActor(objid, info, up, 1)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@return number code
function Graphics:createGraphicsLineByActorToActor(objid, info, dir, offset) end

--- Shows a line from a point to another.
---
---```lua
---Graphics:createGraphicsLineByPosToPos(0, 3, 0, info)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@return number code
function Graphics:createGraphicsLineByPosToPos(x, y, z, info) end

--- Shows a line from a point to an object.
---
---```lua
---Graphics:createGraphicsLineByPosToActor(0, 3, 0, info)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@return number code
function Graphics:createGraphicsLineByPosToActor(x, y, z, info) end

--- Describes a band to a point: its size, its colour, its group. Returns a table, no code.
---
---```lua
---local info = Graphics:makeGraphicsSurfaceToPos(10, 3, 10, 1, 0xff0000, 1)
---```
---@param x number
---@param y number
---@param z number
---@param size? number
---@param color? any
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsSurfaceToPos(x, y, z, size, color, id) end

--- Describes a band to an object: its size, its colour, its group. Returns a table, no code.
---
---```lua
---local info = Graphics:makeGraphicsSurfaceToActor(objid, 1, 0xff0000, 1)
---```
---@param objid number
---@param size? number
---@param color? any
---@param id? number
---@return table? info
---@return string? reason
function Graphics:makeGraphicsSurfaceToActor(objid, size, color, id) end

--- Shows a band from an object to a point: `offset` blocks off along `dir`.
---
---```lua
---Graphics:createGraphicsSurfaceByActorToPos(objid, info, up, 1)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@return number code
function Graphics:createGraphicsSurfaceByActorToPos(objid, info, dir, offset) end

--- Shows a band from an object to another.
---
---```lua
---Graphics:createGraphicsSurfaceByActorToActor(objid, info, up, 1)
---```
---@param objid number
---@param info table
---@param dir? { x: number?, y: number?, z: number? }
---@param offset? number
---@return number code
function Graphics:createGraphicsSurfaceByActorToActor(objid, info, dir, offset) end

--- Shows a band from a point to another.
---
---```lua
---Graphics:createGraphicsSurfaceByPosToPos(0, 3, 0, info)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@return number code
function Graphics:createGraphicsSurfaceByPosToPos(x, y, z, info) end

--- Shows a band from a point to an object.
---
---```lua
---Graphics:createGraphicsSurfaceByPosToActor(0, 3, 0, info)
---```
---@param x number
---@param y number
---@param z number
---@param info table
---@return number code
function Graphics:createGraphicsSurfaceByPosToActor(x, y, z, info) end

--- Drawings that refresh themselves.
---@class ListenParam
ListenParam = {}

--- Binds functions to a drawing: they are called with `param`, at once and then every second
--- while the drawing is there, and what they return becomes its text, or the value and maximum
--- of a bar.
---
---```lua
---ListenParam:AddGraphicsListenParam(id, { function(p) return "now" end }, {})
---```
---@param graphid number
---@param funcs table
---@param param? any
---@return number code
function ListenParam:AddGraphicsListenParam(graphid, funcs, param) end

--- Pages of the custom interface. In Mini World the editor draws them; here a map's `pages` do,
--- and an element that the map does not lay out comes into being when a script first names it.
--- A page is 1280 wide and 720 high. What is changed for a player while a page is closed shows
--- when it opens.
---@class Customui
Customui = {}

--- Opens a page for a player.
---
---```lua
---Customui:openUIView(uin, "7001")
---```
---@param objid number
---@param uiname string
---@return number code
function Customui:openUIView(objid, uiname) end

--- Closes a page of a player.
---
---```lua
---Customui:hideUIView(uin, "7001")
---```
---@param objid number
---@param uiname string
---@return number code
function Customui:hideUIView(objid, uiname) end

--- Sets what an element says; colour marks are drawn, and of `[zh]…[/zh][en]…[/en]` readers see
--- their own language.
--- Partly: `animid`, `time` and `mode`, how it appears, mean nothing
---
---```lua
---Customui:setText(uin, "7001", "7001_3", "#RHello")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param text string
---@param animid? any
---@param time? any
---@param mode? any
---@return number code
function Customui:setText(playerid, uiid, elementid, text, animid, time, mode) end

--- Sets the picture of an element, by the name of a picture or icon.
--- Partly: pictures of Mini World are not here: a client shows what it knows of the name
---
---```lua
---Customui:setTexture(uin, "7001", "7001_4", "item_12005")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param url string
---@return number code
function Customui:setTexture(playerid, uiid, elementid, url) end

--- Sets width and height of an element.
---
---```lua
---Customui:setSize(uin, "7001", "7001_4", 100, 50)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param width number
---@param height number
---@return number code
function Customui:setSize(playerid, uiid, elementid, width, height) end

--- Sets the letter height of an element.
---
---```lua
---Customui:setFontSize(uin, "7001", "7001_3", 24)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param size number
---@return number code
function Customui:setFontSize(playerid, uiid, elementid, size) end

--- Sets the colour of an element: `0xrrggbb`, or a text such as `"#ff0000"`.
---
---```lua
---Customui:setColor(uin, "7001", "7001_3", 0xff0000)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param color? any
---@return number code
function Customui:setColor(playerid, uiid, elementid, color) end

--- Shows an element.
--- Partly: `effectid` and `time`, how it appears, mean nothing
---
---```lua
---Customui:showElement(uin, "7001", "7001_3")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param effectid? any
---@param time? any
---@return number code
function Customui:showElement(playerid, uiid, elementid, effectid, time) end

--- Hides an element.
--- Partly: `effectid` and `time`, how it goes, mean nothing
---
---```lua
---Customui:hideElement(uin, "7001", "7001_3")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param effectid? any
---@param time? any
---@return number code
function Customui:hideElement(playerid, uiid, elementid, effectid, time) end

--- Turns an element, clockwise in degrees.
---
---```lua
---Customui:rotateElement(uin, "7001", "7001_4", 90)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param rotate number
---@return number code
function Customui:rotateElement(playerid, uiid, elementid, rotate) end

--- Shows another state of a page: elements whose `states` in the map's layout do not name it
--- are not seen. `elementid` may be left out by giving the state there.
--- Partly: how it changes means nothing
---
---```lua
---Customui:setState(uin, "7001", "7001_1", "state2", 0, 0)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param pageIndex? string
---@param effectid? any
---@param time? any
---@return number code
function Customui:setState(playerid, uiid, elementid, pageIndex, effectid, time) end

--- Sets how opaque an element is, 0 to 100.
---
---```lua
---Customui:setAlpha(uin, "7001", "7001_4", 50)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param alpha number
---@return number code
function Customui:setAlpha(playerid, uiid, elementid, alpha) end

--- Moves an element to a place on its page.
---
---```lua
---Customui:setPosition(uin, "7001", "7001_4", 640, 360)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param x number
---@param y number
---@return number code
function Customui:setPosition(playerid, uiid, elementid, x, y) end

--- The icon of a kind of item, for `setTexture`.
---
---```lua
---local code, icon = Customui:getItemIcon(12005)
---```
---@param itemid number
---@return number code
---@return string? iconid
function Customui:getItemIcon(itemid) end

--- The icon of a creature, for `setTexture`.
---
---```lua
---local code, icon = Customui:getMonsterObjIcon(objid)
---```
---@param objid number
---@return number code
---@return string? iconid
function Customui:getMonsterObjIcon(objid) end

--- The icon of a kind of creature, for `setTexture`.
---
---```lua
---local code, icon = Customui:getMonsterIcon(3400)
---```
---@param actorid number
---@return number code
---@return string? iconid
function Customui:getMonsterIcon(actorid) end

--- The icon of a status effect, for `setTexture`.
---
---```lua
---local code, icon = Customui:getStatusIcon(50)
---```
---@param buffid number
---@return number code
---@return string? iconid
function Customui:getStatusIcon(buffid) end

--- The icon of a kind of block, for `setTexture`.
---
---```lua
---local code, icon = Customui:getBlockIcon(100)
---```
---@param blockid number
---@return number code
---@return string? iconid
function Customui:getBlockIcon(blockid) end

--- The icon of a player, for `setTexture`.
---
---```lua
---local code, icon = Customui:getRoleIcon(uin)
---```
---@param playerid number
---@return number code
---@return string? iconid
function Customui:getRoleIcon(playerid) end

--- The icon of what lies in a slot at a player's hand, 0 to 7 or the slot's number; FAILED when
--- it is empty.
---
---```lua
---local code, icon = Customui:getShuctIcon(uin, 0)
---```
---@param playerid number
---@param ix number
---@return number code
---@return string? iconid
function Customui:getShuctIcon(playerid, ix) end

--- Lets an element glide to a place within `time` seconds.
---
---```lua
---Customui:SmoothMoveTo(uin, "7001", "7001_4", 1, 640, 360)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param x number
---@param y number
---@return number code
function Customui:SmoothMoveTo(playerid, uiid, elementid, time, x, y) end

--- Lets an element glide on by so much.
---
---```lua
---Customui:SmoothMoveBy(uin, "7001", "7001_4", 1, 100, 0)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param x number
---@param y number
---@return number code
function Customui:SmoothMoveBy(playerid, uiid, elementid, time, x, y) end

--- Lets an element grow to a size within `time` seconds.
---
---```lua
---Customui:SmoothScaleTo(uin, "7001", "7001_4", 1, 200, 100)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param w number
---@param h number
---@return number code
function Customui:SmoothScaleTo(playerid, uiid, elementid, time, w, h) end

--- Lets an element grow by so much.
---
---```lua
---Customui:SmoothScaleBy(uin, "7001", "7001_4", 1, 20, 10)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param w number
---@param h number
---@return number code
function Customui:SmoothScaleBy(playerid, uiid, elementid, time, w, h) end

--- Lets an element turn to an angle within `time` seconds.
---
---```lua
---Customui:SmoothRotateTo(uin, "7001", "7001_4", 1, 90)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param angle number
---@return number code
function Customui:SmoothRotateTo(playerid, uiid, elementid, time, angle) end

--- Lets an element turn by an angle.
---
---```lua
---Customui:SmoothRotateBy(uin, "7001", "7001_4", 1, 90)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param angle number
---@return number code
function Customui:SmoothRotateBy(playerid, uiid, elementid, time, angle) end

--- Plays an animation on an element: over and over (mode 1) or once (2).
--- Partly: the animations of Mini World are not published: a client draws some of its own
---
---```lua
---Customui:PlayElementAnim(uin, "7001", "7001_4", 10001, 1, 2)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param animid number
---@param time? number
---@param mode? number
---@return number code
function Customui:PlayElementAnim(playerid, uiid, elementid, animid, time, mode) end

--- Ends what an element does.
---
---```lua
---Customui:StopAnim(uin, "7001", "7001_4")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@return number code
function Customui:StopAnim(playerid, uiid, elementid) end

--- Sets the model that an element shows: `mob_3400`, `block_100` …
--- Partly: a client shows what it knows of the name
---
---```lua
---Customui:SetLoaderModel(uin, "7001", "7001_5", "mob_3400")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param modleid string
---@return number code
function Customui:SetLoaderModel(playerid, uiid, elementid, modleid) end

--- Sets the size of the model that an element shows.
---
---```lua
---Customui:SetLoaderModelScale(uin, "7001", "7001_5", 2)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param modlescale number
---@return number code
function Customui:SetLoaderModelScale(playerid, uiid, elementid, modlescale) end

--- Turns the model that an element shows, in degrees.
---
---```lua
---Customui:SetLoaderModelDir(uin, "7001", "7001_5", 90)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param yaw number
---@return number code
function Customui:SetLoaderModelDir(playerid, uiid, elementid, yaw) end

--- Has the model that an element shows play an action, over and over; 0 is none.
--- Partly: which number is which action is not published: clients draw eight of their own
---
---```lua
---Customui:SetLoaderModelAct(uin, "7001", "7001_5", 100, 1)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param animid number
---@param playmode? any
---@return number code
function Customui:SetLoaderModelAct(playerid, uiid, elementid, animid, playmode) end

--- Scrolls a list to a place.
---
---```lua
---Customui:TurnSliderToPos(uin, "7001", "7001_6", 0, 100)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param x number
---@param y number
---@return number code
function Customui:TurnSliderToPos(playerid, uiid, elementid, x, y) end

--- Sets in which direction a list is scrolled.
--- Partly: the numbers are not published: 1 is up and down, 2 sideways, others are both
---
---```lua
---Customui:SetSliderDir(uin, "7001", "7001_6", 1)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param dir number
---@return number code
function Customui:SetSliderDir(playerid, uiid, elementid, dir) end

--- Sets the picture of a list's bar.
--- Partly: pictures of Mini World are not here: clients colour the bar by the name
---
---```lua
---Customui:SetSliderBarImg(uin, "7001", "7001_6", "8_1")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param url string
---@return number code
function Customui:SetSliderBarImg(playerid, uiid, elementid, url) end

--- Sets a number of a progress bar: 1 the least, 2 the most, 3 the present one. Returns true,
--- no code.
--- Partly: which number means which is not published
---
---```lua
---Customui:SetProgressBarValue(uin, "7001", "7001_7", 3, 50)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param itype number
---@param value number
---@return boolean? done
---@return string? reason
function Customui:SetProgressBarValue(playerid, uiid, elementid, itype, value) end

--- Sets a picture of a progress bar: 1 of its ground, other numbers of what fills it. Returns
--- true, no code.
--- Partly: which number is which is not published; clients draw a colour for an unknown picture
---
---```lua
---Customui:SetProgressBarResId(uin, "7001", "7001_7", 1, "8_1")
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param itype number
---@param url string
---@return boolean? done
---@return string? reason
function Customui:SetProgressBarResId(playerid, uiid, elementid, itype, url) end

--- Lets a progress bar run to a number within `time` seconds. Returns true, no code.
---
---```lua
---Customui:SmoothIncreaseProgress(uin, "7001", "7001_7", 1, 3, 100)
---```
---@param playerid number
---@param uiid string
---@param elementid string
---@param time number
---@param ptype number
---@param value number
---@return boolean? done
---@return string? reason
function Customui:SmoothIncreaseProgress(playerid, uiid, elementid, time, ptype, value) end

--- Parts of the usual interface.
---@class UI
UI = {}

--- Sets a text or switch of the summary at the end: `left_title`, `right_title`, `left_desc`,
--- `left_little_desc`, `right_little_desc`, `battle_btn`, `result`, `result_bkg`, `reopen`.
--- A text stands in place of the usual one; false hides who won (`result`), the seal
--- (`result_bkg`), the button of the replay (`battle_btn`) or of a new game (`reopen`).
--- Partly: what the switches switch is not published, and pictures of Mini World are not here
---
---```lua
---UI:setGBattleUI("result", "Well played")
---```
---@param name string
---@param value? any
---@return number code
function UI:setGBattleUI(name, value) end

--- A place of the world on the small map, which has the world's own measures here.
---
---```lua
---local code, x, z = UI:world2RadarPos(4, 4)
---```
---@param x number
---@param y number
---@return number code
---@return number? rx
---@return number? rz
function UI:world2RadarPos(x, y) end

--- A length of the world on the small map.
---
---```lua
---local code, length = UI:world2RadarDist(10)
---```
---@param length number
---@return number code
---@return number? radar
function UI:world2RadarDist(length) end

--- Sets how the small map is drawn.
--- Partly: it is kept; the modes are not published, so the small map stays as it is
---
---```lua
---UI:setMinimapRenderMode(1)
---```
---@param mode number
---@return number code
function UI:setMinimapRenderMode(mode) end

--- Would draw a line on the small map.
--- Fails: Mini World documents it as without effect; `MapMark` draws
---
---```lua
---UI:setShapeLine("line", 0, 0, 10, 10)
---```
---@param uiname string
---@param p1x number
---@param p1y number
---@param p2x number
---@param p2y number
---@return number code
function UI:setShapeLine(uiname, p1x, p1y, p2x, p2y) end

--- Would draw a circle on the small map.
--- Fails: Mini World documents it as without effect; `MapMark` draws
---
---```lua
---UI:setShapeCircle("circle", 0, 0, 10)
---```
---@param uiname string
---@param x number
---@param y number
---@param radius number
---@return number code
function UI:setShapeCircle(uiname, x, y, radius) end

--- Shows or hides an effect on everybody's screen: 1 lines of speed, 2 lines of power, 3 fog.
---
---```lua
---UI:ShowScreenEffect(3, true, 1, true)
---```
---@param kind number
---@param isloop? boolean
---@param incspeed? number
---@param bshow? boolean
---@return number code
function UI:ShowScreenEffect(kind, isloop, incspeed, bshow) end

--- Writes a line into the map's log, with a tag before it.
---
---```lua
---UI:Print2WndWithTag("shop", "opened", 5)
---```
---@param tag? any
---@param first? any
---@param second? any
---@param third? any
---@return number code
function UI:Print2WndWithTag(tag, first, second, third) end

--- Shapes on the small map: 0 lines, 1 rectangles, 2 circles, as in `MAPMARK_TYPE`.
---@class MapMark
MapMark = {}

--- Makes a shape of a kind and colour (0 to 255); an `update…` says where it is.
---
---```lua
---local code, shape = MapMark:newShape(MAPMARK_TYPE.MMARK_LINE, true, 255, 0, 0)
---```
---@param kind number
---@param isshow boolean
---@param r number
---@param g number
---@param b number
---@return number code
---@return number? shapeid
function MapMark:newShape(kind, isshow, r, g, b) end

--- Removes a shape.
---
---```lua
---MapMark:deleteShape(shape)
---```
---@param shapeid number
---@return number code
function MapMark:deleteShape(shapeid) end

--- Sets the colour of a shape.
---
---```lua
---MapMark:setShapeColor(shape, 0, 255, 0)
---```
---@param shapeid number
---@param r number
---@param g number
---@param b number
---@return number code
function MapMark:setShapeColor(shapeid, r, g, b) end

--- Shows or hides a shape.
---
---```lua
---MapMark:showShape(shape, false)
---```
---@param shapeid number
---@param showflag? boolean
---@return number code
function MapMark:showShape(shapeid, showflag) end

--- Says from where to where a line goes.
---
---```lua
---MapMark:updateLine(shape, 0, 0, 10, 10)
---```
---@param shapeid number
---@param sx number
---@param sz number
---@param ex number
---@param ez number
---@return number code
function MapMark:updateLine(shapeid, sx, sz, ex, ez) end

--- Says where a rectangle is, and its width and height.
---
---```lua
---MapMark:updateRectangle(shape, 0, 0, 10, 10)
---```
---@param shapeid number
---@param sx number
---@param sz number
---@param w number
---@param h number
---@return number code
function MapMark:updateRectangle(shapeid, sx, sz, w, h) end

--- Says where a circle is, and its radius.
---
---```lua
---MapMark:updateCircle(shape, 0, 0, 5)
---```
---@param shapeid number
---@param cx number
---@param cz number
---@param r number
---@return number code
function MapMark:updateCircle(shapeid, cx, cz, r) end

--- Boards that show pictures. They are numbered by the map's author.
---@class DisPlayBoard
DisPlayBoard = {}

--- Shows a board to a player; 0 is the host of the room.
--- Partly: where a board stands, the map's editor knew: clients list boards beside the world
---
---```lua
---DisPlayBoard:showBoard(uin, 1)
---```
---@param playerid number
---@param boardid number
---@return number code
function DisPlayBoard:showBoard(playerid, boardid) end

--- Hides a board from a player.
---
---```lua
---DisPlayBoard:hideBoard(uin, 1)
---```
---@param playerid number
---@param boardid number
---@return number code
function DisPlayBoard:hideBoard(playerid, boardid) end

--- Sets the picture of a board for a player.
---
---```lua
---DisPlayBoard:setBoardPicture(uin, 1, "8_1")
---```
---@param playerid number
---@param boardid number
---@param pictureid string
---@return number code
function DisPlayBoard:setBoardPicture(playerid, boardid, pictureid) end

--- What the map's editor placed, by the numbers it gave.
---@class ObjectLib
ObjectLib = {}

--- The area that the editor made, by the number it gave: a map says so in the `placed` file of
--- its manifest.
---
---```lua
---local code, area = ObjectLib:getAreaData(1)
---```
---@param uuid number
---@return number code
---@return number? areaid
function ObjectLib:getAreaData(uuid) end

--- The place that the editor marked.
---
---```lua
---local code, pos = ObjectLib:getPositionData(1)
---```
---@param uuid number
---@return number code
---@return { x: number, y: number, z: number }? pos
function ObjectLib:getPositionData(uuid) end

--- The creature that the editor placed.
---
---```lua
---local code, objid = ObjectLib:getLivingData(1)
---```
---@param uuid number
---@return number code
---@return number? objid
function ObjectLib:getLivingData(uuid) end

--- The kind of item that the editor listed.
---
---```lua
---local code, id = ObjectLib:getItemData(1)
---```
---@param uuid number
---@return number code
---@return number? id
function ObjectLib:getItemData(uuid) end

--- Variables of the map by type (`VARTYPE`: 3 numbers, 4 texts, 5 truths, 6 players …) and
--- name. In Mini World its editor makes them first; here a name is as good as its first use.
---@class VarLib2
VarLib2 = {}

--- Sets a variable of the map.
---
---```lua
---VarLib2:setGlobalVarByName(VARTYPE.NUMBER, "wave", 1)
---```
---@param vartype number
---@param name string
---@param val? any
---@return number code
function VarLib2:setGlobalVarByName(vartype, name, val) end

--- A variable of the map; until it is set a number is 0, a text empty, a truth false, and
--- everything else FAILED.
---
---```lua
---local code, wave = VarLib2:getGlobalVarByName(VARTYPE.NUMBER, "wave")
---```
---@param vartype number
---@param name string
---@return number code
---@return any? val
function VarLib2:getGlobalVarByName(vartype, name) end

--- Sets a variable of a player.
---
---```lua
---VarLib2:setPlayerVarByName(uin, VARTYPE.NUMBER, "coins", 5)
---```
---@param objid number
---@param vartype number
---@param name string
---@param val? any
---@return number code
function VarLib2:setPlayerVarByName(objid, vartype, name, val) end

--- A variable of a player.
---
---```lua
---local code, coins = VarLib2:getPlayerVarByName(uin, VARTYPE.NUMBER, "coins")
---```
---@param objid number
---@param vartype number
---@param name string
---@return number code
---@return any? val
function VarLib2:getPlayerVarByName(objid, vartype, name) end

--- Lists of the map's values by type (`VARTYPE`: 17 numbers, 18 texts …) and name. Indexes
--- count from 1. `playerid` says whose list it is; 0 or nothing is the map's. What is `remove`d
--- leaves an empty place, what is `delete`d leaves none.
---@class Valuegroup
Valuegroup = {}

--- All values of a list; empty places are left out.
---
---```lua
---local code, values = Valuegroup:getAllGroupItem(17, "scores", 0)
---```
---@param vartype number
---@param libname string
---@param playerid? number
---@return number code
---@return any[]? values
function Valuegroup:getAllGroupItem(vartype, libname, playerid) end

--- Adds a value at the end.
---
---```lua
---Valuegroup:insertInGroupByName(17, "scores", 5, 0)
---```
---@param vartype number
---@param libname string
---@param value? any
---@param playerid? number
---@return number code
function Valuegroup:insertInGroupByName(vartype, libname, value, playerid) end

--- Empties a place.
---
---```lua
---Valuegroup:removeValueIndexByName(17, "scores", 1, 0)
---```
---@param vartype number
---@param libname string
---@param indx number
---@param playerid? number
---@return number code
function Valuegroup:removeValueIndexByName(vartype, libname, indx, playerid) end

--- Empties all places of a value.
---
---```lua
---Valuegroup:removeValueByName(17, "scores", 5, 0)
---```
---@param vartype number
---@param libname string
---@param value? any
---@param playerid? number
---@return number code
function Valuegroup:removeValueByName(vartype, libname, value, playerid) end

--- Empties a list.
---
---```lua
---Valuegroup:clearGroupByName(17, "scores", 0)
---```
---@param vartype number
---@param libname string
---@param playerid? number
---@return number code
function Valuegroup:clearGroupByName(vartype, libname, playerid) end

--- How many places a list has.
---
---```lua
---local code, n = Valuegroup:getGrouplengthByName(17, "scores", 0)
---```
---@param vartype number
---@param libname string
---@param playerid? number
---@return number code
---@return number? n
function Valuegroup:getGrouplengthByName(vartype, libname, playerid) end

--- The value in a place; FAILED when there is none.
---
---```lua
---local code, value = Valuegroup:getValueNoByName(17, "scores", 1, 0)
---```
---@param vartype number
---@param libname string
---@param indx number
---@param playerid? number
---@return number code
---@return any? value
function Valuegroup:getValueNoByName(vartype, libname, indx, playerid) end

--- Puts a value into a place; the one behind the last may be used too.
---
---```lua
---Valuegroup:setValueNoByName(17, "scores", 1, 9, 0)
---```
---@param vartype number
---@param libname string
---@param indx number
---@param value? any
---@param playerid? number
---@return number code
function Valuegroup:setValueNoByName(vartype, libname, indx, value, playerid) end

--- A random value; FAILED when there is none.
---
---```lua
---local code, value = Valuegroup:getRandomValueByName(17, "scores", 0)
---```
---@param vartype number
---@param libname string
---@param playerid? number
---@return number code
---@return any? value
function Valuegroup:getRandomValueByName(vartype, libname, playerid) end

--- Puts a value in before a place.
---
---```lua
---Valuegroup:insertValueByName(17, "scores", 1, 7, 0)
---```
---@param vartype number
---@param libname string
---@param no number
---@param value? any
---@param playerid? number
---@return number code
function Valuegroup:insertValueByName(vartype, libname, no, value, playerid) end

--- Takes a place out.
---
---```lua
---Valuegroup:deleteNoByName(17, "scores", 1, 0)
---```
---@param vartype number
---@param libname string
---@param no number
---@param playerid? number
---@return number code
function Valuegroup:deleteNoByName(vartype, libname, no, playerid) end

--- Takes all places of a value out.
---
---```lua
---Valuegroup:deleteValueByName(17, "scores", 5, 0)
---```
---@param vartype number
---@param libname string
---@param val? any
---@param playerid? number
---@return number code
function Valuegroup:deleteValueByName(vartype, libname, val, playerid) end

--- Adds the values of a second list at the end of the first.
---
---```lua
---Valuegroup:addGroupByName(17, "all", "some", 0, 0)
---```
---@param vartype number
---@param libname string
---@param libname2 string
---@param playerid1? number
---@param playerid2? number
---@return number code
function Valuegroup:addGroupByName(vartype, libname, libname2, playerid1, playerid2) end

--- Empties all places of values that a second list has too.
---
---```lua
---Valuegroup:removeGroupByName(17, "all", "some", 0, 0)
---```
---@param vartype number
---@param libname string
---@param libname2 string
---@param playerid1? number
---@param playerid2? number
---@return number code
function Valuegroup:removeGroupByName(vartype, libname, libname2, playerid1, playerid2) end

--- Takes all places of values out that a second list has too.
---
---```lua
---Valuegroup:deleteGroupByName(17, "all", "some", 0, 0)
---```
---@param vartype number
---@param libname string
---@param libname2 string
---@param playerid1? number
---@param playerid2? number
---@return number code
function Valuegroup:deleteGroupByName(vartype, libname, libname2, playerid1, playerid2) end

--- Puts the values of a second list in before a place of the first.
---
---```lua
---Valuegroup:insertGroupByName(17, "all", 1, "some", 0, 0)
---```
---@param vartype number
---@param libname string
---@param no number
---@param libname2 string
---@param playerid1? number
---@param playerid2? number
---@return number code
function Valuegroup:insertGroupByName(vartype, libname, no, libname2, playerid1, playerid2) end

--- Puts one value in place of another, wherever that is.
---
---```lua
---Valuegroup:replaceValueByName(17, "scores", 5, 6, 0)
---```
---@param vartype number
---@param libname string
---@param oldval? any
---@param newval? any
---@param playerid? number
---@return number code
function Valuegroup:replaceValueByName(vartype, libname, oldval, newval, playerid) end

--- Sorts a list, upwards (0) or downwards (1); empty places come last.
---
---```lua
---Valuegroup:sortGroupByName(17, "scores", 0, 0)
---```
---@param vartype number
---@param libname string
---@param sortType number
---@param playerid? number
---@return number code
function Valuegroup:sortGroupByName(vartype, libname, sortType, playerid) end

--- Whether a list has a value: the code is OK for yes, FAILED for no.
---
---```lua
---if Valuegroup:hasValueByName(17, "scores", 5, 0) == ErrorCode.OK then … end
---```
---@param vartype number
---@param libname string
---@param val? any
---@param playerid? number
---@return number code
function Valuegroup:hasValueByName(vartype, libname, val, playerid) end

--- Whether a place holds a value: the code is OK for yes, FAILED for no.
---
---```lua
---if Valuegroup:hasNoByName(17, "scores", 1, 0) == ErrorCode.OK then … end
---```
---@param vartype number
---@param libname string
---@param no number
---@param playerid? number
---@return number code
function Valuegroup:hasNoByName(vartype, libname, no, playerid) end

--- How often a list has a value.
---
---```lua
---local code, n = Valuegroup:getValueCountByName(17, "scores", 5, 0)
---```
---@param vartype number
---@param libname string
---@param val? any
---@param playerid? number
---@return number code
---@return number? n
function Valuegroup:getValueCountByName(vartype, libname, val, playerid) end

--- The first place of a value; FAILED when the list has it not.
---
---```lua
---local code, index = Valuegroup:getGroupNoByValue(17, "scores", 5, 0)
---```
---@param vartype number
---@param libname string
---@param val? any
---@param playerid? number
---@return number code
---@return number? index
function Valuegroup:getGroupNoByValue(vartype, libname, val, playerid) end

--- The least (0) or greatest (1) number of a list; FAILED when it has none.
---
---```lua
---local code, value = Valuegroup:getSpcialValueByName("scores", 1, 0)
---```
---@param libname string
---@param itype number
---@param playerid? number
---@return number code
---@return number? value
function Valuegroup:getSpcialValueByName(libname, itype, playerid) end

--- Tables that Mini World keeps in its cloud: ranked ones (keys with numbers) and plain ones
--- (keys with values). Here they belong to the room and last as long as it. Callbacks are
--- called after the running handler: 0 and the data, or 2 when there is none. Those of the
--- older
--- names, without `Ex`, are told true or false in place of the code. Places of a ranked table
--- count
--- from the smallest number, and below 0 from the largest.
---@class CloudSever
CloudSever = {}

--- Sets a key of a ranked table.
---
---```lua
---CloudSever:setOrderDataBykey("best", "Ann", 100)
---```
---@param libvarname string
---@param key string
---@param value number
---@return number code
function CloudSever:setOrderDataBykey(libvarname, key, value) end

--- Removes a key of a ranked table.
---
---```lua
---CloudSever:removeOrderDataByKey("best", "Ann")
---```
---@param libvarname string
---@param key string
---@return number code
function CloudSever:removeOrderDataByKey(libvarname, key) end

--- Asks for a key of a ranked table: `callback(code, key, value, rank)`.
---
---```lua
---CloudSever:getOrderDataByKeyEx("best", "Ann", function(code, key, value) end)
---```
---@param libvarname string
---@param key string
---@param callback function
---@return number code
function CloudSever:getOrderDataByKeyEx(libvarname, key, callback) end

--- As `getOrderDataByKeyEx`, of older scripts: `callback(found, key, value, rank)`.
---
---```lua
---CloudSever:getOrderDataByKey("best", "Ann", function(found, key, value) end)
---```
---@param libvarname string
---@param key string
---@param callback function
---@return number code
function CloudSever:getOrderDataByKey(libvarname, key, callback) end

--- Asks for a place of a ranked table: 1 is the smallest number, -1 the largest:
--- `callback(code, key, value)`.
---
---```lua
---CloudSever:getOrderDataIndexValueEx("best", -1, function(code, key, value) end)
---```
---@param libvarname string
---@param index number
---@param callback function
---@return number code
function CloudSever:getOrderDataIndexValueEx(libvarname, index, callback) end

--- As `getOrderDataIndexValueEx`, of older scripts: `callback(found, key, value)`.
---
---```lua
---CloudSever:getOrderDataIndexValue("best", -1, function(found, key, value) end)
---```
---@param libvarname string
---@param index number
---@param callback function
---@return number code
function CloudSever:getOrderDataIndexValue(libvarname, index, callback) end

--- Empties a ranked table.
---
---```lua
---CloudSever:ClearOrderData("best")
---```
---@param libvarname string
---@return number code
function CloudSever:ClearOrderData(libvarname) end

--- Adds to the number of a key of a ranked table.
---
---```lua
---CloudSever:automaticByKey("best", "Ann", 5)
---```
---@param libvarname string
---@param key string
---@param value number
---@return number code
function CloudSever:automaticByKey(libvarname, key, value) end

--- Asks for the first `icount` of a ranked table, the smallest first; below 0 the largest
--- first: `callback(code, { { k = key, v = value, ix = place, nick = name }, … })`. `nick` is
--- the name of the player whose number the key is, else the key.
---
---```lua
---CloudSever:getOrderDataIndexAreaEx("best", -10, function(code, list) end)
---```
---@param libvarname string
---@param icount number
---@param callback function
---@return number code
function CloudSever:getOrderDataIndexAreaEx(libvarname, icount, callback) end

--- As `getOrderDataIndexAreaEx`, of older scripts: `callback(found, list)`.
---
---```lua
---CloudSever:getOrderDataIndexArea("best", -10, function(found, list) end)
---```
---@param libvarname string
---@param icount number
---@param callback function
---@return number code
function CloudSever:getOrderDataIndexArea(libvarname, icount, callback) end

--- As `getOrderDataIndexAreaEx`, of the numbers from one to another.
---
---```lua
---CloudSever:getOrderDataValueAreaEx("best", -10, 1, 100, function(code, list) end)
---```
---@param libvarname string
---@param icount number
---@param minvalue number
---@param maxvalue number
---@param callback function
---@return number code
function CloudSever:getOrderDataValueAreaEx(libvarname, icount, minvalue, maxvalue, callback) end

--- As `getOrderDataValueAreaEx`, of older scripts: `callback(found, list)`.
---
---```lua
---CloudSever:getOrderDataValueArea("best", -10, 1, 100, function(found, list) end)
---```
---@param libvarname string
---@param icount number
---@param minvalue number
---@param maxvalue number
---@param callback function
---@return number code
function CloudSever:getOrderDataValueArea(libvarname, icount, minvalue, maxvalue, callback) end

--- Sets a key of a plain table: a number, text, truth or table of such; nil removes it.
---
---```lua
---CloudSever:setDataListBykey("bags", "Ann", { coins = 5 })
---```
---@param libvarname string
---@param key string
---@param value? any
---@return number code
function CloudSever:setDataListBykey(libvarname, key, value) end

--- Removes a key of a plain table.
---
---```lua
---CloudSever:removeDataListByKey("bags", "Ann")
---```
---@param libvarname string
---@param key string
---@return number code
function CloudSever:removeDataListByKey(libvarname, key) end

--- Asks for a key of a plain table: `callback(code, key, value)`.
---
---```lua
---CloudSever:getDataListByKeyEx("bags", "Ann", function(code, key, value) end)
---```
---@param libvarname string
---@param key string
---@param callback function
---@return number code
function CloudSever:getDataListByKeyEx(libvarname, key, callback) end

--- As `getDataListByKeyEx`, of older scripts: `callback(found, key, value)`.
---
---```lua
---CloudSever:getDataListByKey("bags", "Ann", function(found, key, value) end)
---```
---@param libvarname string
---@param key string
---@param callback function
---@return number code
function CloudSever:getDataListByKey(libvarname, key, callback) end

--- Empties a plain table.
---
---```lua
---CloudSever:ClearDataList("bags")
---```
---@param libvarname string
---@return number code
function CloudSever:ClearDataList(libvarname) end

--- A plain table as it is now, as a table by key.
---
---```lua
---local code, data = CloudSever:getlistCache("bags")
---```
---@param libvarname string
---@return number code
---@return table? data
function CloudSever:getlistCache(libvarname) end

--- Changes a key of a plain table safely: `callback(code, key, value)` is called with what is
--- there, and what it returns is put in its place.
--- Partly: what the callback returns is taken; a callback that waits changes nothing
---
---```lua
---CloudSever:UpdateDataListByKey("bags", "Ann", function(code) return 1 end)
---```
---@param libvarname string
---@param key string
---@param callback function
---@return number code
function CloudSever:UpdateDataListByKey(libvarname, key, callback) end

--- Would send a message to other rooms of the map.
--- Fails: a room knows no other rooms
---
---```lua
---CloudSever:SendSeverMsg("hello", {})
---```
---@param msg string
---@param customdata? any
---@return number code
function CloudSever:SendSeverMsg(msg, customdata) end

--- Would send players to another map.
--- Fails: a room knows no other maps
---
---```lua
---CloudSever:TransmitToMap(uin, 1)
---```
---@param playerid? any
---@param mapid? any
---@return number code
function CloudSever:TransmitToMap(playerid, mapid) end

--- Would send players to another room.
--- Fails: a room knows no other rooms
---
---```lua
---CloudSever:TransmitToRoom(uin, "room")
---```
---@param playerid? any
---@param roomid? any
---@return number code
function CloudSever:TransmitToRoom(playerid, roomid) end

--- Would send players to another room.
--- Fails: a room knows no other rooms
---
---```lua
---CloudSever:TransmitOtherRoom(uin)
---```
---@param playerid? any
---@return number code
function CloudSever:TransmitOtherRoom(playerid) end

--- Would send players to a kind of room.
--- Fails: a room knows no other rooms
---
---```lua
---CloudSever:TransmitToCategoryRoom(uin, "kind", "map")
---```
---@param playerid? any
---@param roomtype? any
---@param mapid? any
---@return number code
function CloudSever:TransmitToCategoryRoom(playerid, roomtype, mapid) end

--- The number of this room, as a text.
--- Partly: a room does not know the name that the lobby gives it: this is the map's
---
---```lua
---local code, room = CloudSever:GetRoomID()
---```
---@return number code
---@return string? roomid
function CloudSever:GetRoomID() end

--- The kind of this room: all are of one kind, an empty text.
---
---```lua
---local code, kind = CloudSever:GetRoomCategory()
---```
---@return number code
---@return string? category
function CloudSever:GetRoomCategory() end

--- Refuses players whom the room does not know for `seconds`.
---
---```lua
---CloudSever:SetForbidJoin(60)
---```
---@param seconds number
---@return number code
function CloudSever:SetForbidJoin(seconds) end

--- Would close the room.
--- Fails: who opened the room closes it
---
---```lua
---CloudSever:CloseCurRoom(10, "See you")
---```
---@param countdown? number
---@param msg? string
---@return number code
function CloudSever:CloseCurRoom(countdown, msg) end

--- The rules of the map. Scripts of the dialect read and write them as fields of `GameRule`,
--- such as `GameRule.GravityFactor = 0.5`; both are the same numbers. The page of what works
--- lists those that Mini World documents, with those that are kept and do nothing. This host's
--- own are FallHurt (whether falls hurt, 1 unless players only build) and Hunger (whether
--- players get hungry, 0 unless they survive). Others are kept.
---@class Rules
Rules = {}

--- A rule: as it is set, else as it is usually; nil for a name that is no rule's.
---
---```lua
---local gravity = Rules:get("GravityFactor")
---```
---@param name string
---@return number? value
---@return string? reason
function Rules:get(name) end

--- Sets a rule; true and false count as 1 and 0.
---
---```lua
---Rules:set("GravityFactor", 0.5)
---```
---@param name string
---@param value? any
---@return boolean? done
---@return string? reason
function Rules:set(name, value) end

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

--- Hides a cell from everyone behind a block, such as the back of a card. A viewer to whom it
--- was revealed sees the cover again.
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

--- Boards: games of which the author writes the rules, in the script that `rules` in `map.toml`
--- names, and nothing else. See `scripts/BOARDS.md`. Rules call `define`, and `grid`, `hexes`,
--- `points`, `pieces` and `parameter` before it. The other functions are for the scripts that
--- play a board; those of `lib/board` do unless the map names others.
---@class Board
Board = {}

--- Defines the map's board, once: its layout, its pieces and the functions that are its rules.
---
---```lua
---Board:define({ layout = layout, pieces = pieces, setup = setup, legal = legal })
---```
---@param board BoardDefinition
---@return boolean done
function Board:define(board) end

--- What rules want to know of the cells of a grid, see `BoardLattice`. `on` and `letters` are
--- as in a layout.
---
---```lua
---local grid = Board:grid(8, 8, "chequers")
---```
---@param columns number
---@param rows number
---@param on? string
---@param letters? string
---@return BoardLattice grid
function Board:grid(columns, rows, on, letters) end

--- The value of a parameter that `map.toml` gives its rules, a number or a word: maps that
--- share a file of rules differ by them.
---
---```lua
---local size = Board:parameter("size")
---```
---@param name string
---@return any value
function Board:parameter(name) end

--- As `Board:grid`, for rows of hexagons. A column is half a cell wide; `steps` are the six
--- neighbours, all of them `near`, and `axes` their three pairs.
---
---```lua
---local star = Board:hexes({ 3, 4, 5, 4, 3 })
---```
---@param rows table
---@return BoardLattice hexes
function Board:hexes(rows) end

--- As `Board:grid`, for points on drawn lines, which are given as their points, with a comma
--- after each line. A point is named by its column and row; they are numbered row by row.
--- `near` follows the lines, `lines()` gives those of each point, and there are no steps.
---
---```lua
---local points = Board:points("a1 b1 c1, a1 a2 a3, c1 c2 c3, a3 b3 c3")
---```
---@param lines string
---@return BoardLattice points
function Board:points(lines) end

--- The pieces of several sides, from one list of kinds. `sides` lists them, each a `BoardSide`.
--- Names and glyphs are put together of a side's and a kind's; all else is the kind's, or the
--- side's where the kind has none.
---
---```lua
---local set = Board:pieces({ { en = "Red" } }, { en = "pawn rook" })
---```
---@param sides table
---@param kinds BoardKinds
---@return BoardSet set
function Board:pieces(sides, kinds) end

--- What is known of the board: `{cells=, pieces=, players=, options=, zones=, hidden=}`. A
--- cell is `{name=, x=, y=, z=}`, a piece `{name=, block=}`; `players` lists how many may play,
--- `options` are `{name=, values=}`, `zones` are as `Zones:set` takes them.
---
---```lua
---local cell = Board:facts().cells[1]
---```
---@return table facts
function Board:facts() end

--- The rules with what the host makes of them: `setup(options)`,
--- `read_position(text, options)` (nil and a reason if it is none), `moves(state, seat)`,
--- `play(state, move, seat)`, `check(state, from)` (raises an error that names the author's
--- function `from`), `standing(state)` (a seat to choose, 0 when the game is over, -1 when
--- chance decides), `turn(state)`, `draw(state)`, `result(state)`, `decided(state)`,
--- `view(state, seat)`, `known(state, seat)` (what a computer is given that thinks for a seat),
--- `key(move)`, `copy(state)`. Seats count from 1.
---
---```lua
---local referee = Board:referee()
---```
---@return table referee
function Board:referee() end

--- The author's table.
---
---```lua
---local explain = Board:rules().explain
---```
---@return table rules
function Board:rules() end

--- Has a computer think about what a seat knows and waits; the room goes on meanwhile.
--- `options` is `{level=, seconds=}`: the level is 1 to 5; it thinks no longer than `seconds`,
--- 2 at most, and does no more than a slow machine would in the seconds given. Returns
--- `{move=, value=, depth=, nodes=}` (`value` in thousandths of a win for the seat to move), or
--- nil and why not.
---
---```lua
---local thought = Board:think(referee.view(state, seat), { level = 3 })
---```
---@param view table
---@param options? table
---@return table? thought
---@return string? reason
function Board:think(view, options) end

--- Has a computer find the best lines of play from what a seat knows, of a game without chance
--- and without secrets, and waits as `think` does. `options` is `{count=, seconds=}`: how many
--- lines, 1 to 5 (3 unless given), and how long it may think. Returns what `think` does, and
--- with it `lines`, a list of `{moves=, score=, wins=, loses=, value=}`, best first and no more
--- than there are moves. Each has `score`, as the rules score positions, in hundredths; or
--- `wins` or `loses`, the plies to a proven end; or, where the rules score nothing, `value` as
--- in `think`; all for the seat to move. `lines` is nil when time was too short for one.
---
---```lua
---local thought = Board:lines(referee.view(state, seat), { count = 3 })
---```
---@param view table
---@param options? table
---@return table? thought
---@return string? reason
function Board:lines(view, options) end

--- Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
---
---```lua
---Board:stop()
---```
---@return number count
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
---@return string fen
function Xiangqi:fen(game) end

--- Who is to move: `"red"` or `"black"`.
---
---```lua
---if Xiangqi:turn(game) == "red" then … end
---```
---@param game number
---@return string side
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

--- The legal moves in the order of `legalMoves`, as `Request:ask` takes them for its `paths`:
--- x, y and z of the square that each starts from and of the one that it goes to, where files
--- are x, ranks are z, and y is as given.
---
---```lua
---Request:ask({ seat = 0, paths = Xiangqi:legalPaths(game, 1), cells = 2 })
---```
---@param game number
---@param y number
---@return table? paths
---@return string? reason
function Xiangqi:legalPaths(game, y) end

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

--- A legal move of the present position as people read it, `{zh=, en=}`: in Chinese and in WXF
--- notation.
---
---```lua
---Hud:addMove(0, Xiangqi:moveText(game, move))
---```
---@param game number
---@param move_text string
---@return any? text
---@return string? reason
function Xiangqi:moveText(game, move_text) end

--- A legal move of the present position in a notation: `"zh"`, `"wxf"` or `"uci"`.
---
---```lua
---print(Xiangqi:notation(game, "h2e2", "wxf"))
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
--- `options` is `{level=, seconds=}`: the level is 1 to 10; it thinks no longer than `seconds`,
--- 2 at most, and looks at no more positions than a slow machine can in the seconds given.
--- Returns `{move=, score=, depth=, nodes=}` (`score` in hundredths of a pawn for the side to
--- move), or nil and why not.
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
--- strength, and waits. `options` is `{nodes=, threat=, lines=, seconds=}`: how many positions
--- it may look at (100000 unless given), whether to say what the other side would do if it were
--- its turn, how many of the best moves to tell with what follows (none unless given, 5 at
--- most), and how long it may take at most (as long as it needs unless given).
--- Returns `{move=, score=, line=, threat=, lines=, depth=, nodes=}`: `line` is a list of
--- moves, score as in `think`, `threat` again `{move=, score=, line=}` or nil, and `lines` a
--- list of such tables, best first and no more than there are moves; or nil and why not.
---
---```lua
---local verdict = Xiangqi:analyse(game, { nodes = 50000, threat = true })
---```
---@param game number
---@param options? table
---@return table? verdict
---@return string? reason
function Xiangqi:analyse(game, options) end

--- A line of moves from the present position, such as one of `analyse`, as people read it: a
--- list of texts as `moveText` gives them, for the first eight moves at most, and of these for
--- those that can be played.
---
---```lua
---local texts = Xiangqi:lineText(game, verdict.line)
---```
---@param game number
---@param line table
---@return table? texts
---@return string? reason
function Xiangqi:lineText(game, line) end

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
---@return number count
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

--- Begins a deal of given cards, for lessons and exercises: `cards` is `{hands=, bottom=,
--- first=}`, for each seat and for the landlord the cards that they are to have, without suits,
--- and the seat that bids first (0). The cards that are not named fill up the hands to 17, the
--- lowest first, and what is left is for the landlord. `options` is as for `open`. Returns the
--- deal, and `{hands=, bottom=, first=}` as `shuffle` does; there is no key, since nothing is
--- hidden from the script that lays the cards.
---
---```lua
---local deal, dealt = Doudizhu:lay({ hands = { "34567", "RB", "" } })
---```
---@param cards table
---@param options? table
---@return string? deal
---@return table? dealt
function Doudizhu:lay(cards, options) end

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
--- meanwhile. It is told what that seat knows and nothing else. `options` is `{level=,
--- seconds=}`: the level is 1 to 5, and it thinks no longer than `seconds`, 2 at most.
--- Returns `{act=, value=, candidates=}`: `act` as `Doudizhu:act` takes it, `value` the
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
---@return number count
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

--- Begins a game: `{seats=, seed=, choices=, banned=, forced=, stack=}`. `seats` lists
--- `{name=, robot=, role=, general=}`, the first of seat 0; roles and generals are left to the
--- game unless given. Everybody chooses among `choices` generals (3), the lord among two more;
--- `banned` are packages, `forced` generals that are offered first, and `stack` lists cards
--- that lie on top of the draw pile, the first to be drawn first: four for each hand from the
--- lord's on, and then what is drawn in turns. Without `seed` the room's chance decides.
--- Returns the game, and the news of its beginning as `answer` gives it; or nil and why there
--- can be none.
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

--- Has a computer think about what the seat that is asked answers, and waits. It knows what
--- that seat knows. `options` is `{level=, seconds=}`: from 1, the stand-in 托管, which only
--- gives what it is asked for and has, by 2, which tries everything out, and 3, which plays
--- on some turns, to 4, which takes more time; without it 2. Returns
--- `{answer=, layer=, candidates=}`: the answer as a text, and why: `candidates` lists what it
--- was chosen from, the best first, as `{answer=, worth=}`; a hp is worth 200. That tells of
--- the seat's hand. Or nil and why not.
---
---```lua
---local thought = Sanguosha:think(game, { level = 3 })
---```
---@param game string
---@param options? table
---@return table? thought
---@return string? reason
function Sanguosha:think(game, options) end

--- Gives up all thinking; who waits for it gets nil and `"cancelled"`. Returns how many.
---
---```lua
---Sanguosha:stop()
---```
---@return number count
function Sanguosha:stop() end

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

--- Kalah 播棋. A game is a number that `new` returns. Seat 0 has pits 0 to 5 and store 6, seat 1
--- pits 7 to 12 and store 13.
---@class Kalah
Kalah = {}

--- Begins a game with four seeds in each pit.
---
---```lua
---local game = Kalah:new()
---```
---@return number? game
---@return string? reason
function Kalah:new() end

--- Shows a game to everybody in the room.
---
---```lua
---Kalah:show(game)
---```
---@param game number
---@return boolean? done
---@return string? reason
function Kalah:show(game) end

--- The seeds in all pits, from pit 0 on: a list of 14 numbers.
---
---```lua
---local seeds = Kalah:pits(game)[1]
---```
---@param game number
---@return table? pits
---@return string? reason
function Kalah:pits(game) end

--- The seat to move; nil when the game is over.
---
---```lua
---if Kalah:turn(game) == 0 then … end
---```
---@param game number
---@return number? seat
---@return string? reason
function Kalah:turn(game) end

--- Seeds in the store of seat 0 less those of seat 1.
---
---```lua
---local lead = Kalah:lead(game)
---```
---@param game number
---@return number? seeds
---@return string? reason
function Kalah:lead(game) end

--- Sows a pit of the seat to move; nil when that is not legal.
---
---```lua
---local done = Kalah:sow(game, 2)
---```
---@param game number
---@param pit number
---@return boolean? done
---@return string? reason
function Kalah:sow(game, pit) end

--- Has the computer think and waits: `{pit=, value=}`, or nil and why not. `options` is
--- `{level=}`, from 1 to 5.
---
---```lua
---local thought = Kalah:think(game, { level = 3 })
---```
---@param game number
---@param options? table
---@return table? thought
---@return string? reason
function Kalah:think(game, options) end
