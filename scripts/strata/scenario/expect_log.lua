--- Expectation lines about what has happened: those that the rules declare in `lines`, such as
--- "draws(A) = 3", and those of every game, such as "stack from bottom: [x trigger]".
---
--- The log of the world answers them.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local expect_compare = require("strata.scenario.expect_compare")
local expect_events = require("strata.scenario.expect_events")
local expect_subjects = require("strata.scenario.expect_subjects")
local expect_text = require("strata.scenario.expect_text")
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")

local refuse = expect_text.refuse

local M = {}

local TRUTHS <const> = { ["true"] = true, ["false"] = false, yes = true, no = false }

local function need_player(reader, name)
  if not lists.includes(reader.players, name) then
    refuse("no player '%s'; there are %s", name, table.concat(reader.players, ", "))
  end
end

--- A line that compares a number.
local function number_line(wanted, count)
  local query = { kind = "number", name = "it" }
  local compare = expect_compare.read(query, "=", wanted)
  return function(stage)
    local got = count(stage)
    return compare(stage, got), tostring(got)
  end
end

--- Raise that a line's value is none of two words.
local function check_truth(wanted, form)
  if TRUTHS[wanted] == nil then
    refuse(form, wanted)
  end
end

--- A line that compares a truth.
local function truth_line(wanted, test)
  check_truth(wanted, "expected true or false, got '%s'")
  return function(stage)
    local is_so = test(stage) and true or false
    return is_so == TRUTHS[wanted], tostring(is_so)
  end
end

-- -- Players ----------------------------------------------------------------------

--- How many events of a kind were of a player.
local function counted(kind)
  return function(reader, player, wanted)
    expect_events.need_kind(reader, kind)
    need_player(reader, player)
    return number_line(wanted, function(stage)
      local who, count = stage:player(player), 0
      for row in stage.world:log() do
        local is_meant = row.what == "happened" and row.kind == kind
        local is_theirs = row.who == who or row.fields.player == who
        count = count + (is_meant and is_theirs and row.count or 0)
      end
      return count
    end)
  end
end

local function need_attribute(reader, name)
  if not reader.game.schema.attributes[name] then
    refuse("these rules have no attribute '%s', which the line asks for", name)
  end
end

local function flag(is_so)
  return function(name)
    return function(reader, player, wanted)
      need_attribute(reader, name)
      need_player(reader, player)
      return truth_line(wanted or "true", function(stage)
        return stage:player(player)[name] == is_so
      end)
    end
  end
end

--- A number that a player has.
local function number_of(name)
  return function(reader, player, wanted)
    need_attribute(reader, name)
    need_player(reader, player)
    return number_line(wanted, function(stage)
      return stage:player(player)[name]
    end)
  end
end

--- Whether a player was asked whether to do something.
local function may_choose(reader, player, wanted)
  need_player(reader, player)
  return truth_line(wanted, function(stage)
    for _, one in ipairs(stage.asked) do
      if one.purpose == "may" and one.who == stage:player(player) then
        return true
      end
    end
    return false
  end)
end

--- The questions that a player was asked.
local function asked(_, wanted)
  if wanted ~= "none" then
    refuse("choices offered: expected none, got '%s'", wanted)
  end
  return function(stage)
    local list = {}
    for i, one in ipairs(stage.asked) do
      list[i] = one.options
    end
    return #list == 0, #list > 0 and table.concat(list, "; ") or "none"
  end
end

