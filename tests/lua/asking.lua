--- Actions that ask questions of every kind, for tests of what happens at a question.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local event, it, named = strata.event, strata.it, strata.named

local M = {}

local COLORS <const> = { "red", "green", "blue" }

local function gain(who, amount, more)
  local deed = { "emit", "gain", with = { who = who, amount = amount } }
  for key, value in pairs(more or {}) do
    deed[key] = value
  end
  return deed
end

local function may(as, more)
  local deed = { "choose", "may", as = as }
  for key, value in pairs(more or {}) do
    deed[key] = value
  end
  return deed
end

--- So many times: three events, a question, and an event about it.
---@param count integer
---@return table a watcher
function M.many_questions(count)
  local code = { "trigger", "large" }
  for i = 1, count do
    code[#code + 1] = gain(named.you, 1, { times = 3 })
    code[#code + 1] = { "choose", "number", as = "n" .. i, with = { least = 0, most = 3 } }
    code[#code + 1] = gain(named.you, named["n" .. i])
  end
  return code
end

local function shot(as)
  return { "choose", as = as, who = it:has("beast"), target = true }
end

--- Rules in which much is asked.
---@param always_ask? boolean also what makes no difference
---@return table as strata.rules reads it
function M.spec(always_ask)
  return {
    layers = { "only" },
    symbols = COLORS,
    clocks = { "turn" },
    zones = {
      board = { shared = true },
      discard = { shared = true },
      exile = { shared = true },
      stack = { shared = true, ordered = true },
    },
    attributes = {
      name = "text",
      life = { "int", min = 0 },
      hurt = { "int", unlayered = true },
      size = { "int", unlayered = true },
      kinds = { "set", "player", "beast", "legend", unlayered = true },
      controller = { "ref", unlayered = true },
      gone = { "flag", unlayered = true },
      color = { "sym", "red", "green", "blue", unlayered = true },
      chosen = { "sym", "red", "green", "blue", unlayered = true },
      abilities = "abilities",
    },
    play = { stack = "stack", always_ask = always_ask, concedes = "concede" },
    handlers = {
      ["test:asks"] = function(ctx)
        ctx:emit("gain", { who = ctx.you, amount = 2 })
        local list = { "a", "b", by = ctx.you, purpose = "order" }
        ctx:emit("gain", { who = ctx.you, amount = ctx:choose(list)[1] == "a" and 5 or 7 })
      end,
    },
    events = {
      gain = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        matters = event.amount:at_least(1),
        does = { { "add", "life", who = event.who, value = event.amount } },
      },
      large = { fields = { who = "ref", by_whom = "ref" }, affected = "who" },
      hit = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        matters = event.amount:at_least(1),
        does = { { "add", "hurt", who = event.who, value = event.amount } },
      },
      lose = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "move", who = event.who, with = { to = "'discard'" } } },
      },
      banish = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "move", who = event.who, with = { to = "'exile'" } } },
      },
      --- Who concedes leaves, with all beasts.
      concede = {
        fields = { who = "ref" },
        affected = "who",
        does = {
          { "set", "gone", who = event.who, value = true },
          { "remove", who = "kinds has 'beast' and controller = event.who" },
        },
      },
      show = {
        fields = { who = "ref", color = "sym" },
        affected = "who",
        does = { { "set", "chosen", who = event.who, value = event.color } },
      },
    },
    codes = {
      ["test:five"] = M.many_questions(5),
      ["test:rains"] = { "trigger", "large", gain(named.you, 60) },
      ["test:all"] = {
        "trigger",
        "large",
        gain(named.you, 1),
        { "choose", who = it:has("beast"), as = "one" },
        gain(named.you, 2),
        may("really"),
        { "choose", "word", as = "word", with = { of = COLORS } },
        { "emit", "show", with = { who = named.one, color = named.word } },
        { "emit", "hit", when = named.really, with = { who = named.one, amount = 4 } },
        gain(named.you, 3),
      },
      ["test:hidden"] = {
        "trigger",
        "large",
        names = { other = "ref" },
        gain(named.you, 1),
        { "choose", "word", as = "x", hidden = true, with = { by = named.you, of = COLORS } },
        { "choose", "word", as = "y", hidden = true, with = { by = named.other, of = COLORS } },
        { "emit", "show", with = { who = named.you, color = named.x } },
        { "emit", "show", with = { who = named.other, color = named.y } },
        may("more"),
        gain(named.you, 2, { when = named.more }),
      },
      ["test:dice"] = {
        "trigger",
        "large",
        may("yes"),
        { "roll", as = "rolled", value = 6 },
        gain(named.you, named.rolled),
        may("still"),
        gain(named.you, named.rolled, { when = named.still }),
      },
      ["test:nested"] = {
        "trigger",
        "large",
        { "each", who = it:has("beast"), may("hits"), {
          "when",
          when = named.hits,
          { "emit", "hit", with = { who = it, amount = 1 } },
        } },
        {
          "together",
          gain(named.you, 1),
          { "emit", "hit", with = { who = named.you, amount = 2 } },
        },
        may("end"),
      },
      ["test:asks_by_handler"] = {
        "trigger",
        "large",
        gain(named.you, 1),
        may("first"),
        { "run", "test:asks" },
        gain(named.you, 1),
        may("last"),
      },
      ["test:destroys"] = {
        "trigger",
        "large",
        {
          "together",
          { "emit", "lose", with = { who = named.you } },
          { "emit", "banish", with = { who = named.you } },
        },
        may("last"),
      },
      ["test:destroys_all"] = {
        "trigger",
        "large",
        {
          "together",
          { "emit", "lose", who = it:has("beast"), with = { who = it } },
          { "emit", "banish", who = it:has("beast"), with = { who = it } },
        },
        may("last"),
      },
      ["test:volley"] = {
        "trigger",
        "large",
        {
          "together",
          { "emit", "hit", who = it:has("player"), with = { who = it, amount = 2 } },
          { "emit", "hit", who = it:has("beast"), with = { who = it, amount = 3 } },
        },
        may("last"),
      },
      -- They are asked about amid a batch.
      ["test:doubles"] = { "replace", "hit", { "change", "amount", value = event.amount * 2 } },
      ["test:adds"] = { "replace", "hit", { "change", "amount", value = event.amount + 1 } },
      ["test:holy"] = { "cant", "hit", when = event.who:has("player") },
      ["test:may_spare"] = { "replace", "hit", optional = true, { "nothing" } },
      ["test:may_cheer"] = {
        "trigger",
        "hit",
        immediate = true,
        optional = true,
        gain(named.you, 1),
      },
      -- They go on the stack.
      ["test:shoots"] = {
        "trigger",
        "gain",
        when = event.amount:at_least(50),
        shot("target"),
        { "emit", "hit", with = { who = named.target, amount = 1 } },
      },
      ["test:burns"] = {
        "trigger",
        "gain",
        when = event.amount:at_least(50),
        optional = true,
        shot("target"),
        { "choose", "number", as = "n", with = { least = 1, most = 4 } },
        { "emit", "hit", with = { who = named.target, amount = named.n } },
      },
      ["test:pays"] = {
        "action",
        paid = 3,
        stacked = true,
        shot("target"),
        { "choose", who = it:has("beast"), as = "fed" },
        { "emit", "lose", with = { who = named.fed } },
        { "choose", "number", as = "n", with = { least = 1, most = 4 } },
        { "emit", "hit", with = { who = named.target, amount = named.n } },
      },
      -- What waits on the stack with two targets, and what changes them.
      ["test:aims"] = {
        "action",
        paid = 2,
        stacked = true,
        shot("one"),
        shot("other"),
        { "emit", "hit", with = { who = named.one, amount = 1 } },
        { "emit", "hit", with = { who = named.other, amount = 2 } },
      },
      ["test:bends"] = {
        "trigger",
        "large",
        gain(named.you, 1),
        { "retarget", "any", who = "it.zone = 'stack'" },
        may("last"),
      },
      ["test:points"] = {
        "action",
        paid = 4,
        shot("one"),
        shot("other"),
        shot("third"),
        { "emit", "lose", with = { who = named.third } },
        { "emit", "hit", with = { who = named.one, amount = 1 } },
        { "emit", "hit", with = { who = named.other, amount = 2 } },
      },
    },
    abilities = {
      aimer = { kind = "activated", zones = { "board" }, codes = { "test:aims" } },
      pointer = { kind = "activated", zones = { "board" }, codes = { "test:points" } },
      holy = { codes = { "test:holy" } },
      changer = { codes = { "test:doubles", "test:adds" } },
      sparer = { codes = { "test:may_spare" } },
      cheerer = { codes = { "test:may_cheer" } },
      shooter = { codes = { "test:shoots", "test:burns" } },
      payer = { kind = "activated", zones = { "board" }, codes = { "test:pays" } },
    },
    checks = {
      legend = {
        who = it:has("legend"),
        keep_by = { "size", "controller" },
        { "emit", "lose", with = { who = it } },
      },
    },
  }
