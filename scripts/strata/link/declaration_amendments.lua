--- Applies amendments to declarations: what a pack changes of an action, a check, a period, the
--- course or the play of another pack.
---
--- A field gets what the amendment says, or, by `add`, acts behind those that it has; `without`
--- takes out fields and periods, `instead` replaces periods, and the list part adds some.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local declarations = require("strata.events.declarations")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")
local amend_targets = require("strata.link.amend_targets")
local amended_fields = require("strata.link.amended_fields")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

---@class strata.Amending a declaration that is being changed
---@field game strata.Game
---@field declared strata.Declaration
---@field item strata.Described the amendment
---@field pack strata.Manifest whose it is

local function blame(amending, field, form, ...)
  amending.game.files:blame(amending.item, field, "amend: " .. form, ...)
end

--- Note what an amendment writes, to find conflicts, and what it changes, for why-def.
---@param amending strata.Amending
---@param field string|integer where the amendment says it
---@param key string what two packs must not both write otherwise
---@param row table { what, old, new }
---@param change? string|strata.Change what it does to what is there; nil if it says all of it
local function note_write(amending, field, key, row, change)
  local declared, pack = amending.declared, amending.pack
  row.pack, row.path = pack.name, amending.item.path
  row.line = amending.game.files:line(amending.item, field)
  declared.altered[#declared.altered + 1] = row
  declared.writes[key] = declared.writes[key] or {}
  table.insert(declared.writes[key], { row = row, pack = pack, change = change })
end

--- Note that the amendment says a field now, so that mistakes are told at its line.
local function note_sayer(amending, key)
  local own = amending.declared.item
  own.said_by = own.said_by or {}
  own.said_by[key] = amending.item
end

-- -- Fields --------------------------------------------------------------------

local function as_list(value)
  return table_reader.is_plain(value) and value or { value }
end

--- add { draw { ... } }: a list, or a single item, with others behind it.
local function added(amending, key, old, change)
  local is_list = old == nil or table_reader.is_plain(old) or type(old) == "string"
    or type(old) == "table" and old.word == "act"
  if change.op ~= "add" or not is_list then
    local form = "%s: '%s' is an operation of lists; say all of it"
    blame(amending, key, form, key, change.said)
  end
  local list = old == nil and {} or lists.copied(as_list(old))
  return table.move(as_list(change.value), 1, #as_list(change.value), #list + 1, list)
end

local function amend_field(amending, key, value)
  local given, change = amending.declared.item.given, nil
  local old = given[key]
  if vocabulary.is_change(value) and value.op == "set" then
    value = value.value
  elseif vocabulary.is_change(value) then
    value, change = added(amending, key, old, value), "instead"
  end
  local row = { what = key, old = amended_fields.said_whole(old) }
  row.new = amended_fields.said_whole(value)
  note_write(amending, key, key, row, change)
  note_sayer(amending, key)
  given[key] = value
end

-- Keys of an amendment that are no fields of what it changes.
local NO_FIELDS <const> = { instead = true, without = true }

local function amend_fields(amending)
  for key, value in host.sorted_pairs(amending.item.given) do
    if type(key) == "string" and not NO_FIELDS[key] then
      amend_field(amending, key, value)
    end
  end
end

-- -- Periods ---------------------------------------------------------------------

--- The place of an inner period that has a name; nil if there is none.
local function place_of_period(amending, called)
  local given = amending.declared.item.given
  for place, inner in ipairs(type(called) == "string" and given or {}) do
    local declared = type(inner) == "table" and amending.game.declarations:of(inner)
    if declared and (declared.name == called or inner.given[1] == called) then
      return place, declared
    end
  end
  return nil
end

local function names_of_periods(amending)
  local names = {}
  for _, inner in ipairs(amending.declared.item.given) do
    local declared = type(inner) == "table" and amending.game.declarations:of(inner)
    names[#names + 1] = declared and declared.name or nil
  end
  return names
end

--- Note that periods are taken out, with those in them.
local function mark_gone(amending, declared)
  declared.gone = amending.item
  for _, other in ipairs(amending.game.declarations.list) do
    if other.parent == declared then
      mark_gone(amending, other)
    end
  end
end

--- A period that the amendment says, as a declaration. It may say before or after which one it
--- comes.
local function need_period(amending, field, value)
  local is_period = type(value) == "table" and value.word == "period"
  if not is_period then
    local form = "%s: expected period { ... }, got %s"
    blame(amending, field, form, tostring(field), vocabulary.said(value))
  end
  local copy = lists.copied(value)
  copy.given = lists.copied(value.given)
  copy.given.after, copy.given.before = nil, nil
  local is_current = amending.declared.is_current
  return amending.game.declarations:add(copy, is_current, amending.declared)
end

--- Where a period that is added comes, and what says it: "after main".
local function place_of_new(amending, place, given)
  local own = amending.declared.item.given
  local side = given.after ~= nil and "after" or given.before ~= nil and "before"
  if given.after ~= nil and given.before ~= nil then
    blame(amending, place, "period: 'after' and 'before': say one of them")
  elseif not side then
    return #own + 1, "the last"
  end
  local at = place_of_period(amending, given[side])
  if not at then
    local form = "period: %s: '%s' has no period %s%s"
    local hint = spelling.hint(tostring(given[side]), names_of_periods(amending))
    local said = vocabulary.said(given[side])
    blame(amending, place, form, side, amending.item.target, said, hint)
  end
  return side == "after" and at + 1 or at, ("%s %s"):format(side, given[side])
end

local function add_periods(amending)
  local item, declared = amending.item, amending.declared
  for place = 1, #item.given do
    if not declarations.holds_periods(declared.kind) then
      local form = "in place %d of its list: %s has no list of periods; say fields by name%s"
      local is_check = declared.kind == "check"
      blame(amending, place, form, place, amend_targets.said_kind(declared.kind),
        is_check and ", and whom it is about as instead = { [2] = ... }" or "")
    end
    local value = item.given[place]
    local new = need_period(amending, place, value)
    local at, where = place_of_new(amending, place, value.given)
    table.insert(declared.item.given, at, new.item)
    local row = { what = "period", old = "none", new = ("%s, %s"):format(new.name, where) }
    note_write(amending, place, "a period " .. where, row, "instead")
  end
end

-- -- Taking out, and putting instead ---------------------------------------------

local function refuse_called(amending, field, called)
  local known = spelling.keys(amending.declared.item.given)
  known = lists.filter(known, function(key)
    return not tonumber(key)
  end)
  table.move(names_of_periods(amending), 1, #names_of_periods(amending), #known + 1, known)
  local near = spelling.nearest(tostring(called), known)
  local form = near and "%s: '%s' has no %s; did you mean '%s'?" or "%s: '%s' has no %s; it has %s"
  blame(amending, field, form, field, amending.item.target, vocabulary.said(called),
    near or table.concat(known, ", "))
end

local function take_out(amending, called)
  local given = amending.declared.item.given
  local place, period = place_of_period(amending, called)
  if period then
    local row = { what = "period " .. period.name, new = "gone" }
    row.old = amended_fields.said_part(period.item)
    note_write(amending, "without", row.what, row, "gone")
    mark_gone(amending, period)
    table.remove(given, place)
  elseif type(called) == "string" and given[called] ~= nil then
    local row = { what = called, old = amended_fields.said_whole(given[called]), new = "gone" }
    note_write(amending, "without", called, row, "gone")
    note_sayer(amending, called)
    given[called] = nil
  else
    refuse_called(amending, "without", called)
  end
end

--- without = { "when", "main" }: fields and inner periods that are no more.
local function take_away(amending)
  local list = amending.item.given.without
  if list == nil then
    return
  elseif type(list) ~= "string" and not table_reader.is_plain(list) then
    local form = "without: expected the name of a field or a period, or a list of them, got %s"
    blame(amending, "without", form, vocabulary.said(list))
  end
  for _, called in ipairs(type(list) == "string" and { list } or list) do
    take_out(amending, called)
  end
end

--- Put a period in the place of another, or another item in a place of the list of a check.
local function put_instead(amending, called, value)
  local given = amending.declared.item.given
  local place, period = place_of_period(amending, called)
  if period then
    local row = { what = "period " .. period.name, old = amended_fields.said_part(period.item) }
    row.new = amended_fields.said_part(value)
    note_write(amending, "instead", row.what, row, "instead")
    mark_gone(amending, period)
    given[place] = need_period(amending, "instead", value).item
  elseif amending.declared.kind == "check" and called == 2 then
    local row = { what = "2", old = amended_fields.said_whole(given[2]) }
    row.new = amended_fields.said_whole(value)
    note_write(amending, "instead", row.what, row)
    note_sayer(amending, 2)
    given[2] = value
  else
    refuse_called(amending, "instead", called)
  end
end

local function put_all_instead(amending)
  local given = amending.item.given.instead
  if given == nil then
    return
  elseif not table_reader.is_plain(given) or next(given) == nil then
    local form = "instead: expected periods by name, or [2] = whom a check is about, got %s"
    blame(amending, "instead", form, vocabulary.said(given))
  end
  for called, value in host.sorted_pairs(given) do
    put_instead(amending, called, value)
  end
end

-- -- All -------------------------------------------------------------------------

local function amend(amending)
  local given = amending.item.given
  local hole = table_reader.hole(given)
  if hole then
    blame(amending, hole, table_reader.HOLE, hole)
  elseif next(given) == nil then
    blame(amending, nil, "it changes nothing; say a field, `without` or `instead`")
  end
  amend_fields(amending)
  take_away(amending)
  put_all_instead(amending)
  add_periods(amending)
end

--- Apply the amendments of files, in their order.
---@param game strata.Game
---@param amendments strata.Described[]
---@param where "events"|"laws" the files
function M.apply(game, amendments, where)
  for _, item in ipairs(amendments) do
    local amending = { game = game, item = item, pack = pack_graph.of_file(game.packs, item.path) }
    amending.declared = amend_targets.need_declared(game, amending, where)
    if amending.declared then
      amend(amending)
    end
  end
end

return M
