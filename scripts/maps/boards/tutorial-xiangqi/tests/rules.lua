--!strict
-- How the pieces move: counts of moves from an independent generator, and each rule by hand.

-- Runs in the map: a board with the pieces of a FEN, and squares such as "e4".
local LOAD = [[
  local IDS = {
    K = R_KING, A = R_GUARD, B = R_BISHOP, N = R_KNIGHT, R = R_ROOK, C = R_CANNON, P = R_PAWN,
    k = B_KING, a = B_GUARD, b = B_BISHOP, n = B_KNIGHT, r = B_ROOK, c = B_CANNON, p = B_PAWN,
  }
  local function load_fen(fen)
    local loaded = Board:new(0, 0, 8, 9, 1)
    local x, z = 1, 10
    for letter in string.gmatch(fen, ".") do
      local gap = tonumber(letter)
      if letter == "/" then
        x, z = 1, z - 1
      else
        for _ = 1, gap or 1 do
          loaded.boardtable[x][z] = gap and NO_PIECE or IDS[letter]
          x = x + 1
        end
      end
    end
    return loaded
  end
  local function square(x, z)
    return string.sub("abcdefghi", x, x) .. (z - 1)
  end
]]

-- FEN, then the number of moves of Red, of Black, and of those that do not lose the king. Made by a
-- separate program that asks of every pair of squares whether a piece may go from one to the other, and
-- whose perft agrees with the published counts (44, 1,920, 79,666).
local COUNTS: { { any } } = {
  { "rCbakabnr/9/1c6c/p1p3p1p/4p4/9/P1P1P1P1P/4B2C1/9/RN1AKABNR", 33, 38, 33, 35 },
  { "r1bCkabn1/8r/1c7/p1p1p1pCp/9/6P2/P1c1P4/N8/9/R1BAKABNR", 40, 50, 40, 50 },
  { "rnbakabr1/9/3c5/p1p1p1p1C/9/3c5/P3P3P/2N1BA3/9/R3KABNR", 33, 50, 32, 50 },
  { "2bC1a2r/5k3/3rc1n1b/C3p4/8p/9/P1P1c1P1P/R7R/9/1NBAKABN1", 40, 40, 34, 40 },
  { "r2aka3/9/b1n1b4/p3pC3/9/8P/P1P1P1P2/3AB4/5R3/1NBAK4", 37, 18, 37, 18 },
  { "1C3abR1/9/5k3/2R6/8P/9/2P1P1P2/4B4/9/2B1KA3", 50, 5, 50, 5 },
  { "3ak4/7R1/9/9/P1b6/4P4/9/9/4A4/4KA3", 24, 5, 24, 4 },
  { "9/3ka4/9/9/P1P6/2C1P1B2/2P3N1P/B8/1R7/4KA3", 37, 6, 36, 6 },
  { "1nbakabnr/9/rc7/p1p1p1p1p/9/9/P1P1P1P1P/2C6/7C1/RNBAKABcR", 42, 33, 40, 33 },
  { "r1baka2r/5n1c1/nc6b/p1C3p2/9/9/P1P1P1P1P/3C5/9/RNBAKABNR", 43, 41, 43, 41 },
  { "rc1akabr1/3n5/4b4/p1p1p3p/2P3p2/9/P3P1P1P/N8/9/2BAKABNR", 20, 34, 20, 34 },
  { "2bC5/3k5/3cb4/2p1p1p1p/9/6P2/4CN3/8B/9/2BAKA1NR", 31, 20, 31, 20 },
  { "1nbak4/4a4/9/2p5p/4N1b2/4P4/c2C4P/9/9/3K1ABR1", 35, 24, 35, 24 },
  { "c1b1k4/4r4/8n/4p1p1p/3N5/9/1c7/4B2r1/4K4/5A3", 15, 58, 15, 58 },
  { "2b1ka3/9/9/9/9/p1c6/9/3K5/9/6B2", 4, 22, 3, 21 },
  { "4k4/4a4/9/9/9/N5P2/9/4K4/9/2B6", 9, 6, 9, 2 },
  { "rnbakabC1/8r/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RcBAKABNR", 37, 43, 34, 40 },
  { "rnba1kb1r/9/3c5/p1p1p1p1p/7c1/1C7/P1P1P1P1P/4R4/9/1NBAKABNR", 40, 50, 40, 50 },
  { "rnb1k1r2/9/1c7/p1p5C/4p1p2/9/P1P1c1P1P/R8/4A4/1NBA1KBNR", 37, 40, 36, 39 },
  { "rnb2k2r/2C1a4/4b4/p3C3n/4p3p/8c/2P6/9/9/RNBAKAB2", 30, 34, 30, 33 },
  { "3ak1b2/2Rna4/4b4/C3p4/9/1N2P4/P5P1P/3A5/8R/4KAr2", 43, 15, 42, 15 },
  { "4R4/9/5k2b/2P1p1p2/6b1p/PN7/4P1P2/4BA3/4A4/4K1B2", 31, 6, 31, 5 },
  { "9/5k3/8b/3P5/P7P/9/9/9/3K5/9", 10, 5, 10, 5 },
  { "9/4a4/4k3b/9/9/9/9/5A1p1/3K5/p4A3", 5, 12, 4, 11 },
  { "1rbakabnr/9/1c7/p1p1p1p1p/9/7c1/P1P1P1P1P/7C1/4A4/RNB1KABNR", 32, 47, 32, 47 },
  { "1rbakab1r/9/1c1c5/p1p1p1p1p/9/P7P/2P1P1P2/9/4A4/RNB1KABNR", 23, 40, 23, 40 },
  { "1rbak2n1/4a3r/4b4/p1p1p1p1p/7C1/1c4B2/P1P1P1PRP/B8/3NA4/R3KA3", 33, 39, 33, 39 },
  { "r1ba1kb1r/9/9/R1p3p1p/9/8P/7c1/9/3N5/3AKABcR", 26, 36, 23, 35 },
  { "4kab2/r3a4/4b4/p1P6/4P1C1p/9/6c2/9/4K4/2Br5", 18, 42, 16, 42 },
  { "6R2/9/1C2k4/9/9/9/9/9/4AK3/1NBA2N2", 39, 3, 39, 2 },
  { "9/9/3k5/9/8P/9/p8/B6p1/1C7/1NBAKA3", 23, 7, 23, 6 },
  { "3r5/5k3/b8/8p/9/2P6/5R2P/4KA2B/9/1N3A3", 23, 23, 22, 0 },
  { "rnbakabCr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/8R/RcBAKABN1", 44, 36, 41, 33 },
  { "1rbakab1r/9/3c4n/p1p1p1p1p/9/6P1P/P1P1P4/B6C1/9/RN1AKABR1", 32, 39, 32, 39 },
  { "r1ba2b1r/5k3/n8/2p3p1p/C3p4/7c1/P1P3P1P/4B4/3N1c3/R2AKABNR", 28, 44, 28, 44 },
  { "2bk2b2/9/6c1R/p1p1p1p1p/9/4c4/P5P1P/4r1R1N/4K4/5AB2", 19, 39, 2, 39 },
  { "2b1kab1r/9/3a5/6p1p/2n6/1r7/6P1P/1n6B/4AR3/3K1A3", 19, 40, 18, 40 },
  { "5a3/5k2n/b8/9/2p1p1p1p/9/4P4/4K1c2/9/3A5", 5, 18, 4, 18 },
  { "4k4/9/9/6p2/4p4/9/9/5K3/4r4/9", 2, 17, 0, 16 },
  { "P1ba5/9/5k3/9/9/1p7/7r1/4p4/3K5/9", 4, 28, 2, 28 },
  { "r2akabnr/9/nc2b2c1/p1p1p1p1p/9/P8/2P1P1P1P/RC5C1/9/1NBAKABNR", 41, 38, 41, 38 },
  { "1rbakabr1/9/8c/p1p1p1p1p/7c1/9/P1P1P1P1P/8N/R3A4/1NB1KAB1R", 23, 52, 23, 52 },
  { "1cbk2bnr/4a4/r8/2p3p1p/p3p4/2P6/P3P1PCP/R8/4A4/1NB1KABR1", 33, 37, 32, 37 },
  { "rn1ak4/4a4/4b4/2p2cp1p/6b2/4P4/P1r6/BC7/R3A4/1N2KAB2", 30, 42, 30, 42 },
  { "2bR3n1/4k4/9/1c1r5/2p6/4P4/5r3/9/4K4/5ABN1", 17, 53, 15, 51 },
  { "9/4a4/3k5/p5R1p/2b6/2P6/P2c5/4B4/2N6/4Kr3", 29, 35, 2, 35 },
  { "1nbak4/1r2aC3/8r/4p2c1/2b5p/7N1/4P3P/9/2N1AR3/2cAK1B2", 39, 41, 0, 41 },
  { "9/5k3/4b4/9/9/9/9/1C1R5/1N7/4K1B2", 30, 6, 29, 6 },
  { "4k4/9/9/9/9/9/9/9/9/4K4", 4, 4, 3, 3 },
  { "3k5/9/9/9/3P5/9/9/9/9/3K5", 5, 2, 3, 2 },
  { "3ak4/9/9/9/9/9/9/9/4A4/4K4", 6, 3, 2, 3 },
  { "C3k4/9/9/9/9/9/9/9/9/c3K4", 15, 15, 3, 3 },
  { "C2rk3r/9/9/9/9/9/9/9/9/c2RK3R", 38, 38, 0, 0 },
  { "4k4/4P4/9/2p6/6P2/2P6/6p2/9/4p4/4K4", 10, 10, 3, 3 },
  { "2b1k1b2/9/4b4/9/2B3B2/9/9/B3B3B/9/4K4", 15, 7, 15, 7 },
}

