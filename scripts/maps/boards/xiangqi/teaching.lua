--!strict
-- Positions and moves as `lessons.toml` writes them: a FEN, and squares such as "h2 e2".

local game = Course.game

function game.put(position: any)
  game.set_up(position and position.fen)
  game.mark(nil)
end

function game.moves()
  return Xiangqi:legalMoves(game.handle())
end

function game.spoken(move: string)
  return `{string.sub(move, 1, 2)} {string.sub(move, 3, 4)}`
end

function game.places(text: string)
  local places = {}
  for name in string.gmatch(text, "%S+") do
    local column, row = string.match(name, "^([a-i])(%d)$")
    if column == nil or row == nil then
      error(`there is no square "{name}"`, 0)
    end
    local cell = Tabletop.cell(column .. row)
    places[#places + 1] = table.clone(cell)
  end
  return places
end

function game.clicks(_: number, move: string)
  return game.places(game.spoken(move))
end
