--- world:why(event) and world:why_not(card, code, event): how an event came about, and why a
--- watcher did not act on it.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local function change(value)
  return { "change", "amount", value = value }
end

local function note(what)
  return { "note", what, who = strata.this, value = 1 }
end

--- What cards of these names say: one code each, of an ability that functions in play.
local CODES <const> = {
  doubler = {
    "replace",
    "gain",
    when = (event.amount * 1):at_least(3) & event.player:is_not(strata.none),
    change(event.amount * 2),
  },
  clover = { "replace", "gain", tests = { player = it:has("lucky") }, change(event.amount + 1) },
  hoard = { "replace", "gain", optional = true, change(event.amount + 10) },
  first = { "replace", "gain", rank = "self", change(event.amount + 100) },
  void = { "replace", "gain", { "nothing" }, always_ask = true },
  thorn = {
    "replace",
    "gain",
    { "instead", { "emit", "hit", with = { who = event.player, amount = event.amount } } },
  },
  ward = { "prevent", "hit", amount = 2 },
  seal = { "cant", "gain", when = event.player:is(named.you) },
  chime = { "trigger", "gain", per_clock = 1, clock = "turn", note("chime") },
  choir = { "trigger", "gain", batch = true, note("choir") },
  rich = { "trigger", "gain", only_if = named.you.life:at_least(50), note("rich") },
  bell = { "trigger", "move", look_back = true, note("bell") },
  horn = { "trigger", "move", note("horn") },
  mute = { "never", "gain" },
  maybe = { "trigger", "gain", optional = true, immediate = true, note("maybe") },
  drain = { "trigger", "gain", { "emit", "hit", with = { who = named.you, amount = 100 } } },
  well = { "trigger", "gain", only_if = named.you.life:at_least(1), note("well") },
  aim = {
    "trigger",
    "gain",
    { "choose", who = strata.each.lucky, as = "whom", target = true },
    { "note", "aimed", who = named.whom, value = 1 },
  },
  ouch = { "trigger", "hit", note("ouch") },
  gate = { "replace", "gain", rank = "self", { "nothing" } },
  again = {
    "replace",
    "gain",
    when = event.amount:at_least(7),
    { "instead", { "emit", "feast", with = { player = event.player, times = 8 } } },
  },
  clerk = { "replace", "gain", { "run", "test:clerk" } },
  pair = {
    "trigger",
    "hit",
    {
      "together",
      { "emit", "gain", with = { player = named.you, amount = 1 } },
      { "emit", "gain", with = { player = named.you, amount = 2 } },
    },
  },
}

