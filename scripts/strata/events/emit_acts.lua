--- Compiles acts that make an event, such as `draw { player = event.player }`, to instructions of
--- strata.rules.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local several = require("strata.events.several")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- The fields that an act may give: the kind's own, and who makes it.
local function act_fields(known)
  local fields = { by = "ref", cause = "ref" }
  for name, kind in host.sorted_pairs(known.fields) do
    fields[name] = kind
  end
  return fields
end

local ACT <const> = { as = true, instead = true, times = true, when = true }
-- What enters can have counters at once.
local ENTERING <const> = { counters = true }

--- The form of the acts of a kind, which is made once.
local function form_of(known, fields)
  if not known.form then
    local all = table_reader.form(1, ACT, known.enters and ENTERING or nil)
    for name in next, fields do
      all.fields[name] = true
    end
    known.form = all
  end
  return known.form
end

--- The kind that an act is of, and what it gives if it names an alias that says so.
local function kind_of(self, item)
  local name, given = item.kind, {}
  while self.kinds.known[name].of do
    local alias = self.kinds.known[name]
    if not alias.gives then
      self:blame(item, nil, "'%s' is an alias; write %s { ... }", item.kind, alias.of)
    end
    for field, text in host.sorted_pairs(alias.gives) do
      given[field] = given[field] or text
    end
    name = alias.of
  end
  return name, given
end

