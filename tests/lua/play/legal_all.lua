--- The list of legal actions against all that could be done at all. On small boards every action is
--- tried by every player with every object and with everything that it could announce, wrong things
--- too: what is listed is done, and all else is refused and changes nothing. In random games each
--- list is that of a fork, which has no cache, and what stands beside a listed action is refused.
local legal_boards = require("legal_boards")
local check = require("check")
local strata = require("strata")
local equal = check.equal
local add, each = strata.add, strata.each
local new_game = legal_boards.new_game

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
    return legal_boards.words
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
  for _, code in ipairs(legal_boards.codes) do
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
    beast.base.abilities = { legal_boards.abilities[dice(#legal_boards.abilities)] }
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
      abilities = { legal_boards.abilities[dice(#legal_boards.abilities)] },
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