--- The card in a place of a zone of a player: 1 is on top, -1 at the bottom.
local function in_zone(place)
  return function(zone)
    return function(reader, player, wanted)
      need_player(reader, player)
      expect_subjects.need(reader, wanted)
      return function(stage)
        local cards = stage.world:zone(zone, stage:player(player))
        local entity = cards[place > 0 and #cards + 1 - place or -place]
        local id = entity and stage:id_of(entity) or "nothing"
        local name = entity and object_lookup.printed_name(stage, entity)
        return id == wanted or name == wanted, id
      end
    end
  end
end

-- -- Objects ----------------------------------------------------------------------

--- Whether anything of a kind has happened to an object.
local function befell(kind)
  return function(reader, name, wanted)
    expect_events.need_kind(reader, kind)
    expect_subjects.need(reader, name)
    return truth_line(wanted, function(stage)
      for row in stage.world:log() do
        local is_meant = row.what == "happened" and row.kind == kind and row.who
        if is_meant and stage:id_of(row.who) == name then
          return true
        end
      end
      return false
    end)
  end
end

--- The id of the object that leaves the battlefield in a row of the log; nil if none does.
local function leaver(stage, row)
  local is_move = row.what == "happened" and row.kind == "move" and row.who
  if not is_move or row.fields.from ~= stage.game.schema.home then
    return nil
  end
  return stage:id_of(row.who)
end

--- Whether two have left the battlefield at once. What triggers by the first of them is written
--- down before anything else happens, so there is nothing of the kind between them, and something
--- behind: what saw neither leave tells nothing.
local function leave_together(reader, one, other)
  expect_subjects.need(reader, one)
  expect_subjects.need(reader, other)
  return function(stage)
    local triggered, seen = 0, {}
    for row in stage.world:log() do
      local name = leaver(stage, row)
      if name == one or name == other then
        seen[#seen + 1] = triggered
      end
      triggered = triggered + (row.what == "triggered" and 1 or 0)
    end
    if #seen ~= 2 or triggered == seen[2] then
      return false, "they did not both leave, with somebody watching"
    end
    return seen[1] == seen[2], "one after the other"
  end
end

--- Whether what a step tried was legal, such as a block: by one alone, or by both.
local function tried(reader, verb, who, wanted)
  local word, alone = reader.game.step_words[verb], who:match("^(.+) alone$")
  if not word or not word.first then
    refuse("no step '%s' of these rules has an event that must come first", verb)
  elseif not alone and who ~= "both" then
    refuse("%s by: expected 'X alone' or 'both', got '%s'", verb, who)
  end
  local function is_meant(one)
    local is_by = alone and #one.by == 1 and one.by[1] == alone or not alone and #one.by == 2
    return one.verb == verb and is_by
  end
  return function(stage)
    for _, one in ipairs(stage.tried) do
      if is_meant(one) then
        return one.is_legal == (wanted == "legal"), one.is_legal and "legal" or "illegal"
      end
    end
    return false, ("no such %s was declared"):format(verb)
  end
end

--- Whether the ability that was tried last could be used.
local function legal(_, wanted)
  check_truth(wanted, "legal: expected yes or no, got '%s'")
  return function(stage)
    if stage.was_legal == nil then
      return false, "no step has tried to use an ability"
    end
    return stage.was_legal == TRUTHS[wanted], stage.was_legal and "yes" or "no"
  end
end

-- -- The stack, phases ----------------------------------------------------------------

--- Abilities on the stack, from the bottom, as the log tells: what was placed last goes first.
local function stacked(stage)
  local stack = {}
  for row in stage.world:log() do
    if row.what == "placed" then
      stack[#stack + 1] = row.source and stage:id_of(row.source) or row.code
    elseif row.what == "resolved" then
      stack[#stack] = nil
    end
  end
  return stack
end

--- "[one trigger, other trigger]", each by the name of the object that has it.
local function stack_is(_, wanted)
  local items = expect_text.items(wanted)
  return function(stage)
    local names = {}
    for i, id in ipairs(stacked(stage)) do
      names[i] = id .. " trigger"
    end
    local got = observe.listed(names)
    return got == observe.listed(items), got
  end
end

local function resolves_first(reader, wanted)
  expect_subjects.need(reader, wanted)
  return function(stage)
    local stack = stacked(stage)
    return stack[#stack] == wanted, stack[#stack] or "nothing"
  end
end

--- The phase of these rules that a line calls so, perhaps with "step" behind it.
local function need_phase(reader, said)
  local bare, known = said:gsub("_", " "), {}
  for place, phase in ipairs(reader.game.schema.data.phases or {}) do
    known[place] = type(phase) == "table" and phase[1] or phase
  end
  for _, period in ipairs(reader.game.kinds.course or {}) do
    known[#known + 1] = reader.game.kinds.periods[period[1]].given[1]
  end
  for _, name in ipairs({ bare, (bare:gsub(" step$", "")) }) do
    if lists.includes(known, name) then
      return name
    end
  end
  return refuse("no phase '%s'%s", bare, spelling.hint(bare, known))
end

--- Whether a phase has begun in a turn.
local function phase_happens(reader, said, turn, wanted)
  local symbol = reader.game.schema:symbol(need_phase(reader, said))
  return truth_line(wanted, function(stage)
    local rows = stage.turn_rows[math.tointeger(tonumber(turn))]
    if not rows then
      error(("turn %s has not begun"):format(turn), 0)
    end
    for row in stage.world:log(rows.after) do
      local is_within = rows.last == nil or row.number <= rows.last
      local is_meant = row.what == "happened" and row.kind == "phase_begins"
      if is_within and is_meant and row.fields.phase == symbol then
        return true
      end
    end
    return false
  end)
end

--- How many abilities have triggered at the beginning of a phase.
local function phase_triggers(reader, said, wanted)
  local phase = need_phase(reader, said)
  return number_line(wanted, function(stage)
    local count, test = 0, ("event.phase = '%s'"):format(stage.game.schema:symbol(phase))
    for row in stage.world:log() do
      local code = row.what == "triggered" and row.code and stage.game.codes[row.code]
      local is_meant = code and code[2] == "phase_begins"
      if is_meant and code.when and code.when:find(test, 1, true) then
        count = count + row.count
      end
    end
    return count
  end)
end

local FORMS <const> = {
  { "^number of (.+ step) triggers=(%d+)$", phase_triggers },
  { "^([%l_]+_step) happens on turn (%d+)=(%a+)$", phase_happens },
  { "^legal=(%a+)$", legal },
  { "^(.+) and (.+) leave simultaneously$", leave_together },
  { "^(%l+) by (.+) is (i?l?legal)$", tried },
  { "^(%w+) may choose to .+=(%a+)$", may_choose },
  { "^(%w+) may put .+=(%a+)$", may_choose },
  { "^stack from bottom: %[(.*)%]$", stack_is },
  { "^first to resolve=(.-) trigger$", resolves_first },
  { "^choices offered=(%a+)$", asked },
}

-- -- Lines that the rules declare ------------------------------------------------------

-- What a declared line asks, by the field that says it.
local ASKS <const> = {
  bottom = in_zone(-1),
  events = counted,
  happened = befell,
  is = flag(true),
  is_not = flag(false),
  number = number_of,
  top = in_zone(1),
}

-- What stands in a declared line for what a scenario writes there.
local PLACES <const> = { WHO = "(.+)", N = "(%d+)", TRUTH = "(%a+)", CARD = "(.+)" }

--- The pattern of a declared line: "WHO draws N cards".
local function pattern_of(line)
  local escaped = line:gsub("%s*=%s*", "="):gsub("%p", "%%%0")
  return "^" .. escaped:gsub("%u+", PLACES) .. "$"
end

--- The lines of a game's rules, as FORMS.
local function declared(game)
  if not game.log_lines then
    game.log_lines = {}
    for line, asked_for in host.sorted_pairs(game.schema.data.lines or {}) do
      local what = spelling.keys(asked_for)[1]
      local read = ASKS[what](asked_for[what])
      game.log_lines[#game.log_lines + 1] = { pattern_of(line), read }
    end
  end
  return game.log_lines
end

--- Reads a line about the past; nil if it is none.
---@param reader strata.LineReader
---@param text string normal
---@return strata.Judge|nil
function M.read(reader, text)
  for _, forms in ipairs({ declared(reader.game), FORMS }) do
    for _, form in ipairs(forms) do
      local captured = { text:match(form[1]) }
      if captured[1] then
        return form[2](reader, table.unpack(captured))
      end
    end
  end
  return nil
end

return M
