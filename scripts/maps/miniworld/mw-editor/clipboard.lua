-- What was copied: a box of cells, turned and mirrored as a whole. Cells are kept as one list of numbers
-- (block and data by turns), from the lowest corner on: first along x, then z, then y.

Clipboard = {} -- a global: the scripts of a map share them, in the order of the manifest

-- The facing of blocks (`FACE_DIRECTION`: west 0, east 1, south 2, north 3, down 4, up 5) after a quarter
-- turn clockwise, seen from above, and after a mirror along an axis.
local TURNED = { [0] = 3, [1] = 2, [2] = 0, [3] = 1, [4] = 4, [5] = 5 }
local MIRRORED = {
  x = { [0] = 1, [1] = 0 },
  y = { [4] = 5, [5] = 4 },
  z = { [2] = 3, [3] = 2 },
}

local function index(clip, x, y, z)
  return 2 * ((y * clip.d + z) * clip.w + x) + 1
end

-- Calls a function for every cell: its place in the box, its block and its data.
function Clipboard.each(clip, visit)
  for y = 0, clip.h - 1 do
    for z = 0, clip.d - 1 do
      for x = 0, clip.w - 1 do
        local at = index(clip, x, y, z)
        visit(x, y, z, clip.cells[at], clip.cells[at + 1])
      end
    end
  end
end

-- What lies between two corners, `low` the lowest one.
function Clipboard.copy(low, high)
  local clip =
    { w = high.x - low.x + 1, h = high.y - low.y + 1, d = high.z - low.z + 1, cells = {} }
  for y = low.y, high.y do
    for z = low.z, high.z do
      for x = low.x, high.x do
        local _, id = Block:getBlockID(x, y, z)
        local _, data = Block:getBlockData(x, y, z)
        table.insert(clip.cells, id)
        table.insert(clip.cells, data)
      end
    end
  end
  return clip
end

-- The same cells in a box of another shape: `place` says where each goes, `facing` what becomes of its
-- data.
local function moved(clip, w, h, d, place, facing)
  local made = { w = w, h = h, d = d, cells = {} }
  Clipboard.each(clip, function(x, y, z, id, data)
    local at = index(made, place(x, y, z))
    made.cells[at], made.cells[at + 1] = id, facing[data] or data
  end)
  return made
end

-- Turned clockwise by 90 degrees, seen from above: what lay in the north lies in the east.
function Clipboard.quarter(clip)
  return moved(clip, clip.d, clip.h, clip.w, function(x, y, z)
    return z, y, clip.w - 1 - x
  end, TURNED)
end

-- Mirrored along an axis: "x" changes west and east, "z" south and north, "y" down and up.
function Clipboard.mirror(clip, axis)
  return moved(clip, clip.w, clip.h, clip.d, function(x, y, z)
    return axis == "x" and clip.w - 1 - x or x,
      axis == "y" and clip.h - 1 - y or y,
      axis == "z" and clip.d - 1 - z or z
  end, MIRRORED[axis])
end
