--- The byte format of replays:
---
---   magic 8, version 4, size of the value 4, its checksum 8; the value
---
--- A value is a letter and its contents: t and f, booleans; i, an integer; s, a text after its
--- size; e, the handle of an entity; n, no entity; { a table: the number of its entries, then keys
--- and values, sorted. All numbers are little-endian. The checksum detects accidents only: every
--- value that is read is validated.
local strata = require("strata")
local host = require("strata.host")

local M = {}

local MAGIC <const> = "STREPLA\26"
local VERSION <const> = 1
local HEAD <const> = "<c8I4I4c8"
local DEPTH_MAX <const> = 16

--- An entity of a world that is not there yet.
local Somebody = { __name = "entity" }

-- -- Values of scripts -------------------------------------------------------

--- Values as a replay keeps them: copied, and entities by their handles.
---@param value any
---@return any
function M.plain(value)
  if type(value) == "userdata" then
    local handle = host.entity_handle(value)
    return setmetatable({ handle = handle or 0 }, Somebody)
  elseif type(value) ~= "table" then
    return math.type(value) == "float" and math.tointeger(value) or value
  end
  local copy = {}
  for key, item in host.sorted_pairs(value) do
    copy[key] = M.plain(item)
  end
  return copy
end

--- The same in a world: entities, and `none` for a missing one.
---@param value any
---@param world strata.World
---@return any
function M.revive(value, world)
  if type(value) ~= "table" then
    return value
  elseif getmetatable(value) == Somebody then
    return value.handle == 0 and strata.none or host.entity_of(world, value.handle)
  end
  local copy = {}
  for key, item in next, value do
    copy[key] = M.revive(item, world)
  end
  return copy
end

-- -- Writing -----------------------------------------------------------------

local WRITE <const> = {}

local function put(out, value)
  WRITE[type(value)](out, value)
end

function WRITE.boolean(out, value)
  out[#out + 1] = value and "t" or "f"
end

function WRITE.number(out, value)
  out[#out + 1] = string.pack("<c1i8", "i", value)
end

function WRITE.string(out, value)
  out[#out + 1] = string.pack("<c1s4", "s", value)
end

function WRITE.table(out, value)
  if getmetatable(value) == Somebody then
    out[#out + 1] = value.handle == 0 and "n" or string.pack("<c1i8", "e", value.handle)
    return
  end
  local count = 0
  for _ in next, value do
    count = count + 1
  end
  out[#out + 1] = string.pack("<c1I4", "{", count)
  for key, item in host.sorted_pairs(value) do
    put(out, key)
    put(out, item)
  end
end

--- Write a table of plain values.
---@param value table
---@return string
function M.write(value)
  local out = {}
  put(out, value)
  local body = table.concat(out)
  return string.pack(HEAD, MAGIC, VERSION, #body, host.checksum(body)) .. body
end

-- -- Reading -----------------------------------------------------------------

local READ <const> = {}

--- The value at a place, and the place behind it. string.unpack raises if bytes are missing.
local function take(bytes, at, depth)
  local form = READ[bytes:sub(at, at)]
  if not form then
    error("no value", 0)
  end
  return form(bytes, at + 1, depth)
end

function READ.t(_, at)
  return true, at
end

function READ.f(_, at)
  return false, at
end

function READ.i(bytes, at)
  return string.unpack("<i8", bytes, at)
end

function READ.s(bytes, at)
  return string.unpack("<s4", bytes, at)
end

function READ.n(_, at)
  return setmetatable({ handle = 0 }, Somebody), at
end

function READ.e(bytes, at)
  local handle, behind = string.unpack("<i8", bytes, at)
  return setmetatable({ handle = handle }, Somebody), behind
end

READ["{"] = function(bytes, at, depth)
  if depth == DEPTH_MAX then
    error("tables too deep", 0)
  end
  local value = {}
  local count, behind = string.unpack("<I4", bytes, at)
  for _ = 1, count do
    local key
    key, behind = take(bytes, behind, depth + 1)
    value[key], behind = take(bytes, behind, depth + 1)
  end
  return value, behind
end

local function refuse(what)
  error("replay: " .. what, 0)
end

--- Read what write has written. Raises if it is anything else.
---@param bytes string
---@return table
function M.read(bytes)
  if type(bytes) ~= "string" or bytes:sub(1, #MAGIC) ~= MAGIC then
    refuse("these bytes are no replay")
  elseif #bytes < string.packsize(HEAD) then
    refuse("cut")
  end
  local _, version, size, sum, at = string.unpack(HEAD, bytes)
  if version ~= VERSION then
    refuse("of a version that this one does not know; it needs a newer Strata")
  elseif size ~= #bytes - at + 1 then
    refuse("cut")
  elseif sum ~= host.checksum(bytes:sub(at)) then
    refuse("damaged: its checksum is another")
  end
  local is_fine, value, behind = pcall(take, bytes, at, 0)
  if not is_fine or type(value) ~= "table" or behind ~= #bytes + 1 then
    refuse("damaged")
  end
  return value
end

return M