end

M.some, M.all = strata.rules(M.spec(false)), strata.rules(M.spec(true))

--- A world with two players and three beasts, the first of which has some abilities.
---@return strata.World
---@return strata.Entity the first player
---@return strata.Entity the second player
function M.new_world(rules, abilities)
  local world = rules:world()
  world:seed(7)
  local ann = world:spawn({ name = "Ann", kinds = { "player" } })
  local ben = world:spawn({ name = "Ben", kinds = { "player" } })
  for i, name in ipairs({ "Elk", "Fox", "Gnu" }) do
    local kinds = { "beast" }
    local list = i == 1 and abilities or nil
    world
      :spawn({ name = name, kinds = kinds, controller = i == 2 and ben or ann, abilities = list })
      :move("board", { same = true })
  end
  return world, ann, ben
end

-- -- What can be seen ----------------------------------------------------------------

function M.decisions_text(world)
  local lines = {}
  for i, decision in ipairs(world:decisions()) do
    local options = {}
    for n, option in ipairs(decision.options) do
      options[n] = tostring(option)
    end
    lines[i] = ("%s %s %s %s %s firm %s hidden %s: %s"):format(decision, decision.who,
      decision.purpose, decision.least, decision.most, decision.firm, decision.hidden,
      table.concat(options, ", "))
  end
  return table.concat(lines, "\n")
