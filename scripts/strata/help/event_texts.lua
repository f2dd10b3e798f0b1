--- The texts of the help about events: what each has, what it makes, what is done about it, and
--- where it can be said. See `game_help`.
local host = require("strata.host")
local spelling = require("strata.base.spelling")
local file_outline = require("strata.base.file_outline")
local event_vocabulary = require("strata.events.event_vocabulary")
local ability_watches = require("strata.link.ability_watches")
local game_things = require("strata.help.game_things")
local thing_lines = require("strata.help.thing_lines")

local M = {}

local TYPES <const> = thing_lines.TYPES
local add, add_some = thing_lines.add, thing_lines.add_some
local head = thing_lines.head

-- What the fields mean that every event has.
local COMMON <const> = {
  became = "what the object became that this event moved (400.7)",
  by = "the player who controls the cause",
  cause = "the object whose ability or spell made the event; none if a step or a host did",
  effect = "true if an ability or a spell made the event, false if a step or a host did",
  prevented = "how much of the amount was prevented",
}

--- Where a field stands in the file of its event: a number that grows with line and column.
local function place_of_field(game, known, outline, name)
  local line = outline and file_outline.field_line(outline, known.line, { "fields", name }) or 0
  local text = game_things.lines(game, known.path)[line] or ""
  return line * 1000 + (text:find("%f[%w_]" .. name .. "%s*=") or 0)
end

--- The fields of an event, in the order in which it declares them.
local function fields_of(game, known)
  local outline, order, place = game.files:outline(known.path), {}, {}
  for name in host.sorted_pairs(known.fields) do
    order[#order + 1] = name
    place[name] = place_of_field(game, known, outline, name)
  end
  table.sort(order, function(a, b)
    return place[a] < place[b]
  end)
  return order
end

--- What else is to say of a field than its type.
local function about_field(kind, spec, name)
  local said = {}
  said[#said + 1] = spec.affected == name and "who is affected: the event is about it" or nil
  said[#said + 1] = spec.amount == name and "how much: what is prevented is taken off it" or nil
  local default = kind.defaults and kind.defaults[name]
  said[#said + 1] = default and ("an act that does not say it gives %s"):format(default) or nil
  return table.concat(said, "; ")
end

local function add_field(lines, name, kind, text)
  local form = text ~= "" and "  %s  %s: %s" or "  %s  %s"
  add(lines, form, name, TYPES[kind] or kind, text)
end

local function joined(first, second)
  return first and second ~= "" and ("%s; %s"):format(first, second) or first or second
end

local function add_fields(lines, game, thing, kind)
  local spec = game.kinds.events[kind.name] or {}
  local remarks = thing.of
  for _, name in ipairs(fields_of(game, kind.known)) do
    local text = joined(remarks[name], about_field(kind.known, spec, name))
    add_field(lines, name, kind.known.fields[name], text)
  end
  local common = spelling.keys(event_vocabulary.COMMON)
  add(lines, "Every event also has %s: see ?cause, ?by and so on.", table.concat(common, ", "))
end

local SAMPLES <const> = { int = "1", ref = "this", sym = "...", flag = "true" }

-- So many fields stand in an example; of more, only the one affected and the amount.
local SMALL <const> = 4

--- An act of this type, with the fields that have no default.
local function sample(game, thing, known)
  local given, order = {}, fields_of(game, known)
  local is_small = #order <= SMALL
  for _, name in ipairs(order) do
    local kind = known.fields[name]
    local is_needed = name == known.affected or name == known.amount
    if is_needed or (is_small and kind ~= "flag" and not (known.defaults or {})[name]) then
      given[#given + 1] = ("%s = %s"):format(name, SAMPLES[kind])
    end
  end
  return #given > 0 and ("%s { %s }"):format(thing.name, table.concat(given, ", "))
    or thing.name .. " {}"
end

--- The instructions of programs that make an event, anywhere in a value.
local function makes(value, name)
  if type(value) ~= "table" then
    return false
  elseif value[1] == "emit" and value[2] == name then
    return true
  end
  for _, inner in next, value do
    if makes(inner, name) then
      return true
    end
  end
  return false
end

local function add_neighbours(lines, game, name)
  local results, causes, aliases = {}, {}, {}
  for other, spec in host.sorted_pairs(game.kinds.events) do
    results[#results + 1] = makes({ game.kinds.events[name] }, other) and other or nil
    causes[#causes + 1] = other ~= name and makes(spec, name) and other or nil
    aliases[#aliases + 1] = spec.of == name and other or nil
  end
  add_some(lines, "It makes", results)
  add_some(lines, "It is made by", causes)
  add_some(lines, "Names for some such events", aliases)
end

--- The events of which a name is, in the end.
local function base_of(game, name)
  local known = game.kinds.known[name]
  while known.of do
    name, known = known.of, game.kinds.known[known.of]
  end
  return name, known
end

local function add_conditions(lines, spec)
  if spec.can then
    add(lines, "It can happen only if: %s", spec.can)
  end
  if spec.matters then
    add(lines, "It is nothing, and does not happen, unless: %s", spec.matters)
  end
  if spec.looks_back or spec.look_back then
    add(lines, "Its triggers look back: at what was there just before it (603.10).")
  end
  local phases = {}
  for i, phase in ipairs(spec.phases or {}) do
    phases[i] = type(phase) == "table" and tostring(phase[1] or phase.name) or tostring(phase)
  end
  add_some(lines, "Its phases, for handlers of chains", phases)
end

local function add_said(lines, game, thing, base, known)
  local own, short = game.kinds.known[thing.name], thing.name .. " { ... }"
  local is_act = own.of == nil or own.gives ~= nil
  if is_act then
    add(lines, "In cards, as an act: act = %s", sample(game, thing, known))
  end
  add(lines, "In cards, as what is watched: whenever { %s, act = ... }, and so in replace, "
    .. "enters, cant, later%s", short, known.amount and ", prevent" or "")
  if is_act then
    add(lines, "In a step: { emit = %s }; in a session: game:step { emit = ... }", short)
  end
  add(lines, 'In handlers: ctx:emit("%s", { ... }); in scripts: world:act("%s", { ... })', base,
    base)
end

--- What there is to say of an event or an alias, as lines.
---@param game strata.Game
---@param thing strata.GameThing
---@return string[]
function M.told(game, thing)
  local base, known = base_of(game, thing.name)
  local spec = game.kinds.events[thing.name] or {}
  local lines = head(thing, base == thing.name and "event" or "alias: some events " .. base)
  if spec.where then
    add(lines, "It is each event %s for which: %s", base, spec.where)
  end
  if base == thing.name then
    add_fields(lines, game, thing, { name = base, known = known })
  else
    add(lines, "Its fields are those of %s: see ?%s.", base, base)
  end
  add_conditions(lines, spec)
  add_neighbours(lines, game, thing.name)
  add_said(lines, game, thing, base, known)
  add_some(lines, "Watched by", ability_watches.of_event(game, thing.name))
  return lines
end

--- What is said of a field by its name alone.
---@param name string
---@param kind string its type
---@param kinds string[] the events that have it
---@return string
function M.field(name, kind, kinds)
  local lines = { ("event.%s    (field of events: %s)"):format(name, TYPES[kind] or kind) }
  if COMMON[name] then
    add(lines, "Every event has it: %s.", COMMON[name])
  end
  add_some(lines, "Of the events", kinds)
  return table.concat(lines, "\n")
end

return M
