--- The list of legal actions against all that could be done at all. On small boards every action is
--- tried by every player with every object and with everything that it could announce, wrong things
--- too: what is listed is done, and all else is refused and changes nothing. In random games each
--- list is that of a fork, which has no cache, and what stands beside a listed action is refused.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local add, each, event = strata.add, strata.each, strata.event
local named, this = strata.named, strata.this

local WORDS <const> = { "give", "keep", "burn" }

--- Each kind of action: of a law with objects and without, with a cost that hangs on nothing but
--- the player and the object, on what was paid before, on a target or on a number; with targets,
--- words and numbers, one of which is asked only after another one.
local codes = {
  ["test:place"] = {
    "action",
    actor = "it.turn",
    subject = "it.kinds has 'cell'",
    when = "this.mark = none",
    { "emit", "place", with = { where = this, who = named.you } },
  },
  ["test:pass"] = { "action", actor = "it.turn", { "emit", "pass", with = { who = named.you } } },
  ["test:bolt"] = {
    "action",
    paid = 3,
    when = "this.power > 0",
    { "choose", as = "target", who = "it.kinds has 'beast' and it.power < 3", target = true },
    { "emit", "tap", with = { who = this } },
    { "emit", "pay", with = { who = named.you, amount = 1 } },
    { "emit", "hurt", with = { who = named.target, amount = 1 } },
  },
  ["test:offer"] = {
    "action",
    paid = 3,
    { "choose", "word", as = "what", announced = true, with = { of = { "keep", "give" } } },
    {
      "choose",
      as = "target",
      who = "it.kinds has 'beast' and it != this",
      target = true,
      when = "$what = 'give'",
      with = { least = 0 },
    },
    { "emit", "pay", with = { who = named.you, amount = 1 } },
    { "emit", "hurt", with = { who = named.target, amount = 1 }, when = "$target != none" },
  },
  ["test:rob"] = {
    "action",
    paid = 2,
    { "choose", as = "target", who = "it.kinds has 'beast' and it != this", target = true },
    { "emit", "pay", with = { who = named.you, amount = named.target.hurt } },
    { "emit", "hurt", with = { who = named.target, amount = 1 } },
  },
  ["test:feed"] = {
    "action",
    paid = 3,
    { "choose", "number", as = "x", announced = true, with = { least = 0, most = 3 } },
    { "emit", "tap", with = { who = this } },
    { "emit", "pay", with = { who = named.you, amount = named.x } },
    { "emit", "hurt", with = { who = this, amount = named.x } },
  },
  ["test:two"] = {
    "action",
    paid = 3,
    { "choose", as = "one", who = "it.kinds has 'beast'", target = true },
    { "choose", as = "other", who = "it.kinds has 'beast' and it != $one", target = true },
    { "emit", "tap", with = { who = this } },
    { "emit", "hurt", with = { who = named.other, amount = 1 } },
  },
  ["test:both"] = {
    "action",
    paid = 3,
    { "choose", "word", as = "what", announced = true, with = { of = { "keep", "give" } } },
    { "choose", as = "target", who = "it.kinds has 'beast' and it.power < 5", target = true },
    { "emit", "tap", with = { who = this } },
    { "emit", "hurt", with = { who = named.target, amount = 1 }, when = "$what = 'give'" },
  },
  ["test:ride"] = {
    "action",
    actor = "this.controller = it and it.life < 9",
    subject = "it.kinds has 'beast' and it.fare > 0",
    when = "this.power > 0 or this.hurt > 1",
    paid = 2,
    { "emit", "tap", with = { who = this } },
    { "emit", "pay", with = { who = named.you, amount = this.hurt } },
    { "emit", "hurt", with = { who = this, amount = 1 } },
  },
  ["test:lease"] = {
    "action",
    actor = "it.turn",
    subject = "it.kinds has 'beast'",
    when = "this.fare > 0",
    paid = 2,
    { "emit", "pay", with = { who = named.you, amount = this.fare }, when = "this.hurt > 0" },
    { "emit", "pay", with = { who = named.you, amount = 1 } },
    { "emit", "hurt", with = { who = this, amount = 1 } },
  },
  ["test:toll"] = {
    "action",
    actor = "it.turn",
    subject = "it.kinds has 'beast'",
    when = "this.fare > 0",
    paid = 1,
    { "emit", "pay", with = { who = named.you, amount = 2 }, when = "this.hurt > 0" },
    { "emit", "hurt", with = { who = this, amount = 1 } },
  },
  ["test:rest"] = {
    "action",
    paid = 1,
    when = "not this.tapped and this.power + $you.life > 4",
    { "emit", "tap", with = { who = this } },
  },
}

