--- Finds uses of other packs that a manifest does not declare. Each pack is loaded with only the
--- packs that its manifest requires, and the game is loaded in some of the orders that the
--- manifests allow, and by each variant of the rules that one of its packs declares.
local file_outline = require("strata.base.file_outline")
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local handler_names = require("strata.check.handler_names")
local hidden_state = require("strata.check.hidden_state")
local step_probes = require("strata.check.step_probes")
local linker = require("strata.link.linker")
local rule_texts = require("strata.link.rule_texts")
local pack_search = require("strata.packs.pack_search")

local M = {}

-- How many orders are tried. What is found is found by a few; all of them are too many.
local ORDERS <const> = 6

--- The variants that rules of the packs which are asked for declare.
local function own_variants(game, asked)
  local own, list = {}, {}
  for _, pack in ipairs(game.packs) do
    own[pack.rules and pack.path .. "/" .. pack.rules or ""] = lists.set_of(asked)[pack.path]
  end
  for _, path in ipairs(game.rule_paths) do
    for _, name in ipairs(own[path] and spelling.keys(game.schema.data.variants or {}) or {}) do
      local is_own = file_outline.has_nested(game.files:outline(path), { "variants", name })
      list[#list + 1] = is_own and name or nil
    end
  end
  return list
end

--- Load a game and make its rules.
---@param asked strata.Asked
---@param codes? table<string, string> receives the check that found each problem, if others did
---@param variant? string of the rules
---@return string[] problems
---@return string|nil hash of the rules, if they could be made
---@return strata.OldName[] old names that are used
---@return string[] variants of the rules
local function try(asked, codes, variant)
  local problems, hash, notes, variants = {}, nil, {}, {}
  local is_fine, problem = pcall(function()
    local game = linker.load(asked, variant, problems)
    variants = own_variants(game, asked)
    handler_names.check(game, problems, codes or {})
    step_probes.add(game)
    hash = #problems == 0 and game:freeze():hash() or nil
    if hash then
      rule_texts.check(game, game.spec)
    end
    notes = game.files.renames.notes
    for _, wanted in ipairs(hash and hidden_state.wanted(game) or {}) do
      problems[#problems + 1] = wanted
    end
  end)
  problems[#problems + 1] = not is_fine and tostring(problem) or nil
  return problems, hash, notes, variants
end

--- What is wrong by other variants of the rules alone.
local function by_variants(asked, codes, variants, problems)
  for _, variant in ipairs(variants) do
    for _, problem in ipairs((try(asked, codes, variant))) do
      local text = ("%s (by the variant '%s' of the rules)"):format(problem, variant)
      codes[text] = codes[problem]
      problems[#problems + 1] = text
    end
  end
end

--- Whether a problem is among others; what there is instead may be more in another game.
local function holds(list, text)
  local plain = text:gsub("; .*", "")
  for _, item in ipairs(list) do
    if item:gsub("; .*", "") == plain then
      return true
    end
  end
  return false
end

--- A pack and all that it needs, and what these need: the packs that it may use. To come after
--- another is no leave to use it.
local function closure(solution, name, into)
  into = into or {}
  if not into[name] then
    into[name] = true
    for _, wait in ipairs(solution.waits[name]) do
      if wait.field ~= "after" then
        closure(solution, wait.name, into)
      end
    end
  end
  return into
end

--- A pack's game with only some of those that are there: its own folder comes first.
local function asked_of(solution, first, names)
  local asked = { solution.loaded[first].path }
  for _, manifest in ipairs(solution.order) do
    if names[manifest.name] and manifest.name ~= first then
      asked[#asked + 1] = manifest.path
    end
  end
  return asked
end

--- The pack without which there is a problem, among those that another does not say it needs.
local function culprit(solution, name, own, problem)
  for _, manifest in ipairs(solution.order) do
    if not own[manifest.name] then
      local with = closure(solution, manifest.name, closure(solution, name))
      if not holds((try(asked_of(solution, name, with))), problem) then
        return manifest
      end
    end
  end
  return nil
end

--- Whether a pack says anything of a game: one of scripts alone needs no rules.
local function has_game(manifest)
  local files = manifest.rules or manifest.laws or manifest.events or manifest.cards
  return files ~= nil
end

--- What a pack cannot say alone, and can with packs that it has not declared.
local function undeclared(solution, name, problems)
  local own = closure(solution, name)
  local is_all = #asked_of(solution, name, own) == #solution.order
  if is_all or not has_game(solution.loaded[name]) then
    return
  end
  for _, problem in ipairs((try(asked_of(solution, name, own)))) do
    local other = culprit(solution, name, own, problem)
    local form = "%s (pack '%s' has it, and '%s' does not require that)"
    problems[#problems + 1] = other and form:format(problem, other.name, name) or problem
  end
end

local function names_of(order)
  local names = {}
  for i, manifest in ipairs(order) do
    names[i] = manifest.name
  end
  return table.concat(names, ", ")
end

--- Other orders that the manifests allow must make the same game.
local function shuffled(asked, solution, hash, problems)
  local usual = names_of(solution.order)
  local seen = { [usual] = true }
  for seed = 1, ORDERS do
    local other = table.move(asked, 1, #asked, 1, { seed = seed })
    local order = names_of((pack_search.need(other)))
    if not seen[order] then
      seen[order] = true
      local found, its = try(other)
      local what = found[1] or (its ~= hash and "the rules are others")
      if what then
        local form = "%s (loaded in the order %s, and not in the order %s: who comes after whom?)"
        problems[#problems + 1] = form:format(what, order, usual)
        return
      end
    end
  end
end

--- All that is wrong with the rules, laws and cards of a game.
---@param asked strata.Asked
---@param codes table<string, string> receives the check of each: see strata.base.diagnostic
---@return string[] problems
---@return strata.OldName[] old names that are used
function M.problems(asked, codes)
  local problems, hash, notes, variants = try(asked, codes)
  if #problems == 0 then
    by_variants(asked, codes, variants, problems)
  end
  if #problems > 0 then
    return problems, {}
  end
  local solution = assert(pack_search.solve(asked))
  for _, manifest in ipairs(solution.order) do
    undeclared(solution, manifest.name, problems)
  end
  if #problems == 0 then
    shuffled(asked, solution, hash, problems)
  end
  return problems, notes
end

return M
