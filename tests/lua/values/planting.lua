--- Plants mistakes into every table that a function of the library takes, one at a time: a field
--- that nobody knows, a misspelt name, a value of the wrong type, a hole, an item twice, odd keys.
--- Each is an error, or makes another result for a reason that stands here; none is silent.
local check = require("check")
local strata = require("strata")
local spec = require("values.planted_rules")
local equal = check.equal
local add, set, each, this = strata.add, strata.set, strata.each, strata.this

-- Each case makes its tables anew, and gives a text of what came of them.
local rules <const> = strata.rules(spec())

local function world_of(options)
  local world = rules:world(options)
  local alice = world:spawn({ name = "Alice", life = 20 })
  local bear = world:spawn("bear", { life = 5, owner = alice, seen = true })
  return world, alice, bear:move("field", { player = alice })
end

local cases <const> = {
  {
    name = "strata.rules",
    make = spec,
    call = function(given)
      local made = strata.rules(given)
      return made:hash() .. table.concat(made:names(), " ")
    end,
  },
}

local function of_world(name, make, call)
  cases[#cases + 1] = {
    name = name,
    make = function()
      local state = {}
      state.world, state.alice, state.bear = world_of()
      return make(state), state
    end,
    call = function(given, state)
      local said = call(given, state)
      return tostring(said) .. " " .. state.world:hash()
    end,
  }
end

of_world("rules:world", function()
  return { strict = true, log = print, on_fault = "stop", event_limit = 100 }
end, function(given)
  return rules:world(given):hash()
end)

of_world("rules:load", function(state)
  state.bytes = state.world:save()
  return { strict = true, on_fault = "stop", event_limit = 100, allow_changed = true }
end, function(given, state)
  return rules:load(state.bytes, given):hash()
end)

of_world("world:spawn", function(state)
  return {
    name = "Ann",
    life = 2,
    types = { "elf", "creature" },
    owner = state.alice,
    mood = "calm",
    seen = true,
    abilities = { "flying", "trample" },
  }
end, function(given, state)
  return state.world:spawn(given)
end)

of_world("world:effect", function(state)
  return {
    name = "Song",
    on = { state.bear, state.alice },
    source = state.bear,
    when = this.life:more_than(1),
    lock = true,
    clock = "turn",
    ticks = 2,
    as_long_as = this.life:more_than(0),
    group = "poison",
    while_source = true,
    priority = 3,
    layer = "other",
    power = { set(3):at("pt.set"), add(2) },
    types = add({ "elf", "creature" }),
  }
end, function(given, state)
  local effect = state.world:effect(given)
  return effect.name .. state.bear.power
end)

of_world("world:effect of a predicate", function(state)
  return { each.creature, copy = state.alice, layer = "copy.effects" }
end, function(given, state)
  return state.world:effect(given)
end)

of_world("move", function(state)
  return { player = state.alice, position = 1, same = true }
end, function(given, state)
  return state.bear:move("library", given)
end)