local function rules()
  local codes, abilities, definitions = {}, {}, {}
  for name, code in pairs(CODES) do
    codes["test:" .. name .. "_1"] = code
    abilities["test:" .. name] = { zones = { "play" }, codes = { "test:" .. name .. "_1" } }
    definitions["test:" .. name] = {
      name = name:sub(1, 1):upper() .. name:sub(2),
      types = { "card" },
      abilities = { "test:" .. name },
    }
  end
  return strata.rules({
    layers = { "ability", "other" },
    default_layers = { abilities = "ability" },
    attributes = {
      name = "text",
      life = { "int", unlayered = true },
      types = { "set", "card", "lucky", "player" },
      abilities = "abilities",
      controller = { "ref", unlayered = true },
    },
    clocks = { "turn" },
    zones = { play = { shared = true }, grave = { shared = true } },
    symbols = { "play", "grave" },
    replacement_classes = { "self", "control" },
    events = {
      gain = {
        fields = { player = "ref", amount = "int" },
        affected = "player",
        amount = "amount",
        matters = event.amount:at_least(1),
        can = event.player.life:at_least(-5),
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
      hit = {
        fields = { who = "ref", amount = "int", unpreventable = "flag" },
        affected = "who",
        amount = "amount",
        matters = event.amount:at_least(1),
        does = { { "add", "life", who = event.who, value = -event.amount } },
      },
      feast = {
        fields = { player = "ref", times = "int" },
        affected = "player",
        one_by_one = {
          {
            "emit",
            "gain",
            times = event.times,
            with = { player = event.player, amount = named.i },
          },
        },
      },
      move = {
        fields = { who = "ref", to = "sym" },
        affected = "who",
        does = {
          { "move", who = event.who, as = "became", with = { to = event.to } },
          {
            "set",
            "controller",
            who = named.became,
            value = event.who.controller,
          },
        },
      },
    },
    handlers = {
      ["test:clerk"] = function(ctx)
        ctx.event.amount = ctx.event.amount + 5
      end,
    },
    codes = codes,
    abilities = abilities,
    definitions = definitions,
  })
end

local RULES <const> = rules()

--- A world that remembers; two players, Alice and Bob, and cards of these names in play, of Alice.
local function game(...)
  local world, all = RULES:world(), {}
  all.alice = world:spawn({ name = "Alice", life = 20, types = { "player" } })
  all.bob = world:spawn({ name = "Bob", life = 20, types = { "player", "lucky" } })
  for _, name in ipairs({ ... }) do
    all[name] = world:spawn("test:" .. name):move("play")
    all[name].base.controller = all.alice
  end
  world:remember(8)
  return world, all
end

local function gain(world, player, amount)
  return world:act("gain", { player = player, amount = amount })
end

--- Answer what is asked: triggers in their order, else with an option.
local function finish(world, option)
  while #world:decisions() > 0 do
    local orders = world:decisions()[1].purpose == "order triggers"
    world:answer(orders and { 1, 2 } or option)
  end
end

local function hit(world, player, amount, unpreventable)
  world:act("hit", { who = player, amount = amount, unpreventable = unpreventable })
end

local function move(world, card, to)
  world:act("move", { who = card, to = to })
  finish(world)
end

--- The text of an account, without its first line, and that line.
local function text_of(account)
  local head, rest = account.text:match("^([^\n]*)\n(.*)$")
  return rest, head
end

local function tells(account, ...)
  local text = table.concat({ ... }, "\n")
  equal(account.text, text)
  equal(tostring(account), text)
end

--- A card did nothing for this reason.
local function says(account, verdict, text)
  equal(text_of(account), ("  %s  %s"):format(verdict, text))
  equal(account.verdict, verdict)
  equal(#account, 1)
  equal(account[1].says, text)
end

-- How an event came.
do
  local world, all = game("doubler", "chime", "first")
  gain(world, all.alice, 3)
  local before = world:hash()
  local account = world:why("gain")
  tells(
    account,
    "gain (row 3 of action 1)",
    "  proposed                            amount = 3, player = Alice",
    "  replaced   First, test:first_1      amount: 3 -> 103",
    "  replaced   Doubler, test:doubler_1  amount: 103 -> 206",
    "  happened                            amount = 206, player = Alice",
    "  triggered  Chime, test:chime_1      (row 4)"
  )
  equal(#account, 5)
  equal(account[2].step, "replaced")
  equal(account[2].code, "test:first_1")
  equal(account[2].source, all.first)
  equal(account[2].fields.amount.before, 3)
  equal(account[2].fields.amount.after, 103)
  equal(account[4].fields.player.after, all.alice)
  equal(account[5].row, 4)
  equal(
    account.json,
    '[{"step":"proposed","kind":"gain","fields":{"amount":{"after":3},"player":{"after":"Alice"}}},'
      .. '{"step":"replaced","row":1,"kind":"gain","code":"test:first_1",'
      .. '"name":"First, test:first_1",'
      .. '"fields":{"amount":{"before":3,"after":103}}},'
      .. '{"step":"replaced","row":2,"kind":"gain","code":"test:doubler_1",'
      .. '"name":"Doubler, test:doubler_1","fields":{"amount":{"before":103,"after":206}}},'
      .. '{"step":"happened","row":3,"kind":"gain","fields":{"amount":{"after":206},'
      .. '"player":{"after":"Alice"}}},{"step":"triggered","row":4,"kind":"gain",'
      .. '"code":"test:chime_1","name":"Chime, test:chime_1"}]'
  )
  equal(world:hash(), before, "asked, and not changed")
  equal(world:why(3).text, account.text, "by its row")
  equal(world:why(1)[5].row, 4, "by that of a replacement")
  equal(world:why(all.alice).text, account.text, "by whom it affects")
  for row in world:log() do
    if row.what == "happened" and row.kind == "gain" then
      equal(world:why(row).text, account.text, "by the row itself")
    end
  end
end

-- Who decided what, and who did not want it.
do
  local world, all = game("clover", "doubler", "hoard")
  gain(world, all.bob, 3)
  finish(world, 1)
  tells(
    world:why("gain"),
    "gain (row 7 of action 1)",
    "  proposed                           amount = 3, player = Bob",
    "  decided   Bob                      test:clover_1 of Clover (out of test:clover_1 of Clover, "
      .. "test:doubler_1 of Doubler, test:hoard_1 of Hoard)",
    "  replaced  Clover, test:clover_1    amount: 3 -> 4",
    "  decided   Bob                      test:doubler_1 of Doubler (out of test:doubler_1 of "
      .. "Doubler, test:hoard_1 of Hoard)",
    "  replaced  Doubler, test:doubler_1  amount: 4 -> 8",
    "  decided   Alice                    yes (out of yes, no)",
    "  replaced  Hoard, test:hoard_1      amount: 8 -> 18",
    "  happened                           amount = 18, player = Bob"
  )
  gain(world, all.alice, 3)
  finish(world, 2)
  local account = world:why("gain")
  equal(account[4].step, "declined")
  equal(account[4].code, "test:hoard_1")
  equal(account[2].who, all.alice)
end

-- What took its place, what was prevented, what contained it.
do
  local world, all = game("thorn", "ward")
  gain(world, all.bob, 7)
  tells(
    world:why("hit"),
    "hit (row 3 of action 1)",
    "  proposed                        amount = 7, player = Bob",
    "  replaced   Thorn, test:thorn_1  it does not happen",
    "  became     hit                  amount = 7, who = Bob",
    "  prevented  Ward, test:ward_1    amount: 7 -> 5, prevented: 0 -> 2",
    "  happened                        amount = 5, who = Bob, prevented = 2"
  )
  world:act("feast", { player = all.bob, times = 1 })
  tells(
    world:why("feast"),
    "feast (row 6 of action 2)",
    "  proposed        player = Bob, times = 1",
    "  contains  gain  amount = 1, player = Bob, which was replaced  (row 4)",
    "  happened        player = Bob, times = 1"
  )
  tells(
    world:why("gain"),
    "gain (row 4 of action 2)",
    "  part of   feast                player = Bob, times = 1  (row 6)",
    "  proposed                       amount = 1, player = Bob",
    "  replaced  Thorn, test:thorn_1  it does not happen",
    "  became    hit                  amount = 1, who = Bob  (row 5)"
  )
end

-- What a handler did; what was made by whom, as it resolved.
do
  local world, all = game("clerk", "ouch", "pair")
  gain(world, all.alice, 4)
  tells(
    world:why("gain"),
    "gain (row 2 of action 1)",
    "  proposed                       amount = 4, player = Alice",
    "  replaced  Clerk, test:clerk_1  amount: 4 -> 9",
    "  ran       Clerk                test:clerk",
    "  happened                       amount = 9, player = Alice"
  )
  hit(world, all.bob, 1)
  finish(world)
  local _, head = text_of(world:why("gain"))
  equal(head, "gain (row 11 of action 2)")
  equal(world:why("gain")[1].name, "Pair, test:pair_1")
  equal(world:why("gain")[1].row, 8)
end

-- Why not: the kind, whose it is, where that was, what it had.
do
  local world, all = game("chime", "doubler")
  gain(world, all.alice, 2)
  says(world:why_not(all.chime, "ward", "gain"), "kind", "it is about 'hit', and this is a 'gain'")
  says(world:why_not(nil, "clover"), "absent", "nobody had it")
  says(
    world:why_not(all.chime, "clover"),
    "lost",
    "Chime did not have an ability that says it"
  )
  local late = world:spawn("test:doubler"):move("play")
  says(world:why_not(late, "doubler"), "absent", "Doubler was not there yet")
  world:effect({ name = "Humility", on = all.doubler, abilities = strata.remove_all() })
  gain(world, all.alice, 2)
  local _, head = text_of(world:why_not(all.doubler, "doubler"))
  equal(head, "Doubler, test:doubler_1, about gain (row 4 of action 2)")
  says(world:why_not(all.doubler, "doubler"), "lost", "Doubler had lost it to Humility")
  local away = all.doubler:move("grave")
  gain(world, all.alice, 3)
  says(
    world:why_not(away, "doubler"),
    "zone",
    "Doubler was in grave, and it functions in play"
  )
  says(
    world:why_not(all.doubler, "doubler"),
    "zone",
    "Doubler was in grave, and it functions in play"
  )
end

-- 603.10.
do
  local world, all = game("bell", "horn")
  move(world, all.bell, "grave")
  says(world:why_not(all.bell, "bell"), "it did", "it triggered")
  move(world, all.horn, "grave")
  says(
    world:why_not(all.horn, "horn"),
    "looks after",
    "Horn was in grave, and it functions in play: it was there before the event, and looks at what "
      .. "is there after it (603.10)"
  )
  move(world, all.bell:successor(), "play")
  says(
    world:why_not(all.bell, "bell"),
    "looks back",
    "Bell was in grave, and it functions in play: it was there after the event, and looks back at "
      .. "what was there before it (603.10)"
  )
end

-- What it says: of whom, the part that is false; the intervening if, twice (603.4).
do
  local world, all = game("clover", "doubler", "rich")
  gain(world, all.alice, 2)
  says(
    world:why_not(all.clover, "clover"),
    "condition",
    "event.player (Alice): types has 'lucky' is false: types of Alice = {player}"
  )
  says(
    world:why_not(all.doubler, "doubler"),
    "condition",
    "event.amount * 1 >= 3 is false: event.amount = 2"
  )
  says(world:why_not(all.rich, "rich"), "only if", "$you.life >= 50 is false: $you.life = 22")
  gain(world, all.bob, 1)
  says(world:why_not(all.clover, "clover"), "it did", "it was applied")
  world, all = game("drain", "well")
  gain(world, all.bob, 4)
  finish(world)
  says(
    world:why_not(all.well, "well"),
    "resolved if",
    "it triggered, and did nothing: $you.life >= 1 is false: $you.life = -80"
  )
  all.alice.base.life = 7
  says(
    world:why_not(all.well, "well"),
    "resolved if",
    "it triggered, and did nothing: $you.life >= 1 is false: $you.life = -80"
  )
end

-- How often: limits, one or more (603.2c), once for an event (614.5), never.
do
  local world, all = game("chime")
  gain(world, all.alice, 2)
  says(world:why_not(all.chime, "chime"), "it did", "it triggered")
  gain(world, all.alice, 2)
  says(
    world:why_not(all.chime, "chime"),
    "limit",
    "it has been used 1 time this turn, as often as it may"
  )
  world, all = game("pair", "choir")
  hit(world, all.bob, 4)
  says(
    world:why_not(all.choir, "choir"),
    "once",
    "it triggers once on all that happens at the same time, and has (603.2c)"
  )
  world, all = game("again")
  gain(world, all.alice, 7)
  says(
    world:why_not(all.again, "again"),
    "again",
    "it has been applied to this event, or to what that came from, and is so once (614.5)"
  )
  world, all = game("chime", "mute")
  gain(world, all.alice, 7)
  says(
    world:why_not(all.chime, "chime"),
    "never",
    "Mute, test:mute_1 does not let it trigger"
  )
end

-- What came before it: what cannot happen, what is none, others, its player.
do
  local world, all = game("seal", "doubler")
  gain(world, all.alice, 3)
  tells(
    world:why("gain"),
    "gain (row 1 of action 1)",
    "  proposed                     amount = 3, player = Alice",
    "  cannot    Seal, test:seal_1"
  )
  says(
    world:why_not(all.doubler, "doubler"),
    "cannot",
    "it could not happen (614.17): Seal, test:seal_1"
  )
  says(world:why_not(all.seal, "seal"), "it did", "it forbade the event")
  gain(world, all.bob, 3)
  says(
    world:why_not(all.seal, "seal"),
    "condition",
    "event.player = $you is false: event.player = Bob, $you = Alice"
  )
  world, all = game("ward", "ouch")
  hit(world, all.bob, 2)
  says(
    world:why_not(all.ouch, "ouch"),
    "nothing",
    "it was no event (614.7a): event.amount >= 1 is false"
  )
  hit(world, all.bob, 2, true)
  says(
    world:why_not(all.ward, "ward"),
    "unpreventable",
    "it was applied, but there is nothing of it that can be prevented (615.12)"
  )
  world, all = game("doubler", "gate", "chime")
  gain(world, all.alice, 3)
  says(
    world:why_not(all.doubler, "doubler"),
    "class",
    "Gate, test:gate_1 came first, as its class is 'self' (616.1); then the event did not happen: "
      .. "Gate, test:gate_1 replaced it"
  )
  says(
    world:why_not(all.chime, "chime"),
    "replaced",
    "the event did not happen: Gate, test:gate_1 replaced it"
  )
  world, all = game("doubler", "void")
  gain(world, all.alice, 3)
  finish(world, 2)
  says(
    world:why_not(all.doubler, "doubler"),
    "other",
    "Void, test:void_1 came first, which Alice chose (616.1); then the event did not happen: "
      .. "Void, test:void_1 replaced it"
  )
  world, all = game("hoard", "maybe", "aim")
  gain(world, all.alice, 3)
  while #world:decisions() > 0 do
    world:answer(world:decisions()[1].purpose == "may" and 2 or 1)
  end
  says(world:why_not(all.hoard, "hoard"), "declined", "its player did not want it")
  says(
    world:why_not(all.maybe, "maybe"),
    "declined",
    "it triggered, and did nothing: its player did not want it"
  )
  world, all = game("aim")
  all.bob.base.types = { "player" }
  gain(world, all.alice, 3)
  says(
    world:why_not(all.aim, "aim"),
    "targets",
    "it triggered, and did nothing: none of its targets was legal (608.2b)"
  )
end

-- What cannot be told.
do
  local world, all = game("chime")
  fails("world:why: the log tells of no 'gain'", world.why, world, "gain")
  fails("world:why_not: the log tells of no 'gain'", world.why_not, world, nil, "chime")
  gain(world, all.alice, 2)
  fails("world:why: unknown event 'gains'; did you mean 'gain'?", world.why, world, "gains")
  fails("row 99 is yet to come", world.why, world, 99)
  fails("world:why: the log tells nothing of it", world.why, world, all.bob)
  fails("the number of a row is 1 or more", world.why, world, 0)
  fails("world:why_not: unknown code 'chim'", world.why_not, world, nil, "chim")
  local _, others = game()
  fails("entity of another world", world.why_not, world, others.alice, "chime")
  fails("remember: at most 65536 actions, not 65537", world.remember, world, 65537)
  fails("a number of actions", world.remember, world, -1)
  fails("is of action 1, which this world does not remember", function()
    for _ = 1, 8 do
      gain(world, all.alice, 1)
    end
    world:why(1)
  end)
  fails("and this world remembers none", function()
    local fork = world:fork()
    fork:why("gain")
  end)
  local mark = world:mark()
  equal(world:why_not(all.chime, "chime").verdict, "limit")
  world:rollback(mark)
  world:forget_log(2)
  fails("row 1 is forgotten", world.why, world, 1)
  world:remember(0)
  fails("and this world remembers none", world.why, world, "gain")
end

-- An action that was taken back is not what another one is told by.
do
  local world, all = game("chime")
  local mark
  world:action(function()
    mark = world:mark()
    gain(world, all.alice, 2)
    world:rollback(mark)
    gain(world, all.bob, 2)
  end)
  equal(world:why("gain")[1].fields.player.after, all.bob)
end
