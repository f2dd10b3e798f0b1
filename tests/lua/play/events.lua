--- strata.rules: event types, programs and watchers, and the messages for mistakes in them.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local each, event, it, named, this = strata.each, strata.event, strata.it, strata.named, strata.this

-- Expressions of frames.
equal(tostring(event), "event")
equal(tostring(named), "named")
equal(tostring(event.amount), "event.amount")
equal(tostring(event.amount * 2 + 1), "event.amount * 2 + 1")
equal(tostring(event.who.power:at_least(named.x)), "event.who.power >= $x")
equal(tostring(named.given.power), "$given.power")
equal(tostring(event.who:has("flying")), "event.who:has flying")
equal(tostring(each.creature:of(event.player)), "each.creature and controller = event.player")
equal(tostring(event.of), "event.of", "a field may be called as a method is")
fails("'Amount' is no name that 'event' can have", function()
  return event.Amount
end)
fails("'x or y' is no name that 'named' can have", function()
  return named["x or y"]
end)
fails("a boolean where an expression belongs", function()
  return event.amount > 2
end)
fails("event.x, named.x and the(card) have attributes", function()
  return (event.amount + 1).power
end)
local world = check.game()
fails("event", world.eval, world, event.amount)
fails("$x", world.eval, world, named.x + 1)

-- What follows uses these kinds.
local function declared()
  local spec = check.declared()
  spec.attributes.plus_one = { "counter", kind = "+1/+1" }
  spec.attributes.life = "int"
  spec.clocks = { "turn" }
  spec.handlers = { "test:grind", "test:other" }
  spec.replacement_classes = { "self", "control", "copy" }
  spec.events = {
    gain = {
      fields = { player = "ref", amount = "int" },
      affected = "player",
      amount = "amount",
      matters = event.amount:at_least(1),
      can = "event.player != none",
      merge_by = "cause",
      merge_sum = "amount",
      does = { { "add", "life", who = event.player, value = event.amount } },
    },
    move = {
      fields = { who = "ref", to = "sym", same = "flag" },
      affected = "who",
      enters = true,
      does = {
        {
          "move",
          who = event.who,
          as = "became",
          with = { to = event.to, same = event.same, player = event.who.owner },
        },
        {
          "when",
          when = named.became:is_not(strata.none),
          { "set", "types", who = named.became, value = { "creature" } },
          { "stamp", who = named.became },
        },
      },
    },
    die = {
      of = "move",
      where = event.to:is("graveyard") & event.who:has("creature"),
      look_back = true,
    },
    gain_three = {
      fields = { player = "ref" },
      one_by_one = {
        { "emit", "gain", times = 3, with = { player = event.player, amount = named.i } },
      },
      phases = { "check", "do", { "after", of = "player" } },
      quiet = true,
    },
    hit = {
      fields = { source = "ref", who = "ref", amount = "int" },
      results = {
        {
          "emit",
          "put",
          when = event.who:has("creature"),
          with = { who = event.who, count = event.amount, cause = event.source },
        },
        { "emit", "gain", with = { player = event.source.controller, amount = event.amount } },
      },
    },
    put = {
      fields = { who = "ref", count = "int" },
      does = {
        { "count", who = event.who, with = { kind = "'+1/+1'", count = event.count } },
        { "run", "test:grind", with = { n = event.count } },
        { "tick", "turn" },
      },
    },
  }
  spec.codes = {
    ["test:twice"] = {
      "replace",
      "gain",
      rank = "self",
      tests = { player = it:is(strata.you) },
      { "change", "amount", value = event.amount * 2 },
    },
    ["test:exile"] = {
      "replace",
      "die",
      tests = { who = each.creature:except(this) },
      optional = true,
      again = true,
      own = true,
      always_ask = true,
      { "instead", { "emit", "move", with = { who = event.who, to = "'exile'", same = true } } },
      { "then", { "emit", "gain", with = { player = named.you, amount = 1 } } },
    },
    ["test:ward"] = {
      "prevent",
      "gain",
      amount = 1,
      uses = 1,
      { "prevent" },
      { "note", "seen", who = this, value = event.amount },
      { "forget", "seen", who = this },
    },
    ["test:sealed"] = { "cant", "die", zones = { "battlefield" } },
    ["test:choir"] = {
      "trigger",
      "die",
      names = { target = "ref", word = "sym" },
      when = event.who.power:more_than(1),
      only_if = strata.count(each.creature):at_least(2),
      per_clock = 1,
      clock = "turn",
      batch = true,
      look_back = true,
      immediate = true,
      {
        "choose",
        who = each.creature:of(strata.you),
        as = "given",
        ordered = true,
        hidden = true,
        with = { by = named.you, least = 0, most = 1 },
      },
      { "choose", "may", as = "yes" },
      { "choose", "word", as = "chosen", with = { of = { "island", "swamp" } } },
      { "let", as = "x", value = named.given.power },
      { "roll", as = "n", value = 6 },
      { "when", when = named.yes, { "stop" } },
      {
        "each",
        who = each.creature,
        { "emit", "hit", with = { source = this, who = it, amount = named.x + named.n } },
      },
      {
        "together",
        { "emit", "gain", with = { player = named.you, amount = 1 } },
        { "emit", "hit", with = { source = this, who = named.target, amount = 1 } },
      },
      { "trigger", "test:choir", with = { target = named.given, word = named.chosen } },
      { "watch", "test:ward", clock = "turn", with = { ticks = 1, left = 3, source = this } },
      {
        "emit",
        "gain",
        with = { player = named.you, amount = 2 },
        { "change", "amount", value = 3 },
      },
    },
    ["test:state"] = { "state", when = "count(types has 'creature') = 0", { "stop" } },
    ["test:more"] = { "more", "die", amount = 1 },
  }
  spec.abilities["test:twin"] = { codes = { "test:twice", "test:exile" } }
  spec.abilities["test:bell"] =
    { kind = "triggered", zones = { "battlefield" }, codes = { "test:choir" } }
  spec.laws.plus_one.codes = { "test:sealed" }
  spec.laws.exile = { codes = { "test:ward" } }
  spec.symbols = { "exile" }
  return spec
