--- Renames: the former names of the things of packs, which saves and other packs may still use.
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local declarations = require("strata.events.declarations")
local host = require("strata.host")
local ruleset = require("strata.lang.ruleset")
local provenance = require("strata.link.provenance")

local M = {}

---@class strata.Rename
---@field pack strata.Manifest
---@field old string without the pack
---@field new string what it became, perhaps an old name too
---@field last string what it is called now

---@class strata.OldName a use of a former name
---@field text string what `strata check` says of it
---@field path string where
---@field line integer in that file

---@class strata.Renames
---@field list strata.Rename[] by pack, then by their old names
---@field by_name table<string, strata.Rename> by "pack:old" and by "old"
---@field notes strata.OldName[] of those who use old names
---@field noted table<string, boolean>
---@field uses integer number of uses of a former name
local Renames = {}
Renames.__index = Renames

--- The last name in the chain of renames of an old name. Manifests refuse circles.
local function last_of(renames, name)
  while renames[name] do
    name = renames[name]
  end
  return name
end

---@param packs strata.Manifest[]
---@return strata.Renames
function M.new(packs)
  local self = setmetatable({ list = {}, by_name = {}, notes = {}, noted = {}, uses = 0 },
    Renames)
  for _, pack in ipairs(packs) do
    for old, new in host.sorted_pairs(pack.renames) do
      local rename = { pack = pack, old = old, new = new, last = last_of(pack.renames, old) }
      self.list[#self.list + 1] = rename
      self.by_name[("%s:%s"):format(pack.name, old)] = rename
      self.by_name[old] = self.by_name[old] or rename
    end
  end
  return self
end

--- The present name for a former name; it begins with the pack if the former name does. Nil if the
--- name was never renamed.
---@param name string
---@return string|nil
function Renames:present(name)
  local rename = type(name) == "string" and self.by_name[name]
  if not rename then
    return nil
  end
  return rename.old == name and rename.last or ("%s:%s"):format(rename.pack.name, rename.last)
end

--- Note that a place uses a former name, so that `strata check` can tell the new one; once for each
--- line.
local function note_use(self, path, line, name)
  local form = "%s:%d: warning: '%s' is '%s' now, says %s:%d; write '%s'"
  local pack, now = self.by_name[name].pack, self:present(name)
  local at = pack.rename_lines[self.by_name[name].old]
  local text = form:format(path, line, name, now, pack.file, at, now)
  if not self.noted[text] then
    self.noted[text] = true
    self.notes[#self.notes + 1] = { text = text, path = path, line = line }
  end
end

--- The name of an entry of a table: the name itself, or its present form if it is a former name,
--- whose use is noted.
---@param known table<string, any> by present names
---@param name string
---@param path? string where it is said; nil: in no file
---@param line? integer
---@return string
function Renames:known(known, name, path, line)
  local now = known[name] == nil and self:present(name)
  if not now or known[now] == nil then
    return name
  end
  self.uses = self.uses + 1
  if path then
    note_use(self, path, line, name)
  end
  return now
end

-- -- Whether they are right --------------------------------------------------

-- Kinds of origins whose names stand in saves, or in files of scenarios and other packs.
local KINDS <const> = {
  action = true,
  attribute = true,
  card = true,
  check = true,
  clock = true,
  counter = true,
  event = true,
  group = true,
  keyword = true,
  measure = true,
  period = true,
  size = true,
  step = true,
  word = true,
  zone = true,
}

-- Kinds of origins that have no former names, and what to do instead.
local FIXED <const> = {
  line = "say the new line in the scenarios that have it, and take this rename out",
  ["starting value"] = "rename the attribute that it is a value of",
}

-- What is called by words that blanks may part, as its file writes them.
local WORDS <const> = {
  action = slugs.of,
  check = declarations.name_of_check,
  period = slugs.of,
}

--- Whether an origin has a name. A card also has its id without the pack, and its printed name.
local function is_called(origin, name)
  local make = WORDS[origin.kind]
  name = make and make(name) or name
  return origin.name == name or origin.title == name
    or origin.name == ("%s:%s"):format(origin.pack, name)
end

--- The origins of a pack that have a name, of some kinds: those that can be renamed, unless others
--- are asked for.
local function called(all, pack, name, kinds)
  local list = {}
  for _, origin in ipairs(all) do
    local is_kind = (kinds or KINDS)[origin.kind] ~= nil
    local is_here = is_kind and origin.pack == pack.name and not origin.is_gone
    if is_here and is_called(origin, name) then
      list[#list + 1] = origin
    end
  end
  return list
end

local function names_of(all, pack)
  local list = {}
  for _, origin in ipairs(all) do
    if KINDS[origin.kind] and origin.pack == pack.name then
      list[#list + 1] = origin.name:match(":(.+)$") or origin.name
      list[#list + 1] = origin.title
    end
  end
  return list
end

--- The words of rules that have no origin of their own: words of sets, and other symbols.
local function is_word(game, name)
  local data, is_symbol = game.schema.data, false
  for _, symbol in ipairs(data.symbols or {}) do
    is_symbol = is_symbol or symbol == name
  end
  return is_symbol or game.schema.sets[name] ~= nil
end

--- What is wrong with a rename that leads to nothing that can be renamed.
local function no_target(all, rename)
  local fixed = called(all, rename.pack, rename.last, FIXED)[1]
  if fixed then
    local form = "'%s' became '%s', and a %s has no former name; %s"
    return form:format(rename.old, rename.last, fixed.kind, FIXED[fixed.kind])
  end
  local hint = spelling.hint(rename.last, names_of(all, rename.pack))
  local form = "'%s' became '%s', and this pack has none%s"
  return form:format(rename.old, rename.last, hint)
end

local function problem_of(game, all, rename)
  local targets = called(all, rename.pack, rename.last)
  if #targets == 0 and not is_word(game, rename.last) then
    return no_target(all, rename)
  end
  for _, other in ipairs(called(all, rename.pack, rename.old)) do
    for _, target in ipairs(targets) do
      if target.kind == other.kind then
        local form = "'%s' became '%s', and there is again a %s of this name, %s:%d; "
          .. "give one of them another name"
        return form:format(rename.old, rename.last, other.kind, other.path, other.line)
      end
    end
  end
  local first = game.files.renames.by_name[rename.old]
  if first.pack ~= rename.pack and first.last ~= rename.last and #targets == 0 then
    return ("'%s' is renamed by '%s' too, otherwise"):format(rename.old, first.pack.name)
  end
  return nil
end

--- Raise mistakes in the renames of a game, or add them to a list.
---@param game strata.Game all of whose packs have been read
---@param problems? string[]
function M.check(game, problems)
  local renames = game.files.renames
  if #renames.list == 0 then
    return
  end
  local all = provenance.all(game)
  for _, rename in ipairs(renames.list) do
    local problem = problem_of(game, all, rename)
    if problem then
      local line = rename.pack.rename_lines[rename.old]
      local text = ("%s:%d: renames: %s"):format(rename.pack.file, line, problem)
      if not problems then
        error(text, 0)
      end
      problems[#problems + 1] = text
    end
  end
end

-- -- As the engine reads them ------------------------------------------------

--- The rest of the name of an ability, watcher definition or handler behind the name of its card,
--- as "_back.2", "_like.1" or "_2_h1"; nil if the name belongs to another card. The same holds for
--- amendments.
local function rest_of(name, base)
  if name:sub(1, #base) ~= base then
    return nil
  end
  local rest = name:sub(#base + 1)
  local own = rest:gsub("^_back", ""):gsub("^_like", "")
  return (own == "" or own:find("^[._]h?%d")) and rest or nil
end

--- Adds the former names of the abilities, watcher definitions and handlers of a card.
local function add_parts(into, spec, base, old, new)
  for _, kind in ipairs({ "abilities", "codes", "handlers", "definitions" }) do
    for key, value in host.sorted_pairs(spec[kind] or {}) do
      local name = type(key) == "string" and key or value
      local rest = rest_of(name, base)
      if rest and (kind ~= "definitions" or not rest:find("%d")) then
        into[kind][old .. rest] = new .. rest
      end
    end
  end
end

--- The name of an ability that an amendment by another pack has added: "other:old_of_pack".
local function add_amended(into, game, spec, rename)
  local form = "%s:%s_of_" .. rename.pack.name
  for _, pack in ipairs(game.packs) do
    add_parts(into, spec, form:format(pack.name, rename.last), form:format(pack.name, rename.old),
      form:format(pack.name, rename.new))
  end
end

local function add_id(into, game, spec, rename)
  local form = rename.pack.name .. ":%s"
  add_parts(into, spec, form:format(rename.last), form:format(rename.old), form:format(rename.new))
  add_amended(into, game, spec, rename)
end

--- What no save has: files alone say its name.
local function in_no_save() end

-- By what is renamed: what of it the engine knows by which name.
local ADD <const> = {
  action = function(into, _, spec, rename)
    local form = rename.pack.name .. ":%s"
    local old, last = form:format(slugs.of(rename.old)), form:format(slugs.of(rename.last))
    add_parts(into, spec, last, old, form:format(slugs.of(rename.new)))
  end,
  attribute = function(into, _, _, rename)
    into.attributes[rename.old] = rename.new
  end,
  card = function(into, game, spec, rename, origin)
    if origin.is_abstract then
      return -- no save has one
    elseif origin.title ~= rename.last then
      return add_id(into, game, spec, rename)
    end
    local old, new = slugs.of(rename.old), slugs.of(rename.new)
    into.symbols[game.schema:symbol(rename.old)] = game.schema:symbol(rename.new)
    if spec.definitions[slugs.of(rename.last)] then -- what acts make: see strata.link.engine_rules
      into.definitions[old], into.symbols[old] = new, new
    end
    local id = origin.name:match(":(.+)$")
    if id == slugs.of(rename.last) and not rename.pack.renames[old] and old ~= id then
      local own = { pack = rename.pack, old = old, new = new, last = id }
      add_id(into, game, spec, own)
    end
  end,
  check = function(into, _, _, rename)
    local name_of = declarations.name_of_check
    into.checks[name_of(rename.old)] = name_of(rename.new)
  end,
  clock = function(into, _, _, rename)
    into.clocks[rename.old] = rename.new
  end,
  counter = function(into, game, _, rename)
    local attribute = ruleset.counter_attribute
    into.attributes[attribute(rename.old)] = attribute(rename.new)
    into.symbols[game.schema:symbol(rename.old)] = game.schema:symbol(rename.new)
  end,
  event = function(into, _, _, rename)
    into.events[rename.old] = rename.new
  end,
  group = function(into, _, _, rename)
    into.groups[rename.old] = rename.new
  end,
  keyword = function(into, game, _, rename)
    into.abilities[game.schema:symbol(rename.old)] = game.schema:symbol(rename.new)
  end,
  measure = in_no_save, -- see strata.base.pack_file
  period = function(into, _, _, rename)
    into.periods[slugs.of(rename.old)] = slugs.of(rename.new)
  end,
  size = in_no_save, -- see strata.scenario.expect_queries
  step = in_no_save, -- see strata.scenario.step_reader
  word = in_no_save, -- as a measure
  zone = function(into, _, _, rename)
    into.zones[rename.old] = rename.new
  end,
}

--- Remove former names that something else has now. Derived names can collide: ability 2 of "imp"
--- and a card called "imp_2". A save can only mean the present owner of such a name.
local function drop_taken(into, spec)
  for _, kind in ipairs({ "abilities", "codes", "handlers", "definitions" }) do
    for key, value in host.sorted_pairs(spec[kind] or {}) do
      into[kind][type(key) == "string" and key or value] = nil
    end
  end
end

--- Add the former names of a game to a specification of rules.
---@param game strata.Game
---@param spec strata.RulesSpec complete but for this
function M.add(game, spec)
  local renames = game.files.renames
  if #renames.list == 0 then
    return
  end
  local into = {}
  for _, kind in ipairs({ "abilities", "attributes", "checks", "clocks", "codes", "definitions",
    "events", "groups", "handlers", "periods", "symbols", "zones" }) do
    into[kind] = {}
  end
  local all = provenance.all(game)
  for _, rename in ipairs(renames.list) do
    local targets = called(all, rename.pack, rename.last)
    for _, origin in ipairs(targets) do
      ADD[origin.kind](into, game, spec, rename, origin)
    end
    if #targets == 0 then
      into.symbols[game.schema:symbol(rename.old)] = game.schema:symbol(rename.new)
    end
  end
  drop_taken(into, spec)
  spec.renames = into
end

return M
