--- Loads a pack's game with another text in the place of one of its files, in this process.
---
--- What a file of cards adds to a game is tried in a copy of the game without cards, so that a
--- trial takes milliseconds; rules, events, laws and manifests are tried by loading the game anew.
local plainhost = require("plainhost")
local tree = require("tree")

local M = {}

---@alias strata.Try fun(text: string): string, string, fun(): string[] loads a file with a text: a
--- fingerprint of all that it says, in two parts, and what is warned of; raises

---@class strata.Trial
---@field folder string of the pack
---@field path string the file that is changed
---@field load strata.Try

-- The text that is read in the place of a file.
local planted = {}
local texts = {}
-- The files of cards that a game has: those of a folder, or only some of them.
local listed = nil

local function read(path)
  if planted.path == path then
    return planted.text
  end
  texts[path] = texts[path] or tree.read(path)
  return texts[path]
end

local folders = {}

--- All files of Lua in a folder, in order.
---@param folder string
---@return string[]
function M.files(folder)
  folders[folder] = folders[folder]
    or tree.files(function(path)
      return path:sub(1, #folder + 1) == folder .. "/" and path:match("%.lua$") ~= nil
    end)
  return folders[folder]
end

--- Modules of the library have the names in messages that they have in the program.
local function find_module(name)
  if not name:find("^strata%.") then
    return "no module of the library"
  end
  return load(tree.read("scripts/" .. name:gsub("%.", "/") .. ".lua"), "=" .. name)
end

--- Note the texts and words of some lines.
local function note_lines(text, first, last, into)
  local number = 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local is_inside = first <= number and number <= last
    for quoted in (is_inside and line or ""):gmatch('"([^"]*)"') do
      into[quoted] = true
    end
    for word in (is_inside and line or ""):gmatch("[%a_][%w_]*") do
      into[word] = true
    end
  end
end

--- Note the texts and words that stand in the lines of a function, and in those of the functions
--- that it has from outside.
local function note_function(run, into, seen)
  local about = debug.getinfo(run, "S")
  if seen[run] or about.what == "C" or about.source:sub(1, 1) ~= "@" then
    return
  end
  seen[run] = true
  note_lines(read(about.source:sub(2)), about.linedefined, about.lastlinedefined, into)
  for place = 1, debug.getinfo(run, "u").nups do
    local _, value = debug.getupvalue(run, place)
    if type(value) == "function" then
      note_function(value, into, seen)
    end
  end
end

--- What stands in a handler, without its code, which the plain host cannot read.
local function walk_text(handler)
  local walk = { texts = {} }
  note_function(handler, walk.texts, {})
  return { walk }
end

--- Let scripts/strata run in this process, on the engine.
function M.install()
  table.insert(package.searchers, 2, find_module)
  local engine = require("strata")
  plainhost.install({})
  package.loaded.strata = engine
  local host = package.loaded["strata.host"]
  host.read = read
  function host.list(folder)
    local all = M.files(folder)
    assert(#all > 0, folder .. ": there is no such folder")
    return not folder:match("/lib$") and listed or all
  end
  function host.is_pack(folder)
    return pcall(read, folder .. "/pack.lua")
  end
  function host.is_file(path)
    return (pcall(read, path))
  end
  function host.packs()
    return {}
  end
  function host.installed()
    return "cards"
  end
  function host.manifest(path)
    local text = read(path .. "/pack.lua")
    local chunk = assert(load(text, "@" .. path .. "/pack.lua", "t", {}))
    local manifest, problems = require("strata.packs.pack_manifest").check(chunk(), text, path)
    return manifest or error(problems, 0)
  end
  package.loaded["strata.check.function_code"] = { walk = walk_text }
  function host.name_packs() end
  function host.complete_fields() end
end

-- -- Fingerprints ----------------------------------------------------------------

--- A value with all that it holds as text; functions by their place.
local function dumped(value, into, seen)
  if type(value) == "function" then
    into[#into + 1] = "f"
  elseif type(value) ~= "table" then
    into[#into + 1] = type(value):sub(1, 1) .. tostring(value)
  elseif not seen[value] then
    seen[value] = true
    into[#into + 1] = "{"
    for key, held in plainhost.sorted_pairs(value) do
      into[#into + 1] = tostring(key) .. "="
      dumped(held, into, seen)
    end
    into[#into + 1] = "}"
  end
end

--- What is said in no hash: texts for people, what an ability begins when a step performs it, and
--- names of pools, which costs name.
local function texts_of(game, ground)
  local into, seen = {}, {}
  for name, ability in plainhost.sorted_pairs(game.abilities) do
    if not ground or ground.abilities[name] ~= ability then
      into[#into + 1] = name .. ability.text .. ability.label
      dumped(ability.creates, into, seen)
    end
  end
  for name, card in plainhost.sorted_pairs(game.cards) do
    into[#into + 1] = name .. tostring(rawget(card, "draft") and card.draft.given.text)
  end
  for name in plainhost.sorted_pairs(game.kinds.pools) do
    into[#into + 1] = name
  end
  return table.concat(into, "\n")
end

--- Two texts that differ if a game does.
---@param game strata.Game
---@param ground? strata.Game from which it was copied, and in which only what it added matters
local function fingerprint(game, ground)
  return game:freeze():hash(), texts_of(game, ground)
end

-- -- Warnings --------------------------------------------------------------------

--- The texts that stand in the tests of a pack, which name what the pack has.
local function test_texts(folder)
  local file_outline, into = require("strata.base.file_outline"), {}
  for _, path in ipairs(M.files(folder .. "/tests")) do
    for _, token in ipairs(file_outline.outline(path, read(path)).tokens) do
      if token.kind == "string" then
        into[token.text] = true
      end
    end
  end
  return into
end

local tested = {}

--- What `strata check` warns of in a game: messages of a pack's own files.
---@param game strata.Game
---@param folder string
---@return string[]
local function warnings_of(game, folder)
  tested[folder] = tested[folder] or { texts = test_texts(folder) }
  local packs, list = {}, {}
  for _, manifest in ipairs(game.packs) do
    packs[#packs + 1] = manifest.path == folder and manifest or nil
  end
  local warnings = require("strata.check.warnings")
  for _, warning in ipairs(warnings.find(game, tested[folder], packs, game.files.renames.notes)) do
    list[#list + 1] = warning.text
  end
  return list
end

-- -- Cards -----------------------------------------------------------------------

--- A copy of a table, one level deep.
local function copied(t)
  local copy = {}
  for key, value in pairs(t) do
    copy[key] = value
  end
  return setmetatable(copy, getmetatable(t))
end

-- The parts of a game that a file of cards adds to.
local PARTS <const> = {
  "abilities", "ability_order", "begun", "cards", "chains", "code_items", "codes", "definitions",
  "face_order", "face_symbols", "law_items", "laws", "shapes", "symbols",
}

--- Names of all cards of a game's packs: acts that make one find it, though its file is not read.
local function named_cards(packs)
  local names = {}
  for _, pack in ipairs(packs) do
    for _, path in ipairs(pack.cards and M.files(pack.path .. "/" .. pack.cards) or {}) do
      for name in read(path):gmatch('name = "([^"]+)"') do
        names[name] = { name = name, values = { name = name }, definition = name }
      end
    end
  end
  return names
end

--- The names of links, with who says them.
local function copied_links(links)
  local copy = {}
  for name, uses in pairs(links) do
    copy[name] = { made = copied(uses.made), asked = copied(uses.asked) }
  end
  return copy
end

--- A game as it is before files of cards, of which copies are made.
local function ground_of(asked)
  local linker = require("strata.link.linker")
  listed = {}
  local game = linker.load(asked)
  listed = nil
  local names = named_cards(game.packs)
  for name in pairs(names) do
    game.symbols[game.schema:symbol(name)] = true
  end
  return { game = game, names = names, links = copied_links(game.schema.link_names) }
end

--- A game that is as the ground was.
local function fork(ground)
  local old = ground.game
  local game = copied(old)
  for _, part in ipairs(PARTS) do
    game[part] = copied(old[part])
  end
  setmetatable(game.cards, { __index = ground.names })
  game.kinds = copied(old.kinds)
  game.kinds.cards, game.kinds.handlers = copied(old.kinds.cards), copied(old.kinds.handlers)
  game.drafts = require("strata.link.card_drafts").new(game)
  old.schema.link_names = copied_links(ground.links)
  return game
end

local function trial_of_cards(ground, folder, path)
  local pack
  for _, manifest in ipairs(ground.game.packs) do
    pack = manifest.path == folder and manifest or pack
  end
  return function(text)
    planted = { path = path, text = text }
    local game = fork(ground)
    game:add_file(pack, path)
    local hash, said = fingerprint(game, ground.game)
    return hash, said, function()
      return warnings_of(game, folder)
    end
  end
end

-- -- Whole games -------------------------------------------------------------------

--- Loads a game, by one of its variants: the game, and its fingerprint.
local function load_game(asked, variant, cards)
  listed = cards
  local is_fine, game = pcall(require("strata.link.linker").load, asked, variant)
  listed = nil
  if not is_fine then
    error(game, 0)
  end
  setmetatable(game.cards, { __index = cards and named_cards(game.packs) or nil })
  return game, fingerprint(game)
end

--- A file of rules is tried by each of its variants too, as `strata check` does.
local function trial_of_game(asked, folder, path, cards, is_of_rules)
  return function(text)
    planted = { path = path, text = text }
    local game, hash, said = load_game(asked, nil, cards)
    local into = {}
    for _, manifest in ipairs(game.packs) do
      dumped(manifest, into, {})
    end
    dumped(game.schema.data, into, {})
    for variant in plainhost.sorted_pairs(is_of_rules and game.schema.data.variants or {}) do
      load_game(asked, variant, cards)
    end
    return hash, said .. table.concat(into), function()
      return warnings_of(game, folder)
    end
  end
end

-- Of packs with so many files of cards only one at a time is read.
local MANY <const> = 40

--- A pack with all that it can use.
local function asked_for(folder, manifest)
  local asked = { folder }
  for _, dependency in ipairs(manifest.optional) do
    asked[#asked + 1] = "cards/" .. dependency.choices[1].name
  end
  return asked
end

--- What a file is in its pack: "cards", "rules", "events", "laws" or "manifest"; nil for others.
local function part_of(manifest, folder, path)
  local inner = path:sub(#folder + 2)
  for _, part in ipairs({ "rules", "events", "laws" }) do
    if manifest[part] == inner then
      return part
    end
  end
  if manifest.cards and inner:find(manifest.cards, 1, true) == 1 then
    return "cards"
  end
  return inner == "pack.lua" and "manifest" or nil
end

--- Whether a trial of a file takes milliseconds: not if it loads the whole game of a large pack.
---@param folder string
---@param path string
---@return boolean
function M.is_quick(folder, path)
  planted = {}
  local manifest = package.loaded["strata.host"].manifest(folder)
  local inner = folder .. "/" .. (manifest.cards or "cards")
  return path:find(inner, 1, true) == 1 or #M.files(inner) <= MANY
end

--- Whether a pack has anything of which a game is made.
---@param folder string
---@return boolean
function M.has_game(folder)
  planted = {}
  local manifest = package.loaded["strata.host"].manifest(folder)
  return (manifest.rules or manifest.cards or manifest.laws or manifest.events) ~= nil
end

--- How to try other texts of each file of a pack.
---@param folder string
---@return fun(path: string): strata.Try|nil
function M.of(folder)
  planted = {}
  local manifest = package.loaded["strata.host"].manifest(folder)
  local cards = manifest.cards and M.files(folder .. "/" .. manifest.cards) or {}
  local asked = asked_for(folder, manifest)
  local ground = ground_of(asked)
  return function(path)
    local part = part_of(manifest, folder, path)
    if part == "cards" and not read(path):find("amend[ (]") then
      return trial_of_cards(ground, folder, path)
    elseif part then
      local few = #cards > MANY and {} or nil
      return trial_of_game(asked, folder, path, few, part == "rules")
    end
    return nil
  end
end

return M
