--- Payment: what is needed is matched with what there is and what actions give. An action is listed
--- exactly if it can be paid, each answer leaves the rest payable, and nothing is left of what was
--- given up.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named, this = strata.event, strata.named, strata.this

local KINDS <const> = { "red", "blue", "green" }

--- An action with an object, which is used and gives so many of a kind.
local function source(kind, amount)
  return {
    "action",
    pays = "spend",
    paid = 1,
    { "emit", "use", with = { who = this } },
    { "emit", "gain", with = { who = named.you, kind = kind, amount = amount } },
  }
end

local function has(kind)
  return { "have", with = { of = { kind }, count = "it." .. kind } }
end

local function changes(sign)
  local list = {}
  for place, kind in ipairs(KINDS) do
    local when = ("event.kind = '%s'"):format(kind)
    local value = ("%s event.amount"):format(sign)
    list[place] = { "add", kind, who = event.who, value = value, when = when }
  end
  return list
end

-- What is paid: so many of one kind, of either of two, and of any, as the player's numbers say.
local COST <const> = {
  "pay",
  "spend",
  has("blue"),
  has("green"),
  has("red"),
  { "need", with = { of = { "red" }, count = "$you.need_red" } },
  { "need", with = { of = { "red", "blue" }, count = "$you.need_either" } },
  { "need", with = { count = "$you.need_any" } },
}

local function spec()
  return {
    layers = { "ability", "only" },
    default_layers = { abilities = "ability" },
    symbols = { "red", "blue", "green" },
    attributes = {
      name = { "text", unlayered = true },
      kinds = { "set", "player", "spring", "idol", unlayered = true },
      controller = { "ref", unlayered = true },
      used = { "flag", unlayered = true },
      doubled = { "flag", unlayered = true },
      red = { "int", unlayered = true },
      blue = { "int", unlayered = true },
      green = { "int", unlayered = true },
      need_red = { "int", unlayered = true },
      need_either = { "int", unlayered = true },
      need_any = { "int", unlayered = true },
      life = { "int", unlayered = true },
      done = { "int", unlayered = true },
      abilities = "abilities",
    },
    events = {
      use = {
        fields = { who = "ref" },
        affected = "who",
        can = "not event.who.used",
        does = { { "set", "used", who = event.who, value = true } },
      },
      hurt = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        can = "event.who.life >= event.amount",
        does = { { "add", "life", who = event.who, value = "0 - event.amount" } },
      },
      gain = {
        fields = { who = "ref", kind = "sym", amount = "int" },
        affected = "who",
        amount = "amount",
        does = changes(""),
      },
      spend = {
        fields = { who = "ref", kind = "sym", amount = "int" },
        affected = "who",
        amount = "amount",
        can = "not (event.kind = 'green' and event.who.doubled)",
        does = changes("0 -"),
      },
      finish = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "add", "done", who = event.who, value = 1 } },
      },
    },
    codes = {
      ["test:pay"] = {
        "action",
        actor = "it.kinds has 'player'",
        paid = 1,
        COST,
        { "emit", "finish", with = { who = named.you } },
      },
      ["test:twice"] = {
        "action",
        actor = "it.kinds has 'player'",
        paid = 2,
        { "choose", "number", as = "x", announced = true, with = { least = 0, most = 9 } },
        { "pay", "spend", has("red"), { "need", with = { of = { "red" }, count = "2 * $x" } } },
        { "emit", "finish", with = { who = named.you } },
      },
      ["test:red"] = source("'red'", 1),
      ["test:blue"] = source("'blue'", 1),
      ["test:reds"] = source("'red'", 2),
      ["test:blues"] = source("'blue'", 2),
      ["test:any"] = {
        "action",
        pays = "spend",
        paid = 2,
        {
          "choose",
          "word",
          as = "kind",
          announced = true,
          with = { of = { "red", "blue", "green" } },
        },
        { "emit", "use", with = { who = this } },
        { "emit", "gain", with = { who = named.you, kind = named.kind, amount = 1 } },
      },
      ["test:blood"] = {
        "action",
        pays = "spend",
        paid = 1,
        { "emit", "hurt", with = { who = named.you, amount = 1 } },
        { "emit", "gain", with = { who = named.you, kind = "'red'", amount = 1 } },
      },
      ["test:more"] = {
        "replace",
        "gain",
        when = "event.kind = 'blue' and event.who.doubled",
        { "change", "amount", value = "2 * event.amount" },
      },
    },
    abilities = {
      ["test:red"] = { kind = "activated", codes = { "test:red" } },
      ["test:blue"] = { kind = "activated", codes = { "test:blue" } },
      ["test:reds"] = { kind = "activated", codes = { "test:reds" } },
      ["test:blues"] = { kind = "activated", codes = { "test:blues" } },
      ["test:any"] = { kind = "activated", codes = { "test:any" } },
      ["test:blood"] = { kind = "activated", codes = { "test:blood" } },
    },
    laws = { all = { codes = { "test:pay", "test:twice", "test:more" } } },
  }