of_world("world:act", function(state)
  return {
    given = { who = state.bear, amount = 2, mood = "angry", twice = true },
    options = { by = state.alice, source = state.bear, settling = "none" },
  }
end, function(given, state)
  return state.world:act("gain", given.given, given.options)
end)
cases[#cases].is_list_of_arguments = true

of_world("world:act of a code", function(state)
  return {
    code = "a:rings",
    source = state.bear,
    you = state.alice,
    settling = "none",
    with = { other = state.bear, much = 2 },
  }
end, function(given, state)
  return state.world:act(given)
end)

of_world("world:answer", function(state)
  state.world:act({
    code = "a:rings",
    source = state.bear,
    you = state.alice,
    with = { other = state.bear, much = 2 },
  })
  state.world:answer(2)
  return {
    answer = { "south" },
    options = { decision = state.world:decisions()[1].id, who = state.alice },
  }
end, function(given, state)
  return state.world:answer(given.answer, given.options)
end)
cases[#cases].is_list_of_arguments = true

of_world("hook", function()
  return { names = { "a:hears", "a:leans" }, options = { clock = "turn", ticks = 2 } }
end, function(given, state)
  return state.alice:try_hook(given.names, given.options)
end)
cases[#cases].is_list_of_arguments = true

of_world("world:pass", function(state)
  return {
    given = { who = state.bear, amount = 2, mood = "angry", twice = true },
    options = { by = state.alice, source = state.bear, whole = true },
  }
end, function(given, state)
  return state.world:pass("gain", "before", given.given, given.options)
end)
cases[#cases].is_list_of_arguments = true

of_world("world:values", function(state)
  return { state.bear, state.alice }
end, function(given, state)
  return table.concat(state.world:values("power", given), " ")
end)

of_world("world:disable", function()
  return { handler = "a:own", code = "a:rings", kind = "budget", text = "too long", action = 1 }
end, function(given, state)
  return state.world:disable(given)
end)

-- Lists within operations: of a set, of abilities, and in the rules' own clauses.
local OPERANDS <const> = { types = { "elf", "creature" }, abilities = { "flying", "trample" } }
for attribute, names in strata.sorted_pairs(OPERANDS) do
  of_world("an operand for " .. attribute, function()
    return { table.unpack(names) }
  end, function(given, state)
    return state.world:effect({ on = state.alice, [attribute] = set(given) })
  end)
  of_world("a base value of " .. attribute, function()
    return { table.unpack(names) }
  end, function(given, state)
    state.alice.base[attribute] = given
  end)
  of_world("an operand in rules for " .. attribute, function()
    return { table.unpack(names) }
  end, function(given)
    local changed = spec()
    changed.laws.moods[attribute] = set(given):at("other")
    return strata.rules(changed):hash()
  end)
end

of_world("rules:replay", function(state)
  local world = rules:world()
  local record = world:record()
  world:spawn("bear", { life = 5 })
  state.bytes = record:save()
  return { allow_changed = true, steps = 1 }
end, function(given, state)
  return rules:replay(state.bytes, given):hash()
end)

--- A case in which a handler gives the tables: they are what it captures.
local function of_handler(name, make, use)
  of_world(name, make, function(given)
    local changed = spec()
    changed.handlers["a:own"] = function(ctx)
      return use(ctx, given)
    end
    changed.codes["a:asks"] = { "trigger", "gain", { "run", "a:own" } }
    local world = strata.rules(changed):world({ on_fault = "stop" })
    local alice = world:spawn({ name = "Alice", life = 20 })
    local outcome = world:act({ code = "a:asks", you = alice, source = alice })
    local asked = world:decisions()[1]
    return ("%s %s %s"):format(outcome, tostring(asked), world:hash())
  end)
end

of_handler("ctx:choose", function()
  return {
    "north",
    { value = "south", text = "down", outcome = "colder" },
    { value = 3, text = "up" },
    prompt = "Where?",
    purpose = "choose",
    least = 1,
    most = 2,
    ordered = true,
    hidden = false,
  }
end, function(ctx, given)
  ctx:choose(given)
end)

of_handler("ctx:choose of a share", function()
  return { "north", "south", purpose = "divide", total = 5, least = 0, most = 5 }
end, function(ctx, given)
  ctx:choose(given)
end)

of_handler("ctx:choose_all", function()
  return {
    { "north", "south", least = 0, most = 2, hidden = true },
    { "south", "north", most = 1, hidden = true },
  }
end, function(ctx, given)
  ctx:choose_all(given)
end)

of_handler("ctx:emit", function()
  return { amount = 2, mood = "angry", twice = true }
end, function(ctx, given)
  ctx:emit("gain", given)
end)

-- Planting -------------------------------------------------------------------

local function is_plain(value)
  return type(value) == "table" and getmetatable(value) == nil
end

--- The paths of all plain tables within one, and of the values in them.
local function positions(root)
  local tables, values = {}, {}
  local function walk(t, path)
    tables[#tables + 1] = path
    for key, value in strata.sorted_pairs(t) do
      local place = { table.unpack(path) }
      place[#place + 1] = key
      values[#values + 1] = place
      if is_plain(value) then
        walk(value, place)
      end
    end
  end
  walk(root, {})
  return tables, values
end

local function at(root, path, last)
  for i = 1, last or #path do
    root = root[path[i]]
  end
  return root
end

local UNKNOWN <const> = "zzqx"

--- What is planted in a table: each changes it, or gives false where it cannot be.
local in_table <const> = {
  ["an unknown field"] = function(t)
    t[UNKNOWN] = 1
  end,
  ["an unknown text"] = function(t)
    t[UNKNOWN] = UNKNOWN
  end,
  ["the key 0"] = function(t)
    t[0] = t[1] or 1
  end,
  ["a key that is no integer"] = function(t)
    t[1.5] = t[1] or 1
  end,
  ["the key true"] = function(t)
    t[true] = t[1] or 1
  end,
  ["an item far behind"] = function(t)
    t[#t + 7] = t[1] or "far"
  end,
  ["a hole"] = function(t)
    if #t < 2 then
      return false
    end
    t[#t - 1] = nil
  end,
  ["an item twice"] = function(t)
    if #t == 0 then
      return false
    end
    t[#t + 1] = t[#t]
  end,
}

--- What is put in a value's place.
local in_value <const> = {
  ["a misspelt name"] = function(t, key)
    if math.type(key) then
      return false
    end
    t[key], t[key .. "x"] = nil, t[key]
  end,
  ["a misspelt value"] = function(t, key)
    if type(t[key]) ~= "string" then
      return false
    end
    t[key] = t[key] .. "x"
  end,
}
for what, other in pairs({
  ["a number"] = 17,
  ["a fraction"] = 1.5,
  ["a text"] = UNKNOWN,
  ["a boolean"] = true,
  ["a function"] = print,
}) do
  in_value[what] = function(t, key)
    if type(t[key]) == type(other) and math.type(t[key]) == math.type(other) then
      return false
    end
    t[key] = other
  end
end
in_value["a table"] = function(t, key)
  t[key] = { [UNKNOWN] = UNKNOWN }
end

--- Where another result is right: a pattern of "case: place: what", and why.
local reasons <const> = {
  { "^strata%.rules: [%w_]+%.[%w_:]+: a misspelt name$", "its writer names it" },
  { "^strata%.rules: codes%.[%w_:]+%.names%.%w+: a misspelt name$", "its writer names it" },
  { "^strata%.rules: renames%.%w+%.%w+: a misspelt name$", "an old name is any name" },
  { "^strata%.rules: clocks%.%d: a misspelt value$", "its writer names it" },
  { "^strata%.rules: handlers%.1: a misspelt value$", "the host names it" },
  { "^strata%.rules: replacement_classes%.%d: a misspelt value$", "its writer names it" },
  { "^strata%.rules: events%.gain%.phases%.1: a misspelt value$", "its writer names it" },
  { "^strata%.rules: attributes%.plus%.kind: a misspelt value$", "its writer names it" },
  { "%.as: a misspelt value$", "a variable is any name" },
  { "^strata%.rules: codes%.a:rings%.6%.2: a misspelt value$", "a note has any key" },
  { "^strata%.rules: codes%.a:rings%.7%.2: a misspelt value$", "a text for people" },
  { "%.text: a misspelt value$", "a text for people" },
  { "%.?name: a misspelt value$", "a text for people" },
  { "%.value: a %l+$", "a number or a flag is an expression" },
  { "%.amount: a number$", "a number is an expression" },
  { "%.times: a number$", "a number is an expression" },
  { "^strata%.rules: events%.%w+%.[%w_]+[%.%d]*: an item twice$", "it is done twice" },
  { "^strata%.rules: codes%.[%w:]+: an item twice$", "it is done twice" },
  { "^strata%.rules: checks%.dead: an item twice$", "it is done twice" },
  { "codes: an item twice$", "it listens twice" },
  { "abilities: an item twice$", "it has the ability twice" },
  { "^strata%.rules: abilities%.a:lord: an item twice$", "two clauses say the same" },
  { "power: an item twice$", "it is changed twice" },
  { "types: an item twice$", "it is changed twice" },
  { "^world:values: : an item twice$", "its value is told twice" },
  { "abilities: : an item twice$", "it has the ability twice" },
  { "^ctx:choose[%l_ ]*: %d?: an item twice$", "it is offered, or asked, twice" },
  { "^ctx:choose[%l_ ]*: [%d%.]+: a [%l ]+$", "anything can be offered" },
  { "^ctx:choose: 2%.value: a misspelt value$", "any text can be offered" },
  { "%.outcome: a misspelt value$", "a text for people" },
  { "^ctx:choose: prompt: a misspelt value$", "a text for people" },
}

--- Where the same result is right.
local told_only <const> = {
  ["world:disable: text: a misspelt value"] = "world:faults tells it; nobody reads it",
}

local counts <const> = { refused = 0, differs = 0 }
local wrong <const> = {}

local function has_reason(where)
  for _, reason in ipairs(reasons) do
    if where:find(reason[1]) then
      reason.used = true
      return true
    end
  end
  return false
end

--- The place of what is planted, as text.
local function place_of(case, path, what, key)
  local steps = {}
  for _, step in ipairs(path) do
    steps[#steps + 1] = tostring(step)
  end
  steps[#steps + 1] = key ~= nil and tostring(key) or nil
  return ("%s: %s: %s"):format(case.name, table.concat(steps, "."), what)
end

--- Plant one mistake in tables made anew, and judge what comes of it.
local function run(case, path, what, plant, key)
  local given, state = case.make()
  if plant(at(given, path), key) == false then
    return
  end
  local where = place_of(case, path, what, key)
  local is_fine, said = pcall(case.call, given, state)
  if not is_fine then
    counts.refused = counts.refused + 1
  elseif said == case.said and not told_only[where] then
    wrong[#wrong + 1] = "silent: " .. where
  elseif said ~= case.said then
    counts.differs = counts.differs + 1
    if not has_reason(where) then
      wrong[#wrong + 1] = "without a reason: " .. where
    end
  end
end

--- Plant everything everywhere in the tables of one case.
local function run_case(case)
  local given, state = case.make()
  case.said = case.call(given, state)
  local again, other = case.make()
  equal(case.call(again, other), case.said, case.name .. " again")
  local tables, values = positions((case.make()))
  for i = case.is_list_of_arguments and 2 or 1, #tables do
    for what, plant in strata.sorted_pairs(in_table) do
      run(case, tables[i], what, plant)
    end
  end
  for _, path in ipairs(values) do
    local key = table.remove(path)
    if not (case.is_list_of_arguments and #path == 0) then
      for what, plant in strata.sorted_pairs(in_value) do
        run(case, path, what, plant, key)
      end
    end
  end
end

for _, case in ipairs(cases) do
  run_case(case)
end
for _, reason in ipairs(reasons) do
  if not reason.used then
    wrong[#wrong + 1] = "a reason for nothing: " .. reason[1]
  end
end
print(("%d refused, %d have another result"):format(counts.refused, counts.differs))
for _, text in ipairs(wrong) do
  print(text)
end
equal(#wrong, 0, "silent, or without a reason")
equal(counts.refused > 3500, true, "mistakes that are refused")

-- Messages: what is wrong with a list is named with its place, of several mistakes the same one.
local function message(change)
  local given = spec()
  change(given)
  return select(2, pcall(strata.rules, given))
end
local function says(text, change)
  local said = message(change)
  equal(said:find(text, 1, true) ~= nil, true, said)
end
says("abilities.a:lord.zones: expected a list, and it has a field 'a'", function(given)
  given.abilities["a:lord"].zones.z = 1
  given.abilities["a:lord"].zones.a = 1
end)
says("layers: expected a list, and item 5 is missing", function(given)
  given.layers[9] = "far"
end)
says("symbols: 'south' stands twice", function(given)
  given.symbols[3] = "south"
end)
says("attributes.mood: 'angry' stands twice", function(given)
  given.attributes.mood[4] = "angry"
end)
says("clocks: expected a list, and one of its keys is a boolean", function(given)
  given.clocks[true] = "turn"
end)
says("codes.a:rings.zones: expected a list, and item 1 is missing", function(given)
  given.codes["a:rings"].zones[1] = nil
end)
says("abilities.a:lord: item 1 is missing", function(given)
  given.abilities["a:lord"][1] = nil
end)
says("groups.poison: no field 'limt'; did you mean 'limit'?", function(given)
  given.groups.poison.limt = 1
end)
says("chains: there is no definition 'beer'", function(given)
  given.chains.beer = given.chains.bear
end)
