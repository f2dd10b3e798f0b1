--- pairs.lua ROOT: over pairs of replacement effects in the conformance packs, a prompt appears if
--- outcomes differ, and does not where nothing hangs on the order.
---
--- Both effects of a pair are put into force beside one event to which each of them alone applies.
--- There all orders are gone through by rules under which everything is asked, and where they end
--- is looked at from outside (outcome.lua), which knows nothing of how the engine compares states.
--- The same is done by the packs' own rules. Then of each pair that was chosen between
---
---   * every end of some order is an end that the usual prompts can reach: nothing that makes a
---     difference was left out (`missing`);
---   * where all orders end the same, up to timestamps' and zones' order, and none of them meets
---     chance, another decision or a hidden card, nobody was asked (`needless`).
---
--- One pair in three is looked at, all in a full run; each in the first sample that fits.
---
--- Not covered: three effects and more, effects that apply only under what no sample has (listed as
--- "never applied"), pairs of which no sample fits both, other packs. Where all orders end the same
--- but a trial cannot know it, either is let pass; so is an end that differs in the order of
--- timestamps or of a zone alone. Started effects, and what has triggered, are seen only by what
--- comes of them as the same happens again.
for _, folder in ipairs({ "tests/lint", "tests/pairs", "scripts" }) do
  package.path = ("%s/%s/?.lua;%s"):format(arg[1], folder, package.path)
end
local tree = require("tree")
tree.open(arg[1])
local pair_games = require("pair_games")
local board = require("board")
local outcome = require("outcome")
pair_games.install()

local IS_FULL <const> = os.getenv("STRATA_TEST_FULL") ~= nil
--- Of how many pairs one is looked at; in how many samples it is held against all orders, of how
--- many in which it might be; and how many ways of each effect are tried in each.
local ONE_IN <const> = IS_FULL and 1 or 3
local RUNS <const>, TRIED <const>, WAYS <const> = 1, 4, 2
--- More ends than these of one pair are a mistake of its sample.
local MOST_ENDS <const> = 200

-- -- Acting, and taking it back ----------------------------------------------

local TAKEN_BACK <const> = {}

--- Let something happen in a world that is afterwards as it was before.
local function for_now(world, act)
  local is_fine, problem = pcall(world.action, world, function()
    act()
    error(TAKEN_BACK)
  end)
  assert(not is_fine)
  if problem ~= TAKEN_BACK then
    error(problem, 0)
  end
end

--- Any answer, the same for the same decision.
local function any_answer(decision)
  local purpose, list = decision.purpose, {}
  if purpose == "may" then
    return true
  elseif purpose == "number" then
    return decision.least
  elseif purpose == "divide" or purpose == "allocate" then
    return { decision.total }
  end
  local least = math.max(decision.least, math.min(1, decision.most))
  for place = 1, decision.ordered and #decision.options or least do
    list[place] = place
  end
  return list
end

--- What a policy answers, and notes, while one path through the orders is followed.
local path

local function decide(decision)
  if not path then
    return any_answer(decision)
  elseif decision.purpose ~= "replace" then
    path.is_open = true
    return any_answer(decision)
  end
  path.depth = path.depth + 1
  local node = path[path.depth]
  if not node then
    node = { option = 1, names = {} }
    for place, option in ipairs(decision.options) do
      node.names[place] = option.text
    end
    path[path.depth] = node
  end
  path.chooser = path.chooser or decision.who.id
  return node.option
end

--- The next path; nil if that was the last.
local function next_path(before)
  for depth = #before, 1, -1 do
    local node = before[depth]
    if node.option < #node.names then
      local after = { chooser = before.chooser, depth = 0 }
      table.move(before, 1, depth - 1, 1, after)
      after[depth] = { option = node.option + 1, names = node.names }
      return after
    end
  end
end

-- -- Samples -----------------------------------------------------------------

