--- Who decides about what is gone, and in which orders equal triggers can be put.
local check = require("check")
local strata = require("strata")
local equal = check.equal

local function rules_of(stack)
  return strata.rules({
    layers = { "values" },
    attributes = {
      owner = { "ref", kept = true, unlayered = true },
      controller = { "ref", unlayered = true },
      life = { "int", unlayered = true },
      abilities = "abilities",
    },
    zones = {
      table = { shared = true },
      grave = { shared = true },
      stack = { shared = true, ordered = true },
    },
    events = {
      move = {
        fields = { who = "ref", to = "sym" },
        affected = "who",
        does = { { "move", who = "event.who", with = { to = "event.to" } } },
      },
      hit = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        does = { { "add", "life", who = "event.who", value = "-event.amount" } },
      },
      ping = { fields = { who = "ref", amount = "int" }, affected = "who" },
      pings = {
        fields = { who = "ref" },
        affected = "who",
        results = {
          {
            "emit", "ping",
            times = "2", with = { who = "event.who", amount = "1" },
          },
          { "emit", "ping", with = { who = "event.who", amount = "5" } },
        },
      },
      twice = {
        fields = { who = "ref" },
        affected = "who",
        results = {
          { "emit", "ping", times = "2", with = { who = "event.who", amount = "1" } },
        },
      },
      gain = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        does = { { "add", "life", who = "event.who", value = "event.amount" } },
      },
    },
    codes = {
      ["test:twice"] = { "replace", "hit", { "change", "amount", value = "event.amount * 2" } },
      ["test:more"] = { "replace", "hit", { "change", "amount", value = "event.amount + 1" } },
      ["test:late"] = {
        "state",
        when = "false",
        names = { one = "ref" },
        { "emit", "move", with = { who = "$one", to = "'grave'" } },
        { "emit", "hit", with = { who = "$one", amount = "1" } },
      },
      ["test:double"] = {
        "trigger", "ping",
        when = "event.amount = 1",
        { "emit", "gain", with = { who = "$you", amount = "$you.life" } },
      },
      ["test:one"] = {
        "trigger", "ping",
        when = "event.amount = 5",
        { "emit", "gain", with = { who = "$you", amount = "1" } },
      },
    },
    laws = { amounts = { codes = { "test:twice", "test:more" } } },
    abilities = {
      pinged = { zones = { "table" }, codes = { "test:double", "test:one" } },
    },
    play = { always_ask = true, stack = stack and "stack" or nil },
  })
end

-- About what is gone decides who controlled it last, else its owner (616.1, 608.2h); the one who
-- makes the event only if neither is known or there.
do
  local function asked(fields, you, leaves)
    local world = rules_of():world()
    local players = { owner = world:spawn(), controller = world:spawn(), maker = world:spawn() }
    local one = world:spawn():move("table")
    for _, field in ipairs(fields) do
      one.base[field] = players[field]
    end
    if leaves then
      players[leaves]:remove()
    end
    local code = { code = "test:late", with = { one = one }, you = you and players.maker }
    equal(world:act(code), "decide", "two replacements of one event")
    local decision = world:decisions()[1]
    equal(decision.purpose, "replace", "what is asked")
    for name, player in pairs(players) do
      if decision.who == player then
        return name
      end
    end
    return decision.who and "somebody else" or "nobody"
  end
  equal(asked({ "owner", "controller" }, true), "controller", "who controlled it")
  equal(asked({ "owner", "controller" }), "controller", "who controlled it; nobody makes the event")
  equal(asked({ "owner" }, true), "owner", "who owned it")
  equal(asked({ "owner", "controller" }, true, "controller"), "owner", "its controller is gone")
  equal(asked({}, true), "maker", "nobody's")
  equal(asked({}), "nobody", "nobody is known")
end

-- Others can come between equal triggers that stand one behind the other (603.3b).
for _, stack in ipairs({ false, true }) do
  local function life(...)
    local world = rules_of(stack):world()
    local you = world:spawn({ life = 1 })
    local one = world:spawn({ controller = you, abilities = { "pinged" } })
    one = one:move("table", { same = true })
    equal(world:act("pings", { who = one }), "decide", "an order of triggers")
    local texts = {}
    for i, option in ipairs(world:decisions()[1].options) do
      texts[i] = option.text
    end
    equal(texts, { "test:double", "test:double", "test:one" }, "options")
    equal(world:answer({ ... }), "done", "an order")
    return you.life
  end
  -- The last on the stack resolves first.
  local function order(a, b, c)
    if stack then
      return life(c, b, a)
    end
    return life(a, b, c)
  end
  equal(order(1, 2, 3), 5, "doubled twice, and one more")
  equal(order(1, 3, 2), 6, "one more in between")
  equal(order(3, 1, 2), 8, "one more, and doubled twice")
end

-- Those that are all equal are in no order; one more that differs is the control.
for _, stack in ipairs({ false, true }) do
  local world = rules_of(stack):world()
  local you = world:spawn({ life = 1 })
  local one = world:spawn({ controller = you, abilities = { "pinged" } })
  one = one:move("table", { same = true })
  equal(world:act("twice", { who = one }), "done", "two equal triggers")
  equal(you.life, 4, "doubled twice")
  equal(world:act("pings", { who = one }), "decide", "two equal triggers and another one")
end
