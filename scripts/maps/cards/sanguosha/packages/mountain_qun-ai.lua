-- How computers play the generals of qun in mountain.

-- Huashen: what a skill is good for shows in turns to come. Some are good in one's own turn, some in
-- those of others; how good, is what computers win with them.
local ACTIVE = {
  luanji = 10,
  jizhi = 9,
  zhiheng = 9,
  yingzi = 8,
  tuxi = 8,
  luoshen = 8,
  guanxing = 7,
  jieyin = 7,
  lijian = 7,
  haoshi = 7,
  quhu = 5,
  qixi = 6,
  guose = 6,
  duanliang = 6,
  fanjian = 6,
  shuangxiong = 5,
  paoxiao = 5,
  liegong = 5,
  tieji = 5,
  wusheng = 4,
  longdan = 4,
  yinghun = 6,
  biyue = 4,
  keji = 3,
}
local PASSIVE = {
  jianxiong = 8,
  fankui = 8,
  yiji = 10,
  jieming = 9,
  fangzhu = 10,
  ganglie = 7,
  tianxiang = 8,
  liuli = 7,
  bazhen = 9,
  leiji = 7,
  qingguo = 6,
  longdan = 5,
  jijiu = 6,
  guidao = 5,
  guicai = 4,
  enyuan = 7,
  xiangle = 6,
  weimu = 5,
  beige = 5,
  tuntian = 4,
  wuyan = 4,
  zhichi = 5,
  lianying = 6,
}

-- How good a skill is, or the best skill of a general.
local function worth(values, name)
  local general = sgs.Sanguosha:getGeneral(name)
  if not general then
    return values[name] or 0
  end
  local best = 0
  for _, skill in sgs.qlist(general:getVisibleSkillList()) do
    best = math.max(best, values[skill:objectName()] or 0)
  end
  return best
end

function sgs.ai_skill_choice.huashen(self, choices)
  local values = self.player:getPhase() == sgs.Player_NotActive and PASSIVE or ACTIVE
  local names = choices:split("+")
  local best = names[1]
  for _, name in ipairs(names) do
    if worth(values, name) > worth(values, best) then
      best = name
    end
  end
  return best
end

sgs.ai_skill_invoke.huashen = true
