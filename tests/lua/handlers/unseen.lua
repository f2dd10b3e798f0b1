--- Hidden information that handles, the log and links between objects would tell; and what lies
--- face down, whose controller alone sees what is under it.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event = strata.event

--- Rules with one handler `f`, whose names are `names`.
local function rules_of(f, names, more)
  local spec = {
    layers = { "copy", "only" },
    symbols = { "bear" },
    attributes = {
      name = "text",
      power = "int",
      types = { "set", "bear" },
      controller = "ref",
      held = "ref",
      label = { "sym", "a.b" },
      down = { "flag", unlayered = true },
      counters = "counter",
    },
    definitions = { ["test:bear"] = { name = "Bear", power = 2, types = { "bear" } } },
    zones = {
      hand = { hidden = true },
      library = { hidden = true, ordered = true },
      table = { shared = true },
    },
    laws = {
      down = {
        on = strata.it.down,
        layer = "copy",
        name = strata.set(""),
        power = strata.set(9),
      },
    },
    face_down = "down",
    events = {
      idle = { fields = {} },
      bury = {
        fields = { card = "ref", player = "ref" },
        affected = "card",
        does = { { "move", who = event.card, with = { to = "'library'", player = event.player } } },
      },
      told = { fields = { card = "ref", n = "int" }, affected = "card" },
    },
    handlers = { ["test:f"] = f },
    codes = { ["test:f"] = { "trigger", "idle", { "run", "test:f" }, names = names } },
  }
  for key, value in strata.sorted_pairs(more or {}) do
    spec[key] = value
  end
  return strata.rules(spec)
end

--- A world of Ann and Bob, and what the handler, which is Ann's, said or failed with.
local function play(setup, f, more)
  local world = rules_of(function(ctx)
    error("read: " .. tostring(f(ctx)), 0)
  end, { card = "ref", bob = "ref" }, more):world({ on_fault = "stop" })
  local ann, bob = world:spawn({ name = "Ann" }), world:spawn({ name = "Bob" })
  local card = setup(world, ann, bob)
  local act = { code = "test:f", you = ann, with = { card = card, bob = bob } }
  return select(2, pcall(world.act, world, act))
end

local function says(setup, want, f, more)
  local message = play(setup, f, more)
  assert(message:find(want, 1, true), ("expected '%s', got: %s"):format(want, message))
end

-- -- Face down -------------------------------------------------------------------

local function lies_down(whose)
  return function(world, ann, bob)
    local card = world:spawn("test:bear"):move("table")
    card.base.down = true
    card.base.controller = whose == "Bob" and bob or ann
    return card
  end
end