end

-- What was declared reads back.
local rules = strata.rules(declared())
equal(rules:hash(), strata.rules(declared()):hash(), "hash of the same rules")
equal(rules:hash() ~= strata.rules(check.declared()):hash(), true)
equal(rules:names("events"), { "die", "gain", "gain_three", "hit", "move", "put" })
equal(#rules:names("codes"), 7)
equal(rules:names("codes")[1], "test:choir")
equal(rules:names("handlers"), { "test:grind", "test:other" })
equal(rules:event("gain").name, "gain")
equal(rules:event("gain").of, nil)
equal(rules:event("die").of, "move")
equal(rules:ability("test:twin").kind, "static", "it has codes, so it is no keyword")

-- What an ability watches, in the order in which it names it.
equal(rules:watches("test:twin"), {
  { name = "test:twice", role = "replace", event = "gain" },
  { name = "test:exile", role = "replace", event = "die", of = "move" },
})
equal(rules:watches("test:bell")[1].role, "trigger")
equal(rules:watches("flying"), {}, "a keyword watches for nothing")
fails("rules:watches: unknown ability 'test:twn'; did you mean", rules.watches, rules, "test:twn")
fails("rules:watches: unknown ability 'test:twice'", rules.watches, rules, "test:twice")

local function fields_of(name)
  local list = {}
  for i, field in ipairs(rules:event(name).fields) do
    list[i] = field.name .. " " .. field.type
  end
  return list
end
local COMMON <const> = { "by ref", "cause ref", "effect flag", "prevented int", "became ref" }
equal(fields_of("gain"), { "amount int", "player ref", table.unpack(COMMON) })
equal(fields_of("move"), { "same flag", "to sym", "who ref", table.unpack(COMMON) })
equal(fields_of("die"), fields_of("move"), "an alias has the fields of its kind")
fails("rules:event: unknown event 'gian'; did you mean 'gain'?", rules.event, rules, "gian")

-- A world of such rules is as others.
local bear = rules:world():spawn("test:bear")
equal(bear.power, 2)

--- The change of a table is refused with this text.
local function bad(text, change)
  local spec = declared()
  change(spec)
  fails("strata.rules: " .. text, strata.rules, spec)
end

-- What is changed is part of the hash.
local function differs(change)
  local spec = declared()
  change(spec)
  equal(strata.rules(spec):hash() ~= rules:hash(), true, "hash")
end
differs(function(s)
  s.events.gain.quiet = true
end)
differs(function(s)
  s.events.gain.does[1].value = event.amount + 1
end)
differs(function(s)
  s.codes["test:twice"][3].value = event.amount * 3
end)
differs(function(s)
  s.abilities["test:twin"].codes = { "test:twice" }
end)

-- Sections.
bad("events: expected a table, got string", function(s)
  s.events = "gain"
end)
bad("events: expected names as keys, got a number", function(s)
  s.events = { "gain" }
end)
bad("codes: expected a table, got number", function(s)
  s.codes = 3
end)
bad("handlers: expected a table, got string", function(s)
  s.handlers = "test:grind"
end)
bad("handlers[2]: expected a string, got number", function(s)
  s.handlers[2] = 4
end)
bad("handlers: handler 'Grind': a name has lower-case letters", function(s)
  s.handlers[2] = "Grind"
end)
bad("replacement_classes[1]: expected a string, got boolean", function(s)
  s.replacement_classes[1] = true
end)
bad("replacement_classes: replacement class 'self' is already declared", function(s)
  s.replacement_classes[2] = "self"
end)
bad("attributes.plus_one.kind: expected a string, got 1", function(s)
  s.attributes.plus_one.kind = 1
end)
bad("attributes.power: attribute 'power': only a counter has a kind", function(s)
  s.attributes.power.kind = "+1/+1"
end)

-- Kinds of events.
local function gain(text, fields)
  bad(text, function(s)
    for name, value in strata.sorted_pairs(fields) do
      s.events.gain[name] = value
    end
  end)
end
bad('events.gain: expected a kind of event, such as { fields = { amount = "int" } }', function(s)
  s.events.gain = "int"
end)
gain("events.gain: no field 'afected'; did you mean 'affected'?", { afected = "player" })
gain("events.gain.affected: expected a string, got 3", { affected = 3 })
gain("event 'gain': event 'gain' has no field 'plyer'; did you mean 'player'?", {
  affected = "plyer",
})
gain("events.gain.fields: expected names with types, such as", { fields = "int" })
gain("events.gain.fields: expected names as keys, got a number", { fields = { "amount" } })
gain("events.gain.fields.amount: expected a string, got 3", { fields = { amount = 3 } })
gain("events.gain.fields.amount: no type 'itn'; did you mean 'int'?", {
  fields = { amount = "itn" },
})
gain("events.gain.fields.amount: no type 'abilities'; there are int, flag, ref and sym", {
  fields = { amount = "abilities" },
})
gain("events: event 'gain': every event has a field 'by' already", { fields = { by = "ref" } })
gain("events.gain.matters: a boolean where an expression belongs", { matters = 1 == 2 })
gain("events.gain.matters: expected an expression, got table", { matters = {} })
gain("event 'gain': matters: at byte 6: event 'gain' has no field 'amuont'; did you mean", {
  matters = event.amuont:at_least(1),
})
gain("events.gain.can: unknown symbol 'creatur'; did you mean 'creature'?", { can = each.creatur })
gain("events.gain.enters: expected true or false, got 1", { enters = 1 })
gain("events.gain.phases: expected a list of names, got string", { phases = "do" })
gain("events.gain.phases[1]: expected a string, got 3", { phases = { 3, "do" } })
gain("events.gain.phases[1][1]: expected a string, got nil", { phases = { {}, "do" } })
gain("events.gain.phases[1]: no field 'off'; did you mean 'of'?", {
  phases = { { "before", off = "player" }, "do" },
})
gain("events: event 'gain': one of its phases is 'do', where it happens", { phases = { "a" } })
gain("events.gain: one_by_one and results: parts are contained in one", {
  one_by_one = { { "stop" } },
  results = { { "stop" } },
})
local alias_says = "events: event 'die': an alias says 'where', 'enters' and 'look_back' and has"
bad(alias_says .. " all else", function(s)
  s.events.die.quiet = true
end)
bad("event 'die': no event 'mvoe'; did you mean 'move'?", function(s)
  s.events.die.of = "mvoe"
end)

-- Deeds.
local function does(text, deeds)
  gain(text, { does = deeds })
end
local DOES <const> = "events.gain.does"
does(DOES .. ": expected a list of deeds, got string", "add")
does(DOES .. ": expected a list of deeds, and it has a field 'add'", { add = "life" })
does(DOES .. '[1]: expected a deed, such as { "emit", "draw" }, got string', { "add", "life" })
does(DOES .. "[1]: expected a deed, such as", { event.amount })
does(DOES .. '[1][1]: expected what it does, such as "emit", got nil', { {} })
does(DOES .. "[1]: no deed 'ad'; did you mean 'add'?", { { "ad", "life" } })
does(DOES .. "[2]: no field 'vlaue'; did you mean 'value'?", {
  { "stop" },
  { "add", "life", vlaue = 3 },
})
does(DOES .. "[1].who: expected an expression, got table", { { "remove", who = {} } })
does(DOES .. "[1].when: a boolean where an expression belongs", { { "stop", when = true } })
does(DOES .. "[1].as: expected a string, got 3", { { "let", as = 3, value = 3 } })
does(DOES .. "[1].hidden: expected true or false, got 1", { { "choose", hidden = 1 } })
does(DOES .. "[1].with: expected a table of what it is given, got number", {
  { "run", "test:grind", with = 3 },
})
does(DOES .. "[1].with: expected names as keys, got a number", {
  { "run", "test:grind", with = { 3 } },
})
does(DOES .. "[1].with.n: unknown symbol 'creatur'; did you mean 'creature'?", {
  { "run", "test:grind", with = { n = strata.count(each.creatur) } },
})
does(DOES .. "[1].value: the list is empty", { { "set", "types", who = it, value = {} } })
does(DOES .. "[1].value[1]: expected a string, got number", {
  { "set", "types", who = it, value = { 3 } },
})
does(DOES .. "[1][2][2]: no deed 'stpo'; did you mean 'stop'?", {
  { "when", { "when", { "stpo" } } },
})
does("event 'gain', does 1 (add): no attribute 'lif'; did you mean 'life'?", {
  { "add", "lif", who = event.player, value = 3 },
})
does("event 'gain', does 1 (add), argument: its value: at byte 6: event 'gain' has no field", {
  { "add", "life", who = event.player, value = event.amuont },
})
does("event 'gain', does 1 (emit): it has no place in what performing an event does", {
  { "emit", "gain" },
})
does("event 'gain', does 1 (run): no handler 'test:gridn'; did you mean 'test:grind'?", {
  { "run", "test:gridn" },
})
do
  local deep = { "stop" }
  for _ = 1, 16 do
    deep = { "when", when = "true", deep }
  end
  local function nested(deed)
    fails("[2][2]: deeds nest more than 16 deep; split them", strata.rules, {
      layers = { "only" },
      events = { gain = { does = { deed } } },
    })
  end
  nested(deep)
  local loop = { "when", when = "true" }
  loop[2] = loop
  nested(loop)
end

-- What watchers say.
local function twice(text, fields)
  bad(text, function(s)
    for name, value in strata.sorted_pairs(fields) do
      s.codes["test:twice"][name] = value
    end
  end)
end
local TWICE <const> = "codes.test:twice"
bad(TWICE .. ': expected what a watcher says, such as { "cant", "draw" }, got string', function(s)
  s.codes["test:twice"] = "cant"
end)
bad("code 'test:ward': a prevention whose program has no 'prevent' prevents nothing", function(s)
  s.codes["test:ward"][3] = { "note", "seen", who = this, value = event.amount }
end)
twice(TWICE .. "[1]: expected its role, such as \"replace\", got 3", { 3 })
twice(TWICE .. ": no role 'replce'; did you mean 'replace'?", { "replce" })
twice(TWICE .. ": no field 'wen'; did you mean 'when'?", { wen = "true" })
twice("code 'test:twice': no event 'gian'; did you mean 'gain'?", { [2] = "gian" })
twice("code 'test:twice': no replacement class 'slef'; did you mean 'self'?", {
  rank = "slef",
})
twice(TWICE .. ".tests: expected a table of predicates by fields", { tests = each.creature })
twice(TWICE .. ".tests.player: a boolean where an expression belongs", {
  tests = { player = 1 == 2 },
})
twice("code 'test:twice' (plyer): event 'gain' has no field 'plyer'; did you mean", {
  tests = { plyer = "true" },
})
twice(TWICE .. ".names.target: no type 'rf'; did you mean 'ref'?", { names = { target = "rf" } })
twice(TWICE .. ".zones: expected a list of names, got string", { zones = "battlefield" })
twice("code 'test:twice': no zone 'battlefeld'; did you mean 'battlefield'?", {
  zones = { "battlefeld" },
})
twice(TWICE .. ".uses: expected an integer, got 'two'", { uses = "two" })
twice(TWICE .. ".uses: expected a number from 0 to 4294967295, got -1", { uses = -1 })
twice(TWICE .. ".optional: expected true or false, got 1", { optional = 1 })
twice(TWICE .. "[3]: no field 'vlue'; did you mean 'value'?", {
  [3] = { "change", "amount", vlue = 3 },
})
twice("code 'test:twice', deed 1 (change): event 'gain' has no field 'amont'", {
  [3] = { "change", "amont", value = 3 },
})
twice("codes: code 'test:twice': 'clock' and 'per_clock' go together", { per_clock = 1 })
twice("codes: code 'test:twice': only what triggers has 'only_if'", { only_if = "true" })
bad("code 'test:choir', deed 2 (let), argument: its value: at byte 1: nothing is", function(s)
  s.codes["test:choir"][4] = { "let", as = "x", value = named.targt.power }
end)
bad("code 'test:choir', deed 9 (trigger), argument 'tagret': code 'test:choir'", function(s)
  s.codes["test:choir"][11] = { "trigger", "test:choir", with = { tagret = this } }
end)

-- Abilities and laws that have codes.
bad("abilities.test:twin.codes: expected a list of names, got string", function(s)
  s.abilities["test:twin"].codes = "test:twice"
end)
bad("ability 'test:twin': no code 'test:twic'; did you mean 'test:twice'?", function(s)
  s.abilities["test:twin"].codes = { "test:twic" }
end)
bad("laws.exile.codes[1]: expected a string, got number", function(s)
  s.laws.exile.codes = { 3 }
end)
bad("law 'exile': no code 'test:wrad'; did you mean 'test:ward'?", function(s)
  s.laws.exile.codes = { "test:wrad" }
end)

-- The script's line is blamed.
local ok, message = pcall(function()
  return strata.rules({ layers = { "only" }, events = { gain = { field = {} } } })
end)
equal(ok, false)
equal(
  message:match("events%.lua:%d+: (.*)$"),
  "strata.rules: events.gain: no field 'field'; did you mean 'fields'?"
)
