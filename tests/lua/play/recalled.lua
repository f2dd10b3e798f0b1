--- An action is executed again for each answer. Options that were already chosen from are not tried
--- again, so the number of attempts is that of a policy that answers at once. The state does not
--- show who gave an answer.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local event, named = strata.event, strata.named

local function becomes(value)
  return {
    "replace",
    "gain",
    { "change", "amount", value = value },
  }
end

--- Rules in which a player gains life, with these watchers, laws and abilities.
local function rules_of(spec)
  spec.layers = { "only" }
  spec.attributes = { name = "text", life = "int", abilities = "abilities" }
  spec.events = {
    gain = {
      fields = { player = "ref", amount = "int" },
      affected = "player",
      amount = "amount",
      does = { { "add", "life", who = event.player, value = event.amount } },
    },
  }
  return strata.rules(spec)
end

local rules = rules_of({
  codes = {
    ["test:doubles"] = becomes(event.amount * 2),
    ["test:adds"] = becomes(event.amount + 1),
    ["test:gains"] = {
      "trigger",
      "gain",
      names = { who = "ref" },
      { "emit", "gain", with = { player = named.who, amount = 1 } },
      { "emit", "gain", with = { player = named.who, amount = 2 } },
      { "emit", "gain", with = { player = named.who, amount = 3 } },
      { "emit", "gain", with = { player = named.who, amount = 4 } },
    },
  },
  abilities = {
    doubles = { kind = "replacement", codes = { "test:doubles" } },
    adds = { kind = "replacement", codes = { "test:adds" } },
  },
})

local PAIRS <const> = 3

local function game()
  local world = rules:world()
  local player = world:spawn({ name = "Alice" })
  for _ = 1, PAIRS do
    world:spawn({ name = "Double", abilities = { "doubles" } })
    world:spawn({ name = "Add", abilities = { "adds" } })
  end
  return world, player
end

local function asked_of(world)
  local lines = { world:hash() }
  for _, decision in ipairs(world:decisions()) do
    lines[#lines + 1] = tostring(decision)
    for i, option in ipairs(decision.options) do
      lines[#lines + 1] = ("%d %s %s"):format(i, option.text, tostring(option.outcome))
    end
  end
  return table.concat(lines, "\n")
end

--- Answer all that is asked by the last option: how many decisions there were, what was asked at
--- each, and how many trials there were.
local function by_host()
  local world, player = game()
  local said, count = {}, 0
  local before = world:stats().trials
  equal(world:act({ code = "test:gains", with = { who = player } }), "decide")
  said[1] = asked_of(world)
  local outcome
  repeat
    count = count + 1
    local decision = world:decisions()[1]
    outcome = world:answer(#decision.options)
    said[count + 1] = asked_of(world)
  until outcome == "done"
  return count, said, world:stats().trials - before, player.life
end

--- The same, the first `by_policy` of them answered by a policy.
local function by_both(by_policy)
  local world, player = game()
  world:policy(function(decision)
    return decision.id <= by_policy and #decision.options or nil
  end)
  local outcome = world:act({ code = "test:gains", with = { who = player } })
  return asked_of(world), outcome, player.life
end

local count, said, calls, life = by_host()
assert(count >= 4 * PAIRS, "there is much to decide: " .. count)
for n = 1, count do
  local here, outcome, had = by_both(n)
  equal(here, said[n + 1], "whoever has answered the first " .. n)
  equal(outcome, n == count and "done" or "decide")
  equal(had, n == count and life or 0)
end

--- How many there are where a policy answers.
local function straight()
  local world, player = game()
  world:policy(function(decision)
    return #decision.options
  end)
  local before = world:stats().trials
  equal(world:act({ code = "test:gains", with = { who = player } }), "done")
  return world:stats().trials - before
end

local first = straight()
assert(first > count, "there is something to try: " .. first)
equal(calls, first, "trials")

-- What the trials of a choice that is left out have found is not said of one that is asked later.
do
  local function when_it_is(amount, value)
    local code = becomes(value)
    code.when = event.amount:is(amount)
    return code
  end
  local small = rules_of({
    codes = {
      ["test:seven"] = when_it_is(10, 7),
      ["test:also_seven"] = when_it_is(10, 7),
      ["test:one_more"] = when_it_is(20, 21),
      ["test:two_more"] = when_it_is(20, 22),
      ["test:gains"] = {
        "trigger",
        "gain",
        names = { who = "ref" },
        { "emit", "gain", with = { player = named.who, amount = 10 } },
        { "emit", "gain", with = { player = named.who, amount = 20 } },
        { "emit", "gain", with = { player = named.who, amount = 20 } },
      },
    },
    laws = {
      amounts = { codes = { "test:seven", "test:also_seven", "test:one_more", "test:two_more" } },
    },
  })
  local function asked(how)
    local world = small:world()
    local player = world:spawn({ name = "Alice" })
    world:tune("answers", how)
    equal(world:act({ code = "test:gains", with = { who = player } }), "decide")
    local before = asked_of(world)
    equal(world:answer(1), "decide")
    return before, asked_of(world), world:stats().resumed
  end
  local before, again, none = asked("never")
  assert(before:find("gain Alice 21", 1, true), before)
  assert(not again:find("gain Alice 7", 1, true), again)
  equal(none, 0, "the action has run again")
  local same, going_on, some = asked("always")
  equal(same, before)
  equal(some, 1, "the action has gone on")
  equal(again, going_on, "what is asked, and the state, whichever way the action takes")
end
