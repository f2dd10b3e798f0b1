--- scenarios.lua ROOT WORK PROGRAM [PACK...]: mistakes planted in the scenarios of shipped packs.
--
-- Into every table of every scenario one mistake is planted at a time: a field that nobody knows, a
-- hole, a value of another type, a misspelt text or field. Each becomes a file of a copy of its
-- pack. `strata check` must refuse it in the lines of its scenario, or `strata test` must fail, or
-- one of ACCEPTED says why the planted file says something else that is right too. What remains is
-- silent, and there must be none of it. Without names of packs it tries a sample of all.
local root, work, program = table.unpack(arg)

local PACKS <const> = {
  "arena", "classic", "classic_tuned", "craft", "craft_fame", "craft_guests", "craft_tax", "delve",
  "skirmish",
}
-- Of so many mistakes a run without names of packs tries one, which STRATA_TEST_SEED selects.
local ONE_IN <const> = 80

-- Texts that are free, by the field in which they stand.
local FREE <const> = { name = true, note = true, rules = true, source = true }

-- -- Constructors of tables ------------------------------------------------------

--- The place behind a string that begins at a place; nil if none does.
local function behind_string(text, at)
  local quote = text:sub(at, at)
  if quote ~= '"' and quote ~= "'" then
    return nil
  end
  local stop = at + 1
  while text:sub(stop, stop) ~= quote do
    stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
  end
  return stop + 1
end

