--!strict
-- Hearts: four players pass three cards, then follow suit and leave the hearts and the queen of spades to others.
--
-- A card is the number of its piece: thirteen a suit, from the two to the ace. Beside `cells` a state has:
--   decks          the cards of the deals to come, a letter a card; no seat knows them
--   deal, limit    the number of the deal, and the points of a seat with which the game ends
--   chosen, given  the cells that a seat has chosen to pass, while others still choose, and the cards that it passed
--   led, lies      the suit that was led, 0 between tricks, and how many cards the trick has
--   best, winner   the highest card of that suit, and whose it is
--   left, gone     how many cards are left in all hands, and those that were played, a letter a card
--   broken         whether a heart has been thrown on another suit
--   void           the suits that a seat has shown not to hold, a bit for each
--   taken, total   the points of a seat in this deal and in those before

local PLAYERS, HAND, DECK = 4, 13, 52
local TABLE = PLAYERS * HAND -- the cell before the first of the trick
local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
local LIMITS = { hundred = 100, fifty = 50, deal = 1 } -- one deal brings more than one point
local ALL_POINTS = 26
local CARD, RED = "#f8f1e2", "#b3261e"
local RANKS = "2 3 4 5 6 7 8 9 10 J Q K A"

local cards = Board:pieces({
  { zh = "梅花", en = "♣", glyph = "♣", colour = CARD, shape = "card" },
  { zh = "方块", en = "♦", glyph = "♦", colour = CARD, glyph_colour = RED, shape = "card" },
  { zh = "黑桃", en = "♠", glyph = "♠", colour = CARD, shape = "card" },
  { zh = "红桃", en = "♥", glyph = "♥", colour = CARD, glyph_colour = RED, shape = "card" },
}, { zh = RANKS, en = RANKS, glyph = RANKS })
local suit, rank = cards.side, cards.kind
local SPADES, HEARTS = 3, 4
local TWO_OF_CLUBS, QUEEN_OF_SPADES = 1, 37

-- The piece that stands for any card that one cannot see.
local pieces = table.clone(cards.list)
local BACK = DECK + 1
pieces[BACK] = { name = { zh = "暗牌", en = "Hidden card" }, colour = "#1f4e8c", shape = "card" }

local points = table.create(DECK, 0)
for card = 1, DECK do
  points[card] = if card == QUEEN_OF_SPADES then 13 elseif suit[card] == HEARTS then 1 else 0
end

-- Where cards are passed: this many seats on. The next seat sits to the right.
local PASS: { [string]: number } = { left = 3, right = 1, across = 2 }
local PHASES = { "left", "right", "across", "play" } -- of one deal after the other

-- The cell before the first of a seat's hand.
local function hand(seat: number)
  return HAND * (seat - 1)
end

local zones: { BoardZone } = {}
for seat = 1, PLAYERS do
  zones[seat] = { kind = "hand", seat = seat, from = hand(seat) + 1, count = HAND }
  zones[PLAYERS + seat] = { kind = "played", seat = seat, from = TABLE + seat, count = 1 }
end

local function shuffle<T>(list: { T })
  for index = #list, 2, -1 do
    local other = math.random(index)
    list[index], list[other] = list[other], list[index]
  end
  return list
end

local function letter(card: number)
  return string.sub(LETTERS, card, card)
end

local card_of: { [number]: number } = {} -- by the byte of its letter
for card, byte in { string.byte(LETTERS, 1, -1) } do
  card_of[byte] = card
end

-- The cards of a text of letters.
local function read(text: string): { number }
  local list = { string.byte(text, 1, -1) }
  for place, byte in list do
    list[place] = card_of[byte]
  end
  return list
end

