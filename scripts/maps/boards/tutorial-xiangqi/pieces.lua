--!strict
-- The pieces: block ids, armies and values.

NO_PIECE = 0 -- an empty point of the board, and the id of air

R_PAWN = 2023 -- 兵
R_ROOK = 2021 -- 俥
R_KNIGHT = 2018 -- 傌
R_CANNON = 2017 -- 炮
R_BISHOP = 2015 -- 相
R_GUARD = 2012 -- 仕
R_KING = 2011 -- 帥

B_PAWN = 2022 -- 卒
B_ROOK = 2020 -- 車
B_KNIGHT = 2019 -- 馬
B_CANNON = 2016 -- 砲
B_BISHOP = 2014 -- 象
B_GUARD = 2013 -- 士
B_KING = 2010 -- 將

-- Which way a piece looks: each army faces the other (Mini World directions, 2 is -z, 3 is +z).
DICTION_RED = 3
DICTION_BLACK = 2

-- An army holds 1 for its own pieces and nil for everything else, so that it can be asked with `if`.
RED_ARMY = {
  [R_PAWN] = 1,
  [R_ROOK] = 1,
  [R_KNIGHT] = 1,
  [R_CANNON] = 1,
  [R_BISHOP] = 1,
  [R_GUARD] = 1,
  [R_KING] = 1,
}

BLACK_ARMY = {
  [B_PAWN] = 1,
  [B_ROOK] = 1,
  [B_KNIGHT] = 1,
  [B_CANNON] = 1,
  [B_BISHOP] = 1,
  [B_GUARD] = 1,
  [B_KING] = 1,
}

-- What a piece is worth to Black: Red's pieces count against it. Anything that is no piece is worth 0;
-- an empty point has a field of its own, because a search asks for it most of all.
VAL = setmetatable({
  [NO_PIECE] = 0,
  [R_PAWN] = -1,
  [R_ROOK] = -9,
  [R_KNIGHT] = -4,
  [R_CANNON] = -5,
  [R_BISHOP] = -2,
  [R_GUARD] = -2,
  [R_KING] = -100000,

  [B_PAWN] = 1,
  [B_ROOK] = 9,
  [B_KNIGHT] = 4,
  [B_CANNON] = 5,
  [B_BISHOP] = 2,
  [B_GUARD] = 2,
  [B_KING] = 100000,
}, {
  __index = function()
    return 0
  end,
})
