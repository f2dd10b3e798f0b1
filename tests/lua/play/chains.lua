--- Handler chains in Lua: who is in a chain, what its handlers keep, and events that walk along it.
local function check(condition, what)
  if not condition then
    error(what, 2)
  end
end

local function refused(text, run, ...)
  local is_fine, message = pcall(run, ...)
  check(not is_fine, "it was not refused: " .. text)
  check(tostring(message):find(text, 1, true), tostring(message))
end

local rules = strata.rules({
  layers = "numbers",
  attributes = { hurt = "int" },
  clocks = { "turn" },
  events = {
    hit = {
      fields = { who = "ref", n = "int" },
      affected = "who",
      phases = { "check", "before", { "low", ends = "event.n < 0" }, "do", "after" },
      does = { { "add", "hurt", who = "event.who", value = "event.n" } },
    },
  },
  codes = {
    ["t:double"] = { "handle", "hit", phase = "before", { "change", "n", value = "event.n * 2" } },
    ["t:first"] = { "handle", "hit", phase = "before", place = 5, { "run", "t:first" } },
    ["t:once"] = {
      "handle",
      "hit",
      phase = "after",
      names = { count = "int" },
      { "run", "t:once" },
    },
    ["t:asks"] = { "handle", "hit", phase = "before", { "run", "t:asks" } },
    ["t:less"] = { "handle", "hit", phase = "low", { "change", "n", value = "event.n - 9" } },
    ["t:wrong"] = { "handle", "hit", phase = "after", { "run", "t:wrong" } },
    ["t:adds"] = {
      "handle",
      "hit",
      phase = "after",
      { "hook", "t:double", who = "this", ["try"] = true, clock = "turn", with = { ticks = 1 } },
    },
  },
  chains = { ["t:card"] = { "t:once" } },
  definitions = { ["t:card"] = {} },
  handlers = {
    ["t:first"] = function(ctx)
      ctx.event.n = ctx.event.n + 1
      ctx:stop()
    end,
    ["t:once"] = function(ctx)
      ctx.count = ctx.count + ctx.event.n
      return ctx.count > 5 and "drop" or nil
    end,
    ["t:asks"] = function(ctx)
      ctx.event.n = ctx:choose({ purpose = "number", least = 1, most = 9 })
    end,
    ["t:wrong"] = function()
      return 7
    end,
  },
})

local world = rules:world({ on_fault = "stop" })
local card, other = world:spawn("t:card"), world:spawn("t:card")