local function has(kind, spends)
  return { "have", spends, with = { of = { kind }, count = "it." .. kind } }
end

local function need(kinds, count, ...)
  return { "need", with = { of = kinds, count = count }, ... }
end

--- What a payment needs: one of a kind, so many of any kind as are announced, and one in either of
--- two ways, of which one is life. What wells give is paid with.
codes["test:spend"] = {
  "action",
  paid = 3,
  { "choose", "number", as = "x", announced = true, with = { least = 0, most = 4 } },
  { "emit", "tap", with = { who = this } },
  {
    "pay",
    "spend",
    has("blue"),
    has("life", "pay"),
    has("red"),
    need({ "red" }, "1"),
    need(nil, "$x"),
    need(nil, "1", need({ "blue" }, "1"), need({ "life" }, "2")),
  },
  { "emit", "hurt", with = { who = this, amount = "$x" } },
}
codes["test:well"] = {
  "action",
  pays = "spend",
  paid = 2,
  { "choose", "word", as = "kind", announced = true, with = { of = { "blue", "red" } } },
  { "emit", "tap", with = { who = this } },
  { "emit", "gain", with = { who = named.you, kind = named.kind } },
}

local function ability(code)
  return { kind = "activated", zones = { "board" }, codes = { code } }
end

local LESS <const> = "0 - event.amount"

local rules = strata.rules({
  layers = { "ability", "pt" },
  default_layers = { abilities = "ability", kinds = "ability", power = "pt" },
  symbols = { "give", "keep", "burn", "red", "blue", "life" },
  zones = { board = { shared = true }, discard = { shared = true } },
  attributes = {
    name = { "text", unlayered = true },
    kinds = { "set", "player", "beast", "cell" },
    controller = { "ref", unlayered = true },
    mark = { "ref", unlayered = true },
    tapped = { "flag", unlayered = true },
    life = { "int", unlayered = true },
    red = { "int", unlayered = true },
    blue = { "int", unlayered = true },
    hurt = { "int", unlayered = true },
    fare = { "int", unlayered = true },
    power = "int",
    turn = { "flag", unlayered = true },
    abilities = "abilities",
  },
  events = {
    place = {
      fields = { where = "ref", who = "ref" },
      affected = "where",
      does = { { "set", "mark", who = event.where, value = event.who } },
    },
    pass = {
      fields = { who = "ref" },
      affected = "who",
      does = {
        { "set", "turn", who = "it.kinds has 'player'", value = "it != event.who" },
      },
    },
    tap = {
      fields = { who = "ref" },
      affected = "who",
      matters = "not event.who.tapped",
      does = { { "set", "tapped", who = event.who, value = true } },
    },
    pay = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      can = "event.who.life >= event.amount and event.who.life > 0",
      does = { { "add", "life", who = event.who, value = "0 - event.amount" } },
    },
    gain = {
      fields = { who = "ref", kind = "sym" },
      affected = "who",
      does = {
        { "add", "red", who = event.who, value = 1, when = "event.kind = 'red'" },
        { "add", "blue", who = event.who, value = 1, when = "event.kind = 'blue'" },
      },
    },
    spend = {
      fields = { who = "ref", kind = "sym", amount = "int" },
      affected = "who",
      amount = "amount",
      does = {
        { "add", "red", who = event.who, value = LESS, when = "event.kind = 'red'" },
        { "add", "blue", who = event.who, value = LESS, when = "event.kind = 'blue'" },
      },
    },
    hurt = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      does = { { "add", "hurt", who = event.who, value = event.amount } },
    },
    spring = {
      fields = { who = "ref" },
      affected = "who",
      does = { { "set", "tapped", who = event.who, value = false } },
    },
  },
  codes = codes,
  abilities = {
    ["test:shooter"] = ability("test:bolt"),
    ["test:offerer"] = ability("test:offer"),
    ["test:robber"] = ability("test:rob"),
    ["test:eater"] = ability("test:feed"),
    ["test:pair"] = ability("test:two"),
    ["test:rester"] = ability("test:rest"),
    ["test:chooser"] = ability("test:both"),
    ["test:spender"] = ability("test:spend"),
    ["test:well"] = ability("test:well"),
    ["test:leader"] = {
      kind = "static",
      zones = { "board" },
      {
        on = "it.kinds has 'beast' and it != this and it.controller = this.controller",
        power = add(1),
      },
    },
  },
  laws = {
    place = { codes = { "test:place" } },
    pass = { codes = { "test:pass" } },
    ride = { codes = { "test:ride", "test:lease", "test:toll" } },
  },
})

