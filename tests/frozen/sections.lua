--- Reads the sections of a save by the documented format, without the code of the engine.
local M = {}

-- -- Names (engine/base/hash.c) ----------------------------------------------

local function mix(key, value)
  local x = (value ~ (key >> 32)) * 0x9FB21C651E98DF25
  x = x ~ (x >> 35)
  x = (x ~ key) * 0xD6E8FEB86659FD93
  return x ~ (x >> 32)
end

--- The hash of a name.
local function hash_of(text, seed)
  local hash, at = mix(seed, #text), 1
  while #text - at + 1 >= 8 do
    hash = mix(hash, (string.unpack("<i8", text, at)))
    at = at + 8
  end
  local rest = text:sub(at)
  return mix(hash + 1, (string.unpack("<i8", rest .. ("\0"):rep(8 - #rest))))
end

--- What columns of the rules' own are for: a column is its owner's, in one of these roles.
local ROLES <const> = {
  base = 1, chain = 2, ticks = 3, timed = 4, stamp = 5, bottom = 6, top = 7, watches = 8,
}

--- The key of a column by its name: "ENTITY_ZONE" of all worlds; "power.base" of an attribute,
--- "kinds:elf.base" of a word of a set, "turn.ticks" of a clock.
---@param name string
---@return integer
function M.key(name)
  local owner, word, role = name:match("^([^:.]+):?([^.]*)%.(%l+)$")
  if not owner then
    return hash_of(name, 1)
  end
  local hash = hash_of(owner, 0)
  hash = word ~= "" and mix(hash, hash_of(word, 0)) or hash
  return mix(hash, ROLES[role])
end

-- -- Saves (engine/world/save.c) ---------------------------------------------

local PACKS <const>, STATE <const> = "STPACK\26\n", "STRATA\26\n"
local HEAD <const> = 28 -- bytes before a list of packs
local PAGE <const> = 256

--- Bytes of a page by what its cells stand for: numbers are as they are, names take 8 bytes each, a
--- verb takes 24.
local function page_size(meaning)
  if meaning == 0 then
    return PAGE
  end
  return meaning == 5 and PAGE // 8 * 24 or PAGE // 4 * 8
end

--- Call a function with the key of each section of a save, what its cells are, and what they stand
--- for.
---@param bytes string
---@param each fun(key: integer, cell: integer, meaning: integer)
function M.each(bytes, each)
  local at = 1
  if bytes:sub(1, 8) == PACKS then
    at = 1 + HEAD + string.unpack("<I4", bytes, 17)
  end
  assert(bytes:sub(at, at + 7) == STATE, "no save")
  at = at + 48
  while at <= #bytes do
    local key, kind, pages = string.unpack("<i8I4I4", bytes, at)
    local cell, meaning = kind & 0xff, kind >> 8
    each(key, cell, meaning)
    at = at + 16 + pages * (8 + page_size(meaning))
  end
  assert(at == #bytes + 1, "a section is cut")
end

return M
