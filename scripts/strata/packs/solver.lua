--- The solver: determines the packs of a game and their order, or all reasons why there is no
--- solution.
---
--- Packs that are asked for and those that they require are loaded; `optional` and `after` do not
--- load a pack. Of alternatives the solver takes the first available one, and backtracks if it is
--- incompatible with a later pack. The order follows the dependencies, then the names; it never
--- depends on files or on the order of asking.
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local semver = require("strata.packs.semver")

local M = {}

-- So often it is tried whether other alternatives go together: each try looks at each pack once.
local TRIES_MAX <const> = 500

---@class strata.Candidate a folder with a manifest
---@field path string
---@field manifest? strata.Manifest
---@field problem? string what is wrong with it, if it is no manifest

---@class strata.PackRequest
---@field asked strata.Candidate[]
---@field find fun(name: string): strata.Candidate[] where a pack of a name is, the nearest first
---@field names fun(): string[] of all packs that can be found
---@field seed? integer packs that do not depend on each other come in an order that it makes

---@class strata.Solution
---@field order strata.Manifest[]
---@field first strata.Manifest the one that was asked for first
---@field loaded table<string, strata.Manifest> by name
---@field by table<string, table> who asked first: { manifest, dependency }; none for what is asked
---@field waits table<string, table[]> the packs that must come before a pack: { name, field }

-- -- What is loaded ----------------------------------------------------------

local Solver = {}
Solver.__index = Solver

--- Whether a pack is what a choice wants, by its own name or by one that it provides.
local function fits_choice(manifest, choice)
  if manifest.name == choice.name then
    return semver.satisfies(choice.wanted, manifest.semver)
  end
  for _, provided in ipairs(manifest.provides) do
    if provided.name == choice.name then
      return semver.satisfies(choice.wanted, provided.version)
    end
  end
  return false
end

