--- Reuse on reload: the parts that a reloaded game takes over from the previous one.
---
--- If nothing changed that words of cards depend on (packs, their rules, laws and events), a file
--- with the same text gives the same cards. They are reused if creating them left nothing else in
--- their game (see Game:traces), and no pack amends them. Tables of cards and abilities are copied
--- as a whole, except for the entries of other files.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local host = require("strata.host")
local pack_modules = require("strata.packs.pack_modules")

local M = {}

--- The files of a pack that words of cards depend on.
local GROUND <const> = { "rules", "laws", "events" }

local function is_same_file(earlier, pack, field)
  local path = pack[field] and pack.path .. "/" .. pack[field]
  local text = path and earlier.files.texts[path]
  return not path or text ~= nil and host.says(path, text)
end

--- Whether cards of a game can be taken over into one of these packs.
---@param earlier strata.Game
---@param packs strata.Manifest[]
---@param variant? string
---@return boolean
function M.is_ground(earlier, packs, variant)
  local is_sound = earlier.spec and not earlier.drafts.is_crossed
    and pack_modules.are_same(earlier.files)
  if not is_sound or earlier.variant ~= variant or not host.same(earlier.packs, packs) then
    return false
  end
  for _, pack in ipairs(packs) do
    for _, field in ipairs(GROUND) do
      if not is_same_file(earlier, pack, field) then
        return false
      end
    end
  end
  return true
end

-- -- Files -------------------------------------------------------------------

