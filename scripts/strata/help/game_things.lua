--- What a loaded game has, as a list of things with their places and remarks: events, attributes,
--- words, keywords, counters, zones, layers, clocks, nouns, roles, durations, words of steps, laws,
--- cards.
---
--- `game_help` tells of each of them.
local file_outline = require("strata.base.file_outline")
local doc_comments = require("strata.base.doc_comments")
local host = require("strata.host")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

---@class strata.GameThing
---@field kind string one of the kinds of M.KINDS
---@field name string
---@field path? string of the file that declares it
---@field line? integer
---@field pack? string whose file that is
---@field remark? string what a comment there says
---@field of? any more about it, by its kind

-- The kinds in the order in which a list of topics shows them, and the word for several.
M.KINDS = {
  { "event", "events" },
  { "attribute", "attributes" },
  { "word", "symbols" },
  { "keyword", "keywords" },
  { "counter", "counters" },
  { "zone", "zones" },
  { "layer", "layers" },
  { "clock", "clocks" },
  { "duration", "durations" },
  { "phase", "phases" },
  { "noun", "nouns" },
  { "adjective", "adjectives" },
  { "role", "roles" },
  { "group", "groups" },
  { "step", "steps" },
  { "law", "laws" },
  { "card", "cards" },
}

-- -- Places and remarks ------------------------------------------------------

--- The lines of a file of the game.
---@param game strata.Game
---@param path string
---@return string[]
function M.lines(game, path)
  game.remark_lines = game.remark_lines or {}
  local text = game.files.texts[path]
  game.remark_lines[path] = game.remark_lines[path] or doc_comments.lines(text or "")
  return game.remark_lines[path]
end

--- The remark of what a file declares; nil if it has none.
---@param game strata.Game
---@param path string
---@param first integer
---@param named? integer
---@return string|nil
function M.remark(game, path, first, named)
  return doc_comments.of(M.lines(game, path), first, named)
end

local function add(list, game, kind, name, place, of)
  local thing = { kind = kind, name = name, of = of }
  if place and place.path and place.path ~= "?" then
    local pack = pack_graph.of_file(game.packs, place.path)
    thing.path, thing.line, thing.pack = place.path, place.line, pack and pack.name
    thing.remark = M.remark(game, place.path, place.line, place.named)
  end
  list[#list + 1] = thing
end

-- -- Events ------------------------------------------------------------------

--- The constructor of an event's declaration in its file.
local function event_box(outline, known)
  for _, box in ipairs(outline and outline.boxes or {}) do
    local is_near = box.line >= known.line and box.line <= known.line + 1
    if is_near and (box.word == "event" or box.word == "alias") then
      return box
    end
  end
  return nil
end

--- The remarks of an event's fields by their names.
local function field_remarks(game, known, box)
  local said = {}
  local inner = box and box.inner and box.inner.fields
  for name, field in host.sorted_pairs(inner and inner.fields or {}) do
    said[name] = M.remark(game, known.path, field.line)
  end
  return said
end

local function add_events(list, game)
  for name, known in host.sorted_pairs(game.kinds.known) do
    local box = event_box(game.files:outline(known.path), known)
    local named = box and box.places[1] or known.line
    local place = { path = known.path, line = known.line, named = named }
    add(list, game, "event", name, place, field_remarks(game, known, box))
  end
end

-- -- Rules -------------------------------------------------------------------

--- The place of what keys lead to in the rules of the first pack that has it.
local function place_in_rules(game, keys)
  for _, path in ipairs(game.rule_paths) do
    local outline = game.files:outline(path)
    if outline and file_outline.has_nested(outline, keys) then
      return { path = path, line = file_outline.nested_line(outline, keys) }
    end
  end
  return nil
end

--- The things that a field of the rules declares by name.
local function add_named(kind, field)
  return function(list, game)
    for name, value in host.sorted_pairs(game.schema.data[field] or {}) do
      add(list, game, kind, name, place_in_rules(game, { field, name }), value)
    end
  end
end

--- The things that a field of the rules lists. A line of a list has several, so remarks are none.
local function add_listed(kind, field)
  return function(list, game)
    local seen = {}
    for place, name in ipairs(game.schema.data[field] or {}) do
      local at = game.rule_origins.by_key[("%s %s"):format(kind, name)]
      if at and not seen[name] then
        list[#list + 1] = { kind = kind, name = name, of = place, path = at.path, line = at.line }
        list[#list].pack = at.pack
      end
      seen[name] = true
    end
  end
end

--- The things of a kind that have no place of their own; `all_of` gives what they are, by name.
local function add_unplaced(kind, all_of)
  return function(list, game)
    for name, of in host.sorted_pairs(all_of(game)) do
      add(list, game, kind, name, nil, of)
    end
  end
end

local function add_attributes(list, game)
  for _, name in ipairs(game.schema.order) do
    add(list, game, "attribute", name, place_in_rules(game, { "attributes", name }))
  end
end

local function add_layers(list, game)
  local layers = game.schema.data.layers
  for place, layer in ipairs(type(layers) == "table" and layers or {}) do
    local nested = type(layer) == "table" and layer or { layer }
    if #nested == 1 then
      add(list, game, "layer", nested[1], nil, place)
    end
    for i = 2, #nested do
      add(list, game, "layer", nested[1] .. "." .. nested[i], nil, place)
    end
  end
end

local function add_phases(list, game)
  for _, period in ipairs(game.kinds.course or {}) do
    local item = game.kinds.periods[period[1]]
    add(list, game, "phase", item.given[1], item, {})
  end
  for place, phase in ipairs(game.schema.data.phases or {}) do
    add(list, game, "phase", phase[1], place_in_rules(game, { "phases", place }), phase)
  end
end

-- -- Laws and cards ----------------------------------------------------------

local function add_laws(list, game)
  for name, item in host.sorted_pairs(game.law_items) do
    add(list, game, item.word == "keyword" and "keyword" or "law", name, item, item)
  end
end

local function add_cards(list, game)
  for name, card in host.sorted_pairs(game.cards) do
    add(list, game, "card", name, card.draft and card.draft.item, card)
  end
end

-- -- All ---------------------------------------------------------------------

local COLLECTORS <const> = {
  add_events,
  add_attributes,
  add_unplaced("word", function(game)
    return game.schema.sets
  end),
  add_listed("keyword", "keywords"),
  add_unplaced("counter", function(game)
    return game.schema.counters
  end),
  add_named("zone", "zones"),
  add_layers,
  add_listed("clock", "clocks"),
  add_named("duration", "durations"),
  add_phases,
  add_named("noun", "nouns"),
  add_named("adjective", "adjectives"),
  add_named("role", "roles"),
  add_named("group", "groups"),
  add_named("step", "steps"),
  add_laws,
  add_cards,
}

--- A keyword that the rules list and the laws define is one thing.
local function join_keywords(list)
  local kept, by_name = {}, {}
  for _, thing in ipairs(list) do
    local listed = thing.kind == "keyword" and by_name[thing.name]
    if listed then
      listed.path, listed.line, listed.pack = thing.path, thing.line, thing.pack
      listed.remark, listed.of = thing.remark, thing.of
    else
      kept[#kept + 1] = thing
      by_name[thing.name] = thing.kind == "keyword" and thing or by_name[thing.name]
    end
  end
  return kept
end

--- All that a game has, by kinds, and by name within a kind.
---@param game strata.Game
---@return strata.GameThing[]
function M.all(game)
  if not game.things then
    local list = {}
    for _, collect in ipairs(COLLECTORS) do
      collect(list, game)
    end
    game.things = join_keywords(list)
  end
  return game.things
end

return M