end

function M.row_text(row)
  local list = { row.number, row.what, row.kind or "-", tostring(row.who), tostring(row.source) }
  for _, key in ipairs({ "purpose", "option", "amount", "chosen", "color" }) do
    local value = row.fields[key]
    list[#list + 1] = type(value) == "table" and #value .. tostring(value[1]) or tostring(value)
  end
  return table.concat(list, " ")
end

function M.log_text(world)
  local lines = {}
  for row in world:log() do
    lines[#lines + 1] = M.row_text(row)
  end
  return table.concat(lines, "\n")
end

function M.same(world, other, what)
  equal(world:hash(), other:hash(), what .. ": hash")
  equal(M.decisions_text(world), M.decisions_text(other), what .. ": decisions")
  equal(M.log_text(world), M.log_text(other), what .. ": log")
end

-- -- Answers -------------------------------------------------------------------------

--- An answer that depends on the question alone.
function M.answer_of(decision, turn)
  local count = #decision.options
  if decision.purpose == "number" then
    return decision.least + turn % (decision.most - decision.least + 1)
  elseif decision.purpose == "may" then
    return turn % 3 ~= 0
  elseif decision.purpose:find("order") then
    local order = {}
    for i = 1, count do
      order[i] = count + 1 - i
    end
    return order
  end
  return turn % count + 1
end

-- -- Actions that ask --------------------------------------------------------------

local function of_code(name)
  return function(_, ann, ben)
    local with = name == "test:hidden" and { other = ben } or nil
    return { code = name, you = ann, with = with, settling = "all" }
  end
end

local function hit_all(world)
  return { code = "test:nested", you = world:entities()[1], settling = "all" }
end

--- Each: its name, what it does in a world, and how many questions it asks; the abilities of the
--- first beast, other rules, and how many answers go on where the action waits.
M.CASES = {
  { name = "numbers", act = of_code("test:five"), questions = 5 },
  { name = "each kind", act = of_code("test:all"), questions = 3 },
  -- Two answers are given to the group, of which the first runs nothing.
  { name = "hidden", act = of_code("test:hidden"), questions = 3, resumed = 2 },
  { name = "dice", act = of_code("test:dice"), questions = 2, is_firm = true },
  { name = "nested", act = of_code("test:nested"), questions = 4 },
  { name = "destinations", act = of_code("test:destroys"), questions = 2 },
  -- The second one is asked in the step of the first, whose answer has changed an event.
  {
    name = "many destinations",
    act = of_code("test:destroys_all"),
    questions = 4,
    resumed = 2,
  },
  {
    name = "what cannot happen, and a question",
    abilities = { "holy", "changer" },
    act = of_code("test:volley"),
    questions = 4,
  },
  { name = "replacements", abilities = { "changer" }, act = hit_all, questions = 7 },
  { name = "optional", abilities = { "sparer", "changer" }, act = hit_all, questions = 14 },
  { name = "at once", abilities = { "cheerer", "cheerer" }, act = hit_all, questions = 12 },
  {
    name = "a stack",
    rules = M.all,
    abilities = { "shooter", "shooter" },
    act = of_code("test:rains"),
    questions = 8,
  },
  {
    name = "legends",
    prepare = function(world)
      for i = 1, 5 do
        world:spawn({ name = "L" .. i, kinds = { "legend" }, size = i // 3 })
      end
    end,
    act = of_code("test:five"),
    questions = 7,
  },
  -- What is announced goes on with the next choice.
  {
    name = "an action of a player",
    abilities = { "payer" },
    act = function(world, ann)
      return { code = "test:pays", source = world:entities()[3], you = ann, settling = "all" }
    end,
    questions = 3,
    resumed = 3,
  },
  {
    name = "an action with three targets, one of which is its cost",
    abilities = { "pointer" },
    act = function(world, ann)
      return { code = "test:points", source = world:entities()[3], you = ann, settling = "all" }
    end,
    questions = 3,
    resumed = 3,
  },
  {
    name = "new targets of two objects",
    abilities = { "aimer" },
    prepare = function(world, ann)
      local elk = world:entities()[3]
      local with = { one = elk, other = world:entities()[4] }
      local act = { code = "test:aims", source = elk, you = ann, with = with, settling = "place" }
      equal({ world:act(act), world:act(act) }, { "done", "done" })
    end,
    act = of_code("test:bends"),
    questions = 5,
  },
  -- Nobody can go on amid a handler; what comes behind it can.
  { name = "a handler", act = of_code("test:asks_by_handler"), questions = 3, resumed = 2 },
}

M.of_code = of_code

return M