--- The names of a list without those that some files have added.
---@param game strata.Game
---@param list string[] game.ability_order or game.face_order
---@param part "abilities"|"faces" of files
---@param is_left fun(file: strata.DraftFile): any whether what comes of a file is left out
---@return string[]
local function others(game, list, part, is_left)
  local names, place = {}, 1
  for _, file in ipairs(game.drafts.order) do
    local own = file[part]
    if is_left(file) then
      table.move(list, place, own.first - 1, #names + 1, names)
      place = own.last + 1
    end
  end
  return table.move(list, place, #list, #names + 1, names)
end

--- The files of the earlier game whose text has not changed, by path.
local function unchanged(game, paths)
  local earlier, kept = game.earlier, {}
  for _, path in ipairs(paths) do
    local file, text = earlier.drafts.files[path], earlier.files.texts[path]
    if file and not file.leaves and host.says(path, text) then
      kept[path] = file
      game.files.texts[path], game.files.outlines[path] = text, earlier.files.outlines[path]
    end
  end
  return kept
end

---@class strata.Taken what is taken over of an earlier game
---@field files table<string, strata.DraftFile> those of that game which say what they said, by path
---@field but_names table<string, boolean> names of cards that are not
---@field but_faces table<string, boolean> the same of definitions
---@field but_abilities table<string, boolean> the same of abilities

--- Note what is not taken over: the results of other files, and the things that belong to the game
--- itself, which the new game makes too.
local function find_taken(earlier, files)
  local function is_kept(file)
    return files[file.path]
  end
  local taken = { files = files, but_names = {} }
  taken.but_abilities = lists.set_of(others(earlier, earlier.ability_order, "abilities", is_kept))
  taken.but_faces = lists.set_of(others(earlier, earlier.face_order, "faces", is_kept))
  for _, file in ipairs(earlier.drafts.order) do
    for place = is_kept(file) and file.last + 1 or file.first, file.last do
      taken.but_names[earlier.drafts.list[place].given.name] = true
    end
  end
  for name in next, earlier.kinds.cards do
    taken.but_faces[slugs.of(name)] = true
  end
  for _, lack in ipairs(earlier.retired or {}) do
    taken.but_abilities[lack.name], taken.but_faces[lack.name] = true, true
  end
  return taken
end

--- Take over the results of all files that have not changed. Whole tables are copied, because
--- looking at each of ten thousand cards takes longer than everything else. M.file puts the files
--- in their order.
---@param game strata.Game
---@param paths string[] of all files of cards
function M.begin(game, paths)
  local earlier, room = game.earlier, #game.earlier.face_order
  local taken = find_taken(earlier, unchanged(game, paths))
  local abilities = host.copied(earlier.abilities, taken.but_abilities, #earlier.ability_order)
  for name, ability in next, game.abilities do
    abilities[name] = ability
  end
  game.taken, game.abilities = taken, abilities
  game.cards = host.copied(earlier.cards, taken.but_names, room)
  game.definitions = host.copied(earlier.definitions, taken.but_faces, room)
end

--- Put the drafts of a file that was taken over among the others.
---@param game strata.Game
---@param path string
---@return boolean is_done
function M.file(game, path)
  local file = game.taken and game.taken.files[path]
  if file then
    game.drafts:adopt(path, game.earlier.drafts.list, file)
  end
  return file ~= nil
end

--- Whether a card that was read has the name or id of a card that was taken over, as the game has
--- no other cards yet.
local function is_crossed(game, draft)
  local known, back = game.definitions, draft.back
  return game.cards[draft.given.name] or known[draft.id] or back and known[back.id]
end

local function has_crossed(game)
  for _, file in ipairs(game.drafts.order) do
    for place = file.is_adopted and file.last + 1 or file.first, file.last do
      if is_crossed(game, game.drafts.list[place]) then
        return true
      end
    end
  end
  return game.drafts.is_crossed
end

--- Index the drafts that were taken over too, which only amendments need.
local function index_drafts(game)
  local by_name, by_id = game.drafts.by_name, game.drafts.by_id
  for name, card in next, game.cards do
    by_name[name], by_id[card.draft.id] = card.draft, card.draft
  end
end

--- Whether nothing contradicts the cards that were taken over: no second card of a name, no
--- amendment. Otherwise all files must be read, because messages about these mistakes need drafts.
---@param game strata.Game
---@return boolean
function M.holds(game)
  local drafts = game.drafts
  if has_crossed(game) then
    return false
  elseif #drafts.amendments > 0 then
    index_drafts(game)
  end
  for _, amendment in ipairs(drafts.amendments) do
    local name = game.files.renames:known(drafts.by_id, amendment.item.target)
    if game.definitions[name] then
      return false
    end
  end
  return true
end

local function add_part(list, earlier, part)
  table.move(earlier, part.first, part.last, #list + 1, list)
end

--- Put the cards of a file that was taken over among the others.
---@param game strata.Game
---@param path string
function M.cards(game, path)
  local earlier, file = game.earlier, game.taken.files[path]
  add_part(game.face_order, earlier.face_order, file.faces)
  add_part(game.face_symbols, earlier.face_symbols, file.faces)
  add_part(game.ability_order, earlier.ability_order, file.abilities)
end

-- -- Parts of the rules ------------------------------------------------------

local function is_adopted(file)
  return file.is_adopted
end

-- What rules are made of, by the section of what strata.rules reads: the list of all names, what
-- files know their places in it by, and what is not taken over.
local SECTIONS <const> = {
  abilities = { order = "ability_order", places = "abilities", but = "but_abilities" },
  definitions = { order = "face_order", places = "faces", but = "but_faces" },
}

--- Split a section of the rules: the entries that were taken over, which the engine's rules hold
--- already, and the names of all others.
---@param game strata.Game
---@param name "abilities"|"definitions"
---@return table<string, table> bodies as strata.rules reads them
---@return string[] names of the others
function M.section(game, name)
  local section = SECTIONS[name]
  local order = game[section.order]
  if not game.taken then
    return {}, order
  end
  local bodies = host.copied(game.earlier.spec[name], game.taken[section.but], #order)
  return bodies, others(game, order, section.places, is_adopted)
end

--- The symbols of the names of cards, sorted.
---@param game strata.Game
---@return string[]
function M.symbols(game)
  local earlier = game.earlier
  if earlier and host.same(earlier.face_symbols, game.face_symbols) then
    return earlier.sorted_symbols
  end
  local symbols = table.move(game.face_symbols, 1, #game.face_symbols, 1, {})
  table.sort(symbols)
  return symbols
end

-- -- Rules -------------------------------------------------------------------

-- What may differ if only bodies do.
local BODIES <const> = { abilities = true, definitions = true }

--- The names of entries whose content has changed; nil if the names themselves differ.
local function changed(before, after)
  local others_now, added, removed = host.differing(before, after)
  local list = {}
  for _, name in ipairs(others_now) do
    if not host.same(before[name], after[name]) then
      list[#list + 1] = name
    end
  end
  table.sort(list)
  return #added == 0 and #removed == 0 and list or nil
end

--- The abilities and definitions whose content has changed; nil if anything else differs.
---@param before table as strata.rules reads it
---@param after table
---@return string[]|nil abilities
---@return string[]|nil definitions
function M.changes(before, after)
  local rest = { {}, {} }
  for i, spec in ipairs({ before, after }) do
    for section, value in host.sorted_pairs(spec) do
      rest[i][section] = not BODIES[section] and value or nil
    end
  end
  if not host.same(rest[1], rest[2]) then
    return nil
  end
  local abilities = changed(before.abilities, after.abilities)
  return abilities, abilities and changed(before.definitions, after.definitions)
end

--- The engine's rules of a specification, revised from those of the earlier game if only abilities
--- and definitions differ; nil otherwise.
---@param game strata.Game
---@param spec table
---@return strata.Rules|nil
function M.rules(game, spec)
  local earlier = game.earlier
  if not earlier then
    return nil
  end
  local abilities, definitions = M.changes(earlier.spec, spec)
  if not definitions then
    return nil
  end
  game.revised = { abilities = abilities, definitions = definitions }
  return host.revised_rules(spec, abilities, definitions, earlier.rules)
end

return M
