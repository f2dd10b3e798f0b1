--- Compiles `on.hit.before { ... }` to a watcher definition with the role "handle".
---
--- The effect of a handler is data where possible: fields that it changes, acts, whether it stops
--- the walk or leaves the chain. The functions in its list are called in their order.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local act_compiler = require("strata.events.act_compiler")
local event_vocabulary = require("strata.events.event_vocabulary")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local HANDLER <const> = table_reader.form(math.huge, {
  act = true,
  drop = true,
  hooked = "boolean",
  rank = true,
  stop = true,
  store = "table",
  text = "text",
  when = true,
  with = "table",
})

-- -- What it says ------------------------------------------------------------

local function check_place(program, item, place)
  if type(item.given[place]) ~= "function" then
    local form = "%s: in place %d of its list expected a function(ctx), got %s"
    program:blame(item, place, form, item.word, place, vocabulary.said(item.given[place]))
  end
end

--- Behind its name, which may stand first, its list has functions.
local function check_keys(program, item, first)
  table_reader.check(program.kinds.files, item, HANDLER)
  for place = first, #item.given do
    check_place(program, item, place)
  end
end

local function place_of(program, item)
  local rank = item.given.rank
  if rank == nil then
    return nil
  elseif math.type(rank) == "integer" then
    return rank
  elseif not event_vocabulary.RANKS[rank] then
    local hint = spelling.hint(tostring(rank), spelling.keys(event_vocabulary.RANKS))
    program:blame(item, "rank", "%s: rank: no rank '%s'%s", item.word, tostring(rank), hint)
  end
  return event_vocabulary.RANKS[rank]
end

local TYPES <const> = { int = true, flag = true, ref = true, sym = true }

local function is_name(name)
  return type(name) == "string" and name:match("^[%l_][%l%d_]*$") ~= nil
end

--- store = { count = "int" }: named.count, kept for each whose chain it is in.
local function store_of(program, item)
  local store = item.given.store
  for name, kind in host.sorted_pairs(store or {}) do
    if not is_name(name) then
      local form = "%s: store: expected names of a-z, 0-9 and _, got %s"
      program:blame(item, "store", form, item.word, vocabulary.said(name))
    elseif not TYPES[kind] then
      local form = "%s: store: %s: expected int, flag, ref or sym as a text, got %s"
      program:blame(item, "store", form, item.word, tostring(name), vocabulary.said(kind))
    end
    program.bound[name] = kind
  end
  return store
end

--- with = { amount = event.amount - 1 }: all are worked out before any is written.
local function add_changes(program, item, kind, spec)
  local with, changes = item.given.with or {}, {}
  local count = #spelling.keys(with)
  for field, value in host.sorted_pairs(with) do
    local own = kind.fields[field]
    if not own then
      local hint = spelling.hint(tostring(field), spelling.keys(kind.fields))
      program:blame(item, "with", "with: no field '%s'%s", tostring(field), hint)
    end
    local text = program:text(item, "with", value, own)
    if count > 1 then
      spec[#spec + 1] = { "let", as = "new_" .. field, value = text }
      text = "$new_" .. field
    end
    changes[#changes + 1] = { "change", field, value = text }
  end
  table.move(changes, 1, #changes, #spec + 1, spec)
end

--- stop = true, drop = a condition.
local function add_saying(program, item, option, deed, spec)
  local value = item.given[option]
  if value == true then
    spec[#spec + 1] = { deed }
  elseif value ~= nil then
    spec[#spec + 1] = { deed, when = program:condition(item, option, value) }
  end
end

local function add_functions(program, item, first, spec)
  for place = first, #item.given do
    local own = { word = "handler", kind = "handler", given = { item.given[place] } }
    own = setmetatable(own, { __index = { path = item.path, line = item.line } })
    local deeds = program:deeds(item, nil, { own })
    table.move(deeds, 1, #deeds, #spec + 1, spec)
  end
end

--- The names of the phases of a kind.
local function phase_names(declared)
  local names = {}
  for i, phase in ipairs(declared.phases or {}) do
    names[i] = type(phase) == "table" and phase[1] or phase
  end
  return names
end

local function phase_of(program, item, declared)
  local names = phase_names(declared)
  for _, name in ipairs(names) do
    if name == item.phase then
      return name
    end
  end
  local hint = spelling.hint(item.phase, names)
  hint = #names == 0 and "; its events.lua declares `phases`" or hint
  program:blame(item, nil, "%s: '%s' has no such phase%s", item.word, item.event, hint)
end

-- -- Compiling ---------------------------------------------------------------

--- Whether a word made a handler.
---@param item any
---@return boolean
function M.is_handler(item)
  return type(item) == "table" and not phrase.is(item) and item.kind == "on"
end

--- What it does, into its spec.
local function add_deeds(program, item, first, spec)
  add_functions(program, item, first, spec)
  add_changes(program, item, program.kinds:kind(item.event), spec)
  if item.given.act ~= nil then
    local deeds = program:deeds(item, "act", item.given.act)
    table.move(deeds, 1, #deeds, #spec + 1, spec)
  end
  add_saying(program, item, "stop", "halt", spec)
  add_saying(program, item, "drop", "drop", spec)
  if #spec == 2 then
    local form = "%s: it does nothing; say with, act, stop, drop, or give a function"
    program:blame(item, nil, form, item.word)
  end
end

--- What it is called: "pack:name" where a name stands first.
local function code_name(game, item, name)
  local own = type(item.given[1]) == "string" and item.given[1] or nil
  local code = own and ("%s:%s"):format(name:match("^[^:]+"), own) or name:gsub("%.", "_")
  if game.codes[code] then
    game.files:blame(item, 1, "%s: there is a handler '%s' already", item.word, code)
  end
  return code, own and 2 or 1
end

--- Compiles a handler and registers its watcher definition. A handler whose list begins with a name
--- is named by it: "pack:name".
---@param game strata.Game
---@param item table
---@param name string of its watcher definition, if the handler has no name
---@param everywhere boolean it is in the chain of all, unless it is to be hooked
---@return string|nil code its watcher definition; nil: it is not printed here
function M.compile(game, item, name, everywhere)
  local code, first = code_name(game, item, name)
  local program = act_compiler.new(game.kinds)
  program.watch = { base = code }
  check_keys(program, item, first)
  local of = game.kinds.known[item.event].of or item.event
  local phase = phase_of(program, item, game.kinds.events[of])
  local spec = { "handle", item.event, phase = phase }
  spec.place, spec.names = place_of(program, item), store_of(program, item)
  spec.when = program:condition(item, "when", item.given.when)
  spec.everywhere = everywhere and not item.given.hooked or nil
  add_deeds(program, item, first, spec)
  game.codes[code], game.code_items[code] = spec, item
  return not item.given.hooked and code or nil
end

return M