local ABILITIES <const> = {
  "test:shooter",
  "test:offerer",
  "test:robber",
  "test:eater",
  "test:pair",
  "test:rester",
  "test:chooser",
  "test:leader",
  "test:spender",
  "test:well",
}

local function sorted_codes()
  local list = {}
  for code in pairs(codes) do
    list[#list + 1] = code
  end
  table.sort(list)
  return list
end

local CODES <const> = sorted_codes()

--- Two players, two cells and some beasts with these abilities.
local function new_game(abilities)
  local world = rules:world()
  local game = { world = world, players = {}, beasts = {}, cells = {} }
  for i, name in ipairs({ "A", "B" }) do
    game.players[i] =
      world:spawn({ name = name, kinds = { "player" }, life = 3 - i, turn = i == 1 })
  end
  for i = 1, 2 do
    game.cells[i] = world:spawn({ name = "cell " .. i, kinds = { "cell" } })
  end
  for i, one in ipairs(abilities) do
    local beast = world:spawn({
      name = "beast",
      kinds = { "beast" },
      controller = game.players[i % 3 == 0 and 2 or 1],
      power = i % 4,
      hurt = i % 3,
      abilities = { one },
    })
    game.beasts[i] = beast:move("board", { same = true })
  end
  return game
end

-- -- What is listed ----------------------------------------------------------------

local function key_of(value)
  local is_entity = type(value) == "userdata" and tostring(value) ~= "none"
  return is_entity and tostring(value.id) or tostring(value)
end

--- The name of an action with all that it announces.
local function name_of(act)
  local parts = { act.code, act.source and key_of(act.source) or "-", key_of(act.you) }
  local names = {}
  for name, value in pairs(act.with or {}) do
    names[#names + 1] = name .. "=" .. key_of(value)
  end
  table.sort(names)
  return table.concat(parts, " ") .. " " .. table.concat(names, " ")
end

local function with_one(act, name, value)
  local with = {}
  for key, old in pairs(act.with or {}) do
    with[key] = old
  end
  with[name] = value
  return { code = act.code, source = act.source, you = act.you, with = with, settling = "place" }
end

--- Each way to do an action that is listed, to the end of its tree.
local function walk(world, act, visit)
  local choice = world:next_choice(act)
  if not choice then
    return visit(act)
  end
  if choice.purpose == "number" then
    for number = choice.least, choice.most do
      local one = with_one(act, choice.name, number)
      if pcall(world.next_choice, world, one) then
        walk(world, one, visit)
      end
    end
    return
  end
  for _, option in ipairs(choice.options) do
    walk(world, with_one(act, choice.name, option.value), visit)
  end
  if choice.least == 0 then
    walk(world, with_one(act, choice.name, strata.none), visit)
  end
end

local function listed_of(game)
  local listed, count = {}, 0
  for _, player in ipairs(game.players) do
    for _, act in ipairs(game.world:legal(player)) do
      walk(game.world, act, function(one)
        local name = name_of(one)
        assert(not listed[name], "listed twice: " .. name)
        listed[name], count = one, count + 1
      end)
    end
  end
  return listed, count
end

--- Answer the questions of a payment, each with an option that hangs on how many there were: each
--- leaves the rest payable.
local function pay(world)
  local asked = 0
  while #world:decisions() > 0 do
    local count = #world:decisions()[1].options
    asked = asked + 1
    world:answer(count > 0 and asked % count + 1 or world:decisions()[1].least)
  end
  return "done"
end

local payments = 0

--- Whether an action is done at once, or when it has been paid; one that is refused changes
--- nothing, and the reason is known without trying. So it is when it is given up amid a payment.
local function is_done(world, act)
  local hash, mark = world:hash(), world:mark()
  local why, kind = world:why_not(act)
  equal(kind ~= nil, why ~= nil)
  local fine, outcome = pcall(world.act, world, act)
  if fine and outcome == "decide" and world:decisions()[1].prompt == "pay" then
    world:cancel()
    equal(world:hash(), hash, "hash after a payment was given up")
    world:act(act)
    payments = payments + 1
    outcome = pay(world)
  elseif fine and outcome == "decide" then
    world:cancel()
  elseif not fine then
    equal(world:hash(), hash, "hash after a refusal")
    assert(tostring(outcome):find("cannot be done", 1, true), tostring(outcome))
    assert(why and tostring(outcome):find(why, 1, true), ("%s and %s"):format(outcome, why))
  end
  equal(fine, why == nil, name_of(act))
  world:rollback(mark)
  equal(world:hash(), hash)
  return fine and outcome == "done"
end

-- -- All actions, all objects, all options ----------------------------------------------

local ANNOUNCED <const> = {
  ["test:bolt"] = { "target" },
  ["test:offer"] = { "what", "target" },
  ["test:rob"] = { "target" },
  ["test:feed"] = { "x" },
  ["test:two"] = { "one", "other" },
  ["test:both"] = { "what", "target" },
  ["test:spend"] = { "x" },
  ["test:well"] = { "kind" },
}

local function values_of(game, name)
  if name == "x" then
    return { -1, 0, 1, 2, 3, 4 }
  elseif name == "what" then
    return WORDS
  elseif name == "kind" then
    return { "red", "blue", "keep" }
  end
  local list = { strata.none }
  for _, entity in ipairs(game.world:entities()) do
    list[#list + 1] = entity
  end
  return list
end

--- Each way in which an action could be said, right or wrong.
local function say_all(game, act, visit)
  local names = ANNOUNCED[act.code] or {}
  local function say(at, one)
    if at > #names then
      return visit(one)
    end
    for _, value in ipairs(values_of(game, names[at])) do
      say(at + 1, with_one(one, names[at], value))
    end
  end
  say(1, act)
end

--- What is not asked for is listed without a word about it.
local function is_listed(listed, act)
  if listed[name_of(act)] then
    return true
  end
  if act.code == "test:offer" and act.with.what == "keep" and act.with.target == strata.none then
    return listed[name_of({
      code = act.code,
      source = act.source,
      you = act.you,
      with = { what = "keep" },
    })] ~= nil
  end
  return false
end

--- Ways are counted as they are listed, and each is taken some day.
local function compare_ways(game, listed, count)
  local counted, random = 0, 1
  for _, player in ipairs(game.players) do
    local ways, at_least = game.world:count_legal(player)
    equal(at_least, false)
    local hash, seen, kinds = game.world:hash(), {}, 0
    for _ = 1, 40 * ways do
      local act, is_uniform
      act, is_uniform, random = game.world:sample_legal(player, { random = random })
      local name = name_of(act)
      assert(listed[name], name)
      equal(is_uniform, true)
      kinds = kinds + (seen[name] and 0 or 1)
      seen[name] = (seen[name] or 0) + 1
    end
    for name, times in pairs(seen) do
      assert(times > 10 and times < 90, ("%s is taken %d times of 40"):format(name, times))
    end
    equal(kinds, ways, "each way is taken")
    equal(game.world:hash(), hash, "the caller's numbers are not the world's")
    if ways > 0 then
      game.world:sample_legal(player)
      assert(game.world:hash() ~= hash, "a number of the world's is drawn")
    else
      equal(game.world:sample_legal(player), nil)
    end
    counted = counted + ways
  end
  equal(counted, count, "ways")
end

local tried, done = 0, 0

local function compare_all(game)
  local listed, count = listed_of(game)
  compare_ways(game, listed, count)
  local sources = { false }
  for _, entity in ipairs(game.world:entities()) do
    sources[#sources + 1] = entity
  end
  assert(#sources <= 9, "at most eight objects")
  for _, code in ipairs(CODES) do
    for _, source in ipairs(sources) do
      for _, player in ipairs(game.players) do
        say_all(game, { code = code, source = source or nil, you = player }, function(act)
          local fine = is_done(game.world, act)
          tried, done = tried + 1, done + (fine and 1 or 0)
          equal(fine, is_listed(listed, act), name_of(act))
        end)
      end
    end
  end
  return count
end

do
  local boards = {
    { "test:shooter", "test:rester", "test:pair", "test:leader" },
    { "test:offerer", "test:eater", "test:rester", "test:robber" },
    { "test:leader", "test:shooter", "test:chooser", "test:leader" },
    { "test:chooser", "test:robber", "test:leader" },
    { "test:spender", "test:well", "test:spender", "test:well" },
    { "test:spender", "test:well", "test:well", "test:well" },
  }
  for _, abilities in ipairs(boards) do
    local game = new_game(abilities)
    game.players[1].base.red, game.players[1].base.blue = 1, 1
    assert(compare_all(game) > 5, "some are listed")
    for i, beast in ipairs(game.beasts) do
      beast.base.fare = (i + 1) % 3
    end
    compare_all(game)
    game.world:act(game.world:legal(game.players[1])[1])
    game.beasts[1].base.tapped = true
    compare_all(game)
    game.world:effect({ on = each.beast, power = add(2) })
    game.players[1].base.life, game.players[2].base.life = 0, 4
    compare_all(game)
    game.players[2].base.life = 0
    compare_all(game)
  end
  assert(done > 50 and tried > 20 * done / 10, "most are refused")
  assert(payments > 5, "some payments ask")
end

-- -- Ways, reasons and equal objects -------------------------------------------------

do
  local game = new_game({ "test:eater", "test:pair", "test:leader" })
  local world, A = game.world, game.players[1]
  local eater = { code = "test:feed", source = game.beasts[1], you = A }
  equal(world:count_legal(eater), 3)
  equal(world:count_legal(with_one(eater, "x", 1)), 1)
  equal(select(2, world:count_legal(eater, { most = 2 })), true, "not all were looked at")
  local act, is_uniform = world:sample_legal(eater, { most = 2, random = 7 })
  equal(is_uniform, false)
  equal(world:why_not(act), nil)
  local pair = { code = "test:two", source = game.beasts[2], you = A }
  equal(world:count_legal(pair), 6)
  equal(world:count_legal(with_one(pair, "one", game.beasts[1])), 2)

  local function reason(one)
    return select(2, world:why_not(one))
  end
  equal(reason({ code = "test:feed", source = game.beasts[1], you = game.players[2] }), "player")
  equal(reason({ code = "test:feed", source = game.beasts[2], you = A }), "object")
  equal(reason({ code = "test:place", source = A, you = A }), "object")
  equal(reason(with_one(eater, "x", 9)), "announced")
  equal(reason(with_one(eater, "x", 3)), "cost")
  game.beasts[1].base.tapped = true
  equal(reason(eater), "cost")
  for i = 2, 3 do
    game.beasts[i]:move("discard")
  end
  local shooter = new_game({ "test:shooter" })
  local bolt = { code = "test:bolt", source = shooter.beasts[1], you = shooter.players[1] }
  equal(shooter.world:why_not(bolt), nil)
  shooter.world:effect({ on = each.beast, power = add(9) })
  equal(select(2, shooter.world:why_not(bolt)), "choice")
  shooter.beasts[1].base.power = -9
  equal(select(2, shooter.world:why_not(bolt)), "condition")
end

do
  local game = new_game({ "test:pair" })
  local world, A = game.world, game.players[1]
  local herd = {}
  for i = 1, 5 do
    local one = world:spawn({ name = "beast", kinds = { "beast" }, controller = A, power = 2 })
    herd[i] = one:move("board", { same = true })
  end
  local act = { code = "test:two", source = game.beasts[1], you = A }
  local function said_of(list)
    local said = {}
    for i, option in ipairs(list) do
      said[i] = option.count
    end
    table.sort(said)
    return table.concat(said, " ")
  end
  local choice = world:next_choice(act, { equal = true })
  equal(said_of(choice.options), "1 5")
  equal(#choice.options[2].members, 5)
  equal(choice.options[2].value, choice.options[2].members[1], "the first of them stands for all")
  equal(#world:next_choice(act).options, 6)
  -- What is announced tells one from the others only while it is looked at.
  herd[2].base.hurt = 1
  equal(said_of(world:next_choice(act, { equal = true }).options), "1 1 4")
  world:effect({ on = herd[3], power = add(0) })
  equal(said_of(world:next_choice(act, { equal = true }).options), "1 1 1 3")
  A.base.mark = herd[4]
  equal(said_of(world:next_choice(act, { equal = true }).options), "1 1 1 1 2")

  for _ = 1, 3 do
    world:spawn({ name = "cell", kinds = { "cell" } })
  end
  local counts, of = {}, {}
  for i, one in ipairs(world:legal(A, { equal = true })) do
    counts[i] = one.count or 0
    of[one.count or 0] = one
  end
  table.sort(counts)
  equal(table.concat(counts, " "), "0 1 1 1 3", "to pass, two cells, the pair, and three cells")
  equal(of[3].source, of[3].members[1])
  equal(#world:legal(A), 7)
end

-- -- Random games ---------------------------------------------------------------------

--- A small generator of its own, so that a game is the same in each run.
local function new_dice(seed)
  return function(sides)
    seed = (seed * 6364136223846793005 + 1442695040888963407) & math.maxinteger
    return (seed >> 33) % sides + 1
  end
end

local function said(world, player)
  local list = {}
  for i, act in ipairs(world:legal(player)) do
    list[i] = ("%s %s"):format(act.code, act.source and tostring(act.source.id) or "-")
  end
  return table.concat(list, "\n")
end

--- Whoever is asked in whatever order, a list is the same as without a cache.
local function compare_lists(game)
  local fork = game.world:fork()
  for _, player in ipairs(game.players) do
    equal(said(game.world, player), said(fork, fork:entity(player.id)), "a list")
  end
end

local function any_beast(game, dice)
  for _ = 1, 8 do
    local beast = game.beasts[dice(#game.beasts)]
    if beast:is_alive() then
      return beast
    end
  end
end

--- What may change what is listed: each is a write of another kind.
local CHANGES <const> = {
  function(_, dice, beast)
    beast.base.hurt = dice(4) - 1
  end,
  function(_, dice, beast)
    beast.base.tapped = dice(2) == 1
  end,
  function(_, dice, beast)
    beast.base.fare = dice(3) - 1
  end,
  function(_, dice, beast)
    beast.base.power = dice(5) - 1
  end,
  function(game, dice)
    game.players[dice(2)].base.life = dice(5) - 1
  end,
  function(game, dice, beast)
    beast.base.controller = game.players[dice(2)]
  end,
  function(game, dice)
    game.effect = game.world:effect({ on = each.beast, power = add(dice(3) - 2) })
  end,
  function(game)
    if game.effect and game.effect:is_alive() then
      game.effect:remove()
    end
  end,
  function(_, dice, beast)
    beast.base.abilities = { ABILITIES[dice(#ABILITIES)] }
  end,
  function(game, _, beast)
    if #game.beasts > 6 then
      beast:remove()
    end
  end,
  function(game, dice)
    local beast = game.world:spawn({
      name = "beast",
      kinds = { "beast" },
      controller = game.players[dice(2)],
      power = 1,
      abilities = { ABILITIES[dice(#ABILITIES)] },
    })
    game.beasts[#game.beasts + 1] = beast:move("board", { same = true })
  end,
  function(game, _, beast)
    game.world:effect({ on = beast, kinds = strata.remove("beast") })
  end,
  function(game, _, beast)
    game.world:act("spring", { who = beast })
  end,
  function(game, dice)
    local place = dice(2)
    if game.cells[place]:is_alive() then
      game.cells[place]:remove()
    end
    game.cells[place] = game.world:spawn({ name = "a cell", kinds = { "cell" } })
  end,
}

--- Do a listed action, with what its questions offer first.
local function do_listed(game, dice)
  local list = game.world:legal(game.players[dice(2)])
  if #list == 0 then
    return
  end
  local act = list[dice(#list)]
  act.settling = "place"
  local outcome = game.world:act(act)
  while outcome == "decide" do
    local ask = game.world:decisions()[1]
    local fine, result = pcall(game.world.answer, game.world, ask.purpose == "number" and 0 or 1)
    assert(fine, result)
    outcome = result
  end
end

local function sorted_names(listed)
  local names = {}
  for name in pairs(listed) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Change one thing that an action announces. Another word may leave the rest unasked.
local function compare_changed(game, listed, act, name)
  if act.code == "test:offer" and name == "what" then
    return
  end
  for _, value in ipairs(values_of(game, name)) do
    local other = with_one(act, name, value)
    equal(is_done(game.world, other), is_listed(listed, other), name_of(other))
  end
end

--- What differs from a listed action in one announced thing is done only if it is listed too.
local function compare_neighbours(game, dice)
  local listed = listed_of(game)
  local names = sorted_names(listed)
  if #names == 0 then
    return
  end
  local act = listed[names[dice(#names)]]
  equal(is_done(game.world, act), true, name_of(act))
  for name in pairs(act.with or {}) do
    compare_changed(game, listed, act, name)
  end
end

local function step_randomly(game, dice)
  local mark = dice(6) == 1 and game.world:mark()
  local beast = any_beast(game, dice)
  if dice(3) == 1 or not beast then
    do_listed(game, dice)
  else
    CHANGES[dice(#CHANGES)](game, dice, beast)
  end
  if dice(2) == 1 then
    compare_lists(game)
  end
  if mark then
    game.world:rollback(mark)
    compare_lists(game)
  end
end

local function play_randomly(seed)
  local dice = new_dice(seed)
  local game =
    new_game({ "test:shooter", "test:rester", "test:eater", "test:offerer", "test:pair" })
  for step = 1, 60 do
    step_randomly(game, dice)
    if step % 10 == 0 then
      compare_neighbours(game, dice)
    end
  end
end

for seed = 1, 12 do
  play_randomly(seed)
end
