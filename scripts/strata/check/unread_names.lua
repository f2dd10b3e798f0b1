--- Warnings about names that are declared and come to nothing: what is set and never read, read and
--- never set, or neither.
local file_outline = require("strata.base.file_outline")
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local name_uses = require("strata.check.name_uses")
local host = require("strata.host")

local M = {}

---@class strata.UnreadNames
---@field game strata.Game
---@field uses strata.NameUses
---@field warn fun(place: table, form: string, ...)
---@field spared table<string, true> what the rules say is for hosts or other packs
local Judge = {}
Judge.__index = Judge

--- Whether a name is for others, alone or with all of its kind; or a function, a test or the
--- library names it.
function Judge:is_spared(kind, name)
  return self.spared[kind] or self.spared[name] or self.uses.anyhow[name] or false
end

--- The place where the rules declare something.
function Judge:place(kind, name)
  return self.game.rule_origins.by_key[kind .. " " .. name]
end

local ADVICE <const> = "; take it out, or, if hosts or other packs use it, say for_others = { %q } "
  .. "in the rules"

function Judge:add(place, form, ...)
  if place then
    self.warn(place, form .. ADVICE, ...)
  end
end

-- -- Attributes --------------------------------------------------------------

--- Whether an attribute that nothing sets has a value all the same.
local function has_default(declared)
  local default = type(declared) == "table" and declared.default
  return default ~= nil and default ~= false and default ~= 0
end

local ATTRIBUTE <const> = "attribute '%s': %s"

local function attribute_problem(uses, name, declared)
  local is_set = uses.set[name] or has_default(declared)
  if is_set and not uses.read[name] then
    return "it is set and nothing reads it, so it makes no difference"
  elseif uses.read[name] and not is_set then
    return "it is read and nothing sets it, so it is always the same"
  elseif not is_set then
    return "nothing sets or reads it"
  end
  return nil
end

function Judge:attributes()
  for name, declared in host.sorted_pairs(self.game.schema.data.attributes) do
    local is_counter = type(declared) == "table" and declared.counter
    local problem = not is_counter and attribute_problem(self.uses, name, declared)
    if problem and not self:is_spared("attributes", name) then
      self:add(self:place("attribute", name), ATTRIBUTE, name, problem, name)
    end
  end
end

-- -- Keywords, counters, symbols, clocks --------------------------------------

local function keyword_problem(is_given, is_asked)
  if is_given and is_asked then
    return nil
  elseif is_given then
    return "cards have it and nothing asks for it or says what it does"
  end
  return is_asked and "it means something and nothing has it" or "nothing has it or asks for it"
end

function Judge:keywords()
  for _, keyword in ipairs(self.game.schema:keyword_list()) do
    local symbol = self.game.schema:symbol(keyword)
    local is_given = self.uses.given[symbol] or self.uses.given[keyword]
    local is_asked = self.uses.asked[symbol] or self.game.law_items[keyword] ~= nil
    local what = keyword_problem(is_given, is_asked)
    if what and not self:is_spared("keywords", keyword) then
      local form = "keyword '%s': %s"
      local place = self:place("keyword", keyword)
      self:add(place, form, keyword, what, keyword)
    end
  end
end

function Judge:counters()
  for kind, attribute in host.sorted_pairs(self.game.schema.counters) do
    local uses = self.uses
    local is_used = uses.asked[kind] or uses.given[kind] or uses.read[attribute]
    if not is_used and not self:is_spared("counters", kind) then
      local form = "counter '%s': nothing puts it, takes it or asks for it"
      self:add(self:place("counter", kind), form, kind, kind)
    end
  end
end

function Judge:symbols()
  for place, symbol in ipairs(self.game.schema.data.symbols or {}) do
    local is_used = self.uses.asked[symbol] or self.uses.given[symbol]
    if not is_used and not self:is_spared("symbols", symbol) then
      local form = "symbol '%s': no value has it and no condition asks for it"
      self:add(self:rule_line({ "symbols", place }), form, symbol, symbol)
    end
  end
end

local function clock_problem(is_ticked, is_lasting)
  if is_ticked and is_lasting then
    return nil
  elseif is_lasting then
    return "things last until it ticks and nothing lets it tick, so they never end"
  end
  return is_ticked and "it ticks and nothing lasts until then"
    or "nothing lets it tick or lasts until then"
end

function Judge:clocks()
  local uses = self.uses
  for _, clock in ipairs(self.game.schema.data.clocks or {}) do
    local base = clock:match("^(.+)_%d+$") or clock
    local is_ticked = uses.ticked[clock] or uses.ticked[base] or uses.anyhow[clock]
    local problem = clock_problem(is_ticked, uses.lasting[clock] or uses.lasting[base])
    if problem and not (self.spared.clocks or self.spared[clock]) then
      local form = "clock '%s': %s"
      self:add(self:place("clock", clock), form, clock, problem, clock)
    end
  end
end

-- -- Events ------------------------------------------------------------------

local function field_problem(uses, field)
  if uses.fields_set[field] and not uses.fields_read[field] then
    return "acts give it and nothing reads it"
  elseif uses.fields_read[field] and not uses.fields_set[field] then
    return "it is read and no act gives it"
  elseif not uses.fields_set[field] then
    return "no act gives it and nothing reads it"
  end
  return nil
end

function Judge:fields(name, known)
  for field in host.sorted_pairs(known.of and {} or known.fields) do
    local problem = field_problem(self.uses, field)
    if problem and not (self.uses.keys[field] or self:is_spared("fields", field)) then
      local line = self.game.files:line(known, { "fields", field })
      local place = { path = known.path, line = line }
      local form = "event '%s': field '%s': %s"
      self:add(place, form, name, field, problem, field)
    end
  end