end

local rules <const> = strata.rules(spec())

local function new_game(player, springs)
  local world = rules:world()
  player.name, player.kinds = "A", { "player" }
  local you = world:spawn(player)
  local game = { world = world, you = you, springs = {} }
  for place, abilities in ipairs(springs) do
    local list = {}
    for i, name in ipairs(abilities) do
      list[i] = "test:" .. name
    end
    game.springs[place] = world:spawn({
      name = "spring " .. place,
      kinds = { "spring" },
      controller = you,
      abilities = list,
    })
  end
  return game
end

local function is_listed(game, code)
  for _, act in ipairs(game.world:legal(game.you)) do
    if act.code == code then
      return true
    end
  end
  return false
end

local function options_of(world)
  local list = {}
  for place, option in ipairs(world:decisions()[1].options) do
    list[place] = option.text:gsub(" #%d+:%d+", "")
  end
  return table.concat(list, ", ")
end

-- -- What is asked ---------------------------------------------------------------

do -- control: enough of one kind is paid without a question
  local game = new_game({ red = 3, need_red = 2, need_any = 1 }, {})
  equal(game.world:act({ code = "test:pay", you = game.you }), "done")
  equal(game.you.red, 0)
end

do -- which kind is spent is asked, and what every way to pay uses is not
  local game = new_game({ red = 1, blue = 1, green = 1, need_red = 1, need_any = 1 }, {})
  local world, before = game.world, game.world:hash()
  equal(world:act({ code = "test:pay", you = game.you }), "decide")
  equal(options_of(world), "blue, green, auto")
  equal(world:decisions()[1].prompt, "pay")
  world:cancel()
  equal(world:hash(), before, "given up")
  world:act({ code = "test:pay", you = game.you })
  equal(world:answer(2), "done")
  equal({ game.you.red, game.you.blue, game.you.green, game.you.done }, { 0, 1, 0, 1 })
end

do -- a source that gives a choice is kept for what it alone can give
  local game = new_game({ need_red = 1, need_any = 1 }, { { "any" }, { "blue" } })
  local world = game.world
  equal(world:act({ code = "test:pay", you = game.you }), "done")
  equal(game.you.done, 1)
  equal({ game.you.red, game.you.blue, game.you.green }, { 0, 0, 0 })
end

do -- of three springs for two needs; then the kind
  local game = new_game({ need_any = 2 }, { { "any" }, { "blue" }, { "red" } })
  local world = game.world
  equal(world:act({ code = "test:pay", you = game.you }), "decide")
  equal(options_of(world), "spring 1, spring 2, spring 3, auto")
  world:answer(1)
  equal(options_of(world), "red, blue, green")
  world:answer(3)
  equal(options_of(world), "spring 2, spring 3, auto")
  equal(game.springs[1].used, false, "nothing has happened yet")
  equal(world:answer(3), "done")
  equal(game.springs[1].used, true)
  equal(game.springs[2].used or game.springs[3].used, true)
  equal({ game.you.red, game.you.blue, game.you.green }, { 0, 0, 0 })
end

-- -- What cannot be paid ----------------------------------------------------------

do
  local game = new_game({ blue = 5, need_red = 1 }, { { "blue" } })
  local before = game.world:hash()
  equal(is_listed(game, "test:pay"), false)
  local act = { code = "test:pay", you = game.you }
  fails("its cost cannot be paid: 'spend'", game.world.act, game.world, act)
  equal(game.world:hash(), before)
  game.you.base.need_red = 0 -- the control
  equal(is_listed(game, "test:pay"), true)
end

do -- what spends can be forbidden, and then the unit does not pay
  local game = new_game({ green = 1, need_any = 1, doubled = true }, {})
  equal(is_listed(game, "test:pay"), false)
  game.you.base.doubled = false
  equal(is_listed(game, "test:pay"), true)
end

do -- two of one kind or two of another: one object is not used twice
  local game = new_game({ need_red = 2, need_either = 1 }, { { "reds", "blues" } })
  equal(is_listed(game, "test:pay"), false)
  game.you.base.need_either = 0
  equal(is_listed(game, "test:pay"), true)
  local more = new_game({ need_red = 2, need_any = 2 }, { { "reds", "blues" }, { "blues" } })
  equal(more.world:act({ code = "test:pay", you = more.you }), "done", "only one way")
end

do -- what can be used again is used again, while it can be paid for
  local game = new_game({ life = 2, need_red = 3 }, { { "blood" }, {} })
  equal(is_listed(game, "test:pay"), false)
  game.you.base.life = 3
  equal(is_listed(game, "test:pay"), true)
  equal(game.world:act({ code = "test:pay", you = game.you }), "done")
  equal({ game.you.life, game.you.red, game.you.done }, { 0, 0, 1 })
