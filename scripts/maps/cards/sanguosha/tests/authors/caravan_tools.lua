-- What the package caravan asks for: helper functions of its author.
caravan_version = 1

function caravan_owners(room, skill)
  local list = {}
  for _, p in sgs.qlist(room:getAllPlayers()) do
    if p:hasSkill(skill) then
      table.insert(list, p)
    end
  end
  return list
end