--- All loaded packs that are, or provide, what a name says: in order of their names.
function Solver:called(name)
  local list = { self.loaded[name] }
  for own, manifest in host.sorted_pairs(self.loaded) do
    for _, provided in ipairs(manifest.provides) do
      if provided.name == name and own ~= name then
        list[#list + 1] = manifest
      end
    end
  end
  return list
end

--- Loaded packs that are what one of a dependency's choices wants.
function Solver:fitting(dependency)
  local list, seen = {}, {}
  for _, choice in ipairs(dependency.choices) do
    for _, manifest in ipairs(self:called(choice.name)) do
      if fits_choice(manifest, choice) and not seen[manifest.name] then
        seen[manifest.name] = true
        list[#list + 1] = manifest
      end
    end
  end
  return list
end

--- Where a pack of a name can be had: what is asked for by name hides what could be found.
function Solver:candidates(name)
  local known = self.known[name]
  if not known then
    known = self.asked[name] and { self.asked[name] } or self.request.find(name)
    self.known[name] = known
  end
  return known
end

--- Packs that could be loaded for a dependency that none of the loaded ones is for.
function Solver:options(dependency)
  local list = {}
  for _, choice in ipairs(dependency.choices) do
    for _, candidate in ipairs(self:candidates(choice.name)) do
      local manifest = candidate.manifest
      local is_new = manifest and not self.loaded[manifest.name]
      if is_new and semver.satisfies(choice.wanted, manifest.semver) then
        list[#list + 1] = manifest
      end
    end
  end
  return list
end

-- -- Problems ----------------------------------------------------------------

--- Note a problem once: what comes of one cause has one key.
function Solver:problem(key, text)
  if not self.problems[key] then
    self.problems[key] = true
    self.problems[#self.problems + 1] = text
  end
end

--- Who asked for a pack, from what was asked for down to a last name: "mine -> craft -> gone".
function Solver:chain(manifest, last)
  local names, at = { last }, manifest
  while at do
    table.insert(names, 1, at.name)
    local by = self.by[at.name]
    at = by and by.manifest or nil
  end
  return table.concat(names, " -> ")
end

local function place(manifest, line)
  return ("%s:%d"):format(manifest.file, line)
end

--- What there is of a name, if nothing of it is what a choice wants.
function Solver:offer(choice)
  local there = {}
  for _, manifest in ipairs(self:called(choice.name)) do
    local provided = manifest.name ~= choice.name and " provides it" or ""
    local form = "%s %s in %s%s"
    there[#there + 1] = form:format(manifest.name, manifest.version, manifest.path, provided)
  end
  for _, candidate in ipairs(#there == 0 and self:candidates(choice.name) or {}) do
    there[#there + 1] = ("%s in %s"):format(candidate.manifest.version, candidate.path)
  end
  return table.concat(there, ", ")
end

--- What else is wanted of a name: "; b wants <1 (b/pack.lua:6)".
function Solver:others(name, but)
  local list = {}
  for own, manifest in host.sorted_pairs(self.loaded) do
    for _, dependency in ipairs(own ~= but.name and manifest.requires or {}) do
      for _, choice in ipairs(dependency.choices) do
        if choice.name == name then
          local said = choice.said == "" and "any version" or choice.said
          local at = place(manifest, dependency.line)
          list[#list + 1] = ("; %s wants %s (%s)"):format(own, said, at)
        end
      end
    end
  end
  return table.concat(list)
end

local function is_pre(candidates)
  for _, candidate in ipairs(candidates) do
    if candidate.manifest and #candidate.manifest.semver.pre > 0 then
      return true
    end
  end
  return false
end

--- A pack that is there, and whose manifest is wrong: that is all there is to say.
function Solver:broken(choice, manifest)
  for _, candidate in ipairs(self:candidates(choice.name)) do
    if candidate.problem then
      local chain = self:chain(manifest, choice.name)
      self:problem(candidate.path, ("%s (%s)"):format(candidate.problem, chain))
      return true
    end
  end
  return false
end

function Solver:others_than(name)
  local list = {}
  for _, other in ipairs(self.request.names()) do
    list[#list + 1] = other ~= name and other or nil
  end
  return list
end

--- Why a choice cannot be had: a key of the cause, and a sentence.
function Solver:reason(choice, manifest)
  local there = self:offer(choice)
  if there == "" then
    local hint = spelling.hint(choice.name, self:others_than(manifest.name), true)
    local form = "there is no pack '%s' (%s)%s"
    return form:format(choice.name, self:chain(manifest, choice.name), hint)
  end
  local pre = is_pre(self:candidates(choice.name))
      and "; a pre-release must be asked for by its version"
    or ""
  return ("'%s %s' is wanted (%s), and there is %s%s%s"):format(choice.name, choice.said,
    self:chain(manifest, choice.name), there, pre, self:others(choice.name, manifest))
end

function Solver:unsatisfied(manifest, dependency, field)
  local reasons = {}
  for _, choice in ipairs(dependency.choices) do
    if self:broken(choice, manifest) then
      return
    end
    reasons[#reasons + 1] = self:reason(choice, manifest)
  end
  local first = dependency.choices[1]
  local key = ("%s %s"):format(first.name, #dependency.choices > 1 and dependency.text or "")
  local text = table.concat(reasons, "; and ")
  self:problem(key, ("%s: %s: %s"):format(place(manifest, dependency.line), field, text))
end

--- What a pack would take if it is loaded for other reasons: then its version must be right.
function Solver:check_optional(manifest, dependency)
  local is_there = false
  for _, choice in ipairs(dependency.choices) do
    is_there = is_there or #self:called(choice.name) > 0
  end
  if is_there and #self:fitting(dependency) == 0 then
    self:unsatisfied(manifest, dependency, "optional")
  end
end

function Solver:check_conflict(manifest, dependency)
  for _, other in ipairs(self:fitting(dependency)) do
    if other ~= manifest then
      local form = "%s: conflicts: '%s' (%s) does not go with %s %s in %s (%s)"
      local names = { manifest.name, other.name }
      table.sort(names)
      local at, chain = place(manifest, dependency.line), self:chain(manifest)
      self:problem("conflict " .. table.concat(names, " "), form:format(at, manifest.name, chain,
        other.name, other.version, other.path, self:chain(other)))
    end
  end
end

--- Two packs with one name: it is ambiguous which of them is meant.
function Solver:check_provided(manifest)
  for _, provided in ipairs(manifest.provides) do
    for _, other in ipairs(self:called(provided.name)) do
      if other ~= manifest then
        local form = "%s: provides: '%s' is provided twice: by %s in %s too"
        self:problem("provided " .. provided.name, form:format(place(manifest, provided.line),
          provided.name, other.name, other.path))
      end
    end
  end
end

function Solver:check_all()
  for _, manifest in host.sorted_pairs(self.loaded) do
    for _, dependency in ipairs(manifest.requires) do
      if #self:fitting(dependency) == 0 then
        self:unsatisfied(manifest, dependency, "requires")
      end
    end
    for _, dependency in ipairs(manifest.optional) do
      self:check_optional(manifest, dependency)
    end
    for _, dependency in ipairs(manifest.conflicts) do
      self:check_conflict(manifest, dependency)
    end
    self:check_provided(manifest)
  end
end

-- -- Order -------------------------------------------------------------------

local ORDERING <const> = { "requires", "optional", "after" }

--- The packs that must come before each pack: { name, field, line }, each once.
local function edges_of(solver)
  local waits = {}
  for name, manifest in host.sorted_pairs(solver.loaded) do
    local list, seen = {}, { [name] = true }
    for _, field in ipairs(ORDERING) do
      for _, dependency in ipairs(manifest[field]) do
        for _, other in ipairs(solver:fitting(dependency)) do
          if not seen[other.name] then
            seen[other.name] = true
            list[#list + 1] = { name = other.name, field = field, line = dependency.line }
          end
        end
      end
    end
    waits[name] = list
  end
  return waits
end

--- Numbers from a seed, the same on every machine: splitmix64.
local function dice(seed)
  local state = seed
  return function(count)
    state = state + 0x9E3779B97F4A7C15
    local z = (state ~ (state >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ~ (z >> 27)) * 0x94D049BB133111EB
    return ((z ~ (z >> 31)) >> 1) % count + 1
  end
end

local function first_of()
  return 1
end

--- Names in an order in which each pack comes after those that it depends on; and the rest, which
--- depend on each other in a cycle.
local function arrange(waits, pick)
  local order, done, left = {}, {}, spelling.keys(waits)
  local function is_ready(name)
    for _, wait in ipairs(waits[name]) do
      if not done[wait.name] then
        return false
      end
    end
    return true
  end
  while #left > 0 do
    local ready = {}
    for at, name in ipairs(left) do
      ready[#ready + 1] = is_ready(name) and at or nil
    end
    if #ready == 0 then
      break
    end
    local name = table.remove(left, ready[pick(#ready)])
    order[#order + 1], done[name] = name, true
  end
  return order, left
end

--- The shortest way from a pack over those that it waits for back to itself: waits; nil if none.
local function circle(waits, from)
  local queue, came = { from }, {}
  for at = 1, math.huge do
    local name = queue[at]
    if not name then
      return nil
    end
    for _, wait in ipairs(waits[name]) do
      if not came[wait.name] then
        came[wait.name] = { from = name, wait = wait }
        queue[#queue + 1] = wait.name
      end
      if wait.name == from then
        break
      end
    end
    if came[from] then
      break
    end
  end
  local path, at = {}, from
  repeat
    table.insert(path, 1, came[at])
    at = came[at].from
  until at == from
  return path
end

local VERBS <const> = { requires = "requires", optional = "takes", after = "comes after" }

--- Tell each circle once, by the pack in it that comes first by name.
function Solver:tell_circles(waits, left)
  local told = {}
  for _, name in ipairs(left) do
    local path = not told[name] and circle(waits, name)
    if path then
      local steps, is_new = {}, true
      for i, step in ipairs(path) do
        is_new = is_new and not told[step.from]
        steps[i] = ("%s %s %s"):format(step.from, VERBS[step.wait.field], step.wait.name)
        told[step.from] = true
      end
      local first = self.loaded[name]
      local form = "%s: %s: packs wait for each other: %s"
      if is_new then
        local wait = path[1].wait
        self:problem("circle " .. name, form:format(place(first, wait.line), wait.field,
          table.concat(steps, ", ")))
      end
    end
  end
end

-- -- Solving -----------------------------------------------------------------

--- Look at what is loaded now: true if nothing stands against it.
function Solver:judge()
  self.problems = {}
  for key, problem in host.sorted_pairs(self.given) do -- a list, and the keys of what is in it
    self.problems[key] = problem
  end
  self:check_all()
  self.waits = edges_of(self)
  local order, left = arrange(self.waits, self.pick())
  self:tell_circles(self.waits, left)
  self.order = order
  self.tries = self.tries + 1
  self.first = self.first or self.problems
  return #self.problems == 0
end

--- Go on with a queue of dependencies. True if all of it goes together; else all is as it was.
function Solver:settle(at)
  local task = self.queue[at]
  if not task then
    return self:judge()
  end
  local options = #self:fitting(task.dependency) > 0 and {} or self:options(task.dependency)
  if #options == 0 then -- it is there, or a pack that comes later may provide it, or it is missing
    return self:settle(at + 1)
  end
  for _, manifest in ipairs(options) do
    local size = #self.queue
    self:load(manifest, task)
    if self:settle(at + 1) then
      return true
    end
    self.loaded[manifest.name], self.by[manifest.name] = nil, nil
    for i = #self.queue, size + 1, -1 do
      self.queue[i] = nil
    end
    if self.tries >= TRIES_MAX then
      return false
    end
  end
  return self:settle(at + 1) -- without it: what comes later may provide it
end

function Solver:load(manifest, by)
  self.loaded[manifest.name], self.by[manifest.name] = manifest, by
  for _, dependency in ipairs(manifest.requires) do
    self.queue[#self.queue + 1] = { manifest = manifest, dependency = dependency }
  end
end

local function base_name(path)
  return path:match("([^/]+)/*$") or path
end

--- Take what is asked for; what is wrong with it is in `given`, and stands whatever is tried.
local function take_asked(solver)
  for _, candidate in ipairs(solver.request.asked) do
    local manifest = candidate.manifest
    local name = manifest and manifest.name or base_name(candidate.path)
    local earlier = solver.asked[name]
    if candidate.problem then
      solver.given[candidate.path] = true
      solver.given[#solver.given + 1] = candidate.problem
    elseif earlier and earlier.path ~= candidate.path then
      local form = "two packs are called '%s': %s and %s; ask for one of them"
      solver.given[#solver.given + 1] = form:format(name, earlier.path, candidate.path)
    end
    solver.asked[name] = earlier or candidate
    if manifest and not earlier then
      solver:load(manifest, nil)
    end
  end
end

--- Find what is loaded, and in which order.
---@param request strata.PackRequest
---@return strata.Solution|nil
---@return string[]|nil problems all of them
function M.solve(request)
  local solver = setmetatable({
    request = request,
    asked = {},
    known = {},
    loaded = {},
    by = {},
    queue = {},
    given = {},
    tries = 0,
  }, Solver)
  function solver.pick()
    return request.seed and dice(request.seed) or first_of
  end
  take_asked(solver)
  if not solver:settle(1) then
    return nil, table.move(solver.first, 1, #solver.first, 1, {})
  end
  local order = {}
  for i, name in ipairs(solver.order) do
    order[i] = solver.loaded[name]
  end
  return {
    order = order,
    first = request.asked[1].manifest,
    loaded = solver.loaded,
    by = solver.by,
    waits = solver.waits,
  }
end

return M