end

do -- what a replacement makes of a source is what it gives
  local game = new_game({ need_any = 2 }, { { "blue" } })
  equal(is_listed(game, "test:pay"), false)
  game.you.base.doubled = true
  equal(is_listed(game, "test:pay"), true)
end

-- -- X, and sources by themselves ---------------------------------------------------

do
  local game = new_game({ red = 1 }, { { "red" }, { "reds" } })
  local world, you = game.world, game.you
  equal(is_listed(game, "test:red"), true)
  local act = { code = "test:twice", you = you, with = { x = 3 } }
  fails("cannot be paid", world.act, world, act)
  act.with.x = 2
  equal(world:act(act), "done")
  equal({ you.red, you.done }, { 0, 1 })
  equal(is_listed(game, "test:red"), false, "it was used")
end

do -- a source is an action of its own
  local game = new_game({}, { { "any" } })
  local world = game.world
  local act = { code = "test:any", source = game.springs[1], you = game.you }
  equal(world:next_choice(act).name, "kind")
  act.with = { kind = "green" }
  equal(world:act(act), "done")
  equal(game.you.green, 1)
end

-- -- All ways to answer --------------------------------------------------------------

--- Answer in all ways: each leads to an end, with nothing left of what was given up. Returns how
--- many questions were met.
local function answer_all(make, path, before)
  local game = make()
  local world = game.world
  local outcome = world:act({ code = "test:pay", you = game.you })
  for _, place in ipairs(path) do
    equal(outcome, "decide")
    outcome = world:answer(place)
  end
  if outcome == "done" then
    local you = game.you
    equal(you.done, 1)
    return 0
  end
  local copy = rules:load(world:save())
  equal(copy:hash(), world:hash(), "a save at a question")
  local count, asked = #world:decisions()[1].options, 1
  equal(copy:answer(count), world:answer(count))
  equal(copy:hash(), world:hash(), "a save goes on alike")
  local other = make().world
  other:act({ code = "test:pay", you = other:entity(game.you.id) })
  for _, place in ipairs(path) do
    other:answer(place)
  end
  other:cancel()
  equal(other:hash(), before, "given up")
  for place = 1, count do
    local longer = table.move(path, 1, #path, 1, {})
    longer[#longer + 1] = place
    asked = asked + answer_all(make, longer, before)
  end
  return asked
end

-- What each kind of spring may give, for the slow search.
local GIVES <const> = {
  red = { { red = 1 } },
  blue = { { blue = 1 } },
  reds = { { red = 2 } },
  blues = { { blue = 2 } },
  any = { { red = 1 }, { blue = 1 }, { green = 1 } },
}

--- Whether a pool pays, by trying all splits of the needs.
local function pays(pool, p)
  local red, blue, green = pool.red - p.need_red, pool.blue, pool.green
  if red < 0 then
    return false
  end
  for from_red = 0, p.need_either do
    local r, b = red - from_red, blue - (p.need_either - from_red)
    if r >= 0 and b >= 0 and r + b + green >= p.need_any then
      return true
    end
  end
  return false
end

local function can_pay(pool, p, springs, place)
  if place > #springs then
    return pays(pool, p)
  elseif can_pay(pool, p, springs, place + 1) then
    return true
  end
  for _, name in ipairs(springs[place]) do
    for _, gives in ipairs(GIVES[name]) do
      local more = {}
      for _, kind in ipairs(KINDS) do
        more[kind] = pool[kind] + (gives[kind] or 0)
      end
      if can_pay(more, p, springs, place + 1) then
        return true
      end
    end
  end
  return false
end

local function random_case(below)
  local names, springs = { "red", "blue", "reds", "blues", "any" }, {}
  local player = {
    red = below(2), blue = below(2), green = below(2),
    need_red = below(2), need_either = below(3), need_any = below(3),
  }
  for place = 1, below(4) do
    springs[place] = { names[1 + below(#names)] }
    if below(4) == 0 then
      springs[place][2] = names[1 + below(#names)]
    end
  end
  return player, springs
end

do
  local seed = 11
  local function below(n)
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0x7fffffffffffffff
    return (seed >> 33) % n
  end
  local yes, no, questions = 0, 0, 0
  for number = 1, 150 do
    local player, springs = random_case(below)
    local function make()
      local own = {}
      for key, value in pairs(player) do
        own[key] = value
      end
      return new_game(own, springs)
    end
    local want = can_pay(player, player, springs, 1)
    local game = make()
    equal(is_listed(game, "test:pay"), want, "case " .. number)
    yes, no = yes + (want and 1 or 0), no + (want and 0 or 1)
    if want and questions < 500 then
      questions = questions + answer_all(make, {}, game.world:hash())
    end
  end
  assert(yes > 25 and no > 25 and questions > 300, ("%d %d %d"):format(yes, no, questions))
end
