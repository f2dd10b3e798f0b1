--- The report of `strata check` for the game that packs make: errors and warnings.
local diagnostic = require("strata.base.diagnostic")
local file_outline = require("strata.base.file_outline")
local undeclared_uses = require("strata.check.undeclared_uses")
local warnings = require("strata.check.warnings")
local host = require("strata.host")
local linker = require("strata.link.linker")
local pack_graph = require("strata.packs.pack_graph")
local pack_search = require("strata.packs.pack_search")
local pack_settings = require("strata.packs.pack_settings")
local properties = require("strata.scenario.properties")
local scenario_reader = require("strata.scenario.scenario_reader")

local M = {}

local function add_all(list, texts, codes, otherwise, path)
  for _, text in ipairs(texts) do
    for line in text:gmatch("[^\n]+") do
      list[#list + 1] = diagnostic.read(line, codes[text] or otherwise, path)
    end
  end
end

--- The packs of a game, and one that is optional to the first of them.
---@param asked strata.Asked
---@param name? string
---@return strata.Asked
function M.with_optional(asked, name)
  local list = table.move(asked, 1, #asked, 1, { seed = asked.seed })
  list[#list + 1] = name and pack_search.locate(asked[1], name) or nil
  return list
end

--- Words for test files: those of cards, and what scripts have.
---@param game strata.Game
---@return table<string, any>
function M.test_words(game)
  local words = {}
  for name, value in host.sorted_pairs(host.environment(game.pack.name, game.pack.path)) do
    words[name] = value
  end
  for name, value in host.sorted_pairs(game.words) do
    words[name] = value
  end
  words.settings = pack_settings.constants(game.pack)
  return words
end

--- A game that can read tests.
---@param asked strata.Asked
---@param variant? string
---@param with? string an optional pack
---@return strata.Game
function M.load(asked, variant, with)
  local game = linker.load(M.with_optional(asked, with), variant)
  game.test_words = M.test_words(game)
  return game
end

-- -- Tests -------------------------------------------------------------------

---@class strata.Tests what the tests of packs say
---@field texts table<string, true> all texts and words that stand in them
---@field problems string[]
---@field games table<string, strata.Game> by the optional pack with which they are read
---@field packs strata.Manifest[] whose they are

local function game_with(tests, asked, with)
  local name = with or ""
  tests.games[name] = tests.games[name] or M.load(asked, nil, with)
  return tests.games[name]
end

local function note_texts(tests, outline)
  for _, token in ipairs(outline.tokens) do
    if token.kind == "string" or token.kind == "word" then
      tests.texts[token.text] = true
    end
  end
end

--- The lines in which a table without a word is returned.
local function bare_lines(tokens)
  local lines = {}
  for at, token in ipairs(tokens) do
    local opened = token.text == "return" and tokens[at + 1]
    if opened and opened.kind == "{" then
      lines[opened.line] = true
    end
  end
  return lines
end

--- Whether a file is one of scenarios: it has that word, or returns what would be one without it.
local function is_of_scenarios(outline)
  local returned = bare_lines(outline.tokens)
  for _, box in ipairs(outline.boxes) do
    local fields, is_bare = box.fields, not (box.word or box.parent)
    local is_said = is_bare and fields.name and (fields.steps or fields.expect)
    if box.word == "scenario" or (is_said and returned[box.line]) then
      return true
    end
  end
  return false
end

--- Read a file of scenarios; scripts are not run.
local function read_test(tests, asked, pack, path)
  local text = host.read(path)
  local outline = file_outline.outline(path, text)
  note_texts(tests, outline)
  local with = pack_graph.with(pack, path)
  if properties.is_file(path) then
    properties.load(game_with(tests, asked, nil), pack.path)
  elseif is_of_scenarios(outline) and (not with or pack_search.locate(asked[1], with)) then
    local list = scenario_reader.read_file(game_with(tests, asked, with), path)
    for _, one in ipairs(list or {}) do
      tests.problems[#tests.problems + 1] = one.problem
    end
  end
end

--- Read what the tests of packs say.
local function read_tests(asked)
  local tests = { texts = {}, problems = {}, games = {}, packs = {} }
  for _, folder in ipairs(asked) do
    local pack = host.manifest(folder)
    pack.path = folder
    tests.packs[#tests.packs + 1] = pack
    local is_there, paths = pcall(host.list, folder .. "/tests")
    for _, path in ipairs(is_there and paths or {}) do
      local is_fine, problem = pcall(read_test, tests, asked, pack, path)
      tests.problems[#tests.problems + 1] = not is_fine and tostring(problem) or nil
    end
  end
  return tests
end

--- Former names that cards and rules use, and those that tests do; each once.
local function all_old_names(old_names, tests)
  local all, seen = {}, {}
  local function add(notes)
    for _, note in ipairs(notes) do
      all[#all + 1] = not seen[note.text] and note or nil
      seen[note.text] = true
    end
  end
  add(old_names)
  for _, game in host.sorted_pairs(tests.games) do
    add(game.files.renames.notes)
  end
  return all
end

-- -- All of it ---------------------------------------------------------------

--- What stands against the game that packs make.
---@param asked strata.Asked
---@return strata.Finding[]
function M.packs(asked)
  local _, problems = pack_search.solve(asked)
  local list = {}
  add_all(list, problems or {}, {}, "pack", asked[1] .. "/pack.lua")
  return list
end

--- What is wrong with the cards, rules, laws and tests of a game, alone and with each pack that is
--- optional to the first of its packs and is there; if nothing is, what may be.
---@param asked strata.Asked
---@return strata.Finding[]
function M.check(asked)
  local list, codes = {}, {}
  local problems, old_names = undeclared_uses.problems(asked, codes)
  add_all(list, problems, codes, "content", asked[1] .. "/pack.lua")
  for _, dependency in ipairs(#list == 0 and host.manifest(asked[1]).optional or {}) do
    for _, choice in ipairs(dependency.choices) do
      if pack_search.locate(asked[1], choice.name) then
        local with = M.with_optional(asked, choice.name)
        problems = undeclared_uses.problems(with, codes)
        add_all(list, problems, codes, "content", asked[1] .. "/pack.lua")
      end
    end
  end
  if #list > 0 then
    return list
  end
  local tests = read_tests(asked)
  add_all(list, tests.problems, {}, "scenario", asked[1] .. "/pack.lua")
  if #list == 0 then
    local game, used = game_with(tests, asked), all_old_names(old_names, tests)
    for _, warning in ipairs(warnings.find(game, tests, tests.packs, used)) do
      list[#list + 1] = diagnostic.read(warning.text, warning.code)
    end
  end
  return list
end

return M
