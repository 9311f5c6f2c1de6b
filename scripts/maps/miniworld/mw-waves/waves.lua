-- What comes in each wave, and the creatures that are there.

SLIME, WOLF, OGRE = 3401, 3406, 3409
-- Damage to the crystal a second.
local BITE = { [SLIME] = 2, [WOLF] = 3, [OGRE] = 10 }
local WAVES = {
  { { SLIME, 4 } },
  { { SLIME, 6 }, { WOLF, 1 } },
  { { SLIME, 5 }, { WOLF, 4 } },
  { { WOLF, 7 }, { OGRE, 1 } },
  { { SLIME, 8 }, { WOLF, 5 }, { OGRE, 2 } },
}
LAST_WAVE = #WAVES

-- Kinds that are still to come, the next one last.
local coming = {}
-- Kinds of those that are there, by their numbers, and how many there are.
local alive, count = {}, 0
-- Where around the crystal each goes, and those that are there.
local turn, biting = {}, {}
local made = 0

-- A wave for so many players: half as many more for each player after the first.
function prepare_wave(number, players)
  coming = {}
  for _, part in ipairs(WAVES[number]) do
    for _ = 1, math.ceil(part[2] * (1 + players) / 2) do
      table.insert(coming, 1, part[1])
    end
  end
end

-- Sends a creature to its place around the crystal.
local function send(objid)
  local angle = turn[objid] * 2.4
  local x, z = HOME.x + 2 * math.cos(angle), HOME.z + 2 * math.sin(angle)
  return Actor:tryMoveToPos(objid, x, HOME.y, z, 1)
end

function spawn_next()
  local kind = table.remove(coming)
  if not kind then
    return
  end
  made = made + 1
  local gate = GATES[made % #GATES + 1]
  local code, objids = World:spawnCreature(gate.x, HOME.y, gate.z, kind, 1)
  if code ~= ErrorCode.OK then
    return
  end
  local objid = objids[1]
  alive[objid], turn[objid], count = kind, made, count + 1
  if kind == OGRE then
    Creature:setAttr(objid, CREATUREATTR.DIMENSION, 1.7)
  end
  send(objid)
end

-- How many are still to be beaten.
function enemies()
  return count + #coming
end

function is_enemy(objid)
  return alive[objid] ~= nil
end

function forget_enemy(objid)
  if alive[objid] then
    alive[objid], turn[objid], biting[objid], count = nil, nil, nil, count - 1
  end
end

function clear_enemies()
  coming = {}
  for objid in pairs(copy_table(alive)) do
    World:despawnCreature(objid)
    forget_enemy(objid)
  end
end

function begin_biting(objid)
  if alive[objid] then
    biting[objid] = true
  end
end

-- What all at the crystal do to it in a second.
function bites()
  local sum = 0
  for objid in pairs(biting) do
    sum = sum + BITE[alive[objid]]
  end
  return sum
end

-- Those who were pushed off their way go on; those who are lost are given up.
function urge()
  for objid in pairs(copy_table(alive)) do
    if not biting[objid] and send(objid) ~= ErrorCode.OK then
      forget_enemy(objid)
    end
  end
end

-- The living creature nearest to a point, and where its middle is.
function nearest_enemy(x, y, z)
  local best, best_far, at
  for objid in pairs(alive) do
    local code, ex, ey, ez = Actor:getPosition(objid)
    local far = code == ErrorCode.OK and (ex - x) ^ 2 + (ey - y) ^ 2 + (ez - z) ^ 2
    if far and (not best or far < best_far) then
      best, best_far, at = objid, far, { x = ex, y = ey + 0.8, z = ez }
    end
  end
  return best, at
end
