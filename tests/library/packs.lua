-- luacheck: no max line length
--- packs.lua ROOT [SEED [ROUNDS]]: which packs make a game and in which order, and what is said of
--- those that do not.
--
-- Manifests are texts, and folders are names: no file is read. Random sets of packs are compared
-- with the slow way, which looks at every subset; messages are compared whole.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])
local files = {}
local plainhost = require("plainhost")
plainhost.install(files)
local pack_search = require("strata.packs.pack_search")
local semver = require("strata.packs.semver")

local SEED <const> = tonumber(arg[2]) or 1
local ROUNDS <const> = tonumber(arg[3]) or 250
math.randomseed(SEED)

local function check(want, got, form, ...)
  tree.seen = tree.seen + 1
  if want ~= got then
    local where = form and form:format(...) or "line " .. debug.getinfo(3, "l").currentline
    tree.complain("tests/library/packs.lua: %s: expected\n%s\ngot\n%s", where, tostring(want), tostring(got))
  end
end

local HEAD <const> = 'description = "d", license = "MIT"'

--- Packs with these fields behind their names: { ["p/a"] = 'requires = { "b" }' }.
local function furnish(set)
  for path in pairs(files) do
    files[path] = nil
  end
  for folder, fields in pairs(set) do
    local head = 'return {\n  name = "%s", version = "%s", %s, api = %s,\n%s\n}\n'
    local version = fields:match('^"([^"]+)"') or "1.0.0"
    local api = fields:match("api ([^;]+);") or "1"
    local name = fields:match("called ([%w_]+);") or folder:match("[^/]+$")
    local rest = fields:gsub('^"[^"]+" ?', ""):gsub("api [^;]+; ?", ""):gsub("called [%w_]+; ?", "")
    files[folder .. "/pack.lua"] = head:format(name, version, HEAD, api, rest)
  end
end

local function names_of(order)
  local names = {}
  for i, manifest in ipairs(order) do
    names[i] = manifest.name
  end
  return table.concat(names, " ")
end

--- The order of a game, or all that stands against it.
local function outcome(set, asked)
  furnish(set)
  local solution, problems = pack_search.solve(asked)
  return solution and names_of(solution.order) or table.concat(problems, "\n")
end

local function comes(set, asked, want)
  check(want, (outcome(set, asked)))
end

-- -- Orders ------------------------------------------------------------------

comes({ ["p/b"] = "", ["p/a"] = "" }, { "p/b", "p/a" }, "a b")
comes({ ["p/a"] = 'requires = { "z", "b" }', ["p/b"] = "", ["p/z"] = "" }, "p/a", "b z a")
comes({ ["p/a"] = 'requires = { b = ">=1", c = "*" }', ["p/b"] = 'after = { "c" }', ["p/c"] = "" },
  { "p/a" }, "c b a")
comes({ ["p/a"] = 'optional = { "z" }', ["p/z"] = "" }, { "p/a" }, "a")
comes({ ["p/a"] = 'optional = { "z" }', ["p/z"] = "" }, { "p/a", "p/z" }, "z a")
comes({ ["p/a"] = 'conflicts = { "z" }', ["p/z"] = "" }, { "p/a" }, "a")
comes({ ["p/a"] = 'conflicts = { "z <1" }', ["p/z"] = "" }, { "p/a", "p/z" }, "a z")
comes({ ["p/a"] = "", ["q/b"] = 'requires = { "a", "c" }', ["q/c"] = "" }, { "q/b", "p/a" }, "a c b")
-- Alternatives: the first that can be had, one that is there before one that is not.
comes({ ["p/a"] = 'requires = { "x >=2 | y | z" }', ["p/x"] = "", ["p/y"] = "", ["p/z"] = "" },
  { "p/a" }, "y a")
comes({ ["p/a"] = 'requires = { "x | y" }', ["p/x"] = "", ["p/y"] = "" }, { "p/a", "p/y" }, "y a")
comes({ ["p/a"] = 'requires = { "x | y", "z" }', ["p/x"] = 'conflicts = { "z" }', ["p/y"] = "", ["p/z"] = "" },
  { "p/a" }, "y z a")