--- The place behind a comment that begins at a place; nil if none does.
local function behind_comment(text, at)
  if text:sub(at, at + 1) ~= "--" then
    return nil
  end
  local long = text:match("^%-%-%[%[.-%]%]()", at)
  return long or (text:find("\n", at, true) or #text) + 1
end

local DEPTHS <const> = { ["{"] = 1, ["("] = 1, ["["] = 1, ["}"] = -1, [")"] = -1, ["]"] = -1 }

--- Adds the entry between two places, without the blanks around it, if there is one.
local function add_entry(entries, text, start, stop)
  local first, last = text:match("^%s*()", start), stop - 1
  while last >= first and text:sub(last, last):find("%s") do
    last = last - 1
  end
  if last >= first then
    entries[#entries + 1] = { first = first, last = last }
  end
end

--- The entries of the constructor that opens at a place, and the place of its closing brace. Each
--- has the places where it begins and ends.
local function entries_of(text, open)
  local entries, depth, at, start = {}, 0, open + 1, open + 1
  while depth > 0 or text:sub(at, at) ~= "}" do
    local behind = behind_string(text, at) or behind_comment(text, at)
    local letter = behind and "" or text:sub(at, at)
    depth = depth + (DEPTHS[letter] or 0)
    if depth == 0 and letter == "," then
      add_entry(entries, text, start, at)
      start = at + 1
    end
    at = behind or at + 1
  end
  add_entry(entries, text, start, at)
  return entries, at
end

--- All constructors within the scenarios of a text: where each opens, and its entries.
local function constructors_of(text)
  local list, at = {}, 1
  local last = 0
  while at <= #text do
    local behind = behind_string(text, at) or behind_comment(text, at)
    local letter = text:sub(at, at)
    if behind then
      at = behind
    else
      if letter == "{" then
        local is_first = text:sub(1, at - 1):find("scenario%s*$") ~= nil
        local entries, close = entries_of(text, at)
        if is_first then
          last = close
        end
        if at < last then
          list[#list + 1] = { open = at, close = close, entries = entries }
        end
      end
      at = at + 1
    end
  end
  return list
end

-- -- Mistakes ----------------------------------------------------------------------

local function line_at(text, at)
  local _, count = text:sub(1, at):gsub("\n", "\n")
  return count + 1
end

--- The key and the place of the value of an entry.
local function parts_of(text, entry)
  local said = text:sub(entry.first, entry.last)
  local key, value = said:match("^([%a_][%w_]*)%s*=%s*()")
  if not key then
    key, value = said:match('^%[%s*"([^"]*)"%s*%]%s*=%s*()')
  end
  if key and said:sub(value, value) ~= "=" then
    return key, entry.first + value - 1
  end
  return nil, entry.first
end

--- What a value of another type is.
local function other_type(value)
  if value:find('^["{]') then
    return "17.5"
  elseif value:find("^%-?%d") or value == "true" or value == "false" then
    return '"seventeen"'
  end
  return nil
end

local function add_value_mistakes(list, text, entry, field)
  local key, at = parts_of(text, entry)
  local value = text:sub(at, entry.last)
  local other = other_type(value)
  local function add(kind, first, last, said)
    list[#list + 1] = {
      kind = kind,
      field = key or field,
      at = first,
      was = value,
      text = text:sub(1, first - 1) .. said .. text:sub(last + 1),
    }
  end
  if other and not value:find("^{.*}%s*%S") then
    add("wrong type", at, entry.last, other)
  end
  if value:find('^"[^"]*"$') then
    add("misspelt", at, entry.last, value:sub(1, -2) .. 'q"')
  end
  if key and text:sub(entry.first, entry.first) ~= "[" then
    add("misspelt field", entry.first, entry.first + #key - 1, key .. "q")
  end
end

--- All texts with one mistake each.
local function mistakes_of(text)
  local list, fields = {}, {}
  for _, table_ in ipairs(constructors_of(text)) do
    local function insert(kind, said)
      local at = table_.open
      list[#list + 1] = {
        kind = kind,
        field = fields[at],
        at = at,
        text = text:sub(1, at) .. said .. text:sub(at + 1),
      }
    end
    local has_item = false
    for _, entry in ipairs(table_.entries) do
      local key, at = parts_of(text, entry)
      has_item = has_item or not key
      if text:sub(at, at) == "{" then
        fields[at] = key or fields[table_.open]
      end
      add_value_mistakes(list, text, entry, fields[table_.open])
    end
    insert("unknown field", " zzq = 1, ")
    if has_item then
      insert("hole", " nil, ")
    end
  end
  return list
end

-- -- Packs of planted files -------------------------------------------------------------

local function read_file(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function write_file(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local function lines_of(command)
  local pipe <close> = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do
    list[#list + 1] = line
  end
  return list
end

--- Names are made their own by the number of the planted file.
local function renamed(text, number)
  return (text:gsub('(%f[%w_]name%s*=%s*")', ("%%1p%d "):format(number)))
end

--- A text without the scenarios of its list in which nothing is planted: to play them again for
--- each mistake takes most of the time. Lines stay where they are.
local function alone(text, at)
  for _, table_ in ipairs(constructors_of(text)) do
    local before = text:sub(1, table_.open - 1)
    local start = before:find("scenario%s*$")
    local is_other = start and (at < start or at > table_.close)
    if is_other and text:find("^%s*,", table_.close + 1) then
      local stop = select(2, text:find("^%s*,", table_.close + 1))
      local blank = text:sub(start, stop):gsub("[^\n]", " ")
      text = text:sub(1, start - 1) .. blank .. text:sub(stop + 1)
    end
  end
  return text
end

--- Plants all mistakes of a pack's scenarios: the planted files by path.
local function plant(pack, folder, is_sample)
  local planted, number = {}, 0
  assert(os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(folder, folder)))
  assert(os.execute(("cp -r '%s/cards/%s/.' '%s'"):format(root, pack, folder)))
  for _, path in ipairs(lines_of(("ls '%s'/tests/*.lua"):format(folder))) do
    local text = read_file(path)
    os.remove(path)
    local is_of_scenarios = text:find("scenario%s*{") and not path:find("properties.lua", 1, true)
    for _, one in ipairs(is_of_scenarios and mistakes_of(text) or {}) do
      number = number + 1
      if not is_sample or math.random(ONE_IN) == 1 then
        one.path = ("%s/tests/p%05d.lua"):format(folder, number)
        one.line, one.from = line_at(text, one.at), path
        planted[#planted + 1] = one
        write_file(one.path, renamed(alone(one.text, one.at), number))
      end
    end
  end
  return planted
end

--- The files that a command complains of, with the line of the first complaint about each.
local function complaints(command)
  local found = {}
  for _, line in ipairs(lines_of(command .. " 2>&1")) do
    for path, at in line:gmatch("([^%s\"]+/tests/p%d+%.lua):(%d+)") do
      found[path] = found[path] or tonumber(at)
    end
    local path = line:match('"file": "([^"]+/tests/p%d+%.lua)"')
    if path and line:find('"ok": false', 1, true) then
      found[path] = found[path] or 0
    end
  end
  return found
end

--- Texts that say something else misspelt, by the field in which they stand.
local OTHERS <const> = {
  id = "an id that nothing names",
  effect = "a name of an effect",
  players = "a name of a player whom nothing names",
}

--- Whether a scenario names what was misspelt there anywhere else than in a free text.
local function is_named(one)
  local name = one.was:sub(2, -2):gsub("%p", "%%%0")
  for _, table_ in ipairs(constructors_of(one.text)) do
    local is_scenario = one.text:sub(1, table_.open - 1):find("scenario%s*$")
    if is_scenario and table_.open < one.at and one.at < table_.close then
      local text = one.text:sub(table_.open, table_.close)
      local said = text:gsub('([%a_]+)%s*=%s*"[^"]*"', function(field)
        return FREE[field] and "" or nil
      end)
      return said:find("%f[%w_]" .. name .. "%f[^%w_]") ~= nil
    end
  end
  return false
end

--- Why a planted file may pass; nil if it must not.
local function accepted(one)
  if one.kind ~= "misspelt" or one.field == "players" and is_named(one) then
    return nil
  end
  return FREE[one.field] and "a free text" or OTHERS[one.field]
end

local counts, silent = {}, {}

local function count(column)
  counts[column] = (counts[column] or 0) + 1
end

local function judge(one, refused, failed)
  local line = refused[one.path]
  if line and math.abs(line - one.line) <= 3 then
    count("refused by check at its line")
  elseif line then
    count("refused by check at the line of its scenario or file")
  elseif failed[one.path] then
    count("fails in test")
  elseif accepted(one) then
    count("accepted: " .. accepted(one))
  else
    count("silent")
    silent[#silent + 1] = one
  end
end

local is_sample = #arg == 3
math.randomseed(tonumber(os.getenv("STRATA_TEST_SEED")) or 1)
local names = is_sample and PACKS or table.move(arg, 4, #arg, 1, {})

--- Plants into a pack, checks and tests what came of it, and judges each mistake.
local function try_pack(pack)
  local folder = work .. "/planted/" .. pack
  local planted = plant(pack, folder, is_sample)
  local refused = complaints(("'%s' check '%s'"):format(program, folder))
  for _, one in ipairs(planted) do
    if refused[one.path] then
      os.remove(one.path)
    end
  end
  local form = "'%s' test --no-smoke --format json '%s'"
  local failed = complaints(form:format(program, folder))
  for _, one in ipairs(planted) do
    judge(one, refused, failed)
  end
end

for _, pack in ipairs(names) do
  try_pack(pack)
end

for column, number in pairs(counts) do
  print(("%6d  %s"):format(number, column))
end
for _, one in ipairs(silent) do
  local where = ("%s:%d"):format(one.from:match("[^/]+/tests/.*$"), one.line)
  print(("silent: %s: %s of '%s'"):format(where, one.kind, one.field or "?"))
end
assert(#silent == 0, #silent .. " mistakes are silent")
