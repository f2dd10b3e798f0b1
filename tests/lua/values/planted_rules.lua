--- Rules in which every section and every field of strata.rules stands, for planting.lua.
local strata = require("strata")
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

--- The table of these rules, each time a new one.
return function()
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