comes({ ["p/a"] = 'requires = { "x | y" }', ["p/x"] = 'requires = { "a" }', ["p/y"] = "" }, { "p/a" }, "y a")
comes({ ["p/a"] = 'requires = { "x <1 | >=2" }', ["p/x"] = '"2.1.0"' }, { "p/a" }, "x a")
-- What others provide, also if they come later; nearer folders first.
comes({ ["p/a"] = 'requires = { "theme >=1" }', ["p/b"] = 'provides = { "theme 1.2.0" }' }, { "p/a", "p/b" },
  "b a")
comes({ ["p/a"] = 'requires = { "theme", "b" }', ["p/b"] = 'provides = { theme = "1.2.0" }' }, { "p/a" }, "b a")
comes({ ["p/a"] = 'requires = { "theme", "b" }', ["p/b"] = 'provides = { "theme 1.2.0" }',
  ["p/theme"] = 'requires = { "gone" }' }, { "p/a" }, "b a")
comes({ ["p/a"] = 'requires = { "x >=2" }', ["p/x"] = "", ["q/b"] = "", ["q/x"] = '"2.0.0"' }, { "p/a", "q/b" },
  "b x a")
comes({ ["p/a"] = 'requires = { "x >=2.0.0-beta" }', ["p/x"] = '"2.0.0-beta.1"' }, { "p/a" }, "x a")

-- -- Problems ----------------------------------------------------------------

comes({ ["p/a"] = 'requires = { "b" }', ["p/b"] = 'requires = { "cratf >=1" }', ["p/craft"] = "" }, { "p/a" },
  "p/b/pack.lua:3: requires: there is no pack 'cratf' (a -> b -> cratf); did you mean 'craft'?")
comes({ ["p/a"] = 'requires = { "b >=2" }', ["p/b"] = "" }, { "p/a" },
  "p/a/pack.lua:3: requires: 'b >=2' is wanted (a -> b), and there is 1.0.0 in p/b")
comes({ ["p/a"] = 'requires = { "b" }', ["p/b"] = '"1.0.0-rc.1"' }, { "p/a" },
  "p/a/pack.lua:3: requires: 'b ' is wanted (a -> b), and there is 1.0.0-rc.1 in p/b; "
    .. "a pre-release must be asked for by its version")
comes({ ["p/a"] = 'requires = { "b >=2", "c" }', ["p/c"] = 'requires = { b = "<2" }', ["p/b"] = "" }, { "p/a" },
  "p/a/pack.lua:3: requires: 'b >=2' is wanted (a -> b), and there is b 1.0.0 in p/b; "
    .. "c wants <2 (p/c/pack.lua:3)")
comes({ ["p/a"] = 'requires = { "x >=1 | y" }', ["p/x"] = '"0.1.0"' }, { "p/a" },
  "p/a/pack.lua:3: requires: 'x >=1' is wanted (a -> x), and there is 0.1.0 in p/x; "
    .. "and there is no pack 'y' (a -> y); did you mean 'x'?")
comes({ ["p/a"] = 'requires = { "b" }\n, conflicts = { "c >=1" }', ["p/b"] = 'requires = { "c" }', ["p/c"] = "" },
  { "p/a" }, "p/a/pack.lua:4: conflicts: 'a' (a) does not go with c 1.0.0 in p/c (a -> b -> c)")
comes({ ["p/a"] = 'conflicts = { "b" }', ["p/b"] = 'conflicts = { "a" }' }, { "p/a", "p/b" },
  "p/a/pack.lua:3: conflicts: 'a' (a) does not go with b 1.0.0 in p/b (b)")
comes({ ["p/a"] = 'requires = { "b" }', ["p/b"] = 'after = { "c" }', ["p/c"] = 'optional = { "a" }', ["p/d"] = 'after = { "a" }' },
  { "p/d", "p/c", "p/a" },
  "p/a/pack.lua:3: requires: packs wait for each other: a requires b, b comes after c, c takes a")