local UNDER <const> = {
  { "2", function(ctx) return ctx.card.base.power end },
  { "Bear", function(ctx) return ctx.card.base.name end },
  { "{bear}", function(ctx) return ctx.card.base.types end },
  { "test:bear", function(ctx) return ctx.card:definition() end },
  { "9", function(ctx) return ctx.card:value_after("copy", "power") end },
  { "0", function(ctx) return #ctx.card:chain("pass", "after") end },
}
local pass <const> = {
  events = {
    idle = { fields = {} },
    pass = { fields = { who = "ref" }, affected = "who", phases = { "do", "after" } },
  },
}
for i, case in ipairs(UNDER) do
  local want, f = "read: " .. case[1], case[2]
  local refusal = "hidden information: it lies face down"
  says(lies_down("Bob"), refusal, f, pass)
  says(lies_down("Ann"), want, f, pass)
  local all = { events = pass.events, scripts_see = "all" }
  says(lies_down("Bob"), want, f, all)
  local unmarked = { events = pass.events, face_down = "held" }
  if i == 1 then
    fails("face_down: 'held' is no flag", rules_of, f, {}, unmarked)
    fails("did you mean 'down'?", rules_of, f, {}, { face_down = "dow" })
    fails("face_down: expected a string, got 1", rules_of, f, {}, { face_down = 1 })
  end
end
local SHOWN <const> = { -- current values, and what effects cannot change
  { "9", function(ctx) return ctx.card.power end },
  { "[]", function(ctx) return ("[%s]"):format(ctx.card.name) end },
  { "true", function(ctx) return ctx.card.base.down end },
  { "0", function(ctx) return ctx.card.base.counters end },
  { "9", function(ctx) return ctx.world:eval("it.power", ctx.card) end },
  { "entity #", function(ctx) return ctx.card end },
}
for _, case in ipairs(SHOWN) do
  says(lies_down("Bob"), "read: " .. case[1], case[2])
end

-- -- What something has become ---------------------------------------------------

local function on_table(world, _, bob)
  local deep = world:spawn("test:bear")
  deep:move("library", { player = bob })
  return world:spawn("test:bear"):move("table")
end

local function bury(ctx, after)
  ctx:emit("bury", { card = ctx.card, player = ctx.bob })
  return after(ctx)
end

says(on_table, "successor: hidden information: ", function(ctx)
  return bury(ctx, function() return ctx.card:successor() end)
end)
says(on_table, "read: Bear #", function(ctx)
  return bury(ctx, function() return ctx.card:successor() end)
end, { scripts_see = "all" })
says(on_table, "read: Bear", function(ctx) -- who was seen stays known as it was
  return bury(ctx, function() return ctx.card:last_known("name") end)
end)

-- -- The log ---------------------------------------------------------------------

local function rows_of(ctx)
  local list = {}
  for row in ctx.world:log() do
    local fields = row.fields
    list[#list + 1] = ("%s %s %s"):format(row.kind, tostring(row.who), tostring(fields.card))
    list[#list + 1] = ("%s %s"):format(tostring(fields.n), tostring(fields.became))
  end
  return table.concat(list, "; ")
end

local function of_hidden(world, _, bob)
  local card = world:spawn("test:bear"):move("library", { player = bob })
  world:act("told", { card = card, n = 7 })
  return card
end
says(of_hidden, "read: told nil nil; 7 nil", rows_of)
says(of_hidden, "read: told Bear #", rows_of, { scripts_see = "all" })
local function buried(world, _, bob)
  local card = on_table(world, nil, bob)
  world:act("bury", { card = card, player = bob })
  return bob
end
says(buried, "read: bury stale entity #", rows_of)
says(buried, "; nil nil", rows_of) -- what it became

--- Whom Bob chose of his library, and as which of them, is his affair.
local function chosen(ctx)
  local picked = ctx:choose({ by = ctx.bob, table.unpack(ctx.world:zone("library", ctx.bob)) })
  ctx:emit("told", { card = picked, n = 1 })
end
local rules = rules_of(chosen, { bob = "ref" }, {
  handlers = {
    ["test:f"] = chosen,
    ["test:g"] = function(ctx)
      local list = {}
      for row in ctx.world:log() do
        if row.what == "decided" then
          local fields = row.fields
          list[#list + 1] = ("%s %s %s"):format(
            fields.purpose,
            tostring(fields.option and fields.option[1]),
            tostring(fields.chosen and fields.chosen[1] ~= nil)
          )
        end
      end
      error("read: " .. table.concat(list, "; "), 0)
    end,
  },
  codes = {
    ["test:f"] = { "trigger", "idle", { "run", "test:f" }, names = { bob = "ref" } },
    ["test:g"] = { "trigger", "idle", { "run", "test:g" } },
  },
})
local world = rules:world({ on_fault = "stop" })
local ann, bob = world:spawn({ name = "Ann" }), world:spawn({ name = "Bob" })
for _ = 1, 2 do
  world:spawn("test:bear"):move("library", { player = bob })
end
equal(world:act({ code = "test:f", you = bob, with = { bob = bob } }), "decide")
equal(world:answer(2), "done")
fails("read: choose nil nil", world.act, world, { code = "test:g", you = ann })
fails("read: choose 2 true", world.act, world, { code = "test:g" }) -- a law sees everything

-- -- Expressions and effects --------------------------------------------------------

local function holds(world2, _, bob2)
  local held = world2:spawn("test:bear"):move("hand", { player = bob2 })
  local card = world2:spawn("test:bear"):move("table")
  card.base.held = held
  local grown = strata.add(1):at("only")
  world2:effect({ name = "Secret pact", on = card, source = held, power = grown })
  return card
end

for _, text in ipairs({ "it.held.power", "held.power", "power + held.power" }) do
  says(holds, "hidden information: '", function(ctx) return ctx.world:eval(text, ctx.card) end)
  says(holds, "hidden information: '", function(ctx) return ctx.world:count(text .. " > 1") end)
end
says(holds, "read: 1", function(ctx) return ctx.world:count("label = 'a.b' or it.power = 3") end)
says(holds, "name: hidden information: ", function(ctx) return ctx.world:effects()[1].name end)
says(holds, "read: effect ~", function(ctx) return ctx.world:effects()[1] end)
says(holds, "read: Secret pact ~", function(ctx) return ctx.world:effects()[1] end, {
  scripts_see = "all",
})