--- The value of a field: what is chosen for it is asked for first.
local function field_value(self, item, name, kind, into)
  local value = item.given[name]
  if type(value) ~= "table" or value.word ~= "choose" then
    return self:text(item, name, value, kind)
  end
  self.made = self.made + 1
  local given = { as = "chosen_" .. self.made }
  for key, option in host.sorted_pairs(value.given) do
    given[key] = option
  end
  local path, line = value.path, value.line
  local asked = { word = "choose", kind = "choose", given = given, path = path, line = line }
  table.move(self:deeds(asked, nil, asked), 1, 1, #into + 1, into)
  return "$" .. given.as
end

--- Who makes an event, and by what, if its act does not say.
local MAKERS <const> = { by = "$you", cause = "this" }

--- A default of a kind as text, with what an act gives in place of the event's fields; nil if it
--- hangs on one that is not given.
local function filled(text, known, with, zone)
  local place = ("event.%s.zone"):format(known.affected)
  local is_known = true
  local result = text:gsub("%f[%w_]event%.[%w_.]+", function(path)
    if zone and path == place then
      return zone
    end
    local name, rest = path:match("^event%.([%w_]+)(.*)$")
    local said = with[name] or MAKERS[name]
    is_known = is_known and said ~= nil
    return said and said .. rest
  end)
  return is_known and result or nil
end

--- What an act gives if it does not say, where all that it hangs on is said.
---@param known table a kind: see strata.Kinds
---@param with table<string, string> texts by field; those are added
---@param zone? string the zone of the affected object, where that is known; else it is asked for
---@param own? table<string, string> defaults that come before those of the kind
function M.fill(known, with, zone, own)
  for field, text in host.sorted_pairs(own or {}) do
    with[field] = with[field] or filled(text, known, with, zone)
  end
  for field, text in host.sorted_pairs(known.defaults or {}) do
    with[field] = with[field] or filled(text, known, with, zone)
  end
end

--- The field of a kind that says where its affected object was, if the act does not.
local function origin_of(known)
  local place = ("event.%s.zone"):format(known.affected or "")
  for field, text in host.sorted_pairs(known.defaults or {}) do
    if text == place then
      return field
    end
  end
  return nil
end

--- Where the object is of which an act says what happens to it instead: a replacement sees an
--- object as it would be after the event (614.12), yet it comes from where the event says.
local function zone_before(self, known, with)
  local replaced, who = self.replaced, with[known.affected]
  local is_same = replaced
    and replaced.known == known
    and who ~= nil
    and (who == "event." .. known.affected or who == replaced.who)
  local origin = is_same and origin_of(known)
  return origin and "event." .. origin or nil
end

--- instead = { amount = 4, when = ... }: what the act itself says that it is instead (614.15).
local function add_instead(self, item, fields, deed)
  local given = item.given.instead
  if given == nil then
    return
  elseif type(given) ~= "table" or phrase.is(given) or given.word then
    local form = "%s: instead: expected values by field, got %s"
    self:blame(item, "instead", form, item.kind, vocabulary.said(given))
  end
  local when = self:condition(item, "instead", given.when)
  local before = #deed
  for field, value in host.sorted_pairs(given) do
    if field ~= "when" and not fields[field] then
      local hint = spelling.hint(tostring(field), spelling.keys(fields))
      self:blame(item, "instead", "instead: no field '%s'%s", tostring(field), hint)
    elseif field ~= "when" then
      local text = self:text(item, "instead", value, fields[field])
      deed[#deed + 1] = { "change", field, value = text, when = when }
    end
  end
  if #deed == before then
    local known = table.concat(spelling.keys(fields), ", ")
    local form = "%s: instead: it changes nothing; there are %s"
    self:blame(item, "instead", form, item.kind, known)
  end
end

--- That rules do not say how counters come.
M.NO_COUNTERS = 'these rules do not say which event puts counters on something; say steps = '
  .. '{ add_counters = { event = ... } } there'

--- counters = { ["+1/+1"] = 1 }: with which the act itself says that it enters (614.1c).
local function add_counters(self, item, known, deed)
  local counters = item.given.counters
  if counters == nil then
    return
  elseif not known.enters or type(counters) ~= "table" or phrase.is(counters) then
    local form = "%s: counters: expected numbers by kind, of what enters; got %s"
    self:blame(item, "counters", form, item.kind, vocabulary.said(counters))
  end
  local also, event = { "also" }, self.kinds.schema:step_event("add_counters")
  if not event then
    self:blame(item, "counters", "%s: counters: %s", item.kind, M.NO_COUNTERS)
  end
  for kind, count in host.sorted_pairs(counters) do
    local with = { who = "event.who", player = deed.with.under or "event.who.owner" }
    with.kind = self:text(item, "counters", kind, "sym")
    with.count = self:text(item, "counters", count, "int")
    also[#also + 1] = { "emit", event, with = with }
  end
  deed[#deed + 1] = also
end

--- except = { colors = set "black" }: what it is, but for what it copies (707.9), or is made of.
--- besides = { types = add "artifact" }: what it is in addition as it enters (611.2e).
local function except_value(self, item, value, is_besides)
  local is_plain = type(value) == "table" and not phrase.is(value) and not value.word
  if not is_plain or not self.watch then
    return nil
  end
  local is_copy = not is_besides
  self.watch.excepted = (self.watch.excepted or 0) + 1
  local name = ("%s.except_%d"):format(self.watch.base, self.watch.excepted)
  self.watch.game:add_exceptions(item, value, name, is_copy and "enters_as_copy" or "static")
  return ("'%s'"):format(name)
end

--- draw { player = event.player }: an event of a kind.
---@param self strata.Programs in which it stands
---@param item strata.Described
---@param into table[] instructions
function M.act(self, item, into)
  local kind, with = kind_of(self, item)
  local known = self.kinds.known[kind]
  local fields = act_fields(known)
  self:check(item, form_of(known, fields))
  local deed = { "emit", kind, with = with, as = self:name_of(item, "as", "ref") }
  if item.given[1] ~= nil then
    deed.who = self:who_of(item)
  end
  deed.when = self:condition(item, "when", item.given.when)
  if item.given.times ~= nil then
    deed.times = self:text(item, "times", item.given.times, "int")
  end
  for name in host.sorted_pairs(item.given) do
    if fields[name] then
      local besides = name == "besides"
      local is_said = besides or name == "except"
      local excepted = is_said and except_value(self, item, item.given[name], besides)
      deed.with[name] = excepted or field_value(self, item, name, fields[name], into)
    end
  end
  M.fill(known, deed.with, zone_before(self, known, deed.with))
  add_instead(self, item, fields, deed)
  add_counters(self, item, known, deed)
  local about = several.named_in(self, deed)
  if not about then
    into[#into + 1] = deed
    return
  elseif deed.as ~= nil then
    local form = "%s: as: it happens for each of named.%s, and a name stands for one; take it out"
    self:blame(item, "as", form, item.kind, about)
  end
  several.add(self, about, deed, into)
end

return M