comes({ ["p/a"] = 'provides = { "t 1.0.0" }', ["p/b"] = 'provides = { "t 1.1.0" }' }, { "p/a", "p/b" },
  "p/a/pack.lua:3: provides: 't' is provided twice: by b in p/b too")
comes({ ["p/a"] = "", ["q/a"] = "" }, { "p/a", "q/a" },
  "two packs are called 'a': p/a and q/a; ask for one of them")
comes({ ["p/a"] = 'requires = { "b" }', ["p/b"] = "called bb;" }, { "p/a" },
  "p/b/pack.lua: name: the folder says 'b', the manifest 'bb'; who requires it needs one name (a -> b)")
-- One cause, one problem: whoever else it keeps from loading.
comes({ ["p/a"] = 'requires = { "b", "c" }', ["p/b"] = 'requires = { "gone" }', ["p/c"] = 'requires = { "gone", "b" }' },
  { "p/a" }, "p/b/pack.lua:3: requires: there is no pack 'gone' (a -> b -> gone)")
comes({ ["p/a"] = 'requires = { "b", "c" }', ["p/b"] = 'requires = { "c" }', ["p/c"] = "api 2; nonsense = 1" }, { "p/a" },
  "p/c/pack.lua:2: api: this pack is for level 2 of the interface; this Strata offers 1 (a -> c)")
comes({ ["p/a"] = 'api "^2";', ["p/b"] = 'requires = { "a" }' }, { "p/a", "p/b" },
  "p/a/pack.lua:2: api: this pack is for level ^2 of the interface; this Strata offers 1")
-- All at once.
comes({ ["p/a"] = 'requires = { "b >=2", "gone" },\nconflicts = { "c" }', ["p/b"] = "", ["p/c"] = "" }, { "p/a", "p/c" },
  "p/a/pack.lua:3: requires: 'b >=2' is wanted (a -> b), and there is 1.0.0 in p/b\n"
    .. "p/a/pack.lua:3: requires: there is no pack 'gone' (a -> gone)\n"
    .. "p/a/pack.lua:4: conflicts: 'a' (a) does not go with c 1.0.0 in p/c (c)")

-- -- Random sets -------------------------------------------------------------

local NAMES <const> = { "a", "b", "c", "d", "e", "f" }
local RANGES <const> = { "", " >=2", " <2", " ^1", " >=1", " =3" }

