--- Hidden choices of several players, asked by an instruction and by a handler. Nothing that can be
--- read shows a choice before all are made, and nothing shows later which was made first.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local event, named = strata.event, strata.named

local COLORS <const> = { "red", "green", "blue" }

local function secret(name, player)
  return { "choose", "word", as = name, hidden = true, with = { by = player, of = COLORS } }
end

local names = { a = "ref", b = "ref", c = "ref" }
local rules = strata.rules({
  layers = { "only" },
  symbols = COLORS,
  attributes = { name = "text", chosen = { "sym", "red", "green", "blue", unlayered = true } },
  handlers = {
    ["test:vote"] = function(ctx)
      local asks = {}
      for i, player in ipairs({ ctx.a, ctx.b, ctx.c }) do
        asks[i] = { "red", "green", "blue", by = player, hidden = true }
      end
      local answers = ctx:choose_all(asks)
      for i, player in ipairs({ ctx.a, ctx.b, ctx.c }) do
        ctx:emit("show", { who = player, color = answers[i] })
      end
    end,
  },
  codes = {
    ["test:deeds"] = {
      "trigger",
      "show",
      names = names,
      secret("x", named.a),
      secret("y", named.b),
      secret("z", named.c),
      { "emit", "show", with = { who = named.a, color = named.x } },
      { "emit", "show", with = { who = named.b, color = named.y } },
      { "emit", "show", with = { who = named.c, color = named.z } },
    },
    ["test:handler"] = { "trigger", "show", names = names, { "run", "test:vote" } },
  },
  events = {
    show = {
      fields = { who = "ref", color = "sym" },
      affected = "who",
      does = { { "set", "chosen", who = event.who, value = event.color } },
    },
  },
})

-- -- What can be looked at ------------------------------------------------------

local function row_text(row)
  local list = { row.number, row.what, row.kind or "-", tostring(row.who) }
  for _, key in ipairs({ "purpose", "option", "chosen", "color" }) do
    local value = row.fields[key]
    if type(value) == "table" then
      for _, item in ipairs(value) do
        list[#list + 1] = tostring(item)
      end
    else
      list[#list + 1] = tostring(value)
    end
  end
  return table.concat(list, " ")
end

local function world_text(world)
  local lines = {}
  for row in world:log() do
    lines[#lines + 1] = row_text(row)
  end
  for _, entity in ipairs(world:entities()) do
    lines[#lines + 1] = ("%s %s"):format(entity.name, entity.chosen)
  end
  return table.concat(lines, "\n")
end

--- What is still asked, what has happened and is so, what views were told, and the middle.
local function visible(world, told)
  local lines = {}
  for i, decision in ipairs(world:decisions()) do
    lines[i] = ("%s hidden %s"):format(decision, decision.hidden)
  end
  lines[#lines + 1] = table.concat(told, "\n")
  lines[#lines + 1] = world_text(world)
  local middle = world:peek()
  lines[#lines + 1] = world_text(middle) .. middle:hash()
  return table.concat(lines, "\n")
end

--- All orders of three.
local function orders()
  local list = {}
  for a = 1, 3 do
    for b = 1, 3 do
      if a ~= b then
        list[#list + 1] = { a, b, 6 - a - b }
      end
    end
  end
  return list
end

--- Play it: what was to be seen before each answer, and what comes of all of them.
local function play(code, order, colors)
  local world, told, seen, players = rules:world(), {}, {}, {}
  for i, name in ipairs({ "Ann", "Ben", "Cid" }) do
    players[i] = world:spawn({ name = name })
  end
  world:view(function(row)
    told[#told + 1] = row_text(row)
  end)
  local with = { a = players[1], b = players[2], c = players[3] }
  equal(world:act({ code = code, with = with }), "decide")
  equal(#world:decisions(), 3, "all are asked at once")
  for i, n in ipairs(order) do
    seen[i] = visible(world, told)
    local outcome = world:answer(colors[n], { decision = n, who = players[n] })
    equal(outcome, i == 3 and "done" or "decide")
  end
  for n, player in ipairs(players) do
    equal(player.chosen, colors[n])
  end
  return seen, world:hash(), world_text(world) .. table.concat(told, "\n")
end

for _, code in ipairs({ "test:deeds", "test:handler" }) do
  local first_hash, first_end
  for _, order in ipairs(orders()) do
    local seen, hash, last = play(code, order, { "red", "blue", "green" })
    local others, _, other_last = play(code, order, { "green", "green", "blue" })
    for i = 1, 3 do
      equal(seen[i], others[i], "nothing tells what was chosen")
    end
    assert(seen[1] ~= seen[2] and seen[2] ~= seen[3], "that something was chosen is told")
    assert(last ~= other_last, "in the end all is told")
    first_hash, first_end = first_hash or hash, first_end or last
    equal(hash, first_hash, "the order leaves no trace")
    equal(last, first_end)
  end
end
