--- Answers to the decisions of an action: those that a step lists, in their order.
---
--- An option is named by the card with the replacement effect, by an object or a player, by its
--- text or its number. Optional effects are accepted unless the step answers "no" (118.12).
local error_text = require("strata.base.error_text")
local card_of_watcher = require("strata.stage.card_of_watcher")
local object_lookup = require("strata.stage.object_lookup")

local M = {}

--- The question of a decision and its options, for the message about a missing answer.
local function described(stage, decision)
  local list = {}
  for i, option in ipairs(decision.options) do
    local whose = type(option.value) == "userdata" and stage:id_of(option.value)
    list[i] = whose and ("%s (%s)"):format(option.text, whose) or option.text
  end
  local who = decision.who and stage:player_name(decision.who) or "nobody"
  local options = #list > 0 and table.concat(list, ", ")
    or ("a number from %d to %d"):format(decision.least, decision.most)
  return ("%s, asked of %s: %s"):format(decision.purpose, who, options)
end

--- The question as `described`, and what it is about: the object that asks, and its words.
local function with_source(stage, decision)
  local source, parts = decision.source, {}
  if source then
    parts[1] = "for " .. (stage:id_of(source) or tostring(source))
  end
  parts[#parts + 1] = decision.prompt
  local about = #parts > 0 and (" (%s)"):format(table.concat(parts, ": ")) or ""
  return described(stage, decision) .. about
end

--- The option that the name of a card selects: the one whose watcher belongs to the card.
local function of_card(stage, decision, name)
  local found = nil
  for place, option in ipairs(decision.options) do
    for code in option.text:gmatch("[%w_]+:[%w_]+") do
      if card_of_watcher.card_of(stage.game, code) == name then
        if found and found ~= place then
          return nil
        end
        found = place
      end
    end
  end
  return found
end

--- The option that is an object or a player of a name.
local function of_object(stage, decision, name)
  local entity = stage:somebody(name)
  local list = entity and { { entity = entity } } or object_lookup.find(stage, name)
  for place, option in ipairs(decision.options) do
    for _, object in ipairs(list) do
      if option.value == object.entity or option.value == object.before then
        return place
      end
    end
  end
  return nil
end

--- The option that is a pair, "Bear to Gate": an object that is assigned, and its place.
local function of_pair(stage, decision, said)
  local who, where = said:match("^(.+) to (.+)$")
  if not who then
    return nil
  end
  for place, option in ipairs(decision.options) do
    local is_who = option.to and of_object(stage, { options = { option } }, who)
    if is_who and of_object(stage, { options = { { value = option.to } } }, where) then
      return place
    end
  end
  return nil
end

--- The option that a step calls by an object, a card or a pair; nil if it does not so.
local function named_option(stage, decision, name)
  return of_object(stage, decision, name)
    or of_card(stage, decision, name)
    or of_pair(stage, decision, name)
end

--- An answer of a step as world:answer takes it.
local function read_answer(stage, decision, answer)
  if type(answer) == "table" then
    local list = {}
    for key, item in pairs(answer) do
      local place = math.type(key) == "integer"
      local into = place and key or read_answer(stage, decision, key)
      list[into] = type(item) == "string" and read_answer(stage, decision, item) or item
    end
    return list
  elseif type(answer) ~= "string" then
    return answer
  end
  return named_option(stage, decision, answer) or answer
end

--- Whether an answer is one to this decision: what may be done asks for yes or no.
local function is_for(decision, answer)
  if decision.purpose ~= "may" then
    return answer ~= nil
  end
  return type(answer) == "boolean" or answer == "yes" or answer == "no"
end

--- When one came, to say who is newest. An action that asks has been taken back until it is
--- answered, so who comes in it is not there now: it is newer than all who are.
local function came_at(option)
  return option.value:is_alive() and option.value:timestamp() or math.maxinteger
end

--- Keeps the newest of several legends if the step chooses none.
local function newest(decision)
  local best = 1
  for place, option in ipairs(decision.options) do
    best = came_at(option) >= came_at(decision.options[best]) and place or best
  end
  return best
end

--- Any order of abilities that say the same; nil if they do not.
local function any_order(decision)
  local order = {}
  if decision.purpose ~= "order triggers" then
    return nil
  end
  for place, option in ipairs(decision.options) do
    if option.text ~= decision.options[1].text then
      return nil
    end
    order[place] = place
  end
  return order
end

--- Any of several effects that say the same; nil if they do not.
local function any_of_them(decision)
  if #decision.options == 0 then
    return nil
  end
  for _, option in ipairs(decision.options) do
    if decision.purpose ~= "replace" or option.text ~= decision.options[1].text then
      return nil
    end
  end
  return 1
end

--- What is answered where a step says nothing; nil if that cannot be guessed.
local function unsaid(stage, decision)
  if stage.choose then
    return stage.choose(decision)
  elseif decision.purpose == "keep" then
    return newest(decision)
  elseif decision.purpose == "may" then
    return true -- optional effects are used when the steps say nothing
  end
  return any_order(decision) or any_of_them(decision)
end

--- Whether an answer only names what there is: if so, it is the rules that do not allow it.
local function is_of_known(stage, answer)
  if type(answer) == "table" then
    for key, item in pairs(answer) do
      if not (is_of_known(stage, key) and is_of_known(stage, item)) then
        return false
      end
    end
    return true
  elseif type(answer) ~= "string" then
    return true
  end
  local who, where = answer:match("^(.+) to (.+)$")
  return stage:somebody(answer) ~= nil
    or #object_lookup.find(stage, answer) > 0
    or (who ~= nil and is_of_known(stage, who) and is_of_known(stage, where))
end

--- Answers a decision by what a step says or, if that is nil, by what goes without saying. A step
--- that lists answers has to list all of them.
local function answer_one(stage, decision, answer, is_listed)
  if answer == nil and not (is_listed and decision.purpose == "may") then
    answer = unsaid(stage, decision)
  end
  if answer == nil then
    error("no answer is left for " .. with_source(stage, decision), 0)
  end
  local is_fine, message = pcall(function()
    stage.world:answer(read_answer(stage, decision, answer))
  end)
  if not is_fine then
    local text = ("%s; it was %s"):format(error_text.plain(message), with_source(stage, decision))
    error(is_of_known(stage, answer) and { refused = text } or text, 0)
  end
  stage.asked[#stage.asked + 1] = {
    purpose = decision.purpose,
    who = decision.who,
    options = described(stage, decision),
  }
end

-- How many questions an action may ask: each answer runs it anew.
local MOST <const> = 256

--- One more question of an action. Raises if these are too many.
local function meet(stage, decision, asked)
  local most = stage.most_asked or MOST
  if asked > most then
    error(("it asks again and again, more than %d questions"):format(most), 0)
  elseif stage.meets then
    stage.meets(decision)
  end
end

--- An answer as a step writes it.
local function written(answer)
  if type(answer) == "table" then
    local list = {}
    for i, item in ipairs(answer) do
      list[i] = written(item)
    end
    return "{ " .. table.concat(list, ", ") .. " }"
  end
  return type(answer) == "string" and ("'%s'"):format(answer) or tostring(answer)
end

--- That answers of a step are left over: which, and what was asked.
local function left_over(stage, answers, used, before)
  local left, asked = {}, {}
  for place = used + 1, #answers do
    left[#left + 1] = written(answers[place])
  end
  for place = before + 1, #stage.asked do
    asked[#asked + 1] = stage.asked[place].options
  end
  local what = #asked > 0 and "asked were: " .. table.concat(asked, "; ") or "nothing was asked"
  local form = "%d of %d answers were asked for, and not %s; %s"
  return form:format(used, #answers, table.concat(left, ", "), what)
end

--- The player who concedes by an answer, { concedes = "B" }; nil if it is one.
local function conceding(stage, answer)
  local name = type(answer) == "table" and answer.concedes
  return type(name) == "string" and stage:player(name) or nil
end

--- Whether questions are open that no later step answers.
local function are_left(stage)
  return not stage.is_left_open and #stage.world:decisions() > 0
end

--- Answers the question that is open, or lets a player concede, as the next of the answers of a
--- step says; 1 if it takes that answer, else 0.
local function give_next(stage, answers, used)
  local decision = stage.world:decisions()[1] -- who is told may have put another world there
  local answer = answers and answers[used + 1]
  local player = conceding(stage, answer)
  if player then
    stage.world:concede(player)
    return 1
  end
  local is_said = is_for(decision, answer)
  if not is_said then
    answer = nil
  end
  answer_one(stage, decision, answer, answers and used == #answers)
  return is_said and 1 or 0
end

--- Answer all that is asked until the action is done. Raises if an answer is missing or left over,
--- or if it asks without end. Of a step that is several actions each takes up where the one before
--- ended: `given` says how many answers were used until then, and the rest is left for the next.
---@param stage strata.Stage
---@param answers any[]|nil
---@param given? { used: integer } brought up to date
function M.give(stage, answers, given)
  local used, asked, before = given and given.used or 0, 0, #stage.asked
  while are_left(stage) do
    asked = asked + 1
    meet(stage, stage.world:decisions()[1], asked)
    used = used + give_next(stage, answers, used)
  end
  if given then
    given.used = used
  elseif answers and used < #answers then
    error(left_over(stage, answers, used, before), 0)
  end
end

--- Answer the question that is open, the first of several. Raises if nothing is asked.
---@param stage strata.Stage
---@param answer any
function M.answer(stage, answer)
  local decision = stage.world:decisions()[1]
  if not decision then
    error("answer: nothing is asked any more; a step that asks says asks = true, and each `answer` "
      .. "behind it answers one question", 0)
  end
  meet(stage, decision, 1)
  answer_one(stage, decision, answer, true)
  stage:follow()
end

return M