end

--- Whether an event that happens changes anything by itself.
local function does_anything(spec)
  return spec.does ~= nil or spec.results ~= nil or spec.one_by_one ~= nil or spec.phases ~= nil
end

function Judge:event(name, known)
  local is_used = self.uses.made[name] or self.uses.watched[name]
  if known.of then
    return not (is_used or known.gives) and "alias '%s': nothing watches it" or nil
  elseif not is_used then
    return "event '%s': nothing makes it"
  elseif not (does_anything(self.game.kinds.events[name] or {}) or self.watched[name]) then
    return "event '%s': it does nothing and nothing watches it"
  end
  return nil
end

--- The events that are watched, by one of their names or by that of an alias.
local function watched_bases(game, uses)
  local bases = {}
  for name in next, uses.watched do
    local known = game.kinds.known[name]
    while known and known.of do
      name, known = known.of, game.kinds.known[known.of]
    end
    bases[name] = true
  end
  return bases
end

function Judge:events()
  self.watched = watched_bases(self.game, self.uses)
  for name, known in host.sorted_pairs(self.game.kinds.known) do
    local form = self:event(name, known)
    if form and not self:is_spared("events", name) then
      self:add(known, form, name, name)
    end
    self:fields(name, known)
  end
end

-- -- Links -------------------------------------------------------------------

--- The files that define cards and amend none: an ability of a card finds what another ability of
--- it has linked (607.2), so both stand in one of these, or one of them in no file of cards.
local function card_files(game)
  local files = {}
  for _, draft in ipairs(game.drafts.list) do
    files[draft.item.path] = true
  end
  for _, amendment in ipairs(game.drafts.amendments) do
    files[amendment.item.path] = nil
  end
  return files
end

--- Whether what one file says of a link is met by what others say of it.
local function is_met(path, others, files)
  for other in next, others do
    if other == path or not (files[other] and files[path]) then
      return true
    end
  end
  return false
end

--- The links of which a file says one half: "made" or "asked".
local function links_in(game, path, half)
  local names = {}
  for name, uses in host.sorted_pairs(game.schema.link_names) do
    names[#names + 1] = uses[half][path] and name or nil
  end
  return names
end

local LINK_FORMS <const> = {
  made = "link: nothing asks for what is linked as '%s'%s",
  asked = "linked: no ability links anything as '%s', so there is never any%s",
}

function Judge:link(name, uses, files, half, other)
  for path, by in host.sorted_pairs(uses[half]) do
    if not (is_met(path, uses[other], files) or self:is_spared("links", name)) then
      local hint = spelling.hint(name, links_in(self.game, path, other), true)
      local place = { path = path, line = self.game.files:line(by.item, by.field) }
      self:add(place, LINK_FORMS[half], name, hint, name)
    end
  end
end

function Judge:links()
  local files = card_files(self.game)
  for name, uses in host.sorted_pairs(self.game.schema.link_names) do
    self:link(name, uses, files, "made", "asked")
    self:link(name, uses, files, "asked", "made")
  end
end

-- -- What is for others ------------------------------------------------------

-- Kinds of names of which all may be for others.
local KINDS <const> =
  { "attributes", "clocks", "counters", "events", "fields", "keywords", "links", "symbols" }

--- All names that the rules and events declare, and the kinds.
local function declared(game)
  local known, data = lists.set_of(KINDS), game.schema.data
  for _, list in ipairs({ game.schema:keyword_list(), data.clocks or {}, data.symbols or {} }) do
    lists.set_of(list, known)
  end
  local links = game.schema.link_names
  for _, map in ipairs({ data.attributes, game.schema.counters, game.kinds.known, links }) do
    lists.set_of(spelling.keys(map), known)
  end
  return lists.set_of(spelling.keys(game.kinds.fields), known)
end

--- Names of the list of what is for others that nothing has, and of the beginning of a game.
function Judge:for_others()
  local known, data = declared(self.game), self.game.schema.data
  local events = self.game.kinds.known
  if data.begins and not events[data.begins] then
    local form = "begins: there is no event '%s'%s"
    local hint = spelling.hint(data.begins, spelling.keys(events))
    self.warn(self:rule_line({ "begins" }), form, data.begins, hint)
  end
  for place, name in ipairs(self.game.schema.data.for_others or {}) do
    if not known[name] then
      local form = "for_others: nothing is called '%s'%s"
      local hint = spelling.hint(tostring(name), spelling.keys(known))
      self.warn(self:rule_line({ "for_others", place }), form, tostring(name), hint)
    end
  end
end

-- -- All ---------------------------------------------------------------------

--- The place of something in the rules that is no origin of its own.
function Judge:rule_line(keys)
  for _, path in ipairs(self.game.rule_paths) do
    local outline = self.game.files:outline(path)
    if outline and file_outline.has_nested(outline, keys) then
      return { path = path, line = file_outline.nested_line(outline, keys) }
    end
  end
  return { path = self.game.rule_paths[1], line = 1 }
end

--- Warn of each name that comes to nothing.
---@param game strata.Game
---@param tests strata.Tests
---@param warn fun(place: table, form: string, ...)
function M.find(game, tests, warn)
  local judge = { game = game, uses = name_uses.of(game, tests), warn = warn, spared = {} }
  setmetatable(judge, Judge)
  for _, name in ipairs(game.schema.data.for_others or {}) do
    judge.spared[name] = true
  end
  judge.spared[game.schema.data.begins or ""] = true
  judge:for_others()
  judge:attributes()
  judge:keywords()
  judge:counters()
  judge:symbols()
  judge:clocks()
  judge:events()
  judge:links()
end

return M