local function random_name(own)
  local name
  repeat
    name = NAMES[math.random(#NAMES)]
  until name ~= own
  return name
end

local function plain(own)
  return random_name(own)
end

local function ranged(own)
  return random_name(own) .. RANGES[math.random(#RANGES)]
end

local function chosen(own)
  return ranged(own) .. (math.random(3) == 1 and " | " .. random_name(own) or "")
end

local function random_names(own, count, make)
  local list = {}
  for i = 1, count do
    list[i] = ('"%s"'):format(make(own))
  end
  return table.concat(list, ", ")
end

local function random_set()
  local set = {}
  for _, name in ipairs(NAMES) do
    if math.random(6) > 1 then
      local form = '"%d.0.0" requires = { %s }, optional = { %s }, after = { %s }, conflicts = { %s }'
      set["p/" .. name] = form:format(math.random(3), random_names(name, math.random(0, 2), chosen),
        random_names(name, math.random(3) // 3, ranged), random_names(name, math.random(3) // 3, plain),
        random_names(name, math.random(4) // 4, chosen))
    end
  end
  return set
end

local function wanted_of(set, dependency)
  local list = {}
  for _, choice in ipairs(dependency.choices) do
    local manifest = set[choice.name]
    if manifest and semver.satisfies(choice.wanted, manifest.semver) then
      list[#list + 1] = manifest.name
    end
  end
  return list
end

-- By field: whether what is there of a dependency stands against the set.
local WRONG <const> = {
  requires = function(_, _, fitting)
    return #fitting == 0
  end,
  optional = function(set, dependency, fitting)
    return #fitting == 0 and set[dependency.choices[1].name] ~= nil
  end,
  after = function()
    return false
  end,
  conflicts = function(_, _, fitting)
    return #fitting > 0
  end,
}

--- Whom each pack of a set comes after; nil if the set is none that can be loaded.
local function laws_of(set)
  local before = {}
  for name, manifest in pairs(set) do
    before[name] = {}
    for field, is_wrong in pairs(WRONG) do
      for _, dependency in ipairs(manifest[field]) do
        local fitting = wanted_of(set, dependency)
        if is_wrong(set, dependency, fitting) then
          return nil
        end
        for _, other in ipairs(fitting) do
          before[name][other] = true
        end
      end
    end
  end
  return before
end

--- The order of the law: again and again the first name of those that wait for nobody.
local function next_name(before, done)
  for _, name in ipairs(NAMES) do
    local is_ready = before[name] and not done[name]
    for other in pairs(is_ready and before[name] or {}) do
      is_ready = is_ready and done[other]
    end
    if is_ready then
      return name
    end
  end
  return nil
end

local function slow_order(before)
  local order, done = {}, {}
  for _ in pairs(before) do
    local name = next_name(before, done)
    if not name then
      return nil
    end
    order[#order + 1], done[name] = name, true
  end
  return order
end

--- Whether any subset with what is asked for can be loaded.
local function can_be_loaded(all, asked)
  for mask = 0, (1 << #NAMES) - 1 do
    local set, has_asked = {}, true
    for i, name in ipairs(NAMES) do
      set[name] = mask & (1 << (i - 1)) ~= 0 and all[name] or nil
    end
    for _, name in ipairs(asked) do
      has_asked = has_asked and set[name] ~= nil
    end
    local before = has_asked and laws_of(set)
    if before and slow_order(before) then
      return true
    end
  end
  return false
end

--- All manifests of the files, by name.
local function read_all()
  local all = {}
  for _, name in ipairs(NAMES) do
    all[name] = files["p/" .. name .. "/pack.lua"] and pack_search.read("p/" .. name).manifest or nil
  end
  return all
end

local function random_asked(all)
  local names, folders = {}, {}
  for _, name in ipairs(NAMES) do
    if all[name] and math.random(3) == 1 then
      local at = math.random(#names + 1)
      table.insert(names, at, name)
      table.insert(folders, at, "p/" .. name)
    end
  end
  return names, folders
end

--- That each comes after those that it waits for.
local function is_lawful(order, before)
  local done = {}
  for _, manifest in ipairs(order) do
    for other in pairs(before[manifest.name]) do
      if not done[other] then
        return false
      end
    end
    done[manifest.name] = true
  end
  return true
end

local loaded, refused, orders = 0, 0, 0

--- That an order is the law's, however it was asked for; and that a seed makes another that is lawful.
local function check_order(solution, folders, round, where)
  local before = laws_of(solution.loaded)
  check(table.concat(slow_order(before), " "), names_of(solution.order), where)
  table.sort(folders)
  check(names_of(solution.order), names_of(pack_search.need(folders)), where .. ", asked otherwise")
  folders.seed = round
  local other = pack_search.need(folders)
  check(true, is_lawful(other, before), where .. ", shuffled")
  check(names_of(other), names_of(pack_search.need(folders)), where .. ", the same seed")
  orders = orders + (names_of(other) ~= names_of(solution.order) and 1 or 0)
end

local function play(round)
  furnish(random_set())
  local all = read_all()
  local names, folders = random_asked(all)
  if #names == 0 then
    return
  end
  local where = ("seed %d, round %d"):format(SEED, round)
  local solution, problems = pack_search.solve(folders)
  check(can_be_loaded(all, names), solution ~= nil, where)
  if solution then
    loaded = loaded + 1
    check_order(solution, folders, round, where)
  else
    refused = refused + 1
    check(true, #problems > 0, where)
  end
end

for round = 1, ROUNDS do
  play(round)
end
check(true, loaded > ROUNDS // 5 and refused > ROUNDS // 10 and orders > ROUNDS // 100,
  "enough of each: %d loaded, %d refused, %d in another order", loaded, refused, orders)

tree.close()