-- What, FEN, square, and all squares the piece there may go to.
local SITUATIONS = {
  { "a horse blocked on all four sides", "4k4/9/9/9/4p4/3PNp3/4P4/9/9/4K4", "e4", "" },
  { "a free horse", "4k4/9/9/9/9/4N4/9/9/9/3K5", "e4", "c3 c5 d2 d6 f2 f6 g3 g5" },
  { "a horse in the corner, one leg blocked", "4k4/9/9/9/9/9/9/9/1P7/N2K5", "a0", "b2 c1" },
  {
    "a chariot stops before its own and on the first enemy",
    "4k4/9/9/2p6/9/2R2P3/9/2c6/9/3K5",
    "c4",
    "a4 b4 c2 c3 c5 c6 d4 e4",
  },
  {
    "a cannon slides to its screen and takes behind it",
    "2r1k4/9/2p6/9/9/2C1p1r2/9/2P6/9/3K5",
    "c4",
    "a4 b4 c3 c5 c6 c9 d4 g4",
  },
  {
    "a cannon on the back rank takes across the board",
    "4k4/9/4p4/9/9/9/9/9/9/3KC4",
    "e0",
    "e1 e2 e3 e4 e5 e6 e9 f0 g0 h0 i0",
  },
  {
    "a cannon does not step behind a screen with nothing behind it",
    "4k4/9/9/9/9/2p6/9/9/9/2CK5",
    "c0",
    "a0 b0 c1 c2 c3",
  },
  { "nor does Black's", "2ck5/9/9/9/9/2P6/9/9/9/4K4", "c9", "a9 b9 c5 c6 c7 c8" },
  {
    "an elephant: blocked eye, and never across the river",
    "4k4/9/9/9/9/6B2/7P1/9/9/3K5",
    "g4",
    "e2",
  },
  { "an advisor on its palace's centre", "3k5/9/9/9/9/9/9/9/4A4/3K5", "e1", "d2 f0 f2" },
  { "an advisor in its palace's corner", "3k5/9/9/9/9/9/9/3A5/9/4K4", "d2", "e1" },
  { "a king in its palace", "3k5/9/9/9/9/9/9/9/4K4/9", "e1", "d1 e0 e2 f1" },
  { "a king in its palace's corner", "4k4/9/9/9/9/9/9/5K3/9/9", "f2", "e2 f1" },
  { "kings face each other: Red may take", "4k4/9/9/9/9/9/9/9/9/4K4", "e0", "d0 e1 e9 f0" },
  { "kings face each other: Black may take", "4k4/9/9/9/9/9/9/9/9/4K4", "e9", "d9 e0 e8 f9" },
  { "a piece between the kings", "4k4/9/9/9/4p4/9/9/9/9/4K4", "e9", "d9 e8 f9" },
  { "a pawn at home only goes ahead", "4k4/9/9/9/9/2P6/9/9/9/3K5", "c4", "c5" },
  {
    "a pawn across the river goes aside too, taking or not",
    "4k4/9/9/9/1pP6/9/9/9/9/3K5",
    "c5",
    "b5 c6 d5",
  },
  { "a pawn on the last rank only goes aside", "P3k4/9/9/9/9/9/9/9/9/3K5", "a9", "b9" },
  { "Black's pawn at home", "4k4/9/9/9/2p6/9/9/9/9/3K5", "c5", "c4" },
  { "Black's pawn across the river", "4k4/9/9/9/9/2pP5/9/9/9/3K5", "c4", "b4 c3 d4" },
  { "Black's pawn on the last rank", "4k4/9/9/9/9/9/9/9/9/p2K5", "a0", "b0" },
}

