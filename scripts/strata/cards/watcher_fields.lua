--- Fields that all words for watchers share: event fields, conditions, limits, acts, and the
--- parameters that an effect must give when it starts a watcher.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- -- Names in texts ---------------------------------------------------------

--- The names that stand in texts: $target, $x.
---@param value any
---@param into table<string, true>
---@return table<string, true> into
local function names_in(value, into)
  if type(value) == "string" then
    for name in value:gmatch("%$([%l_][%l%d_]*)") do
      into[name] = true
    end
  elseif type(value) == "table" then
    for _, item in host.sorted_pairs(value) do
      names_in(item, into)
    end
  end
  return into
end

M.names_in = names_in

--- Refuse names that stand for several where one belongs.
---@param program strata.Programs
---@param item strata.Described
---@param spec table of a watcher definition
local function check_several(program, item, spec)
  if not program.several then
    return
  end
  for name in host.sorted_pairs(names_in(spec, {})) do
    local is_share = program.shares and program.shares[name]
    if program.several[name] or is_share then
      local form = "%s: named.%s stands for several; say it in an act that makes an event, or first"
        .. " in the list of each or effect"
      program:blame(item, "act", form, item.word, name)
    end
  end
end

-- -- Fields ------------------------------------------------------------------

--- immediate = true: what has triggered is done at once. Where an ability does not say, the rules
--- do.
function M.add_immediate(watch, item, spec)
  spec.immediate = item.given.immediate
  if spec.immediate == nil and watch.game.kinds.is_immediate then
    spec.immediate = true
  end
end

--- prompt = "always": it is asked for even where all orders come to the same.
function M.add_prompt(watch, item, spec)
  local prompt = item.given.prompt
  if prompt ~= nil and prompt ~= "always" then
    local form = '%s: prompt: expected "always", got %s'
    watch:blame(item, "prompt", form, item.word, vocabulary.said(prompt))
  end
  spec.always_ask = prompt ~= nil or nil
end

--- limit = "turn": at most once between two ticks of that clock; do_limit = "turn": done at most
--- once, however often it triggers (603.2i).
function M.add_limit(watch, item, spec)
  local field = item.given.do_limit ~= nil and "do_limit" or "limit"
  local limit = item.given[field]
  if limit == nil then
    return
  end
  local clocks = watch.game.schema.data.clocks or {}
  if not lists.includes(clocks, limit) then
    local hint = spelling.hint(vocabulary.said(limit), clocks)
    local form = "%s: %s: no clock '%s'%s"
    watch:blame(item, field, form, item.word, field, vocabulary.said(limit), hint)
  elseif field == "do_limit" and item.given.limit ~= nil then
    watch:blame(item, field, "%s: 'limit' and 'do_limit': say one of them", item.word)
  end
  spec.clock, spec.per_clock = limit, 1
  spec.counts_done = field == "do_limit" or nil
end

--- The conditions of a watcher, joined.
function M.set_when(program, item, spec, conditions)
  local when = program:condition(item, "when", item.given.when)
  conditions[#conditions + 1] = when and ("(%s)"):format(when) or nil
  spec.when = #conditions > 0 and table.concat(conditions, " and ") or nil
end

--- The acts of a word, which must have some.
---@param program strata.Programs
---@param item strata.Described
---@param spec table of a watcher definition, to which the instructions are added
function M.add_acts(program, item, spec)
  if item.given.act == nil then
    program:blame(item, nil, "%s: it does nothing; say act = ...", item.word)
  end
  local deeds = program:deeds(item, "act", item.given.act)
  table.move(deeds, 1, #deeds, #spec + 1, spec)
  check_several(program, item, spec)
end

-- -- Names that are given ----------------------------------------------------

local GIVEN <const> = { target = "ref", x = "int", choice = "sym", second_choice = "sym" }

local function type_of_given(program, name)
  return program.bound[name] or GIVEN[name] or (name:match("^target_%d+$") and "ref") or nil
end

--- The parameters of a watcher definition: variables that nothing in it binds.
---@param outer strata.Programs
---@param program strata.Programs
---@param spec table of the watcher definition
---@return table<string, string>|nil types by name
function M.given_names(outer, program, spec)
  local names
  for name in host.sorted_pairs(names_in(spec, {})) do
    local is_own = name == "you" or name == "i" or program.bound[name]
    local kind = not is_own and type_of_given(outer, name)
    if kind then
      names = names or {}
      names[name] = kind
    end
  end
  return names
end

--- What it is given, and what it is told besides.
---@param names table<string, string>|nil types by name
---@param told table<string, string>|nil
---@return table<string, string>|nil
function M.joined(names, told)
  for name, kind in host.sorted_pairs(told or {}) do
    names = names or {}
    names[name] = kind
  end
  return names
end

return M
