--- Plants mistakes into every table that a function of the library takes, one at a time: a field
--- that nobody knows, a misspelt name, a value of the wrong type, a hole, an item twice, odd keys.
--- Each is an error, or makes another result for a reason that stands here; none is silent.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local add, set, each, it, this = strata.add, strata.set, strata.each, strata.it, strata.this
local event, named = strata.event, strata.named

local function attributes()
  return {
    name = { "text", copiable = true },
    life = { "int", default = 1, min = 0, max = 99 },
    power = { type = "int", copiable = true, kept = true },
    seen = { "flag", default = true, unlayered = true, stamps = true },
    types = { "set", "creature", "elf", copiable = true },
    owner = { "ref", open = true },
    mood = { "sym", "calm", "angry" },
    plus = { "int", counter = true, kind = "+1/+1", unlayered = true },
    abilities = "abilities",
  }
end

local function abilities()
  return {
    flying = "keyword",
    trample = "keyword",
    ["a:lord"] = {
      kind = "static",
      text = "All others are larger.",
      zones = { "field", "stack" },
      {
        on = each.creature,
        when = this.life:more_than(0),
        layer = "pt.set",
        power = { set(1), add(2) },
      },
      {
        each.elf,
        types = { add({ "elf", "creature" }):at("type") },
        abilities = strata.grant({ "flying", "trample" }),
      },
    },
    ["a:bell"] = { kind = "handler", codes = { "a:rings", "a:twice" } },
  }
end

local function laws()
  return {
    counters = { counter = "plus", codes = { "a:twice" }, power = add(this.plus) },
    moods = { on = each.elf, when = "life > 0", last = true, layer = "other", mood = set("calm") },
    inner = {
      each.creature,
      intrinsic = true,
      abilities = strata.grant("flying"):at("type"),
    },
  }
end

local function definitions()
  return {
    bear = {
      name = "Bear",
      power = 2,
      types = { "creature", "elf" },
      abilities = { "a:lord", "a:bell" },
      seen = false,
    },
    elf = { mood = "angry", types = "elf" },
  }
end

local function gain()
  return {
    fields = { who = "ref", amount = "int", mood = "sym", twice = "flag" },
    affected = "who",
    amount = "amount",
    matters = event.amount:at_least(1),
    can = "event.who.life > 0",
    merge_by = "mood",
    merge_sum = "amount",
    look_back = true,
    quiet = true,
    phases = {
      "check",
      { "before", of = "who", ends = event.twice, again = true },
      { "do", linear = true },
    },
    does = {
      { "add", "life", who = event.who, value = event.amount },
      {
        "when",
        when = event.twice,
        { "set", "mood", who = event.who, value = event.mood },
      },
    },
  }
end

local function events()
  return {
    gain = gain(),
    large = { of = "gain", where = event.amount:more_than(5), enters = true },
    row = {
      affected = "who",
      fields = { who = "ref", count = "int" },
      results = {
        {
          "emit",
          "gain",
          who = each.elf,
          when = event.count:more_than(1),
          times = event.count,
          with = { who = it, amount = named.i },
        },
      },
    },
    series = {
      affected = "who",
      fields = { who = "ref" },
      one_by_one = { { "emit", "gain", with = { who = event.who, amount = 2 } } },
    },
  }
end

local function rings()
  return {
    "trigger",
    "gain",
    names = { other = "ref", much = "int" },
    tests = { who = it.life:more_than(1) },
    when = event.amount:more_than(1),
    only_if = this.life:more_than(0),
    zones = { "field", "stack" },
    uses = 3,
    per_clock = 2,
    clock = "turn",
    batch = true,
    look_back = true,
    optional = true,
    immediate = true,
    counts_done = true,
    { "choose", "number", as = "n", hidden = true, with = { least = 1, most = 5 } },
    { "choose", who = each.creature, as = "one", ordered = true, with = { by = named.you } },
    { "choose", "word", as = "word", with = { of = { "north", "south" } } },
    { "note", "seen", who = named.one, value = named.n },
    {
      "begin",
      "Growth",
      who = named.one,
      clock = "turn",
      lasts = this.life:more_than(0),
      while_source = true,
      with = { ticks = 2 },
      clause = {
        layer = "pt.modify",
        when = this.life:more_than(0),
        power = add(named.n):locked(),
      },
    },
    { "hook", "a:hears", who = named.one, try = true },
    { "run", "a:own" },
  }
end

local function codes()
  return {
    ["a:rings"] = rings(),
    ["a:twice"] = {
      "replace",
      "gain",
      rank = "self",
      own = true,
      again = true,
      always_ask = true,
      { "change", "amount", value = event.amount * 2 },
    },
    ["a:saves"] = { "prevent", "gain", amount = this.power },
    ["a:never"] = { "cant", "gain", as_is = true },
    ["a:hears"] = { "handle", "gain", phase = "before", place = 3, { "halt" } },
    ["a:leans"] = { "handle", "gain", phase = "before", { "stop" } },
    ["a:listens"] = { "handle", "gain", phase = "before", everywhere = true, { "stop" } },
  }
end

local function strong(who)
  return who.power > 2
end

local function note_done(ctx)
  ctx:note(ctx.you, "done", 1)
end

local function checks()
  return {
    dead = {
      who = it.life:less_than(1),
      keep_by = { "mood", "owner" },
      keep_newest = true,
      resets = { "plus", "seen" },
      { "emit", "series", with = { who = it } },
    },
  }
end

local function play()
  return {
    turn_player = it.seen,
    next_player = "owner",
    stack = "stack",
    resolved = "series",
    on_loop = "row",
    log_clock = "turn",
    always_ask = true,
    triggered = "gain",
  }
end

--- Rules in which every section and every field of strata.rules stands.
local function spec()
  return {
    layers = {
      { "copy", "effects", order = "timestamp" },
      "type",
      { "pt", "set", "modify" },
      "other",
    },
    order = "priority",
    copiable_after = "copy.effects",
    symbols = { "north", "south" },
    clocks = { "turn", "step" },
    groups = { shield = "highest", poison = { "refresh", limit = 2 } },
    attributes = attributes(),
    zones = {
      "field",
      library = { ordered = true, hidden = true },
      stack = { shared = true },
    },
    default_layers = {
      add = "pt.modify",
      types = "type",
      owner = { set = "other" },
      abilities = "other",
    },
    predicates = { strong = { strong, reads = { "power", "life" } } },
    abilities = abilities(),
    laws = laws(),
    definitions = definitions(),
    chains = { bear = { "a:hears", "a:leans" } },
    events = events(),
    replacement_classes = { "self", "copy" },
    handlers = { "a:host", ["a:own"] = note_done },
    codes = codes(),
    checks = checks(),
    play = play(),
    scripts_see = "controller",
    face_down = "seen",
    renames = {
      attributes = { might = "power" },
      abilities = { fly = "flying" },
      events = { win = "gain" },
    },
  }
end

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