--- Groups, by names.
local function groups()
  check(card:hook({ "t:double", "t:first" }) == 2, "both")
  check(card:is_hooked("t:first") and not other:is_hooked("t:first"), "its own")
  check(card:try_hook({ "t:double", "t:asks" }) == 1, "one was there")
  check(card:unhook("t:asks") == 1 and card:try_unhook("t:asks") == 0, "gone")
  refused("'t:asks' is not in the chain hit.before", card.unhook, card, "t:asks")
  refused("'t:double' is already in the chain", card.hook, card, { "t:asks", "t:double" })
  check(not card:is_hooked("t:asks"), "all or none")
  refused("'t:dubble'", card.hook, card, "t:dubble")
  local chain = card:chain("hit", "before")
  check(#chain == 2 and chain[1].name == "t:first" and chain[2].name == "t:double", "by rank")
  check(chain[1].rank == 5 and chain[1].own and chain[1].hooked, "what it is like")
  check(card:chain("hit", "after")[1].hooked == false, "printed")
end

--- Passing: stopped, whole, until.
local function passing()
  local event, passed = world:pass("hit", "before", { who = card, n = 3 })
  check(event.n == 4 and passed.called == 1 and passed.stopped and passed.by == "t:first", "halt")
  event, passed = world:pass("hit", "before", { who = card, n = 3 }, { whole = true })
  check(event.n == 8 and passed.called == 2 and passed.stopped, "whole")
  world:hook("t:less")
  event, passed = world:pass("hit", "low", { who = other, n = 5 })
  check(event.n == -4 and passed.ended and not passed.stopped, "until")
  refused("'high'", world.pass, world, "hit", "high")
  check(card.hurt == 0, "nothing has happened")
end

--- Happening: what handlers store, and leaving by what they return.
local function storing()
  world:unhook("t:less")
  world:act("hit", { who = other, n = 2 })
  check(other:hook_get("t:once", "count") == 2 and card:hook_get("t:once", "count") == 0, "each")
  other:hook_set("t:once", "count", 5)
  world:act("hit", { who = other, n = 1 })
  check(not other:is_hooked("t:once") and card:is_hooked("t:once"), "it has left")
  refused("t:once", other.hook_get, other, "t:once", "count")
end

--- Until a clock has ticked.
local function lasting()
  other:hook("t:adds", { clock = "turn", ticks = 2 })
  world:act("hit", { who = other, n = 1 })
  check(other:is_hooked("t:double"), "a handler hooks")
  world:tick("turn")
  check(not other:is_hooked("t:double") and other:is_hooked("t:adds"), "one of them")
  world:tick("turn")
  check(not other:is_hooked("t:adds"), "and the other")
end

--- A handler that asks, in a pass.
local function asking()
  other:hook("t:asks")
  check(world:pass("hit", "before", { who = other, n = 1 }) == nil, "a decision is open")
  world:answer(4)
  local last
  for row in world:log() do
    last = row
  end
  check(last.what == "passed" and last.fields.n == 4, "the log says what came of it")
end

--- What a handler may return.
local function returning()
  local hash = world:hash()
  card:hook("t:wrong")
  local hooked = world:hash()
  refused('false or "drop"', world.act, world, "hit", { who = card, n = 1 })
  check(world:hash() == hooked, "nothing has happened")
  card:unhook("t:wrong")
  check(world:hash() ~= hash, "which was first is remembered")
end

--- What is in a chain is part of what a state means: which of two is hooked first is asked about.
local function ordering()
  local function hooks(name)
    return { "replace", "poke", { "hook", name, who = "event.who" } }
  end
  local function changes(value)
    return { "handle", "hit", phase = "before", { "change", "n", value = value } }
  end
  local poked = strata
    .rules({
      layers = "numbers",
      attributes = { hurt = "int", abilities = "abilities" },
      events = {
        hit = {
          fields = { who = "ref", n = "int" },
          affected = "who",
          phases = { "before", "do" },
          does = { { "add", "hurt", who = "event.who", value = "event.n" } },
        },
        poke = { fields = { who = "ref" }, affected = "who" },
      },
      codes = {
        ["t:a"] = hooks("t:twice"),
        ["t:b"] = hooks("t:more"),
        ["t:twice"] = changes("event.n * 2"),
        ["t:more"] = changes("event.n + 1"),
      },
      abilities = {
        ["t:a"] = { codes = { "t:a" } },
        ["t:b"] = { codes = { "t:b" } },
      },
      definitions = {
        ["t:both"] = { abilities = { "t:a", "t:b" } },
        ["t:dummy"] = {},
      },
    })
    :world()
  local dummy = poked:spawn("t:dummy")
  poked:spawn("t:both")
  for option, hurt in ipairs({ 7, 8 }) do
    local one = poked:fork()
    local poor = one:entity(dummy.id)
    check(one:act("poke", { who = poor }) == "decide", "the order is another chain")
    check(one:answer(option) == "done", "one is left")
    check(poor:is_hooked("t:twice") and poor:is_hooked("t:more"), "both are hooked")
    one:act("hit", { who = poor, n = 3 })
    check(poor.hurt == hurt, "by its order: " .. poor.hurt)
  end
end

groups()
passing()
storing()
lasting()
asking()
returning()
ordering()
print("ok")
