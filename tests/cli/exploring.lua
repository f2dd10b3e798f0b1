--- exploring.lua ROOT WORK PROGRAM: random games find a planted fault, shrink the game and write it
--- to a file.
local root, work, program = table.unpack(arg)
assert(program, "usage: exploring.lua ROOT WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local command, has, quote = folder.command, folder.has, folder.quote
local here = folder.empty(work, program)
local must, read, write = here.must, here.read, here.write

--- How many lines of a text match a pattern.
local function count(text, pattern)
  local found = 0
  for line in text:gmatch("[^\n]+") do
    found = found + (line:find(pattern) and 1 or 0)
  end
  return found
end

local function new_pack(name, cards, properties)
  local manifest = 'return { name = "%s", version = "1.0.0", description = "Planted", '
    .. 'license = "MIT", api = 1, requires = { craft = "*" }, cards = "cards" }\n'
  write(name .. "/pack.lua", manifest:format(name))
  write(name .. "/cards/all.lua", cards)
  command(("mkdir -p %s/%s/tests"):format(quote(work), name))
  if properties then
    write(name .. "/tests/properties.lua", properties)
  end
end


-- A fault that only a sequence brings about: she owes, has ore, and makes three blades at once.
local FUMBLER <const> = [[
return {
  card { name = "Steady", kinds = { "smith" }, ore = 4, skill = 1 },
  card {
    name = "Fumbler", kinds = { "smith" },
    whenever { craft { who = this }, act = handler(function(ctx)
      if ctx.event.count >= 3 and ctx.event.who.gold < 0 then
        error("all thumbs")
      end
    end) },
  },
}
]]

do
  new_pack("trap", FUMBLER, 'return properties { steps = { "emit", "settle" } }\n')
  local out, err = must("test trap --explore 20 --seed 5", 1)
  has(out, "not ok 1 - 20 explored games, seed 5\n")
  has(out, "  message: \"handler 'trap:fumbler_1_h1' has failed\"\n")
  has(out, ", 3 steps, in trap/tests/explored_5.lua\n")
  has(out, "trap/cards/all.lua:7: all thumbs\n")
  has(out, "\n# explored trap: 20 games, ")
  assert(err == "", err)
  local text = read("trap/tests/explored_5.lua")
  has(text, "-- Found by strata test trap --explore 20 --seed 5.\n"
    .. "-- handler 'trap:fumbler_1_h1' has failed\nreturn scenario {\n")
  has(text, '  setup = {\n    { "A", "village", "fumbler: Fumbler" },\n  },\n')
  has(text, '    { emit = mine { count = 3, who = "fumbler" } },\n')
  assert(count(text, "^    { emit = ") == 3, text)

  -- Once more: the same words, and no file is written over.
  local again = must("test trap --explore 20 --seed 5", 1)
  assert(again == out:gsub("explored_5%.lua", "explored_5_2.lua"), again)
  assert(read("trap/tests/explored_5_2.lua") == text)
  assert(os.remove(work .. "/trap/tests/explored_5_2.lua"))
  err = select(2, must("test trap --explore 20 --seed 5 --found trap/tests/explored_5.lua", 1))
  has(err, "cannot write 'trap/tests/explored_5.lua', or it is there already")

  -- It is a test like others, which fails as it was told, and passes when the card is mended.
  out = must("test trap", 1)
  has(out, "not ok 1 - seed 5, game ")
  has(out, "  message: \"handler 'trap:fumbler_1_h1' has failed\"\n")
  must("check trap")
  write("trap/cards/all.lua", (FUMBLER:gsub('error%("all thumbs"%)', "return")))
  out = must("test trap")
  has(out, "ok 1 - seed 5, game ")
end

-- What never ends: a trigger of itself, and a function.
do
  new_pack("loop", [[
return card {
  name = "Echo", kinds = { "smith" },
  whenever { mine { who = each.smith }, act = mine { who = this, count = 1 } },
}
]])
  local out = must("test loop --explore 30 --seed 2 --found loop.lua", 1)
  has(out, "it takes more than 2000 events; again and again: 'mine'")
  has(out, ", 1 step, in loop.lua\n")
  has(read("loop.lua"), '    { "A", "village", "echo: Echo" },\n')
  os.rename(work .. "/loop.lua", work .. "/loop/tests/found.lua")
  has(must("test loop", 1), "it takes more than 2000 events")
end

-- Properties that a pack states: a predicate, a condition, a function.
local PLAIN <const> = 'return card { name = "Plain", kinds = { "smith" }, ore = 1 }\n'

do
  new_pack("debts", PLAIN, [[
return properties {
  property { "nobody owes", never = each.smith:where(it.gold:at_most(-1)) },
  property { "two play", always = count(each.somebody):at_least(0) },
}
]])
  local out = must("test debts --explore 20 --seed 1", 1)
  has(out, "property 'nobody owes' does not hold: plain (debts/tests/properties.lua:2)\"\n")
  has(out, ", 1 step, in debts/tests/explored_1.lua\n")
  has(read("debts/tests/explored_1.lua"), '    { emit = pay { gold = 1, who = "plain" } },\n')
  has(must("test debts", 1), "step 1 (emit): property 'nobody owes' does not hold: plain")
  write("debts/tests/properties.lua", [[
return properties {
  events = { "mine", "craft" },
  steps = { "emit", "put" },
  property { "nobody owes", never = each.smith:where(it.gold:at_most(-1)) },
}
]])
  out = must("test debts --explore 40 --seed 4")
  has(out, "ok 1 - 40 explored games, seed 4\n# explored debts: 40 games, ")
  has(out, " 1 of 1 cards, 2 of 3 kinds of events\n# 1 passed, 0 failed\n")
  write("debts/tests/properties.lua", [[
return properties {
  property {
    "at most three blades",
    holds = function(game)
      local most = 0
      for _, smith in ipairs(game:select(each.smith)) do
        most = math.max(most, smith.blades)
      end
      return most <= 3, "somebody has " .. most
    end,
  },
}
]])
  out = must("test debts --explore 60 --seed 4", 1)
  has(out, "property 'at most three blades' does not hold: somebody has 4 ")
  write("debts/tests/properties.lua", [[
return properties {
  property {
    "it only reads",
    holds = function(game)
      game.players[1].base.gold = 7
      return true
    end,
  },
}
]])
  has(must("test debts --explore 1", 1), "it has changed the game, which it may only read")
end

-- What is wrong with a file of properties.
do
  local wrong = {
    {
      'property { "a", nver = each.smith }', 2,
      "property: no field 'nver'; did you mean 'never'?",
    },
    { 'property { "a" }', 2, "property: 'a' says nothing; give it always, never or holds" },
    { 'property { never = each.smith }', 2, "property: expected its name first" },
    { 'property { "a", never = 3 }', 2, "property: never: expected a predicate, got 3" },
    { 'events = { "mne" }', 2, "properties: events: no event 'mne'; did you mean 'mine'?" },
    { 'steps = { "draw" }', 2, "properties: steps: no step of an explored game 'draw'" },
  }
  for _, one in ipairs(wrong) do
    new_pack("wrong", PLAIN, ("return properties {\n  %s,\n}\n"):format(one[1]))
    local place = ("wrong/tests/properties.lua:%d: "):format(one[2])
    has(must("test wrong", 3), place .. one[3])
    local out, err = must("check wrong", 1)
    has(out .. err, place .. one[3])
  end
end

-- A scenario may be sound, and then need not expect anything.
do
  new_pack("calm", PLAIN)
  write("calm/tests/sound.lua", [[
return {
  scenario {
    name = "sound", sound = true, setup = { { "A", "village", "Plain" } },
    steps = { { emit = craft { who = "Plain", count = 1, price = 2 } }, { end_turn = true } },
  },
  scenario { name = "empty", setup = { { "A", "village", "Plain" } } },
}
]])
  local out = must("test calm --no-smoke", 1)
  has(out, "ok 1 - sound\nnot ok 2 - empty\n")
  has(out, "it expects nothing")
end

-- Told in other forms; cards that were in no game.
do
  local out = must("test calm trap --explore 2 --format json")
  has(out, '{"test": "2 explored games, seed 1", "file": "calm", "ok": true}\n'
    .. '{"explored": "calm", "games": 2, "moves": ')
  has(out, '"cards": 1, "events": ')
  out = must("test calm --explore 2 --format junit")
  has(out, 'name="2 explored games, seed 1"')
  has(out, "explored calm: 2 games, ")
  has(must(("test %s/cards/classic --explore 1"):format(quote(root))), "\n#   in none: ")
  has(select(2, must("test calm --seed 3", 2)), "--seed and --found go with --explore")
  has(select(2, must("test calm --explore 0", 2)), "--explore: a number of games must follow")
  has(select(2, must("test calm --explore 3 --mutate", 2)), "and not for --explore")
  local tour = ("test %s/cards/tour --explore 3"):format(quote(root))
  has(select(2, must(tour, 2)), "there is no pack of cards")
end

-- Every pack that comes with the engine, a little.
for _, pack in ipairs({
  "arena", "classic", "classic_tuned", "craft", "craft_fame", "craft_guests", "craft_tax", "delve",
  "skirmish",
}) do
  local form = "test %s/cards/%s --explore 20 --seed 5 --found found/%s.lua"
  must(form:format(quote(root), pack, pack))
end
