--- What an event makes another of, what ends together, what is done once between two ticks, and
--- what a state does again.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named, this = strata.event, strata.named, strata.this

local at_home = event.from:is("field")

local function declared()
  return {
    layers = { "values" },
    attributes = { marks = { "int", unlayered = true }, abilities = "abilities" },
    zones = {
      away = { shared = true },
      field = { shared = true },
      pile = { shared = true, ordered = true },
    },
    clocks = { "turn" },
    events = {
      move = {
        fields = { who = "ref", from = "sym", to = "sym" },
        affected = "who",
        does = { { "move", who = event.who, with = { to = event.to }, as = "now" } },
      },
      leave = { of = "move", where = at_home, look_back = true },
      offer = {
        fields = { who = "ref" },
        affected = "who",
        results = {
          { "emit", "move", with = { who = event.who, from = "'field'", to = "'pile'" } },
        },
      },
      mark = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "add", "marks", who = event.who, value = 1 } },
      },
    },
    codes = {
      ["test:after"] = {
        "trigger", "offer", immediate = true,
        { "emit", "mark", with = { who = event.became } },
      },
      ["test:back"] = {
        "trigger", "leave", immediate = true,
        { "emit", "mark", with = { who = event.became } },
      },
      ["test:until"] = {
        "until", "leave", tests = { who = "it = this" }, names = { kept = "ref" },
        { "emit", "move", with = { who = named.kept, from = "'away'", to = "'field'" } },
      },
      ["test:batch"] = {
        "trigger", "move", when = event.from:is("away"), batch = true, immediate = true,
        { "emit", "mark", with = { who = this } },
      },
      ["test:once"] = {
        "trigger", "offer", immediate = true, optional = true,
        clock = "turn", per_clock = 1, counts_done = true,
        { "emit", "mark", with = { who = this } },
      },
      ["test:both"] = {
        "state", when = "false", names = { one = "ref", other = "ref" },
        {
          "together",
          { "emit", "move", with = { who = named.one, from = "'field'", to = "'pile'" } },
          { "emit", "move", with = { who = named.other, from = "'field'", to = "'pile'" } },
        },
      },
      ["test:apart"] = {
        "state", when = "false", names = { one = "ref", first = "flag" },
        {
          "emit", "move", when = named.first,
          with = { who = named.one, from = "'field'", to = "'away'" },
        },
        {
          "together",
          { "emit", "move", with = { who = named.one, from = "'field'", to = "'pile'" } },
          { "emit", "move", with = { who = named.one, from = "'field'", to = "'away'" } },
        },
      },
      ["test:own"] = {
        "state", when = "false", names = { one = "ref" },
        {
          "emit", "mark", with = { who = named.one },
          { "take", as = "much", value = 1 },
          { "then", { "emit", "mark", with = { who = named.one } } },
        },
      },
      ["test:mine"] = { "state", when = "false", { "emit", "mark", with = { who = this } } },
      ["test:keep"] = {
        "state", when = "false", names = { kept = "ref" },
        { "watch", "test:until", with = { source = this, kept = named.kept } },
      },
    },
    abilities = {
      after = { kind = "triggered", codes = { "test:after" } },
      back = { kind = "triggered", codes = { "test:back" } },
      batch = { kind = "triggered", codes = { "test:batch" } },
      once = { kind = "triggered", codes = { "test:once" } },
    },
  }
end

local rules = strata.rules(declared())

--- A new one in a zone, with abilities.
local function put(world, zone, ...)
  local one = world:spawn({ abilities = { ... } })
  return one:move(zone, { same = true })
end

local function act(world, code, with, source)
  return world:act({ code = code, with = with, source = source })
end

-- Who was offered is the one in the pile, for those around the move too; who looks back knows both.
do
  local world = rules:world()
  local after, back = put(world, "field", "after"), put(world, "field", "back")
  local one = put(world, "field")
  equal(world:act("offer", { who = one }), "done", "offer")
  local now = one:successor()
  equal(now.zone, "pile", "where it is")
  equal(now.marks, 2, "marks of what it became, by 'after' and by 'back'")
  equal({ after.marks, back.marks }, { 0, 0 }, "marks of others")
  world:act("mark", { who = after })
  equal({ now.marks, after.marks }, { 2, 1 }, "what has moved nobody has become nobody")
end

-- Of two zones one is chosen (400.6); of what is gone by then nothing is asked.
do
  local world = rules:world()
  local one, other = put(world, "field"), put(world, "field")
  equal(act(world, "test:apart", { one = one }), "decide", "a question")
  equal(world:answer({ 1 }), "done", "its answer")
  equal(one:successor().zone, "pile", "where it is")
  equal(act(world, "test:apart", { one = other, first = true }), "done", "no question")
  equal(other:successor().zone, "away", "where it has been moved before")
end

