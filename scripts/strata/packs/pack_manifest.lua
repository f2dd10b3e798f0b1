--- The manifest of a pack: checks its fields, reports all errors at once, and parses its
--- requirements.
local diagnostic = require("strata.base.diagnostic")
local file_outline = require("strata.base.file_outline")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local pack_settings = require("strata.packs.pack_settings")
local semver = require("strata.packs.semver")

local M = {}

--- The level of the interface that this library offers to packs.
M.API = 1

local NAME_MAX <const> = 64
local TEXT_MAX <const> = 1000
local LIST_MAX <const> = 200

-- Names that no pack may have: ids of the library begin with them, or they would claim more than a
-- pack can.
local RESERVED <const> = {
  core = true,
  counters = true,
  host = true,
  law = true,
  pack = true,
  step = true,
  strata = true,
}

---@class strata.Choice
---@field name string of a pack, or of what packs provide
---@field wanted strata.Comparator[]
---@field said string ">=2.0 <3"; "" if any version will do

---@class strata.Dependency
---@field text string as it is written
---@field line integer
---@field choices strata.Choice[] the first that can be had is taken

---@class strata.Manifest
---@field name string
---@field version string
---@field semver strata.Version
---@field allow table<string, string> kinds of warnings that are right in it, and why
---@field path string the pack's folder
---@field file string where the manifest is
---@field requires strata.Dependency[]
---@field optional strata.Dependency[]
---@field conflicts strata.Dependency[]
---@field after strata.Dependency[]
---@field provides table[] { name, version, line }
---@field settings table<string, strata.Setting>
---@field values table<string, any> of the settings
---@field renames table<string, string> old names of the pack's things, and what they became
---@field rename_lines table<string, integer> by the old names
---@field migrations table[] { to, file, line }

-- -- Reading -----------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