--- The definition of who has the abilities of all ways of a sort.
local function definition_of(list, sort, one, both)
  local numbers = {}
  for _, entry in ipairs(list) do
    numbers[#numbers + 1] = entry.way.is == sort and entry.effect.number or nil
  end
  table.sort(numbers)
  if #numbers == 2 then
    return both:format(numbers[1], numbers[2])
  end
  return numbers[1] and one:format(numbers[1])
end

--- Put effects into force, each in a way: who is named in the sample.
local function put(world, sample, list)
  local own = definition_of(list, "own", "with_%d", "both_%d_%d")
  local named, players = board.set(world, sample, own, definition_of(list, "armed", "armed_%d"))
  for _, entry in ipairs(list) do
    if entry.way.put then
      entry.way.put(entry.effect, world, named, players)
    end
  end
  world:forget_log()
  return named
end

local function happen(world, sample, named)
  world:act({
    code = sample.code,
    with = named,
    source = named.x,
    you = named.a,
    settling = "none",
  })
end

local function has_applied(world, code)
  for row in world:log() do
    if row.code == code and (row.what == "replaced" or row.what == "prevented") then
      return true
    end
  end
  return false
end

--- Whether an effect that is in force in one way does anything in a sample.
local function applies(world, sample, effect, way)
  local applied = false
  path = nil
  for_now(world, function()
    happen(world, sample, put(world, sample, { { effect = effect, way = way } }))
    applied = has_applied(world, effect.code)
  end)
  return applied
end

--- What kinds an event of a kind can contain, itself among them.
local function contained(game, kind, known)
  if known[kind] then
    return known[kind]
  end
  local all = { [kind] = true }
  known[kind] = all
  local function walk(list)
    for _, item in pairs(list) do
      if type(item) == "table" and item[1] == "emit" then
        for inner in pairs(contained(game, game.kinds.known[item[2]].of or item[2], known)) do
          all[inner] = true
        end
      elseif type(item) == "table" then
        walk(item)
      end
    end
  end
  walk(game.kinds.events[kind])
  return all
end

--- By sample, the first ways in which an effect applies; those that have come first elsewhere are
--- tried first.
local function find_ways(game, world, effect, samples, known)
  local ways, found = board.ways(effect), {}
  for place, sample in ipairs(samples) do
    local fit = {}
    local can = false
    for _, event in ipairs(sample.events) do
      can = can or contained(game, event[1], known)[effect.kind]
    end
    for i = 1, can and #ways or 0 do
      if #fit < WAYS and applies(world, sample, effect, ways[i]) then
        fit[#fit + 1] = ways[i]
        table.insert(ways, #fit, table.remove(ways, i))
      end
    end
    found[place] = fit[1] and fit
  end
  return found
end

-- -- Orders ------------------------------------------------------------------

---@class strata.End
---@field coarse string
---@field whole string with what comes of it later
---@field fine string
---@field is_open boolean something was met that no trial tells
---@field path table the answers that lead there

--- One path: where it ends.
local function follow(world, sample, list, seen)
  local one
  local here = path
  for_now(world, function()
    local named = put(world, sample, list)
    local before, hidden = outcome.before(world), outcome.hidden(world)
    happen(world, sample, named)
    local is_open = here.is_open or outcome.is_unknown(hidden, world, here.chooser)
    world:forget_log()
    local hash = world:hash()
    if not seen[hash] then
      local coarse, fine = outcome.of(before, world)
      path = nil -- what comes later gets any answer
      local later = outcome.later(before, world, function(now)
        happen(world, sample, now)
      end, named)
      seen[hash] = { coarse = coarse, whole = coarse .. later, fine = fine .. later }
    end
    one = setmetatable({ is_open = is_open, path = here }, { __index = seen[hash] })
  end)
  return one
end

--- All ends that can be reached by answering what is asked about orders.
local function ends_of(world, sample, list)
  local all, seen = {}, {}
  path = { depth = 0 }
  while path and #all < MOST_ENDS do
    all[#all + 1] = follow(world, sample, list, seen)
    path = next_path(all[#all].path)
  end
  return all
end

local function is_same(ends, field)
  for _, one in ipairs(ends) do
    if one[field] ~= ends[1][field] then
      return false
    end
  end
  return true
end

local function is_any_open(ends)
  for _, one in ipairs(ends) do
    if one.is_open then
      return true
    end
  end
  return false
end

--- How often a code is among the options of a choice.
local function times_in(names, code)
  local times = 0
  for _, name in ipairs(names) do
    times = times + (name == code and 1 or 0)
  end
  return times
end

--- Whether it was chosen between two effects.
local function is_between(ends, e, f)
  for _, one in ipairs(ends) do
    for _, node in ipairs(one.path) do
      local of_e, of_f = times_in(node.names, e.code), times_in(node.names, f.code)
      if of_f >= (e == f and 2 or 1) and of_e > 0 then
        return true
      end
    end
  end
  return false
end

--- Whether every end of some is among others.
local function is_within(some, others, field)
  local known = {}
  for _, one in ipairs(others) do
    known[one[field]] = true
  end
  for _, one in ipairs(some) do
    if not known[one[field]] then
      return false
    end
  end
  return true
end

-- -- The property ------------------------------------------------------------

local count = { pairs = 0, met = 0, compared = 0, asked = 0, left = 0, open = 0, stamps = 0 }

local function complain(what, e, f, sample)
  tree.complain("%s: %s and %s: %s", what, e.code, f.code, sample.name)
end

--- Hold what is asked against all orders; false if nobody chooses between the two there.
local function compare(worlds, sample, list)
  local e, f = list[1].effect, list[2].effect
  local all = ends_of(worlds.always, sample, list)
  if not is_between(all, e, f) then
    return false
  end
  local usual = ends_of(worlds.usual, sample, list)
  local is_asked, is_open = #usual > 1, is_any_open(all)
  -- Of two that are one and the same effect it means nothing which is left.
  if not is_within(all, usual, e == f and "coarse" or "whole") then
    complain("not asked, though it makes a difference", e, f, sample)
  end
  if is_same(all, "fine") and not is_open then
    count.left = count.left + 1
    if is_asked then
      complain("asked, though all orders are the same", e, f, sample)
    end
  elseif not is_same(all, "whole") then
    count.asked = count.asked + 1
  elseif is_open then
    count.open = count.open + 1
  else
    count.stamps = count.stamps + 1
  end
  return true
end

local function can_be_both(e, f, way, other)
  if way.is == "armed" and other.is == "armed" then
    return false
  end
  return e ~= f or (not way.is and not other.is)
end

--- Each two ways in which a pair is in force in some sample, the samples in order.
local function each_two(samples, e, f)
  return coroutine.wrap(function()
    for place, sample in ipairs(samples) do
      local both = e.at[place] and f.at[place]
      for _, way in ipairs(both and e.at[place] or {}) do
        for _, other in ipairs(f.at[place]) do
          if can_be_both(e, f, way, other) then
            coroutine.yield(sample, { { effect = e, way = way }, { effect = f, way = other } })
          end
        end
      end
    end
  end)
end

local function compare_pair(worlds, samples, e, f)
  local runs, tried = 0, 0
  for sample, list in each_two(samples, e, f) do
    if runs == RUNS or tried == TRIED then
      break
    end
    tried = tried + 1
    runs = runs + (compare(worlds, sample, list) and 1 or 0)
  end
  count.met = count.met + (tried > 0 and 1 or 0)
  count.compared = count.compared + (runs > 0 and 1 or 0)
end

--- Two worlds that are alike, but that in one of them whoever could ask does; and all effects, with
--- the samples and ways in which each applies.
local function prepare(samples)
  local game, effects = pair_games.load("tests/conformance", samples, false)
  local always = pair_games.load("tests/conformance", samples, true)
  local worlds = { usual = board.empty(game.rules), always = board.empty(always.rules) }
  worlds.usual:policy(decide)
  worlds.always:policy(decide)
  local never, known = {}, {}
  for _, effect in ipairs(effects) do
    effect.at = find_ways(game, worlds.usual, effect, samples, known)
    never[#never + 1] = next(effect.at) == nil and effect.code or nil
  end
  print(("%d effects, %d samples; never applied: %s"):format(
    #effects,
    #samples,
    table.concat(never, ", ")
  ))
  return worlds, effects
end

--- So many at least of what is counted, or the test has gone empty.
local LEAST <const> = { compared = 2000 // ONE_IN, asked = 800 // ONE_IN, left = 600 // ONE_IN }

local function main()
  local samples = board.samples()
  local worlds, effects = prepare(samples)
  for i, e in ipairs(effects) do
    for k = i, #effects do
      if effects[k].kind == e.kind and (i + k) % ONE_IN == 0 then
        count.pairs = count.pairs + 1
        compare_pair(worlds, samples, e, effects[k])
      end
    end
  end
  print(("%d pairs about one kind of event, %d in one sample, %d chosen between"):format(
    count.pairs,
    count.met,
    count.compared
  ))
  local form = "%d runs that differ, %d the same, %d in timestamps alone, %d not to be told"
  print(form:format(
    count.asked,
    count.left,
    count.stamps,
    count.open
  ))
  for what, least in pairs(LEAST) do
    if count[what] < least then
      tree.complain("%s: %d, and %d at least are to be", what, count[what], least)
    end
  end
  os.exit(tree.bad == 0, true)
end

main()
