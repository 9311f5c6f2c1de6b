--!strict
-- Moves and positions as other programs write them.

local KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

-- A player alone at the table, before a position.
local function set_up(t: Test, fen: string)
  local uin = t:join("player")
  t:computer(uin, 1, nil)
  t:action(uin, "position", fen)
  return uin
end

-- Plays moves for both sides, and gives the list of moves in one line.
local function listed(t: Test, uin: number, moves: string)
  for move in string.gmatch(moves, "%S+") do
    t:action(uin, "record", move)
    t:ticks(4)
  end
  local texts = {}
  for index, move in ipairs(t:hud().moves) do
    texts[index] = move.text.en
  end
  return table.concat(texts, " ")
end

-- What the list of moves says after moves from a position.
local function from(t: Test, uin: number, fen: string, moves: string)
  t:action(uin, "position", fen)
  return listed(t, uin, moves)
end

local function count(t: Test, depth: number)
  return t:eval([[
    local function perft(state, depth)
      if depth == 0 then
        return 1
      end
      local seat, sum = state.turn, 0
      for _, move in Course.referee.moves(state, seat) do
        local after = Course.referee.copy(state)
        Course.referee.play(after, move, seat)
        sum += perft(after, depth - 1)
      end
      return sum
    end
    return perft(Course.game.state(), ]] .. depth .. ")")
end

test("positions have as many moves as are known: chessprogramming.org/Perft_Results", function(t)
  local known: { { any } } = {
    { KIWIPETE, 48, 2039 },
    { "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14, 191 },
    { "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 264 },
    { "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 6, 264 },
    { "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44, 1486 },
  }
  local uin = set_up(t, KIWIPETE)
  for _, case in known do
    t:action(uin, "position", case[1])
    assert(t:hud().position == case[1], `{case[1]} is {t:hud().position}`)
    assert(count(t, 1) == case[2] and count(t, 2) == case[3], case[1])
  end
end)

test("moves are read with as much or as little as people write", function(t)
  local uin = set_up(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
  local list = listed(t, uin, "e2e4 d7-d5 ed5 Ng8f6 Ng1-f3 Nd5: Bc4 e7e6! 0-0 Be7?! d4 o-o")
  assert(list == "e4 d5 exd5 Nf6 Nf3 Nxd5 Bc4 e6 O-O Be7 d4 O-O", list)
end)

test("a bishop and the file b are told apart", function(t)
  local fen = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1"
  local uin = set_up(t, fen)
  assert(listed(t, uin, "bxc4") == "bxc4")
  assert(from(t, uin, fen, "Bxc4") == "Bxc4")
end)

test("pieces are told apart only where they must be", function(t)
  local fen = "1k6/8/8/R6R/8/8/8/K3R3 w - - 0 1"
  local uin = set_up(t, fen)
  assert(listed(t, uin, "Rd5") == "", "two rooks could go there")
  assert(from(t, uin, fen, "a5d5") == "Rad5")
  assert(from(t, uin, fen, "e1e5") == "Ree5")
  assert(from(t, uin, fen, "e1e8") == "Re8+")
  local pinned = "4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1"
  assert(from(t, uin, pinned, "Nac2") == "Nc2", "the other knight is pinned")
end)

test("promotions, captures in passing and mate", function(t)
  local fen = "3r3k/4P1pp/8/2pP4/8/8/8/4K3 w - c6 0 1"
  local uin = set_up(t, fen)
  assert(listed(t, uin, "exd8=N") == "exd8=N")
  assert(from(t, uin, fen, "e7d8q") == "exd8=Q#")
  assert(from(t, uin, fen, "e8") == "e8=Q+", "a pawn becomes a queen unless it is said")
  assert(from(t, uin, fen, "dc6e.p.") == "dxc6")
  assert(t:hud().position == "3r3k/4P1pp/2P5/8/8/8/8/4K3 b - - 0 1", t:hud().position)
end)

test("what is no position is refused and leaves the game as it was", function(t)
  local uin = set_up(t, KIWIPETE)
  local refused = {
    { "", "FEN" },
    { "8/8/8/8 w", "FEN" },
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w - - 0 1", "FEN" },
    { "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "FEN" },
    { "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "FEN" },
    { "4k3/8/8/8/8/8/8/4K3 w - - 0 1 7 8", "FEN" },
    { "8/8/8/8/8/8/8/4K3 w - - 0 1", "one king" },
    { "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "A pawn" },
    { "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "in check" },
    { "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "eight of them pawns" },
  }
  for _, case in refused do
    t:action(uin, "position", case[1])
    local toasts = t:toasts(uin)
    local said = toasts[#toasts].en
    assert(string.find(said, case[2], 1, true), `{case[1]}: {said}`)
    assert(t:hud().position == KIWIPETE, case[1])
  end
  assert(#t:errors() == 0)
  assert(listed(t, uin, "O-O-O") == "O-O-O", "the game goes on")
end)

test("what a position claims and does not have is left out", function(t)
  set_up(t, "4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 0 1")
  assert(t:hud().position == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", t:hud().position)
end)

test("a position is for people alone at a table", function(t)
  local uin, other = t:join("player"), t:join("other")
  t:sit(other, 1)
  local before = t:hud().position
  t:action(uin, "position", KIWIPETE)
  assert(t:hud().position == before)
end)
