--- What players may do now: the list for people, and doing one of its actions by words.
---
--- The engine lists the actions and refuses all others; here they only get names.
local strata = require("strata")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local course_steps = require("strata.stage.course_steps")
local object_lookup = require("strata.stage.object_lookup")
local stage_module = require("strata.stage.stage")
local step_events = require("strata.stage.step_events")
local step_objects = require("strata.stage.step_objects")

local M = {}

--- What an action is called: the short name of an ability, else the last part of its name, "mark"
--- of "noughts:mark".
local function label_of(game, code)
  local item = game.code_items[code]
  local short = item and item.word == "activated" and item.given[1]
  return type(short) == "string" and short:gsub(" ", "_") or code:match("([^:]*)$")
end

-- -- The list ------------------------------------------------------------------

---@class strata.LegalAct
---@field player string
---@field act strata.CodeAct as world:act takes it
---@field text string "mark a1"

--- What all players may do, in turn order.
---@param stage strata.Stage
---@return strata.LegalAct[]
function M.list(stage)
  local list = {}
  if #stage.world:decisions() > 0 then
    error("a decision is open: answer it, as by :answer, or take it back by :undo", 0)
  end
  stage:follow()
  for _, name in ipairs(stage.order) do
    for _, act in ipairs(stage.world:legal(stage.players[name])) do
      local object = act.source and (stage:id_of(act.source) or tostring(act.source))
      local label = label_of(stage.game, act.code)
      local text = object and ("%s %s"):format(label, object) or label
      list[#list + 1] = { player = name, act = act, text = text }
    end
  end
  return list
end

--- The names of all actions of the game that are listed.
---@param game strata.Game
---@return string[]
local function codes_of(game)
  local list = {}
  for code, spec in host.sorted_pairs(game.codes) do
    list[#list + 1] = spec[1] == "action" and not spec.unlisted and code or nil
  end
  return list
end
M.codes_of = codes_of

--- The step that begins the game, with the player who is seated first.
---@param stage strata.Stage
---@return string
function M.first_step(stage)
  return ("game:step { start = %q }"):format(stage.order[1])
end

--- Why nobody may do anything.
local function nothing_to_do(stage)
  local ended = stage.world:ended()
  if ended then
    return ("the game is over: it ended in action %d"):format(ended)
  elseif #codes_of(stage.game) == 0 then
    return "nobody may do anything: the rules have no action { ... }"
  elseif course_steps.is_to_begin(stage) then
    local form = "nobody may do anything: the game has not begun; begin it: %s"
    return form:format(M.first_step(stage))
  end
  return "nobody may do anything now"
end

--- The list as numbered lines: the numbers are those of the list of all players.
---@param stage strata.Stage
---@param player? string the only one who is asked about
---@return string
function M.text(stage, player)
  local list, lines = M.list(stage), {}
  local only = player and stage:player(player)
  for number, one in ipairs(list) do
    if not only or only == stage.players[one.player] then
      lines[#lines + 1] = ("%3d  %s: %s"):format(number, one.player, one.text)
    end
  end
  if player and #lines == 0 and #list > 0 then
    return ("%s may do nothing now"):format(player)
  end
  return #lines > 0 and table.concat(lines, "\n") or nothing_to_do(stage)
end

--- The action of a number of the list, or of what stands behind the number: "A: mark a1", or "mark
--- a1" where one player alone may do it. Nil, and those who may, if several may.
local function one_of(list, which)
  if type(which) ~= "string" then
    return math.type(which) == "integer" and list[which] or nil
  end
  local said, found, who = which:gsub("%s+", " "):match("^ ?(.-) ?$"), nil, {}
  for _, one in ipairs(list) do
    if one.player .. ": " .. one.text == said then
      return one
    elseif one.text == said then
      found, who[#who + 1] = one, one.player .. ": " .. said
    end
  end
  return #who == 1 and found or nil, who[2] and who
end

--- Do an action of the list, of a number or in its words. What it has to announce is asked.
---@param stage strata.Stage
---@param which integer|string
---@return strata.Outcome
function M.take(stage, which)
  local list = M.list(stage)
  local one, several = one_of(list, which)
  if several then
    error(("'%s' can be done by several: say %s"):format(which, table.concat(several, ", or ")), 0)
  elseif not one then
    local there = ("there are 1 to %d; :legal lists them"):format(#list)
    local known = #list > 0 and there or nothing_to_do(stage)
    local said = type(which) == "string" and ("'%s'"):format(which) or tostring(which)
    error(("no action %s; %s"):format(said, known), 0)
  end
  local outcome = stage.world:act(one.act)
  stage:follow()
  return outcome
end

-- -- Why not, and the step ------------------------------------------------------

--- The player, the action and the object of "A: mark a1", "mark a1" or "pass".
local function parts_of(stage, said)
  local player, rest = said:match("^%s*([%w_]+):%s+(.*)$")
  local label, object = (rest or said):match("^%s*(%S+)%s*(.-)%s*$")
  if not label then
    error("say which action, as in: mark a1", 0)
  end
  return player and stage:player(player), label, object ~= "" and object or nil
end

--- The present form of a name by which a step calls an action.
local function present_name(game, said)
  local now = type(said) == "string" and game.files.renames:present(said)
  local pack = now and now:match("^[^:]*:")
  return now and (pack or "") .. slugs.of(now:sub(#(pack or "") + 1)) or said
end

--- The actions that a name calls: one by its whole name, or all with this label. Of abilities that
--- have a label in common the object says which one is meant.
local function codes_called(game, name)
  local found = {}
  for _, code in ipairs(codes_of(game)) do
    if code == name then
      return { code }
    end
    found[#found + 1] = label_of(game, code) == name and code or nil
  end
  return found
end

--- The name of an action that a step calls by its label or by its whole name, which may be former
--- ones. Nil and what is wrong if there is none, or several packs have one.
---@param game strata.Game
---@param said any
---@return string|nil code
---@return string|nil problem
function M.code_named(game, said)
  local found, known = codes_called(game, said), {}
  found = #found == 0 and codes_called(game, present_name(game, said)) or found
  local first, second = found[1], found[2]
  if second and game.code_items[first].word == "action" then
    local form = "act: '%s' is an action of several packs; write '%s' or '%s'"
    return nil, form:format(said, first, second)
  elseif first then
    return first
  end
  for place, code in ipairs(codes_of(game)) do
    known[place] = label_of(game, code)
  end
  local hint = spelling.hint(tostring(said), known)
  return nil, ("act: no player can do '%s'%s"):format(tostring(said), hint)
end

--- Why an action is not listed: a line for the player who is named, or for each.
---@param stage strata.Stage
---@param said string as the list writes it: "mark a1", or "A: mark a1" of one player
---@return string
function M.why_not(stage, said)
  stage:follow()
  local player, label, object = parts_of(stage, said)
  local code, problem = M.code_named(stage.game, label)
  if not code then
    error(problem, 0)
  end
  local act = {
    code = code,
    source = object and step_objects.anybody(stage, object) or nil,
  }
  local lines = {}
  for _, name in ipairs(stage.order) do
    act.you = stage.players[name]
    if not player or player == act.you then
      lines[#lines + 1] = ("%s: %s"):format(name, stage.world:why_not(act) or "it can be done")
    end
  end
  return table.concat(lines, "\n")
end

--- An object by its id, or a word or number as it is.
local function one_announced(stage, value)
  local is_object = type(value) == "string"
    and (stage:somebody(value) or #object_lookup.find(stage, value) > 0)
  return is_object and step_objects.anybody(stage, value) or value
end

--- How many choices a name that stands for several has, of which each has a name of its own:
--- prey_1, prey_2.
local function count_choices(spec, name)
  local count = 0
  for _, made in ipairs(spec) do
    local is_one = type(made) == "table" and made[1] == "choose" and made.target
    count = count + (is_one and made.as == ("%s_%d"):format(name, count + 1) and 1 or 0)
  end
  return count
end

--- What a step announces: objects by their ids, words as they are; a list of them for a name that
--- stands for several, and there are no more of those.
---@param stage strata.Stage
---@param code string of the action
---@param said? table<string, any> as a step writes it
---@return table<string, any> as world:act takes it
function M.announced(stage, code, said)
  local with = {}
  for name, value in host.sorted_pairs(said or {}) do
    if type(value) == "table" then
      local count = count_choices(stage.game.codes[code], name)
      for place = 1, math.max(#value, count) do
        local one = value[place]
        with[("%s_%d"):format(name, place)] = one == nil and strata.none
          or one_announced(stage, one)
      end
    else
      with[name] = one_announced(stage, value)
    end
  end
  return with
end

-- What the engine says of that which the rules do not allow. A name that no action announces is
-- found as a step is read, so one that is not announced here is one too many: prey_3.
local REFUSALS <const> = { "cannot be done", "the game is over", "' announces no '" }

--- Do an action. What the rules do not allow is refused with the reason.
---@param stage strata.Stage
---@param code string
---@param options table as step_events.act takes them
function M.perform(stage, code, options)
  local is_fine, problem = pcall(step_events.act, stage, code, options)
  if is_fine then
    return
  end
  if type(problem) == "table" then
    error(problem, 0) -- a refusal
  end
  local message = tostring(problem):gsub("^world:%w+: ", "")
  for _, refusal in ipairs(REFUSALS) do
    if message:find(refusal, 1, true) then
      stage_module.refuse("%s", message)
    end
  end
  error(message, 0)
end

--- What an action announces, by name: a name that stands for several, too.
local function announced_names(spec)
  local names = {}
  for _, made in ipairs(spec) do
    local is_announced = type(made) == "table" and (made.announced or made.target)
    if is_announced then
      names[made.as:match("^(.+)_%d+$") or made.as], names[made.as] = true, true
    end
  end
  return names
end

--- An action is done with an object, or with none.
local function with_problem(game, code, step)
  local spec, item = game.codes[code], game.code_items[code]
  local is_with_one = spec.subject ~= nil or item.word ~= "action"
  if is_with_one and step.with == nil then
    local form = "act: '%s' is done with an object; say which, as in { act = \"%s\", with = "
      .. "\"...\" }"
    return form:format(step.act, step.act)
  elseif not is_with_one and step.with ~= nil then
    return ("act: '%s' is done with no object; take out `with`"):format(step.act)
  end
  return nil
end

local function announce_problem(game, code, step)
  local names = announced_names(game.codes[code])
  for name in host.sorted_pairs(step.announce or {}) do
    if not names[name] then
      local known = spelling.keys(names)
      local hint = #known > 0 and spelling.hint(tostring(name), known) or "; it announces nothing"
      return ("act: announce: '%s' announces no '%s'%s"):format(step.act, tostring(name), hint)
    end
  end
  return nil
end

--- What is wrong with the names that a step says of an action; nil if nothing is.
---@param game strata.Game
---@param step table as its file says it
---@return string|nil
function M.step_problem(game, step)
  local code, problem = M.code_named(game, step.act)
  return problem or with_problem(game, code, step) or announce_problem(game, code, step)
end

--- { act = "mark", with = "a1", by = "A" }: a player does what the rules allow. What they do not
--- allow is refused with the reason.
---@param stage strata.Stage
---@param step table
---@return string|nil done
function M.step(stage, step)
  local code, problem = M.code_named(stage.game, step[1])
  if not code then
    error(problem, 0)
  end
  local options = {
    source = step.with and step_objects.anybody(stage, step.with) or nil,
    you = stage:player(step.by),
    with = M.announced(stage, code, step.announce),
    answers = step.answers,
    settle = step.settle or "all",
  }
  M.perform(stage, code, options)
  return "settled"
end

return M
