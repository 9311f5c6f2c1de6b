-- Positions and moves as `lessons.toml` writes them: a FEN, and squares such as "h2 e2".

local game = Course.game

function game.put(position)
  game.set_up(position and position.fen)
  game.mark(nil)
end

function game.moves()
  return Xiangqi:legalMoves(game.handle())
end

function game.spoken(move)
  return `{string.sub(move, 1, 2)} {string.sub(move, 3, 4)}`
end

function game.places(text)
  local places = {}
  for name in string.gmatch(text, "%S+") do
    local column, row = string.match(name, "^([a-i])(%d)$")
    if column == nil then
      error(`there is no square "{name}"`, 0)
    end
    places[#places + 1] = table.clone(Tabletop.cell(column .. row))
  end
  return places
end

function game.clicks(_, move)
  return game.places(game.spoken(move))
end
