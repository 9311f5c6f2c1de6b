--!strict
-- What holds for all lessons, through clicks and buttons: run with the tests of each map that has some, and
-- by `fangqi check`.

local WAITS_MAX = 40

-- Whether a choice of a question is what is clicked; `look` says of those in steps which player it is.
local function is_it(choice: any, look: any, click: any)
  local at = choice.path and choice.path[1]
  if type(click) == "table" and click.x then
    return at ~= nil and at[1] == click.x and at[2] == click.y and at[3] == click.z
  elseif type(click) == "table" and click.player then
    return look ~= nil and look.seat == click.player - 1
  end
  local label = choice.label
  return label ~= nil and label.en == (if type(click) == "table" then click.en else click)
end

-- The cells of a selection that the clicks from `first` on lie in, by their numbers.
local function selected(selection: any, clicks: { any }, first: number)
  local numbers = {}
  for index = first, #clicks do
    local cells: { { number } } = selection.cells
    for number, at in cells do
      local click = clicks[index]
      if at[1] == click.x and at[2] == click.y and at[3] == click.z then
        numbers[#numbers + 1] = number
        break
      end
    end
  end
  return numbers
end

-- Makes the move of a text as a person does: clicks its places and players, presses its buttons.
local function play(t: Test, uin: number, text: string)
  local clicks = t:eval(
    `local move = Course.lesson.read("{text}", 1) return move and Course.game.clicks(1, move)`
  )
  local index = 1
  while index <= #clicks do
    local click, request = clicks[index], t:request(uin)
    local cards = request.selection and selected(request.selection, clicks, index) or {}
    if #cards > 0 then
      t:select(uin, request.id, cards)
      index += #cards
    elseif click.x and not (request.panel or request.selection) then
      t:click(uin, click.x, click.y, click.z)
      index += 1
    else
      for number, choice in ipairs(request.choices) do
        local look = request.panel and request.panel.looks[number]
        if is_it(choice, look, click) then
          t:choose(uin, request.id, number - 1)
          break
        end
      end
      index += 1
    end
  end
end

local function standing(t: Test)
  local both = t:eval("return { Course.lesson.at() }")
  return both[1], both[2]
end

-- Plays the step; where several moves are right, the one of that number, or the last if there are fewer.
local function solve(t: Test, uin: number, alternative: number)
  for _ = 1, WAITS_MAX do
    local number, is_done = standing(t)
    if is_done then
      return
    end
    local right = t:eval("return Course.lesson.solution()")
    if type(right) == "number" then
      t:action(uin, "lesson_answer_" .. right)
    elseif t:request(uin) then
      local text = right[math.min(alternative, #right)]
      if text == "any" then
        text = t:eval('return Course.game.spoken(Course.lesson.read("any", 1))')
      end
      local legal = t:eval(`return Course.lesson.read("{text}", 1) ~= nil`)
      assert(legal, `step {number}: "{text}" is not legal`)
      play(t, uin, text)
    else
      t:ticks(30) -- long enough for an opponent to answer
    end
  end
  local number = standing(t)
  error(`step {number}: its moves do not lead to its end`)
end

-- Plays all steps.
local function learn(t: Test, uin: number, alternative: number)
  t:action(uin, "learn")
  local count = t:eval("return Lessons:count()")
  for number = 1, count do
    assert(standing(t) == number, `step {number} is not begun`)
    assert(#t:errors() == 0, `step {number} fails`)
    solve(t, uin, alternative)
    t:action(uin, number < count and "lesson_next" or "lesson_finish")
  end
  assert(standing(t) == nil, "after the last step the game is played")
  assert(t:hud().insight.note == nil, "what the lesson said is gone")
end

test("every step is played to its end", function(t)
  learn(t, t:join("learner"), 1)
end)

test("what a step accepts besides leads to its end too", function(t)
  local most = t:eval([[
    local most = 1
    for number = 1, Lessons:count() do
      for _, right in ipairs(Lessons:step(number).play or {}) do
        most = math.max(most, #right)
      end
    end
    return most
  ]])
  local uin = t:join("learner")
  for alternative = 2, most do
    learn(t, uin, alternative)
  end
end)

test("what a step does not ask for is refused, and the position stays", function(t)
  local uin = t:join("learner")
  t:action(uin, "learn")
  for number = 1, t:eval("return Lessons:count()") do
    t:action(uin, "lesson", tostring(number))
    local wrong = t:request(uin)
      and t:eval([[
        local right = Course.lesson.solution()
        for _, move in ipairs(right[1] == "any" and {} or Course.game.moves(1)) do
          if not Course.lesson.asks_for(move) then
            return Course.game.spoken(move)
          end
        end
        return nil
      ]])
    if wrong then
      play(t, uin, wrong)
      local _, is_done = standing(t)
      assert(not is_done, `step {number}: "{wrong}" is not right`)
      local toasts = t:toasts(uin)
      assert(toasts[#toasts].kind == "error", `step {number}: the learner is told`)
      assert(t:request(uin), `step {number}: the learner is asked again`)
      solve(t, uin, 1)
    end
  end
end)

test("others are not disturbed, and steps may be left", function(t)
  local uin, other = t:join("learner"), t:join("other")
  t:sit(other, 1)
  t:action(uin, "learn")
  assert(standing(t) == nil, "two people play: no lesson begins")
  t:stand(other)
  t:action(uin, "learn", "2")
  assert(standing(t) == 2, "it begins at the step that the page remembers")
  solve(t, uin, 1) -- a computer has taken the open seat
  t:action(uin, "lesson_back")
  assert(standing(t) == 1, "one can go back")
  t:action(uin, "new")
  assert(standing(t) == nil, "one can leave")
  for _ = 1, WAITS_MAX do
    if t:request(uin) == nil then
      t:run_jobs() -- computers may have to choose before
      t:ticks(30)
    end
  end
  assert(t:request(uin), "and play")
end)

test("a lesson begins with nothing chosen or played before, from any seat", function(t)
  local uin = t:join("learner")
  t:sit(uin, 1) -- the computer changes places
  t:ticks(40) -- and moves, or chooses
  t:action(uin, "learn")
  for number = 1, t:eval("return Lessons:count()") do
    t:action(uin, "lesson", tostring(number))
    solve(t, uin, 1)
  end
end)
