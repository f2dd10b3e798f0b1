--- Settings of packs: the declarations in a manifest, the values that a host gives, and the values
--- that files read.
local spelling = require("strata.base.spelling")
local host = require("strata.host")

local M = {}

-- Texts and choices end up in one line of a report, and in an archive's identity.
local TEXT_MAX <const> = 200

---@class strata.Setting
---@field [1] "flag"|"int"|"sym"|"text" behind "sym" its choices
---@field default boolean|integer|string
---@field min? integer of "int"
---@field max? integer
---@field description? string
---@field startup? boolean a game with another value is another game

-- -- Values ------------------------------------------------------------------

local function is_line(value)
  return type(value) == "string" and #value <= TEXT_MAX and not value:find("%c")
end

local function choices_of(setting)
  return table.move(setting, 2, #setting, 1, {})
end

local function is_choice(setting, value)
  for i = 2, #setting do
    if setting[i] == value then
      return true
    end
  end
  return false
end

local CHECKS <const> = {}

function CHECKS.flag(_, value)
  return type(value) == "boolean"
end

function CHECKS.int(setting, value)
  local is_int = math.type(value) == "integer"
  return is_int and value >= (setting.min or value) and value <= (setting.max or value)
end

function CHECKS.sym(setting, value)
  return is_choice(setting, value)
end

function CHECKS.text(_, value)
  return is_line(value)
end

local EXPECTED <const> = {}

function EXPECTED.flag()
  return "true or false"
end

function EXPECTED.int(setting)
  if setting.min and setting.max then
    return ("a number from %d to %d"):format(setting.min, setting.max)
  elseif setting.min or setting.max then
    local side = setting.min and "least" or "most"
    return ("a number of at %s %d"):format(side, setting.min or setting.max)
  end
  return "a number"
end

function EXPECTED.sym(setting)
  return "one of " .. table.concat(choices_of(setting), ", ")
end

function EXPECTED.text()
  return ("a line of at most %d bytes"):format(TEXT_MAX)
end

local READERS <const> = {
  flag = function(text)
    return text == "true" or text ~= "false" and text or false
  end,
  int = function(text)
    return math.tointeger(tonumber(text)) or text
  end,
}

--- The allowed values of a setting as text: "a number from 1 to 9".
---@param setting strata.Setting
---@return string
function M.expected(setting)
  return EXPECTED[setting[1]](setting)
end

--- Whether a setting may have a value.
---@param setting strata.Setting
---@param value any
---@return boolean
function M.is_fine(setting, value)
  return CHECKS[setting[1]](setting, value)
end

-- -- Declarations ------------------------------------------------------------

local KNOWN <const> = {
  default = true,
  description = true,
  startup = true,
  min = "int",
  max = "int",
}

local function key_problem(setting, key)
  local known = KNOWN[key]
  if math.type(key) == "integer" then
    local is_fine = key == 1 or (setting[1] == "sym" and is_line(setting[key]))
    return not is_fine and "only sym has choices, which are texts" or nil
  elseif not known then
    return ("no field '%s'%s"):format(tostring(key),
      spelling.hint(tostring(key), spelling.keys(KNOWN)))
  elseif known ~= true and known ~= setting[1] then
    return ("only %s has %s"):format(known, key)
  end
  return nil
end

local function bound_problem(setting)
  for _, key in ipairs({ "min", "max" }) do
    if setting[key] ~= nil and math.type(setting[key]) ~= "integer" then
      return ("%s: expected a number, got %s"):format(key, tostring(setting[key]))
    end
  end
  if setting.min and setting.max and setting.min > setting.max then
    return ("min %d is more than max %d"):format(setting.min, setting.max)
  end
  return nil
end

local function type_problem(setting)
  if setting.startup ~= nil and type(setting.startup) ~= "boolean" then
    return "startup: expected true or false"
  elseif setting.description ~= nil and not is_line(setting.description) then
    return "description: expected " .. EXPECTED.text()
  elseif setting[1] == "sym" and #setting < 3 then
    return 'expected two choices or more, such as { "sym", "calm", "wild", default = "calm" }'
  end
  return bound_problem(setting)
end

--- The mistake in a declaration; nil if it has none.
---@param setting any
---@return string|nil
function M.problem(setting)
  if type(setting) ~= "table" or not CHECKS[setting[1]] then
    return "expected flag, int, sym or text, such as { \"flag\", default = false }"
  end
  for key in host.sorted_pairs(setting) do
    local problem = key_problem(setting, key)
    if problem then
      return problem
    end
  end
  local problem = type_problem(setting)
  if problem then
    return problem
  elseif setting.default == nil then
    return "default: it is missing"
  elseif not M.is_fine(setting, setting.default) then
    return ("default: expected %s, got %s"):format(M.expected(setting), tostring(setting.default))
  end
  return nil
end

-- -- What a host gives -------------------------------------------------------

-- The values that the host of this state has set before packs were read.
local given <const> = {}

--- Set a setting of every pack with a name that is read from now on.
---@param text string "pack:name=value"
function M.add_given(text)
  local pack, name, value = text:match("^([%w_]+):([%w_]+)=(.*)$")
  if not pack then
    error(("setting: expected pack:name=value, got '%s'"):format(text), 0)
  end
  given[#given + 1] = { pack = pack, name = name, value = value }
end

--- All settings that the host has set, in order.
---@return { pack: string, name: string, value: string }[]
function M.given()
  return given
end

--- Set one setting of a pack. The value may be given as text.
local function give(manifest, name, value)
  local setting = manifest.settings[name]
  if not setting then
    local hint = spelling.hint(name, spelling.keys(manifest.settings))
    return ("setting %s:%s: the pack has no such setting%s"):format(manifest.name, name, hint)
  end
  local read = READERS[setting[1]]
  local found = value
  if read then
    found = read(value)
  end
  if not M.is_fine(setting, found) then
    local form = "setting %s:%s: expected %s, got '%s'"
    return form:format(manifest.name, name, M.expected(setting), value)
  end
  manifest.values[name] = found
  return nil
end

--- Set the settings of a pack to the values of the host, or else to their defaults.
---@param manifest strata.Manifest gets `values`
---@return string[] problems with the choices that there are
function M.apply(manifest)
  local problems = {}
  manifest.values = {}
  for name, setting in host.sorted_pairs(manifest.settings) do
    manifest.values[name] = setting.default
  end
  for _, one in ipairs(given) do
    if one.pack == manifest.name then
      problems[#problems + 1] = give(manifest, one.name, one.value)
    end
  end
  return problems
end

--- The values of startup settings as text: "{hard_mode=true}"; "" if there are none. Games with
--- different ones are different games.
---@param manifest strata.Manifest
---@return string
function M.identity(manifest)
  local list = {}
  for name, setting in host.sorted_pairs(manifest.settings) do
    if setting.startup then
      list[#list + 1] = ("%s=%s"):format(name, tostring(manifest.values[name]))
    end
  end
  return #list > 0 and ("{%s}"):format(table.concat(list, ", ")) or ""
end

--- The same as texts by name, for saves.
---@param manifest strata.Manifest
---@return table<string, string>
function M.startup(manifest)
  local texts = {}
  for name, setting in host.sorted_pairs(manifest.settings or {}) do
    if setting.startup then
      texts[name] = tostring(manifest.values[name])
    end
  end
  return texts
end

--- The differences of two such tables, a line each: "bonus was 0 and is 3"; an empty list if one
--- table is unknown.
---@param before? table<string, string>
---@param now table<string, string>
---@return string[]
function M.differences(before, now)
  local all, list = {}, {}
  for _, texts in ipairs(before and { before, now } or {}) do
    for name in next, texts do
      all[name] = true
    end
  end
  for name in host.sorted_pairs(all) do
    local was, is = before[name] or "not there", now[name] or "not there"
    if was ~= is then
      list[#list + 1] = ("%s was %s and is %s"):format(name, was, is)
    end
  end
  return list
end

-- -- What files read ---------------------------------------------------------

--- Raise a message at the line of the file that runs: Lua's own would cut its path.
local function fail(form, ...)
  local path, line = host.place()
  local where = path and ("%s:%d: "):format(path, line) or ""
  error(where .. form:format(...), 0)
end

--- A pack's settings as its files name them: settings.hard_mode. A wrong name is an error.
---@param manifest strata.Manifest
---@return table<string, boolean|integer|string>
function M.constants(manifest)
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, name)
      local value = manifest.values[name]
      if value == nil then
        local names = spelling.keys(manifest.values)
        local hint = spelling.hint(tostring(name), names)
        hint = #names == 0 and "; its pack.lua declares settings = { ... }" or hint
        fail("settings: pack '%s' has no setting '%s'%s", manifest.name, tostring(name), hint)
      end
      return value
    end,
    __newindex = function(_, name)
      fail("settings: '%s' is set by the host, not by files", tostring(name))
    end,
  })
end

return M
