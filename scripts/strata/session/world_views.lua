--- What a session shows of a world as text: the board, a table, events, layers, and the difference
--- from an earlier moment.
---
--- The module uses functions of worlds that any script can call, and asks a session's game which
--- attributes a reader looks for.
local error_text = require("strata.base.error_text")
local text_width = require("strata.base.text_width")
local host = require("strata.host")
local live_game = require("strata.session.live_game")

local M = {}

local WIDTH <const> = 78 -- where nobody says how wide a line may be
local ROWS_MAX <const> = 60
local CELL_MAX <const> = 32
local COLUMNS_MAX <const> = 7
local NO_EVENTS <const> = "nothing has happened yet: game:put places objects without an event, "
  .. "and game:step { ... } lets events happen"
local SAMPLE <const> = 200 -- entities that are looked at to choose columns

-- -- Texts -------------------------------------------------------------------

--- The text of a value in a cell: "-" for no value.
local function value_text(value)
  if value == nil then
    return "-"
  elseif value == "" then
    return '""'
  end
  return text_width.cut(tostring(value), CELL_MAX, "...")
end

--- The text of a value as it is, for comparing: what is cut off may differ.
local function full_text(value)
  return value == nil and "-" or tostring(value)
end

--- The first columns, as many as fit into a line.
local function fitting(widths, room)
  local total, count = -2, 0
  for i, width in ipairs(widths) do
    total = total + width + 2
    if i > 1 and total > room then
      break
    end
    count = i
  end
  return count
end

local function is_number(text)
  return text:find("^%-?%d+%*?$") ~= nil or text == "-"
end