-- The cards in a seat's hand.
local function held(cells: { number }, seat: number)
  local list = {}
  for cell = hand(seat) + 1, hand(seat) + HAND do
    if cells[cell] > 0 then
      list[#list + 1] = cells[cell]
    end
  end
  return list
end

-- Lays a hand out, in the order of its cards.
local function lay(cells: { number }, seat: number, list: { number })
  table.sort(list)
  for place = 1, HAND do
    cells[hand(seat) + place] = list[place] or 0
  end
end

-- Play begins; gives the seat that leads.
local function begin(state: BoardState)
  state.phase = "play"
  return (table.find(state.cells, TWO_OF_CLUBS) :: number - 1) // HAND + 1
end

-- Deals the next deck; gives who chooses. The last trick stays on the table until the next is led.
local function deal(state: BoardState): number | { number }
  local deck = read(string.sub(state.decks, 1, DECK))
  state.decks, state.deal = string.sub(state.decks, DECK + 1), state.deal + 1
  for seat = 1, PLAYERS do
    lay(state.cells, seat, table.move(deck, hand(seat) + 1, hand(seat) + HAND, 1, {}))
  end
  state.phase = PHASES[(state.deal - 1) % #PHASES + 1]
  state.chosen, state.given = {}, {}
  state.led, state.lies, state.best, state.winner = 0, 0, 0, 0
  state.left, state.gone, state.broken = DECK, "", false
  for seat = 1, PLAYERS do
    state.total[seat] += state.taken[seat]
  end
  state.void, state.taken = { 0, 0, 0, 0 }, { 0, 0, 0, 0 }
  return if state.phase == "play" then begin(state) else { 1, 2, 3, 4 }
end

-- All have chosen: the cards change hands.
local function pass(state: BoardState)
  local hands = {}
  for seat = 1, PLAYERS do
    hands[seat] = {}
  end
  for seat = 1, PLAYERS do
    local to, given = (seat + PASS[state.phase] - 1) % PLAYERS + 1, {}
    for index, cell in state.chosen[seat] do
      given[index], state.cells[cell] = state.cells[cell], 0
      table.insert(hands[to], given[index])
    end
    state.given[seat] = given
  end
  for seat, list in hands do
    local kept = held(state.cells, seat)
    lay(state.cells, seat, table.move(kept, 1, #kept, #list + 1, list))
  end
  state.chosen = {}
  return begin(state)
end

-- All cards are played: a seat that has all points gives them to each of the others.
local function shoot(state: BoardState)
  local shooter = table.find(state.taken, ALL_POINTS)
  if shooter then
    state.taken = table.create(PLAYERS, ALL_POINTS)
    state.taken[shooter] = 0
  end
end

local function play(state: BoardState, cell: number, seat: number)
  local cells = state.cells
  local card = cells[cell]
  if state.led == 0 then -- the last trick is taken away
    for other = 1, PLAYERS do
      cells[TABLE + other] = 0
    end
    state.led, state.best = suit[card], 0
    if suit[card] == HEARTS and not state.broken then
      state.void[seat] = 7 -- or the seat would have led another suit
    end
  end
  cells[cell], cells[TABLE + seat] = 0, card
  state.gone ..= letter(card)
  state.lies += 1
  state.left -= 1
  state.broken = state.broken or suit[card] == HEARTS
  if suit[card] ~= state.led then
    state.void[seat] = bit32.bor(state.void[seat], bit32.lshift(1, state.led - 1))
  elseif card > state.best then
    state.best, state.winner = card, seat
  end
  if state.lies < PLAYERS then
    return nil
  end
  for other = 1, PLAYERS do
    state.taken[state.winner] += points[cells[TABLE + other]]
  end
  state.led, state.lies = 0, 0
  if state.left == 0 then
    shoot(state)
  end
  return state.winner
end

-- All ways to click three different cards of a hand.
local function triples(seat: number)
  local list, first, last = {}, hand(seat) + 1, hand(seat) + HAND
  for one = first, last do
    for two = first, last do
      for three = first, last do
        if one ~= two and one ~= three and two ~= three then
          list[#list + 1] = { one, two, three }
        end
      end
    end
  end
  return list
end

-- The cells from which a seat may play.
local function playable(state: BoardState, seat: number)
  local cells, led = state.cells, state.led
  local is_first = state.left > DECK - PLAYERS
  local following, mild, all = {}, {}, {}
  for cell = hand(seat) + 1, hand(seat) + HAND do
    local card = cells[cell]
    if card > 0 then
      all[#all + 1] = cell
      local is_mild = if led > 0
        then not is_first or points[card] == 0
        elseif is_first then card == TWO_OF_CLUBS
        else state.broken or suit[card] ~= HEARTS
      if suit[card] == led then
        following[#following + 1] = cell
      elseif is_mild then
        mild[#mild + 1] = cell
      end
    end
  end
  return if #following > 0 then following elseif #mild > 0 then mild else all
end

-- The cells of the cards that a seat would rather not keep, the worst first.
local function unwelcome(cells: { number }, seat: number)
  local counts, low_spades = { 0, 0, 0, 0 }, 0
  for _, card in held(cells, seat) do
    counts[suit[card]] += 1
    low_spades += if suit[card] == SPADES and card < QUEEN_OF_SPADES then 1 else 0
  end
  local list, danger = {}, {}
  for cell = hand(seat) + 1, hand(seat) + HAND do
    local card = cells[cell]
    list[#list + 1] = cell
    if suit[card] == HEARTS then
      danger[cell] = rank[card] + 4
    elseif suit[card] == SPADES then
      danger[cell] = if card >= QUEEN_OF_SPADES then 26 - 6 * low_spades else 0
    else
      danger[cell] = rank[card] + 2 * math.max(0, 4 - counts[suit[card]])
    end
  end
  table.sort(list, function(a, b)
    return if danger[a] == danger[b] then a < b else danger[a] > danger[b]
  end)
  return list
end

-- Three of the five worst cards, all ten ways.
local function sensible_passes(state: BoardState, seat: number)
  local list, passes = unwelcome(state.cells, seat), {}
  for one = 1, 3 do
    for two = one + 1, 4 do
      for three = two + 1, 5 do
        passes[#passes + 1] = { list[one], list[two], list[three] }
      end
    end
  end
  return passes
end

-- How gladly a seat throws a card on another suit.
local function relief(card: number)
  return if card == QUEEN_OF_SPADES
    then 100
    elseif suit[card] == HEARTS then 20 + rank[card]
    elseif suit[card] == SPADES and card > QUEEN_OF_SPADES then 30
    else rank[card]
end

-- What players do without much thought: stay below the trick, or else take it at little cost; throw what is
-- dangerous; lead low. One time in four, anything.
local function usual(state: BoardState, seat: number)
  local moves = playable(state, seat)
  local cells, led, best = state.cells, state.led, state.best
  if #moves == 1 or math.random(4) == 1 then
    return moves[math.random(#moves)]
  end
  local chosen, most = nil, -math.huge
  for _, cell in moves do
    local card, worth = cells[cell], 0
    if led == 0 then
      worth = math.random(6) - rank[card]
    elseif suit[card] ~= led then
      worth = relief(card)
    elseif card < best then
      worth = 100 + card -- the highest that stays below
    else
      worth = (if state.lies == PLAYERS - 1 then card else -card) - points[card]
    end
    if worth > most then
      chosen, most = cell, worth
    end
  end
  return chosen
end

-- Deals the cards that a seat has not seen to the other hands: `rooms` says how many each takes, `sure` whose a card
-- is known to be. A card that no hand with room may take pushes another one on.
local function dealt(
  unseen: { number },
  rooms: { number },
  sure: { [number]: number },
  void: { number }
)
  local hands: { { number } } = { {}, {}, {}, {} }
  local takers: { { number } } = { {}, {}, {}, {} }
  for seat = 1, PLAYERS do
    for kind, seats in takers do
      if rooms[seat] > 0 and not bit32.btest(void[seat], bit32.lshift(1, kind - 1)) then
        seats[#seats + 1] = seat
      end
    end
  end
  local function place(card: number, tried: { [number]: boolean }): boolean
    local seats, room = takers[suit[card]], 0
    for _, seat in seats do
      room += rooms[seat] - #hands[seat]
    end
    local draw = if room > 0 then math.random(room) else 0
    for _, seat in seats do
      draw -= rooms[seat] - #hands[seat]
      if room > 0 and draw <= 0 then
        table.insert(hands[seat], card)
        return true
      end
    end
    for _, seat in seats do
      local list = if tried[seat] then {} else hands[seat]
      tried[seat] = true
      for index, other in list do
        if not sure[other] and place(other, tried) then
          hands[seat][index] = card
          return true
        end
      end
    end
    return false
  end
  for _, card in shuffle(unseen) do
    if sure[card] then
      table.insert(hands[sure[card]], card)
    end
  end
  -- Suits that fewest may hold go first.
  for count = 1, PLAYERS - 1 do
    for _, card in unseen do
      if #takers[suit[card]] == count and not sure[card] then
        place(card, {})
      end
    end
  end
  return hands
end

Board:define({
  layout = { grid = { columns = HAND, rows = PLAYERS + 1 } },
  pieces = pieces,
  zones = zones,
  players = PLAYERS,
  options = { length = { "hundred", "fifty", "deal" } },

  -- All decks are shuffled here, as many as the longest game deals.
  setup = function(options)
    local limit = LIMITS[options.length]
    local state = { cells = table.create(HAND * (PLAYERS + 1), 0), decks = "", deal = 0 }
    for _ = 0, PLAYERS * (limit - 1) // ALL_POINTS do
      local deck = {}
      for card = 1, DECK do
        deck[card] = letter(card)
      end
      state.decks ..= table.concat(shuffle(deck))
    end
    state.limit, state.total, state.taken = limit, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }
    state.turn = deal(state)
    return state
  end,

  legal = function(state, seat)
    return if state.phase == "play" then playable(state, seat) else triples(seat)
  end,

  -- A deal that is not the last is followed by another one.
  chance = function(state)
    return if state.left == 0 then { "deal" } else nil
  end,

  apply = function(state, move, seat)
    if seat == 0 then
      return deal(state)
    elseif state.phase == "play" then
      return play(state, move, seat)
    end
    state.chosen[seat] = move
    return if seat == PLAYERS then pass(state) else nil
  end,

  -- In what a seat guesses there is no other deck: computers look no further than the deal, and play for its points.
  over = function(state)
    if state.left > 0 then
      return nil
    end
    local most, all, now = 0, {}, {}
    for seat, taken in state.taken do
      most = math.max(most, state.total[seat] + taken)
      all[seat], now[seat] = 0 - state.total[seat] - taken, 0 - taken
    end
    if most >= state.limit then
      return all, "points"
    end
    return if state.decks == "" then now else nil, "points"
  end,

  -- The points of this deal against the average: twenty fewer are as good as won.
  score = function(state, seat)
    local sum = 0
    for other = 1, PLAYERS do
      sum += state.taken[other]
    end
    return 50 * (sum / PLAYERS - state.taken[seat])
  end,

  random_move = function(state, seat)
    if state.phase == "play" then
      return usual(state, seat)
    end
    local passes = sensible_passes(state, seat)
    return passes[math.random(#passes)]
  end,

  candidates = function(state, seat)
    return if state.phase == "play" then nil else sensible_passes(state, seat)
  end,

  -- Hands of others are backs, from the first cell on: where a card was taken out would tell how it was sorted.
  view = function(state, seat)
    local view = table.clone(state)
    view.cells, view.decks = table.clone(state.cells), ""
    view.chosen, view.given = {}, {}
    for other = 1, PLAYERS do
      if other == seat then
        view.chosen[seat], view.given[seat] = state.chosen[seat], state.given[seat]
      else
        local first = hand(other)
        local held_by_other = #held(state.cells, other)
        for place = 1, HAND do
          view.cells[first + place] = if place <= held_by_other then BACK else 0
        end
      end
    end
    return view
  end,

  guess = function(view, seat)
    local cells, known, sure = view.cells, {}, {}
    for _, list in { read(view.gone), held(cells, seat) } do
      for _, card in list do
        known[card] = true
      end
    end
    local unseen, rooms = {}, {}
    for card = 1, DECK do
      if not known[card] then
        unseen[#unseen + 1] = card
      end
    end
    for other = 1, PLAYERS do
      rooms[other] = if other == seat then 0 else #held(cells, other)
    end
    for _, card in view.given[seat] or {} do
      sure[card] = (seat + PASS[PHASES[(view.deal - 1) % #PHASES + 1]] - 1) % PLAYERS + 1
    end
    if view.phase == "play" and view.left == DECK then
      sure[TWO_OF_CLUBS] = view.turn
    end
    for other, list in dealt(unseen, rooms, sure, view.void) do
      if other ~= seat then
        lay(cells, other, list)
      end
    end
    if view.phase ~= "play" then
      for other = 1, view.turn[1] - 1 do
        local passes = sensible_passes(view, other)
        view.chosen[other] = view.chosen[other] or passes[math.random(#passes)]
      end
    end
    return view
  end,

  notation = function(state, move)
    return if type(move) == "number"
      then cards.list[state.cells[move]].name
      else { zh = "传三张牌", en = "passes three cards" }
  end,

  tally = function(view, seat)
    local now, all = view.taken[seat], view.total[seat] + view.taken[seat]
    return { zh = `本副 {now} 分，共 {all} 分`, en = `{now} now, {all} in all` }
  end,

  explain = function(view, cells, seat)
    local cell = cells[#cells]
    local card = view.cells[cell]
    if card == 0 or cell <= hand(seat) or cell > hand(seat) + HAND then
      return "not_yours"
    elseif view.phase ~= "play" then
      return nil
    end
    for _, other in held(view.cells, seat) do
      if suit[other] == view.led then
        return "must_follow"
      end
    end
    return if view.led > 0
      then "no_points_first"
      elseif view.left == DECK then "lead_two"
      else "not_broken"
  end,
})
