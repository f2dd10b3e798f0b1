--- one_game.lua ROOT: no literal of one game stands in the library.
--
-- The zones, attributes, types of events and words of sets of the packs in cards/ are words of
-- these games. The library, its bindings and its program read them from rules, so none of them may
-- stand there as a text of its own or behind an entity, as in entity.NAME. A word that is also one
-- of the library's own is in the list below, with the reason; so are the modules that may know a
-- game.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local tree = require("tree")
tree.open(arg[1])

-- What the library said for files of 0.3, which must go on: its modules name what their game has.
local FORMER <const> = {
  ["scripts/strata/lang/former_rules.lua"] = true, -- what rulesets did not say
  ["scripts/strata/stage/former_steps.lua"] = true, -- what steps did by hand
}

-- Modules that write files, such as those of a new pack: their long texts are such files.
local WRITERS <const> = {
  ["scripts/strata/tools/scaffold.lua"] = true,
  ["scripts/strata/tools/why_page.lua"] = true,
}

-- Words of games that are words of the library too, and what they are there.
local OWN <const> = {
  abilities = "a type of attributes, a section of the engine's rules, and a role",
  acting = "a field of `play`",
  active = "the attribute of whose turn it is, where rules name no other",
  attach = "a verb of steps: it writes the attribute of that role",
  attached = "a role, and a word of cards",
  board = "a command of sessions",
  chosen = "a role, and a word of cards",
  chosen_player = "a role, and a word of cards",
  class = "a kind of entry in the help",
  colors = "a field of `costs`",
  column = "a place in a file",
  concede = "what a player may do at any time, a verb of steps and of records",
  controller = "a role",
  cost = "a field of cards and abilities",
  effect = "a word of cards, and a verb of steps",
  enter = "the alias of what `enters` watches for",
  face_down = "a section of rulesets, and a verb of steps",
  field = "a field of an event or of a table",
  kinds = "a role",
  leave = "the alias that `until_leaves` waits for",
  least = "a bound of a choice",
  mark = "a savepoint of a world",
  most = "a bound of a choice",
  move = "a verb of steps, and an instruction of programs",
  name = "a role",
  next_player = "a field of `play`",
  owner = "a role",
  paid = "a field of watchers: what they cost",
  pay = "an instruction of programs, and a word of acts",
  phase = "a part of the handlers of an event, and a verb of steps",
  phase_begins = "the event by which rules without a course say that a phase begins",
  rank = "the order of handlers",
  remove_counters = "a verb of steps",
  role = "what an attribute is for",
  row = "a row of the log",
  seat = "a role",
  shuffle = "an instruction of programs",
  spawn = "an instruction of programs",
  stack = "a field of `play`, and a limit of handlers",
  table = "a type of Lua",
  tap = "a format of test reports",
  token = "a role, and a verb of steps",
  transformed = "a field of setups: that the other face is up",
  world = "a type of the library",
}

-- -- The words of the games ------------------------------------------------------

local words = {}

local function add(word, what, path)
  words[word] = words[word] or ("%s of %s"):format(what, path)
end

local function add_all(map, what, path)
  for word in pairs(map or {}) do
    add(word, what, path)
  end
end

local function add_list(list, what, path)
  for _, word in ipairs(list or {}) do
    add(word, what, path)
  end
end

--- What a file of rules says; it is data, so running it does nothing else.
local function rules_of(path)
  local function same(data)
    return data
  end
  local settings = setmetatable({}, { __index = function() return "" end })
  local words_of_file = { ruleset = same, extend = same, settings = settings }
  return assert(load(tree.read(path), "@" .. path, "t", words_of_file))()
end

