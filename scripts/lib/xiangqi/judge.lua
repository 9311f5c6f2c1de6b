--!strict
-- What the engine's scores mean to people: shares of a win, and a few letters for a bar.

Judge = {}

-- Scores beyond are mates, `WON` less the moves to it.
local MATE, WON = 29000, 30000
-- More is not told apart.
local PAWNS_MOST = 99
-- A side ahead by so many hundredths of a pawn wins six times of seven.
local STEEP = 450

-- A score of the side to move as one of Red's.
function Judge.of_red(score: number, red_to_move: boolean)
  return red_to_move and score or -score
end

-- The score of a game that is over, for Red; `winner` is "red", "black" or nil.
function Judge.of_end(winner: string?)
  return winner == "red" and WON or winner == "black" and -WON or 0
end

-- Red's share of a win, from 0 to 1. Only arithmetic that is the same on every machine.
function Judge.share(score: number)
  if math.abs(score) > MATE then
    return score > 0 and 1 or 0
  end
  local steps = score / STEEP
  return 0.5 + 0.5 * steps / math.sqrt(1 + steps * steps)
end

-- Red's score in a few letters, as a text.
function Judge.label(score: number): string | { zh: string, en: string }
  if math.abs(score) < MATE then
    local pawns = math.clamp(score / 100, -PAWNS_MOST, PAWNS_MOST)
    local shown = string.format(math.abs(pawns) < 10 and "%+.1f" or "%+.0f", pawns)
    return shown == "-0.0" and "+0.0" or shown
  end
  local moves = WON - math.abs(score)
  if moves == 0 then
    return score > 0 and { zh = "红胜", en = "1-0" } or { zh = "黑胜", en = "0-1" }
  end
  local side = score > 0 and "" or "-"
  return { zh = `{side}杀{moves}`, en = `{side}M{moves}` }
end

-- Whether a score is that of a mate for the side it is of.
function Judge.mates(score: number)
  return score > MATE
end

-- The engine's verdict on a position. Whoever tells the engine to stop may mean another thought: this one
-- is begun anew as long as it is wanted. Waits.
function Judge.analyse(handle: number, options: any, is_wanted: () -> boolean)
  local verdict, why
  repeat
    verdict, why = Xiangqi:analyse(handle, options)
  until why ~= "cancelled" or not is_wanted()
  return verdict
end

local blank = false -- whether it is known that none is shown

-- Shows a score of Red's beside the board; nil shows none.
function Judge.show(score: number?)
  if score == nil and blank then
    return
  end
  blank = score == nil
  Hud:setBar(if score then { share = Judge.share(score), text = Judge.label(score) } else nil)
end