--- Rows of texts, one below the other; the first says what the columns are, and stands as the one
--- below it. Numbers stand at the right; columns for which a line has no room are left out.
local function grid(rows, width)
  local columns = fitting(text_width.widths(rows), width or WIDTH)
  local lines = text_width.aligned(rows, function(i, column)
    local below = rows[i == 1 and 2 or i] or {}
    return column > 1 and is_number(below[column] or "")
  end, columns)
  local more = #rows[1] - columns
  if more > 0 then
    lines[#lines + 1] = ("(%d more column%s)"):format(more, more == 1 and "" or "s")
  end
  return table.concat(lines, "\n")
end

-- -- Entities ----------------------------------------------------------------

local function attributes_of(world)
  local names = {}
  for _, name in ipairs(world.rules:names("attributes")) do
    if name ~= "name" and name ~= "zone" then
      names[#names + 1] = name
    end
  end
  return names
end

local function is_empty(value)
  return value == nil or value == 0 or value == false or value == ""
    or tostring(value) == "{}"
end

--- Whether an attribute has different values for some of these entities.
local function is_telling(entities, name)
  local first = #entities > 1 and value_text(entities[1][name]) or nil
  for _, entity in ipairs(entities) do
    if value_text(entity[name]) ~= first then
      return true
    end
  end
  return false
end

--- Whether any entity has a value of an attribute, and whether effects have changed one.
local function is_used(entities, name)
  local is_there, is_changed = false, false
  for _, entity in ipairs(entities) do
    local value = entity[name]
    is_there = is_there or not is_empty(value)
    is_changed = is_changed or value_text(value) ~= value_text(entity.base[name])
  end
  return is_there, is_changed
end

--- The priority of a column: numbers that effects have changed come first, then other values that
--- effects have changed, then numbers, then what the game puts forward, its controllers, then the
--- rest, and last what it puts back, as what costs come to; each by name. Nil if no entity has a
--- value there.
local function weight(entities, name)
  local is_there, is_changed = is_used(entities, name)
  local is_whole = math.type(entities[1][name]) == "integer"
  local place = live_game.column_place(name)
  local plain = place ~= 0 and place or (is_whole and 2 or 0)
  return is_there and (is_changed and 4 or 0) + plain or nil
end

--- The attributes that a table of these entities shows.
local function columns_for(world, entities)
  local list, all = {}, table.move(world:entities(), 1, SAMPLE, 1, {})
  entities = table.move(entities, 1, SAMPLE, 1, {})
  for _, name in ipairs(attributes_of(world)) do
    local heavy = weight(entities, name)
    if heavy and is_telling(all, name) then
      list[#list + 1] = { name = name, weight = heavy }
    end
  end
  table.sort(list, function(a, b)
    if a.weight ~= b.weight then
      return a.weight > b.weight
    end
    return a.name < b.name
  end)
  local names = {}
  for i = 1, math.min(#list, COLUMNS_MAX) do
    names[i] = list[i].name
  end
  return names
end

--- A row for each entity; a star marks values that effects have changed.
local function rows_of(title, entities, names)
  local rows = { { title, table.unpack(names) } }
  for i, entity in ipairs(entities) do
    if i > ROWS_MAX then
      rows[#rows + 1] = { ("... %d more"):format(#entities - ROWS_MAX) }
      break
    end
    local row = { value_text(entity) }
    for _, name in ipairs(names) do
      local value = entity[name]
      local mark = value_text(value) ~= value_text(entity.base[name]) and "*" or ""
      row[#row + 1] = value_text(value) .. mark
    end
    rows[#rows + 1] = row
  end
  return rows
end

local function entity_grid(world, title, entities, width)
  return grid(rows_of(title, entities, columns_for(world, entities)), width)
end

--- "hand of A".
local function place_of(world, entity)
  local zone = #world.rules:names("zones") > 0 and entity.zone or nil
  local player = zone and entity:zone_player()
  local place = zone or "in no zone"
  return player and ("%s of %s"):format(place, value_text(player)) or place
end

--- "hand of A", and the entities that are there, in the order of zones.
local function places(world)
  local order, by_place = {}, {}
  for _, entity in ipairs(world:entities()) do
    local place = place_of(world, entity)
    if not by_place[place] then
      by_place[place] = {}
      order[#order + 1] = place
    end
    table.insert(by_place[place], entity)
  end
  table.sort(order)
  return order, by_place
end

--- The board: a table for each place, with the entities in it.
---@param world strata.World
---@param _ any
---@param width? integer how wide lines may be, 78
---@return string
function M.board(world, _, width)
  local order, by_place = places(world)
  if #order == 0 then
    return "nobody"
  end
  local texts = {}
  for i, place in ipairs(order) do
    texts[i] = entity_grid(world, place, by_place[place], width)
  end
  return table.concat(texts, "\n\n")
end

--- An entity for a program: its values that are not empty, and the base values of those that
--- effects have changed; without a table that would be empty.
local function entity_row(entity, names)
  local values, base = {}, {}
  for _, name in ipairs(names) do
    local value, printed = entity[name], entity.base[name]
    if not is_empty(value) then
      values[name] = value
    end
    if full_text(value) ~= full_text(printed) then
      base[name] = printed
    end
  end
  local row = { entity = entity }
  row.values = next(values) and values or nil
  row.base = next(base) and base or nil
  return row
end

--- The board for a program: a row for each place, with the entities in it.
---@param world strata.World
---@return table[]
function M.board_rows(world)
  local order, by_place = places(world)
  local rows, names = {}, attributes_of(world)
  for i, place in ipairs(order) do
    local entities = {}
    for n, entity in ipairs(by_place[place]) do
      entities[n] = entity_row(entity, names)
    end
    rows[i] = { place = place, entities = entities }
  end
  return rows
end

-- -- Tables ------------------------------------------------------------------

local function is_entity(value)
  local meta = host.metatable(value)
  return type(value) == "userdata" and meta.__name == "entity"
end

--- Add a name to a list that has each name once.
local function add_once(names, seen, name)
  names[#names + 1] = not seen[name] and name or nil
  seen[name] = true
end

local function keys_of(list)
  local names, seen = {}, {}
  for _, item in ipairs(list) do
    for key in host.sorted_pairs(item) do
      add_once(names, seen, key)
    end
  end
  return names
end

--- A list of tables, with a column for each key.
local function table_grid(list, width)
  local names = keys_of(list)
  local rows = { {} }
  for i, name in ipairs(names) do
    rows[1][i] = tostring(name)
  end
  for i, item in ipairs(list) do
    rows[i + 1] = {}
    for column, name in ipairs(names) do
      rows[i + 1][column] = value_text(item[name])
    end
  end
  return grid(rows, width)
end

--- A list of entities or of tables as a table; other lists and tables with a row for each entry.
---@param world strata.World
---@param value any
---@param width? integer how wide lines may be, 78
---@return string
function M.table(world, value, width)
  local first = type(value) == "table" and value[1] or nil
  if type(value) ~= "table" or next(value) == nil then
    return "there is nothing to make rows of"
  elseif is_entity(first) then
    return entity_grid(world, "", value, width)
  elseif type(first) == "table" and host.metatable(first) == nil then
    return table_grid(value, width)
  end
  local rows = { { "key", "value" } }
  for key, item in host.sorted_pairs(value) do
    rows[#rows + 1] = { value_text(key), value_text(item) }
  end
  return grid(rows, width)
end

-- -- Events ------------------------------------------------------------------

local function fields_text(fields)
  local parts = {}
  for name, value in host.sorted_pairs(fields or {}) do
    if not is_empty(value) then
      parts[#parts + 1] = ("%s=%s"):format(name, value_text(value))
    end
  end
  return table.concat(parts, " ")
end

--- How many rows a line asks for, 10 for "".
local function count_of(text)
  local count = text == "" and 10 or math.tointeger(tonumber(text))
  if not count or count < 1 then
    error(("expected a number of rows, as in :events 20, got '%s'"):format(text), 0)
  end
  return count
end

--- The newest rows of the log, oldest first.
---@param world strata.World
---@param count? string how many; 10
---@param width? integer how wide lines may be, 78
---@return string
function M.events(world, count, width)
  local most = count_of(count or "")
  local all = {}
  for row in world:log() do
    all[#all + 1] = row
  end
  if #all == 0 then
    return live_game.is_played() and NO_EVENTS or "nothing has happened yet"
  end
  local rows = { { "row", "what", "kind", "who", "fields" } }
  for i = math.max(1, #all - most + 1), #all do
    local row = all[i]
    local kind = row.kind or row.code or ""
    local number, who = value_text(row.number), value_text(row.who)
    rows[#rows + 1] = { number, row.what, kind, who, fields_text(row.fields) }
  end
  return grid(rows, width)
end

-- -- Layers ------------------------------------------------------------------

--- The layers in their order with the number of effects in each, or the order within one layer.
---@param world strata.World
---@param layer? string
---@param width? integer how wide lines may be, 78
---@return string
function M.layers(world, layer, width)
  if layer and layer ~= "" then
    local text = tostring(world:graph(math.tointeger(tonumber(layer)) or layer))
    return text ~= "" and text or ("nothing applies in layer %s"):format(layer)
  end
  local rows = { { "layer", "parts" } }
  for _, name in ipairs(world.rules:names("layers")) do
    rows[#rows + 1] = { name, tostring(#world:graph(name)) }
  end
  return #rows > 1 and grid(rows, width) or "every number is a layer: say which, as in :layers 4"
end

-- -- What has changed --------------------------------------------------------

--- What is compared of an entity, by the name that a difference is told under: its values, its base
--- values, its place.
local function facts_about(world, entity)
  local facts = { place = place_of(world, entity) }
  for _, name in ipairs(world.rules:names("attributes")) do
    facts[name] = full_text(entity[name])
    facts["base." .. name] = full_text(entity.base[name])
  end
  return facts
end

--- What is compared of an effect.
local function facts_about_effect(effect)
  return {
    ticks_left = full_text(effect.ticks_left),
    timestamp = full_text(effect.timestamp),
    targets = full_text(effect.targets),
    source = full_text(effect.source),
  }
end

--- A snapshot of things by their ids, and the ids in their order.
local function snapshot(things, facts_of)
  local by_id, order = {}, {}
  for i, thing in ipairs(things) do
    by_id[thing.id] = { text = full_text(thing), facts = facts_of(thing) }
    order[i] = thing.id
  end
  return by_id, order
end

local function items_of(text)
  local items = {}
  for item in text:sub(2, -2):gmatch("[^,]+") do
    items[#items + 1] = item:match("^%s*(.-)%s*$")
  end
  return items
end

local function missing_from(list, from)
  local known, missing = {}, {}
  for _, item in ipairs(from) do
    known[item] = true
  end
  for _, item in ipairs(list) do
    missing[#missing + 1] = not known[item] and item or nil
  end
  return missing
end

--- "2 -> 3"; of a set what has come and what has gone, "+mountain -forest".
local function change_text(old, new)
  if not (old:find("^{.*}$") and new:find("^{.*}$")) then
    return ("%s -> %s"):format(value_text(old), value_text(new))
  end
  local before, now = items_of(old), items_of(new)
  local come, gone = missing_from(now, before), missing_from(before, now)
  if #come + #gone > 8 or #come + #gone == 0 then
    return ("%s -> %s"):format(value_text(old), value_text(new))
  end
  local parts = {}
  for _, item in ipairs(come) do
    parts[#parts + 1] = "+" .. item
  end
  for _, item in ipairs(gone) do
    parts[#parts + 1] = "-" .. item
  end
  return table.concat(parts, " ")
end

--- Add the differences of one thing. A base value is told only where the value does not tell it:
--- something covers it.
local function compare_facts(lines, before, now)
  for name, old in host.sorted_pairs(before.facts) do
    local new, own = now.facts[name], name:match("^base%.(.+)$")
    local is_seen = own and before.facts[own] ~= now.facts[own]
    if old ~= new and not is_seen then
      local stays = own and (", and %s stays %s"):format(own, value_text(now.facts[own])) or ""
      local form = "  %s  %s: %s%s"
      lines[#lines + 1] = form:format(now.text, name, change_text(old, new), stays)
    end
  end
end

--- Add the differences of two snapshots of things: those that are gone, have come, or differ.
local function compare_things(lines, word, old, new)
  for _, id in ipairs(old.order) do
    if not new.by_id[id] then
      lines[#lines + 1] = "- " .. word .. old.by_id[id].text
    end
  end
  for _, id in ipairs(new.order) do
    if old.by_id[id] then
      compare_facts(lines, old.by_id[id], new.by_id[id])
    else
      lines[#lines + 1] = "+ " .. word .. new.by_id[id].text
    end
  end
end

local function entities_of(world)
  local by_id, order = snapshot(world:entities(), function(entity)
    return facts_about(world, entity)
  end)
  return { by_id = by_id, order = order }
end

local function effects_of(world)
  local by_id, order = snapshot(world:effects(), facts_about_effect)
  return { by_id = by_id, order = order }
end

--- What differs where neither entities nor effects do.
local function hidden_difference(world, before)
  if world:hash() == before:hash() then
    return "nothing is different"
  end
  return "no entity and no effect is different, and yet the world is: what has happened, what "
    .. "abilities remember or wait for, clocks, an order within a zone, or where chance stands"
end

--- The differences of two worlds: entities and effects that have come or gone, and changed values.
---@param world strata.World
---@param before strata.World
---@return string
function M.diff(world, before)
  local lines = {}
  compare_things(lines, "", entities_of(before), entities_of(world))
  compare_things(lines, "effect ", effects_of(before), effects_of(world))
  if #lines == 0 then
    return hidden_difference(world, before)
  end
  if #lines > ROWS_MAX then
    lines[ROWS_MAX + 1] = ("... %d more"):format(#lines - ROWS_MAX)
  end
  return table.concat(lines, "\n", 1, math.min(#lines, ROWS_MAX + 1))
end

-- -- Names -------------------------------------------------------------------

local KINDS <const> = {
  "attributes", "symbols", "layers", "clocks", "zones", "abilities", "definitions", "events",
  "groups", "handlers", "predicates",
}

--- Every name that the rules of a world know, for completion inside of strings.
---@param world strata.World
---@return string[]
function M.names(world)
  local names, seen = {}, {}
  for _, kind in ipairs(KINDS) do
    for _, name in ipairs(world.rules:names(kind)) do
      add_once(names, seen, name)
    end
  end
  return names
end

--- The message of an error in which entities are called as they are printed: "Bear #5:1" stands
--- where it has "#5:1".
---@param message string
---@param world any what the session calls so
---@return string
function M.with_names(message, world)
  return error_text.named(message, world, tostring)
end

return M
