-- Steps that can be undone and done again. A step is one text, cell after cell with what was there and
-- what came, so that many of them are stored cheaply.

History = {} -- a global: the scripts of a map share them, in the order of the manifest

local STEPS_MAX = 20

function History.new()
  return { done = {}, undone = {} }
end

local function write(cell)
  Block:setBlockAll(cell.x, cell.y, cell.z, cell.id, cell.data)
end

-- Writes cells `{x=, y=, z=, id=, data=}` as one step. Gives how many are different from before; where
-- there are none it is no step.
function History.apply(history, cells)
  local parts = {}
  for _, cell in ipairs(cells) do
    local _, id = Block:getBlockID(cell.x, cell.y, cell.z)
    local _, data = Block:getBlockData(cell.x, cell.y, cell.z)
    if id ~= cell.id or id ~= BLOCKID.AIR and data ~= cell.data then
      write(cell)
      local numbers = { cell.x, cell.y, cell.z, id, data, cell.id, cell.data }
      table.insert(parts, table.concat(numbers, ","))
    end
  end
  if #parts > 0 then
    table.insert(history.done, table.concat(parts, ";"))
    if #history.done > STEPS_MAX then
      table.remove(history.done, 1)
    end
    history.undone = {}
  end
  return #parts
end

-- Takes the last step of one list and puts it on the other, with each cell as `pick` says.
local function move(from, to, pick)
  local step = table.remove(from)
  if not step then
    return false
  end
  for part in string.gmatch(step, "[^;]+") do
    local n = {}
    for number in string.gmatch(part, "[^,]+") do
      table.insert(n, tonumber(number))
    end
    write(pick(n))
  end
  table.insert(to, step)
  return true
end

function History.undo(history)
  return move(history.done, history.undone, function(n)
    return { x = n[1], y = n[2], z = n[3], id = n[4], data = n[5] }
  end)
end

function History.redo(history)
  return move(history.undone, history.done, function(n)
    return { x = n[1], y = n[2], z = n[3], id = n[6], data = n[7] }
  end)
end