--- Note a mistake at a line.
function Reader:add(line, form, ...)
  local problem = ("%s:%d: %s"):format(self.file, line, form:format(...))
  self.problems[#self.problems + 1] = { line = line, text = problem }
end

--- The line of a field of the manifest, or of what a field of it holds: ("settings", "hard_mode").
function Reader:line(field, key)
  local top = self.outline.boxes[1] or { fields = {}, line = 1 }
  for _, box in ipairs(self.outline.boxes) do
    local is_wanted = key ~= nil and box.parent == top and box.field == field
    local found = is_wanted and (box.fields[key] or { line = box.places[key] })
    if found and found.line then
      return found.line
    end
  end
  return (top.fields[field] or top).line
end

function Reader:blame(field, key, form, ...)
  self:add(self:line(field, key), "%s: %s", field, form:format(...))
end

local function shown(value)
  if type(value) == "string" then
    return ("'%s'"):format(#value > 60 and value:sub(1, 57) .. "..." or value)
  end
  return type(value) == "table" and "a table" or tostring(value)
end

function Reader:expected(field, what, value)
  if value == nil then
    self:blame(field, nil, "expected %s, and it is missing", what)
  else
    self:blame(field, nil, "expected %s, got %s", what, shown(value))
  end
end

--- Whether a text may be the name of a pack, a card or a setting.
---@param value any
---@return boolean
function M.is_name(value)
  local is_fine = type(value) == "string" and value:find("^[%l_][%l%d_]*$") ~= nil
  return is_fine and #value <= NAME_MAX
end

local is_name = M.is_name

local NAME_FORM <const> = "a name of a-z, 0-9 and _, at most 64 bytes"

--- The reason why a text cannot be the name of a pack; nil if it can.
---@param value any
---@return string|nil
function M.name_problem(value)
  if not is_name(value) then
    return "expected " .. NAME_FORM
  end
  return RESERVED[value] and ("'%s' is reserved; a pack needs a name of its own"):format(value)
end

local function is_text(value)
  return type(value) == "string" and #value > 0 and #value <= TEXT_MAX
end

-- -- Dependencies ------------------------------------------------------------

--- One alternative: "elements >=2.0 <3", or ">=1 <2" of the name before it.
local function read_choice(text, before)
  local name, rest = text:match("^%s*([%a_][%w_]*)(.*)$")
  name, rest = name or before, rest or text
  if not name then
    return nil, "a pack's name first"
  elseif not is_name(name) then
    return nil, ("a name of a-z, 0-9 and _, not '%s'"):format(name)
  elseif not text:find("%S") then
    return nil, "a pack on each side of |"
  end
  local wanted, wrong = semver.conjunction(rest)
  if not wanted then
    return nil, ("versions such as >=2.0 <3, not '%s'"):format(wrong)
  end
  return { name = name, wanted = wanted, said = rest:match("^%s*(.-)%s*$") }
end

--- Read what a pack depends on: "elements >=2.0 <3 | elements_lite >=1".
---@param text string
---@param name? string of the pack, if the text has only versions
---@return strata.Dependency|nil
---@return string|nil expected what is wrong
function M.dependency(text, name)
  local choices, before = {}, name
  for part in (text .. "|"):gmatch("([^|]*)|") do
    local choice, expected = read_choice(part, before)
    if not choice then
      return nil, expected
    end
    choices[#choices + 1], before = choice, choice.name
  end
  return { text = name and ("%s %s"):format(name, text) or text, choices = choices, line = 0 }
end

local function names_itself(reader, dependency)
  for _, choice in ipairs(dependency.choices) do
    if choice.name == reader.raw.name then
      return true
    end
  end
  return false
end

local function add_dependency(reader, field, into, key, value)
  local own = type(key) == "string" and key or nil
  local odd = own and not is_name(own) and own or not is_text(value) and value
  if odd then
    local form = "expected names of packs with versions, such as { \"craft >=1.0 <2\" }, got %s"
    reader:blame(field, key, form, shown(odd))
    return
  end
  local found, expected = M.dependency(value, own)
  if not found then
    reader:blame(field, key, "expected %s, in '%s'", expected, value)
  elseif names_itself(reader, found) then
    reader:blame(field, key, "'%s' is this pack itself", reader.raw.name)
  else
    found.line = reader:line(field, key)
    into[#into + 1] = found
  end
end

--- The table in a field; an empty table if the field is missing, or is no table, which is noted as
--- a mistake.
local function table_of(reader, field, value, example)
  if value ~= nil and type(value) ~= "table" then
    reader:expected(field, "a table such as " .. example, value)
  end
  return type(value) == "table" and value or {}
end

local function read_dependencies(reader, field, value)
  local list = {}
  for key, item in host.sorted_pairs(table_of(reader, field, value, "{ \"craft >=1.0 <2\" }")) do
    add_dependency(reader, field, list, key, item)
  end
  return list
end

--- Packs to come after: their versions do not matter here.
local function read_after(reader, field, value)
  local list = read_dependencies(reader, field, value)
  for _, dependency in ipairs(list) do
    if #dependency.choices > 1 or dependency.choices[1].said:find("[^*]") then
      reader:add(dependency.line,
        "after: expected only a pack's name, got '%s'; versions belong in optional",
        dependency.text)
    end
  end
  return list
end

local function add_provided(reader, into, key, value)
  local name, version = key, value
  if math.type(key) == "integer" and type(value) == "string" then
    name, version = value:match("^([%w_]+)%s+(%S+)$")
  end
  local parsed = type(version) == "string" and semver.parse(version)
  if not is_name(name) or not parsed then
    local form = "expected a name and its version, such as \"fire_theme 1.0.0\", got %s"
    reader:blame("provides", key, form, shown(value))
  elseif name == reader.raw.name then
    reader:blame("provides", key, "'%s' is this pack itself", name)
  else
    into[#into + 1] = { name = name, version = parsed, line = reader:line("provides", key) }
  end
end

local function read_provides(reader, field, value)
  local list = {}
  for key, item in host.sorted_pairs(table_of(reader, field, value, "{ \"fire_theme 1.0.0\" }")) do
    add_provided(reader, list, key, item)
  end
  return list
end

-- -- Plain fields ------------------------------------------------------------

local function read_name(reader, field, value)
  if not is_name(value) then
    reader:expected(field, NAME_FORM, value)
  elseif RESERVED[value] then
    reader:blame(field, nil, "%s", M.name_problem(value))
  end
  return value
end

local function read_version(reader, field, value)
  if type(value) ~= "string" or not semver.parse(value) then
    reader:expected(field, "a version such as \"1.0.0\" or \"2.0.0-beta.1\"", value)
  end
  return value
end

local function read_text(reader, field, value)
  if not is_text(value) then
    reader:expected(field, "a text of at most 1000 bytes", value)
  end
  return value
end

local function read_link(reader, field, value)
  if value ~= nil and not (is_text(value) and value:find("^https?://[%w.-]+[^%s%c]*$")) then
    reader:expected(field, "a link such as \"https://example.org\"", value)
  end
  return value
end

local function read_list(check, what)
  return function(reader, field, value)
    if value == nil then
      return {}
    end
    local is_fine = type(value) == "table"
    for key, item in host.sorted_pairs(is_fine and value or {}) do
      is_fine = is_fine and math.type(key) == "integer" and check(item)
    end
    if not is_fine then
      reader:expected(field, what, value)
      return {}
    end
    return value
  end
end

--- A file or folder of the pack: "rules.lua", "cards/old"; no way out of it.
local function is_path(value)
  local is_fine = type(value) == "string" and #value > 0 and #value <= 100
  return is_fine and not value:find("[^%l%d_./]") and not value:find("^/")
    and not value:find("..", 1, true)
end

local function read_path(what)
  return function(reader, field, value)
    if value ~= nil and not is_path(value) then
      reader:expected(field, what, value)
    end
    return value
  end
end

-- -- The level of the interface ----------------------------------------------

--- Whether this library has a level that a pack asks for; nil if it is no level.
local function offers(value)
  local range = nil
  if math.type(value) == "integer" and value >= 1 and value <= 1000000 then
    return value == M.API
  elseif type(value) == "string" and #value <= LIST_MAX then
    range = semver.range(value)
  end
  if not range then
    return nil
  end
  return semver.matches(range, { M.API, 0, 0, pre = {}, build = "" })
end

local function read_api(reader, field, value)
  if offers(value) == nil then
    reader:expected(field, "a level such as 1 or \">=1 <3\"", value)
  end
  return value
end

--- A pack for another level may have fields that this library does not know, so no other mistake is
--- reported then.
local function api_problem(reader)
  if offers(reader.raw.api) ~= false then
    return nil
  end
  local form = "%s:%d: api: this pack is for level %s of the interface; this Strata offers %d"
  local line = reader:line("api")
  return { line = line, text = form:format(reader.file, line, tostring(reader.raw.api), M.API) }
end

-- -- Settings, renames, migrations -------------------------------------------

local function read_settings(reader, field, value)
  local declared, example = {}, "{ hard_mode = { \"flag\", default = false } }"
  for name, setting in host.sorted_pairs(table_of(reader, field, value, example)) do
    local problem = pack_settings.problem(setting)
    problem = not is_name(name) and "expected a name of a-z, 0-9 and _" or problem
    if problem then
      reader:blame(field, name, "%s: %s", tostring(name), problem)
    else
      declared[name] = setting
    end
  end
  return declared
end

--- A name without the name of the pack in front; nil and the reason if it belongs to another pack.
--- A printed name may have other letters than an id: "Ember Imp", "first strike".
local function own_name(reader, value)
  local pack, name = tostring(value):match("^([%w_]+):(.*)$")
  if pack and pack ~= reader.raw.name then
    return nil, ("'%s' is in the namespace of pack '%s'"):format(value, pack)
  end
  name = name or value
  local is_fine = pack == nil and is_text(name) and #name <= NAME_MAX and not name:find("%c")
  if not is_fine and not is_name(name) then
    return nil, ("expected a name, got %s"):format(shown(value))
  end
  return name
end

--- Find names whose chain of renames is a circle.
local function check_circles(reader, field, renames)
  local seen = {}
  for old in host.sorted_pairs(renames) do
    local at = old
    while renames[at] and not seen[at] do
      seen[at], at = old, renames[at]
    end
    if seen[at] == old then
      reader:blame(field, old, "'%s' is renamed in a circle", old)
    end
  end
end

local function read_renames(reader, field, value)
  local renames, lines = {}, {}
  for old, new in host.sorted_pairs(table_of(reader, field, value, "{ old_imp = \"imp\" }")) do
    local from, problem = own_name(reader, old)
    local into, other = own_name(reader, new)
    if not from or not into then
      reader:blame(field, old, "%s", problem or other)
    else
      renames[from], lines[from] = into, reader:line(field, old)
    end
  end
  check_circles(reader, field, renames)
  return renames, lines
end

local MIGRATION_KEYS <const> = { to = true, file = true }

local function version_of(value)
  return type(value) == "string" and semver.parse(value) or nil
end

local function step_problem(step)
  if type(step) ~= "table" then
    return "expected steps such as { to = \"2.0.0\", file = \"migrations/2.lua\" }"
  end
  for key in host.sorted_pairs(step) do
    if not MIGRATION_KEYS[key] then
      local hint = spelling.hint(tostring(key), spelling.keys(MIGRATION_KEYS))
      return ("no field '%s'%s"):format(tostring(key), hint)
    end
  end
  return nil
end

local function migration_problem(reader, step, before)
  local problem = step_problem(step)
  if problem then
    return problem
  end
  local to, own = version_of(step.to), version_of(reader.raw.version)
  if not to then
    return ("to: expected a version, got %s"):format(shown(step.to))
  elseif not is_path(step.file) then
    return ("file: expected a file of the pack, got %s"):format(shown(step.file))
  elseif before and semver.compare(before, to) >= 0 then
    return ("to: %s does not come after %s; steps go up"):format(step.to, semver.text(before))
  elseif own and semver.compare(to, own) > 0 then
    return ("to: %s is past the pack's own version %s"):format(step.to, reader.raw.version)
  end
  return nil, to
end

local function read_migrations(reader, field, value)
  local list, before = {}, nil
  local example = "{ { to = \"2.0.0\", file = \"migrations/2.lua\" } }"
  for place, step in host.sorted_pairs(table_of(reader, field, value, example)) do
    local problem, to = migration_problem(reader, step, before)
    if problem then
      reader:blame(field, place, "%s", problem)
    else
      list[#list + 1] = { to = to, file = step.file, line = reader:line(field, place) }
      before = to
    end
  end
  return list
end

--- allow = { untested = "..." }: warnings of `strata check` that are right here, and why.
local function read_allow(reader, field, value)
  local allowed = {}
  local example = "{ untested = \"why\" }"
  for kind, reason in host.sorted_pairs(table_of(reader, field, value, example)) do
    if diagnostic.CODES[kind] ~= "warning" then
      local hint = spelling.hint(tostring(kind), diagnostic.warnings())
      reader:blame(field, kind, "no warning '%s'%s", tostring(kind), hint)
    elseif not is_text(reason) then
      reader:blame(field, kind, "%s: expected a text that says why, got %s", kind, shown(reason))
    else
      allowed[kind] = reason
    end
  end
  return allowed
end

-- -- All of it ---------------------------------------------------------------

local FIELDS <const> = {
  allow = read_allow,
  name = read_name,
  version = read_version,
  description = read_text,
  license = read_text,
  api = read_api,
  authors = read_list(is_text, "a list of texts such as { \"Ada\" }"),
  homepage = read_link,
  requires = read_dependencies,
  optional = read_dependencies,
  conflicts = read_dependencies,
  after = read_after,
  provides = read_provides,
  settings = read_settings,
  renames = read_renames,
  migrations = read_migrations,
  scripts = read_list(is_name, "a list of names such as { \"play\" }"),
  rules = read_path("a file of the pack such as \"rules.lua\""),
  laws = read_path("a file of the pack such as \"laws.lua\""),
  events = read_path("a file of the pack such as \"events.lua\""),
  cards = read_path("a folder of the pack such as \"cards\""),
}

local function check_keys(reader)
  for key in host.sorted_pairs(reader.raw) do
    if type(key) ~= "string" then
      local line = reader.outline.boxes[1].places[key] or 1
      reader:add(line, "a value without a name; fields are name = value")
    elseif not FIELDS[key] then
      local hint = spelling.hint(key, spelling.keys(FIELDS))
      local all = hint == "" and "; there are " .. table.concat(spelling.keys(FIELDS), ", ") or hint
      reader:add(reader:line(key), "no field '%s'%s", key, all)
    end
  end
end

--- Report fields that are given twice, of which Lua silently keeps the last one.
local function check_twice(reader)
  for _, box in ipairs(reader.outline.boxes) do
    if box.twice then
      local twice = box.twice
      reader:add(twice.line, "'%s' is given twice; first in line %d", twice.name, twice.first)
    end
  end
end

local function texts_of(problems)
  table.sort(problems, function(a, b)
    if a.line ~= b.line then
      return a.line < b.line
    end
    return a.text < b.text
  end)
  local texts = {}
  for i, problem in ipairs(problems) do
    texts[i] = problem.text
  end
  return table.concat(texts, "\n")
end

--- Check the fields of a manifest.
---@param raw table what its file returned: constants only
---@param text string of the file
---@param folder string of the pack
---@return strata.Manifest|nil
---@return string|nil problems all of them, a line for each: "mine/pack.lua:3: version: ..."
function M.check(raw, text, folder)
  local file = folder .. "/pack.lua"
  local reader = setmetatable({ raw = raw, file = file, problems = {} }, Reader)
  reader.outline = file_outline.outline(file, text)
  local other = api_problem(reader)
  if other then
    return nil, other.text
  end
  local manifest = { path = folder, file = file }
  for field, read in host.sorted_pairs(FIELDS) do
    local lines
    manifest[field], lines = read(reader, field, raw[field])
    manifest.rename_lines = lines or manifest.rename_lines
  end
  check_keys(reader)
  check_twice(reader)
  if #reader.problems > 0 then
    return nil, texts_of(reader.problems)
  end
  manifest.semver = semver.parse(manifest.version)
  local refused = pack_settings.apply(manifest)
  if #refused > 0 then
    return nil, table.concat(refused, "\n")
  end
  return manifest
end

return M
