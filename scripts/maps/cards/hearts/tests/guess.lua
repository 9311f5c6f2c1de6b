--!strict
-- What a seat knows, and what it takes for possible: over the rules themselves.

-- Plays deals with any legal moves. In each state in which a card is played calls `look(state, seat)`, for all seats.
local TOOLS = [[
  local referee, rules = Board:referee(), Board:rules()

  local function play(deals, look)
    local state = referee.setup({ players = 4, length = "hundred" })
    while state.deal <= deals and rules.over(state) == nil do
      if rules.chance(state) then
        referee.play(state, "deal", 0)
      else
        for _, seat in referee.turn(state) do
          local moves = rules.legal(state, seat)
          referee.play(state, moves[math.random(#moves)], seat)
        end
      end
      if state.phase == "play" then
        for seat = 1, 4 do
          look(state, seat)
        end
      end
    end
  end

  local function hand(cells, seat)
    local held = {}
    for cell = 13 * seat - 12, 13 * seat do
      if cells[cell] > 0 then
        held[#held + 1] = cells[cell]
      end
    end
    return held
  end
]]

local function run(t: Test, source: string)
  t:join("Nan")
  return t:eval(TOOLS .. source)
end

test("a guess deals every card once, to hands as large as they are", function(t)
  local compared = run(
    t,
    [[
      local compared = 0
      play(2, function(state, seat)
        local guess = referee.guess(referee.view(state, seat), seat)
        local seen = {}
        for other = 1, 4 do
          local held = hand(guess.cells, other)
          assert(#held == #hand(state.cells, other), "a hand is as large")
          for _, card in held do
            assert(card <= 52 and not seen[card], "a card is there once")
            seen[card] = true
            compared += if other == seat then 0 else 1
          end
          if other == seat then
            assert(table.concat(held, " ") == table.concat(hand(state.cells, seat), " "), "its own hand is known")
          end
        end
        for other = 1, 4 do
          for _, card in hand(state.cells, other) do
            assert(seen[card], "a card that is left is in a hand")
          end
        end
      end)
      return compared
    ]]
  )
  -- Of two deals: the other three hands of each of four seats, after the pass and after each card but the last.
  t:equal(compared, 2 * 3 * (52 * 53 / 2))
end)

-- What was shown is found here from the cards as they were played, not from what the rules keep.
test("no guess deals a player a suit that it did not follow", function(t)
  local forbidden = run(
    t,
    [[
      local void, deal, before, led, lies, forbidden = {}, 0, nil, nil, 0, 0
      play(6, function(state, seat)
        if state.deal ~= deal then
          void, deal, before, lies = {}, state.deal, nil, 0
        end
        if seat == 1 then -- the first look at a state: which card was played since the last one
          for other = 1, 4 do
            for _, card in before and before[other] or {} do
              if not table.find(hand(state.cells, other), card) then
                local suit = (card - 1) // 13
                led = if lies % 4 == 0 then suit else led
                lies += 1
                if suit ~= led then
                  void[`{other} {led}`] = true
                end
              end
            end
          end
          before = {}
          for other = 1, 4 do
            before[other] = hand(state.cells, other)
          end
        end
        local guess = referee.guess(referee.view(state, seat), seat)
        for other = 1, 4 do
          for _, card in hand(guess.cells, other) do
            assert(not void[`{other} {(card - 1) // 13}`], "a suit that was not followed")
          end
          for suit = 0, 3 do
            forbidden += if void[`{other} {suit}`] then 1 else 0
          end
        end
      end)
      return forbidden
    ]]
  )
  t:expect(forbidden > 1000, `only {forbidden} suits were known to be missing`)
end)

test("a seat remembers what it passed and to whom, and others do not learn it", function(t)
  local found = run(
    t,
    [[
      local TO = { { 4, 1, 2, 3 }, { 2, 3, 4, 1 }, { 3, 4, 1, 2 } } -- left, right, across
      local gone, found, unknown = {}, 0, 0
      play(4, function(state, seat)
        if state.left == 52 and state.deal < 4 then
          for giver = 1, 4 do
            assert(#state.given[giver] == 3, "three cards")
            for _, card in state.given[giver] do
              local to = TO[state.deal][giver]
              assert(table.find(hand(state.cells, to), card), "it lies with the right neighbour")
              local guess = referee.guess(referee.view(state, seat), seat)
              if seat == giver then
                assert(table.find(hand(guess.cells, to), card), "which the giver knows")
                found += 1
              elseif seat ~= to and card ~= 1 then
                unknown += if table.find(hand(guess.cells, to), card) then 0 else 1
              end
            end
          end
        elseif state.deal == 4 then
          assert(next(state.given) == nil, "the fourth deal passes nothing")
        end
      end)
      return { found, unknown }
    ]]
  )
  t:equal(found[1], 3 * 4 * 3)
  -- Of 72 cards that a seat knows nothing about it lays about two in three elsewhere.
  t:expect(found[2] > 30, `{found[2]} cards lay elsewhere`)
end)

test("a view tells neither the decks nor what others pass", function(t)
  local told = run(
    t,
    [[
      local state = referee.setup({ players = 4, length = "hundred" })
      referee.play(state, { 3, 1, 2 }, 1)
      referee.play(state, { 14, 15, 16 }, 2)
      local told = {}
      for _, seat in { 1, 2, 3, 0 } do
        local view = referee.view(state, if seat > 0 then seat else nil)
        local chosen = 0
        for _ in view.chosen do
          chosen += 1
        end
        told[#told + 1] = `{#view.decks} {chosen}`
      end
      return told
    ]]
  )
  t:equal(told, { "0 1", "0 1", "0 0", "0 0" })
end)