-- One question names all zones of an object. Players choose in turn order (101.4), also where what
-- the second one chooses about is known before.
do
  local spec = declared()
  local function move(who, zone)
    return { "emit", "move", with = { who = who, from = "'field'", to = zone } }
  end
  local one, other = named.one, named.other
  spec.attributes.controller = { "ref", unlayered = true }
  spec.attributes.active = { "flag", unlayered = true }
  spec.attributes.next_player = { "ref", unlayered = true }
  spec.play = { turn_player = "active", next_player = "next_player" }
  spec.codes["test:zones"] = {
    "state", when = "false", names = { one = "ref", other = "ref" },
    {
      "together",
      move(one, "'pile'"), move(one, "'away'"), move(one, "'field'"), move(one, "'pile'"),
      move(other, "'away'"), { "emit", "offer", with = { who = other } },
    },
  }
  local world = strata.rules(spec):world()
  local active, second = world:spawn({ active = true }), world:spawn()
  active.base.next_player, second.base.next_player = second, active
  local theirs, mine = put(world, "field"), put(world, "field")
  theirs.base.controller, mine.base.controller = second, active
  equal(act(world, "test:zones", { one = theirs, other = mine }), "decide", "a question")
  local asked = world:decisions()[1]
  equal({ asked.who, #asked.options }, { active, 2 }, "the first question")
  equal(world:answer({ 2 }), "decide", "another question")
  asked = world:decisions()[1]
  equal({ asked.who, #asked.options }, { second, 3 }, "the second question")
  equal(world:answer({ 3 }), "done", "its answer")
  equal({ mine:successor().zone, theirs:successor().zone }, { "pile", "field" }, "zones")
end

-- What a maker does to its own event (614.15) is of no watcher, and may go on behind the event.
do
  local world = rules:world()
  local one = put(world, "field")
  equal(act(world, "test:own", { one = one }), "done", "the maker's program")
  equal(one.marks, 2, "marks by the event, and behind it")
end

-- What was applied to an event does what follows it also where the changed event cannot happen
-- (614.6); its maker does not.
do
  local spec = declared()
  local sink = { "emit", "move", with = { who = this, from = "'field'", to = "'pile'" } }
  spec.codes["test:never"] = { "cant", "mark", when = "event.who = this" }
  spec.codes["test:drawn"] = {
    "replace", "mark", when = "event.who != this",
    { "change", "who", value = this },
    { "then", sink },
  }
  spec.codes["test:maker"] = {
    "state", when = "false", { "emit", "mark", with = { who = this }, { "then", sink } },
  }
  spec.abilities.never = { codes = { "test:never" } }
  spec.abilities.drawn = { codes = { "test:never", "test:drawn" } }
  local world = strata.rules(spec):world()
  local one, maker = put(world, "field"), put(world, "field", "never")
  act(world, "test:maker", nil, maker)
  equal(maker:is_alive(), true, "the maker's event cannot happen")
  local drawn = put(world, "field", "drawn")
  world:act("mark", { who = one })
  equal({ one.marks, drawn:successor().marks, drawn:successor().zone }, { 0, 0, "pile" }, "drawn")
end

-- Ends of one moment are one batch (610.3d): who watches for that is set off once.
do
  local world = rules:world()
  local watcher = put(world, "field", "batch")
  local one, other = put(world, "field"), put(world, "field")
  local mine, theirs = put(world, "away"), put(world, "away")
  act(world, "test:keep", { kept = mine }, one)
  act(world, "test:keep", { kept = theirs }, other)
  local before = world:hash()
  local fork = world:fork()
  act(world, "test:both", { one = one, other = other })
  equal({ mine:successor().zone, theirs:successor().zone }, { "field", "field" }, "they are back")
  equal(watcher.marks, 1, "set off once")
  fork:act("move", { who = fork:entity(one.id), from = "field", to = "pile" })
  equal(fork:entity(watcher.id).marks, 1, "one after the other: once each")
  fork:act("move", { who = fork:entity(other.id), from = "field", to = "pile" })
  equal(fork:entity(watcher.id).marks, 2, "one after the other: twice")
  equal(world:hash() ~= before, true, "the hash tells")
end

-- What is refused is not done; what is done triggers no more until the clock ticks.
do
  local world = rules:world()
  local once = put(world, "field", "once")
  local function offer(answer)
    local outcome = world:act("offer", { who = put(world, "field") })
    equal(outcome, answer == nil and "done" or "decide", "whether it is asked")
    if answer ~= nil then
      equal(world:answer(answer), "done", "answered")
    end
  end
  offer(false)
  equal(once.marks, 0, "refused")
  offer(true)
  equal(once.marks, 1, "done")
  offer(nil)
  world:tick("turn")
  offer(true)
  equal(once.marks, 2, "done in another turn")
end

-- A state that still holds when what it triggered is done triggers anew (603.8), also where nothing
-- else has happened; one that does not hold any more does not.
for _, stack in ipairs({ "none", "pile" }) do
  for when, marks in pairs({ ["this.zone = 'field'"] = 3, ["this.marks = 0"] = 1 }) do
    local spec = declared()
    spec.play = { stack = stack ~= "none" and stack or nil }
    spec.codes["test:state"] = {
      "state", when = when, clock = "turn", per_clock = 3,
      { "emit", "mark", with = { who = this } },
    }
    spec.abilities.state = { kind = "triggered", codes = { "test:state" } }
    local world = strata.rules(spec):world()
    local one = put(world, "field", "state")
    world:act("mark", { who = put(world, "field") }, { settling = "all" })
    equal(one.marks, marks, ("%s, stack: %s"):format(when, stack))
  end
end

-- Whose code it is may be gone; who makes an event, too.
do
  local world = rules:world()
  local one = put(world, "field")
  one:move("pile")
  equal(one:is_alive(), false, "it is gone")
  act(world, "test:mine", nil, one)
  equal(one:successor().marks, 0, "nobody is marked")
  world:act("mark", { who = one:successor() }, { source = one })
  for row in world:log() do
    equal(row.source, one, "its cause")
  end
end

local function refuses(text, change)
  local spec = declared()
  change(spec.codes["test:once"])
  fails("strata.rules: " .. text, strata.rules, spec)
end
refuses("codes: code 'test:once': only what triggers and is on a clock counts", function(code)
  code.clock, code.per_clock = nil, nil
end)
refuses("codes.test:once.counts_done: expected true or false, got 1", function(code)
  code.counts_done = 1
end)
local taken = "strata.rules: events: event 'mark': every event has a field 'became' already"
fails(taken, strata.rules, {
  layers = { "values" },
  events = { mark = { fields = { became = "ref" } } },
})