local function add_rules(path)
  local data = rules_of(path)
  add_all(data.zones, "a zone", path)
  add_all(data.attributes, "an attribute", path)
  for _, declared in pairs(data.attributes or {}) do
    local is_set = type(declared) == "table" and declared[1] == "set"
    add_list(is_set and table.move(declared, 2, #declared, 1, {}), "a word of a set", path)
  end
  for _, families in pairs(data.families or {}) do
    for _, list in pairs(families) do
      add_list(list, "a word of a set", path)
    end
  end
end

local function add_events(path)
  for name in tree.read(path):gmatch("%f[%w_][ea][vl][ei][na][ts]%s*{%s*\"([%l_]+)\"") do
    add(name, "a type of event", path)
  end
end

local function read_packs()
  for _, path in ipairs(tree.files(function(path)
    return path:match("^cards/[^/]+/[%l_]+%.lua$") ~= nil
  end)) do
    if path:match("/rules%.lua$") then
      add_rules(path)
    elseif path:match("/events%.lua$") then
      add_events(path)
    end
  end
end

read_packs()

-- -- The library -----------------------------------------------------------------

-- What an entity is called where values of it are read, and what holds the attributes of rules; in
-- texts of expressions "%s" stands for an entity.
local ENTITIES <const> =
  { "attributes", "base", "entity", "host", "object", "player", "source", "target", "twin", "%%s" }

-- What behind these names is no value of an entity: a handle has it in every game.
local METHODS <const> = { abilities = true, world = true }

--- A line without its comment; texts stay. In C a comment may span lines, and in modules that write
--- files a text may, which is left out; what stands behind it is not.
local function uncommented(path, line, state)
  if path:match("%.lua$") then
    if state.inside then
      local rest = line:match("%]%](.*)$")
      state.inside = rest == nil
      line = rest or ""
    end
    state.inside = state.inside or WRITERS[path] and line:find("%[%[$") ~= nil
    return (line:gsub("^%s*%-%-.*$", ""):gsub("%s%-%-%s.*$", ""))
  end
  if state.inside then
    local rest = line:match("%*/(.*)$")
    state.inside = rest == nil
    line = rest or ""
  end
  line = line:gsub("/%*.-%*/", " "):gsub("//.*$", "")
  local before = line:match("^(.-)/%*")
  state.inside = state.inside or before ~= nil
  return before or line
end

local used = {}

--- A text in single quotes that has others in double ones shows an example in a message.
local function without_examples(path, line)
  return path:match("%.lua$") and line:gsub("'[^']*\"[^']*'", "''") or line
end

local function look_for_texts(path, number, line)
  line = without_examples(path, line)
  for text in line:gmatch('"([^"\\]*)"') do
    used[text] = true
    if words[text] and not OWN[text] then
      tree.complain("%s:%d: '%s' is %s", path, number, text, words[text])
    end
  end
end

--- The values that are read behind what an entity is called.
local function look_for_fields(path, number, line)
  for _, who in ipairs(ENTITIES) do
    for field, after in line:gmatch("%f[%w_%%]" .. who .. "%.([%l_]+)(.?)") do
      local is_own = who == "%%s" and OWN[field]
      local is_read = words[field] and not (METHODS[field] or is_own) and after ~= "("
      if is_read and not line:find('"strata%.' .. who .. "%.") then
        local said = who:gsub("%%%%", "%%")
        tree.complain("%s:%d: %s.%s is %s", path, number, said, field, words[field])
      end
    end
  end
end

local function is_checked(path)
  local top, ending = path:match("^([^/]+)/"), path:match("%.([^./]+)$")
  local is_library = top == "engine" or top == "bindings" or top == "scripts"
  return is_library
    and (ending == "lua" or ending == "c" or ending == "h")
    and not path:match("/meta/") -- examples, which name the pack that they need
    and not path:match("/bench/") -- they build worlds of games to measure them
    and not FORMER[path]
end

for _, path in ipairs(tree.files(is_checked)) do
  local state = {}
  tree.seen = tree.seen + 1
  for number, line in tree.lines(path) do
    line = uncommented(path, line, state)
    look_for_texts(path, number, line)
    if path:match("%.lua$") then
      look_for_fields(path, number, line)
    end
  end
end
for word in pairs(OWN) do
  if not (words[word] and used[word]) then
    tree.complain("one_game.lua: '%s' needs no reason any more", word)
  end
end
tree.close()
