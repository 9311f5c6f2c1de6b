-- The board: gems lie in columns on a tray, slide towards the player and close up to the west. The
-- blocks in the world are all there is; nothing is kept beside them.

Gems = {} -- a global: the scripts of a map share them, in the order of the manifest

local WIDTH, DEPTH = 12, 10
local FIRST_GEM, LAST_GEM = 3101, 3106
local HEIGHT = 1 -- the layer in which gems lie

Gems.WIDTH, Gems.DEPTH, Gems.HEIGHT = WIDTH, DEPTH, HEIGHT

-- The gem in a cell; nil where there is none.
function Gems.gem(x, z)
  if x < 0 or x >= WIDTH or z < 0 or z >= DEPTH then
    return nil
  end
  local _, id = Block:getBlockID(x, HEIGHT, z)
  return id >= FIRST_GEM and id <= LAST_GEM and id or nil
end

-- Fills the tray with gems of so many colours, each as likely as the others.
function Gems.fill(colours)
  for x = 0, WIDTH - 1 do
    for z = 0, DEPTH - 1 do
      Block:setBlockAll(x, HEIGHT, z, FIRST_GEM - 1 + math.random(colours), 0)
    end
  end
end

-- The connected cells of one colour around a cell, that cell among them.
function Gems.group(x, z)
  local colour = Gems.gem(x, z)
  if not colour then
    return {}
  end
  local cells, known = { { x = x, z = z } }, { [x * DEPTH + z] = true }
  local next = 1
  while cells[next] do
    local at = cells[next]
    next = next + 1
    for _, way in ipairs({ { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }) do
      local nx, nz = at.x + way[1], at.z + way[2]
      if Gems.gem(nx, nz) == colour and not known[nx * DEPTH + nz] then
        known[nx * DEPTH + nz] = true
        table.insert(cells, { x = nx, z = nz })
      end
    end
  end
  return cells
end

-- The largest group there is; of several the westernmost. One gem alone is none.
function Gems.largest()
  local best, seen = {}, {}
  for x = 0, WIDTH - 1 do
    for z = 0, DEPTH - 1 do
      if Gems.gem(x, z) and not seen[x * DEPTH + z] then
        local cells = Gems.group(x, z)
        for _, cell in ipairs(cells) do
          seen[cell.x * DEPTH + cell.z] = true
        end
        if #cells > 1 and #cells > #best then
          best = cells
        end
      end
    end
  end
  return best
end

-- How many gems lie on the tray.
function Gems.count()
  local count = 0
  for x = 0, WIDTH - 1 do
    for z = 0, DEPTH - 1 do
      count = count + (Gems.gem(x, z) and 1 or 0)
    end
  end
  return count
end

-- Takes gems off the tray.
function Gems.clear(cells)
  for _, cell in ipairs(cells) do
    Block:destroyBlock(cell.x, HEIGHT, cell.z)
  end
end

-- Lets gems slide into gaps, and columns close up.
function Gems.settle()
  local columns = {}
  for x = 0, WIDTH - 1 do
    local column = {}
    for z = 0, DEPTH - 1 do
      table.insert(column, Gems.gem(x, z))
    end
    if #column > 0 then
      table.insert(columns, column)
    end
  end
  for x = 0, WIDTH - 1 do
    for z = 0, DEPTH - 1 do
      local column = columns[x + 1]
      Block:setBlockAll(x, HEIGHT, z, column and column[z + 1] or BLOCKID.AIR, 0)
    end
  end
end