test("counts of moves agree with an independent generator", function(t)
  for _, case in ipairs(COUNTS) do
    local fen = case[1]
    local red, black, red_legal, black_legal = t:eval(LOAD .. string.format(
      [[
        local loaded = load_fen(%q)
        return #loaded:getAllMoves(true), #loaded:getAllMoves(false),
          #loaded:getLegalMoves(true), #loaded:getLegalMoves(false)
      ]],
      fen
    ))
    t:equal(red, case[2], fen .. ": Red")
    t:equal(black, case[3], fen .. ": Black")
    t:equal(red_legal, case[4], fen .. ": Red, safe")
    t:equal(black_legal, case[5], fen .. ": Black, safe")
  end
end)

test("each piece goes where the rules let it", function(t)
  for _, case in ipairs(SITUATIONS) do
    local goes = t:eval(LOAD .. string.format(
      [[
        local loaded = load_fen(%q)
        local from = %q
        local moves, found = {}, {}
        for x = 1, 9 do
          for z = 1, 10 do
            if square(x, z) == from then
              loaded:appendPieceMoves(moves, x, z, loaded.boardtable[x][z])
            end
          end
        end
        for _, move in ipairs(moves) do
          assert(square(move.s_x, move.s_z) == from)
          assert(move.killid == loaded.boardtable[move.e_x][move.e_z])
          found[#found + 1] = square(move.e_x, move.e_z)
        end
        table.sort(found)
        return table.concat(found, " ")
      ]],
      case[2],
      case[3]
    ))
    t:equal(goes, case[4], case[1])
  end
end)

test("moves made in thought are unmade without a trace", function(t)
  for index = 1, 20 do
    local same = t:eval(LOAD .. string.format(
      [[
        local loaded = load_fen(%q)
        local function picture()
          local all = {}
          for x = 1, 9 do
            all[x] = table.concat(loaded.boardtable[x], ",")
          end
          return table.concat(all, ";")
        end
        local before = picture()
        for _, isRed in ipairs({ true, false }) do
          for _, move in ipairs(loaded:getAllMoves(isRed)) do
            loaded:makeMove(move)
            if picture() == before or #loaded.g_moves ~= 1 then
              return false
            end
            loaded:unmakeMove()
            if picture() ~= before or #loaded.g_moves ~= 0 then
              return false
            end
          end
        end
        loaded:unmakeMove()
        return picture() == before
      ]],
      COUNTS[index][1]
    ))
    t:equal(same, true, COUNTS[index][1])
  end
end)

test("the armies, values and free points answer for anything", function(t)
  local red, black, stone, value, off, empty = t:eval([[
    local fresh = Board:new(0, 0, 8, 9, 1)
    return RED_ARMY[R_PAWN], BLACK_ARMY[R_PAWN], RED_ARMY[1], VAL[1],
      fresh:isFreeSpace(0, 5), fresh:isFreeSpace(5, 5)
  ]])
  t:equal(red, 1, "a red pawn is Red's")
  t:equal(black, nil, "and not Black's")
  t:equal(stone, nil, "a stone is nobody's")
  t:equal(value, 0, "and worth nothing")
  t:equal(off, false, "a point off the board is not free")
  t:equal(empty, true, "an empty point is")
end)

test("the opening position is the tutorial's", function(t)
  local corner, far, cannon, pawn, score, count = t:eval([[
    local fresh = Board:new(0, 0, 8, 9, 1)
    return fresh.boardtable[1][1], fresh.boardtable[9][10], fresh.boardtable[2][3],
      fresh.boardtable[5][7], fresh:calcScore(), #fresh:getAllMoves(true)
  ]])
  t:equal(corner, 2021, "Red's left chariot")
  t:equal(far, 2020, "Black's left chariot")
  t:equal(cannon, 2017, "a red cannon")
  t:equal(pawn, 2022, "a black pawn")
  t:equal(score, 0, "level")
  t:equal(count, 44, "Red's moves")
end)
