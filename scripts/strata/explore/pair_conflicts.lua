--- Conflicts of card pairs: what happens when cards of two packs that do not name each other are in
--- one game.
---
--- Each pair is put into a small world, as a scenario would, and tested: whether a value depends on
--- the order of entry, whether effects depend on each other in a loop (613.8b), whether a player
--- must choose between two replacement effects (616.1). The engine answers these questions. Pairs
--- that are not tested are counted.
local host = require("strata.host")
local pack_graph = require("strata.packs.pack_graph")
local scenario = require("strata.scenario.scenario")
local observe = require("strata.stage.observe")

local M = {}

--- The players of a small world.
M.PLAYERS = { "A", "B" }

-- The number of bystanders, which are cards that both packs know; of events of a kind that are
-- tried; and of values that a field of such an event is given.
local BYSTANDERS <const>, EVENTS <const>, VALUES <const> = 3, 48, 4

---@class strata.Role an object in the small world
---@field card strata.Card
---@field player string
---@field id string

---@class strata.Meeting a dependence on the order of entry
---@field first strata.Card
---@field second strata.Card
---@field what string what the matter is
---@field scenario string[] lines that show it

-- -- Who meets -----------------------------------------------------------------

--- Whether a pack has made a card what it is, as a whole or in part.
local function is_of(draft, pack)
  local is_its = draft.pack == pack.name
  for _, row in ipairs(draft.altered) do
    is_its = is_its or row.pack == pack.name
  end
  return is_its
end

--- The cards of a pack that have abilities.
local function cards_of(game, pack)
  local list = {}
  for _, draft in ipairs(game.drafts.list) do
    local card = game.cards[draft.given.name]
    if is_of(draft, pack) and #card.abilities > 0 then
      list[#list + 1] = card
    end
  end
  return list
end

--- The words in the sets of a card.
local function words_in(card)
  local list = {}
  for _, value in host.sorted_pairs(card.values) do
    if type(value) == "table" and value ~= card.abilities then
      table.move(value, 1, #value, #list + 1, list)
    end
  end
  return list
end

--- The number of words of a card that no chosen card has yet.
local function new_words(card, seen)
  local count = 0
  for _, word in ipairs(words_in(card)) do
    count = count + (seen[word] and 0 or 1)
  end
  return count
end

local function note_words(card, seen)
  for _, word in ipairs(words_in(card)) do
    seen[word] = true
  end
end

--- The card that passes a test and has the most words that no chosen card has; nil if none has such
--- a word.
local function newest_words(game, seen, is_wanted)
  local best, most = nil, 0
  for _, draft in ipairs(game.drafts.list) do
    local card = game.cards[draft.given.name]
    local count = is_wanted(card, draft) and new_words(card, seen) or 0
    if count > most then
      best, most = card, count
    end
  end
  return best
end

--- Cards that both packs know, as different from each other as possible; cards without abilities
--- come first.
local function bystanders_of(game, a, b)
  local seen, list = {}, {}
  local function is_known(draft)
    local owner = pack_graph.find(game.packs, draft.pack)
    local is_of_first = pack_graph.depends(game.packs, a, owner)
    return is_of_first and pack_graph.depends(game.packs, b, owner)
  end
  local function is_plain(card, draft)
    return #card.abilities == 0 and is_known(draft)
  end
  local function is_any(_, draft)
    return is_known(draft)
  end
  for _ = 1, BYSTANDERS do
    local card = newest_words(game, seen, is_plain) or newest_words(game, seen, is_any)
    list[#list + 1] = card
    if card then
      note_words(card, seen)
    end
  end
  return list
end

--- Pairs of packs that do not know each other.
local function strangers(game)
  local list, packs = {}, game.packs
  for j = 2, #packs do
    for i = 1, j - 1 do
      local a, b = packs[i], packs[j]
      local is_known = pack_graph.depends(packs, a, b) or pack_graph.depends(packs, b, a)
      if not is_known then
        list[#list + 1] = { a, b }
      end
    end
  end
  return list
end

-- -- A small world ---------------------------------------------------------------

---@param roles strata.Role[] in the order in which they enter
local function staged(game, roles)
  local objects = {}
  for i, role in ipairs(roles) do
    objects[i] = { card = role.card, player = role.player, zone = game.schema.home, id = role.id }
  end
  return scenario.stage(game, { players = M.PLAYERS, objects = objects, steps = {} })
end

--- The roles of the two tested cards, and of the bystanders of both players.
local function roles_of(a, b, player_of_b, bystanders)
  local roles = {}
  for _, card in ipairs(bystanders) do
    for _, player in ipairs(M.PLAYERS) do
      local id = ("%s of %s"):format(card.name, player)
      roles[#roles + 1] = { card = card, player = player, id = id }
    end
  end
  roles[#roles + 1] = { card = a, player = "A", id = a.name }
  roles[#roles + 1] = { card = b, player = player_of_b, id = b.name }
  return roles
end

--- The same roles with the last two exchanged.
local function turned(roles)
  local other = table.move(roles, 1, #roles, 1, {})
  other[#roles - 1], other[#roles] = roles[#roles], roles[#roles - 1]
  return other
end

--- The setup of a scenario, as lines of text.
local function setup_lines(game, roles)
  local lines = { "  setup = {" }
  for _, role in ipairs(roles) do
    local called = role.id == role.card.name and role.id or role.id .. ": " .. role.card.name
    lines[#lines + 1] = ("    { %q, %q, %q },"):format(role.player, game.schema.home, called)
  end
  lines[#lines + 1] = "  },"
  return lines
end

-- -- Values that depend on the order -------------------------------------------

--- All values of all objects: by id, then by attribute.
local function values_of(stage)
  local all, schema = {}, stage.game.schema
  for _, object in ipairs(stage.objects) do
    local values = {}
    for _, name in ipairs(schema.order) do
      values[name] = observe.value(stage, object.entity, name)
    end
    all[object.id] = values
  end
  return all
end

--- The first value that depends on the order in which the two cards enter: its object, its
--- attribute, and the value in each order. Nil if no value does.
local function difference(game, roles)
  local one, other = values_of(staged(game, roles)), values_of(staged(game, turned(roles)))
  for _, role in ipairs(roles) do
    for _, name in ipairs(game.schema.order) do
      local value = one[role.id][name]
      if value ~= other[role.id][name] then
        return { id = role.id, name = name, one = value, other = other[role.id][name] }
      end
    end
  end
  return nil
end

--- The wanted bystanders, and the two tested cards.
local function without_others(roles, wanted)
  local list = {}
  for i, role in ipairs(roles) do
    list[#list + 1] = (wanted[role.id] or i > #roles - 2) and role or nil
  end
  return list
end

local function order_matters(game, roles)
  local found = difference(game, roles)
  if not found then
    return nil
  end
  local fewer = without_others(roles, { [found.id] = true })
  local same = difference(game, fewer)
  roles = same and fewer or roles
  found = same or found
  local form = "%s of %s is %s, and %s if they come the other way round"
  local lines = setup_lines(game, roles)
  local line = ("%s(%s) = %s"):format(found.name, found.id, found.one)
  lines[#lines + 1] = ("  expect = { %q },"):format(line)
  return { what = form:format(found.name, found.id, found.one, found.other), scenario = lines }
end

-- -- Loops -----------------------------------------------------------------------

--- Whether the effects of both depend on each other in a layer. In a dependency loop (613.8b) the
--- first row applied says so, and names the modification that it depends on.
local function in_loop(stage, layer, roles)
  local one, other = roles[#roles - 1], roles[#roles]
  for _, row in ipairs(stage.world:graph(layer)) do
    local id = row.because == "loop" and row.source and stage:id_of(row.source)
    local wanted = (id == one.id and other) or (id == other.id and one)
    if wanted and row.waited_for:find(wanted.card.name, 1, true) == 1 then
      return true
    end
  end
  return false
end

--- The first layer in which the effects of both cards depend on each other; nil if there is none.
local function loop_layer(game, roles)
  local stage = staged(game, roles)
  for _, layer in ipairs(game.rules:names("layers")) do
    if in_loop(stage, math.tointeger(tonumber(layer)) or layer, roles) then
      return layer
    end
  end
  return nil
end

local function waits_in_loop(game, roles)
  local layer = loop_layer(game, roles)
  if not layer then
    return nil
  end
  local alone = without_others(roles, {})
  local is_same = loop_layer(game, alone) == layer
  local form = "their effects wait for each other in layer %s, so the older is first (613.8b)"
  return { what = form:format(layer), scenario = setup_lines(game, is_same and alone or roles) }
end

-- -- Replacements ------------------------------------------------------------------

local REPLACES <const> = { prevent = true, replace = true }

--- The event type that an alias refines.
local function kind_of(game, name)
  local known = game.kinds.known[name]
  while known.of do
    name, known = known.of, game.kinds.known[known.of]
  end
  return name
end

--- The watcher definitions by which a card replaces events: by event type, in order of names.
local function replacing(game, card)
  local kinds = {}
  for _, name in ipairs(card.abilities) do
    for _, code in ipairs(game.abilities[name].codes or {}) do
      local spec = game.codes[code]
      if REPLACES[spec[1]] then
        kinds[kind_of(game, spec[2])] = spec
      end
    end
  end
  return kinds
end

--- The words with which conditions compare a field: "event.to = 'exile'".
local function words_of(game, field, specs)
  local list, seen = {}, {}
  for _, spec in ipairs(specs) do
    local alias = game.kinds.events[spec[2]] -- what it means by its kind
    local text = ("%s and %s"):format(spec.when or "", alias and alias.where or "")
    for word in text:gmatch("event%." .. field .. " = '([^']+)'") do
      if not seen[word] and #list < VALUES then
        seen[word], list[#list + 1] = true, word
      end
    end
  end
  return list
end

--- The values of a field: names of objects and players, a number, words that expressions test.
local function values_for(game, roles, field, kind, specs)
  if kind == "int" then
    return { 2 }
  elseif kind == "sym" then
    return words_of(game, field, specs)
  elseif kind ~= "ref" then
    return {}
  end
  local list = {}
  for i = 1, math.min(#roles - 2, VALUES - 2) do
    list[i] = roles[i].id
  end
  return table.move(M.PLAYERS, 1, #M.PLAYERS, #list + 1, list)
end

--- All combinations of values for the fields of an event, EVENTS at most.
local function ways(game, roles, kind, specs)
  local list = { {} }
  for field, own in host.sorted_pairs(game.kinds.known[kind].fields) do
    local values, longer = values_for(game, roles, field, own, specs), {}
    for _, way in ipairs(list) do
      for _, value in ipairs(#values > 0 and values or { false }) do
        local with = {}
        for name, given in host.sorted_pairs(way) do
          with[name] = given
        end
        with[field] = value or nil
        longer[#longer + 1] = with
      end
    end
    list = table.move(longer, 1, math.min(#longer, EVENTS), 1, {})
  end
  return list
end

--- Values of fields as the world takes them: objects and players for ids, symbols for words.
local function read_fields(stage, types, fields)
  local with = {}
  for field, value in host.sorted_pairs(fields) do
    if types[field] == "ref" then
      with[field] = stage.players[value] or stage.ids[value].entity
    else
      with[field] = types[field] == "sym" and stage.game.schema:symbol(value) or value
    end
  end
  return with
end

--- The objects whose replacement effects a decision is about, by id.
local function asked_of(stage, decision)
  local asked = {}
  for _, option in ipairs(decision.purpose == "replace" and decision.options or {}) do
    local id = type(option.value) == "userdata" and stage:id_of(option.value)
    asked[id or ""] = true
  end
  return asked
end

--- Whether an event of these fields asks which of the two is first. The world is as it was then.
local function is_asked(stage, kind, fields, roles)
  local world, asked = stage.world, {}
  local with = read_fields(stage, stage.game.kinds.known[kind].fields, fields)
  local mark = world:mark()
  local is_fine = pcall(world.act, world, kind, with, { settling = "none" })
  local decision = is_fine and world:decisions()[1]
  if decision then
    asked = asked_of(stage, decision)
    world:cancel()
  end
  world:rollback(mark)
  return asked[roles[#roles].id] and asked[roles[#roles - 1].id]
end

--- An event as a scenario writes it.
local function event_text(kind, fields)
  local list = {}
  for name, value in host.sorted_pairs(fields) do
    list[#list + 1] = type(value) == "string" and ("%s = %q"):format(name, value)
      or ("%s = %s"):format(name, tostring(value))
  end
  return ("%s { %s }"):format(kind, table.concat(list, ", "))
end

local function named_in(fields)
  local wanted = {}
  for _, value in host.sorted_pairs(fields) do
    wanted[value] = true
  end
  return wanted
end

--- The conflict of an event that two replacement effects apply to, where a player must choose the
--- first one. Its scenario has bystanders only if the choice depends on them.
local function found_choice(game, roles, kind, fields)
  local fewer = without_others(roles, named_in(fields))
  local is_same = is_asked(staged(game, fewer), kind, fields, fewer)
  local lines = setup_lines(game, is_same and fewer or roles)
  lines[#lines + 1] = ("  steps = { { emit = %s } },"):format(event_text(kind, fields))
  local form = "both replace %s, and somebody must choose which is first, as it matters"
  return { what = form:format(kind), scenario = lines }
end

local function choice_of(game, roles)
  local a, b = replacing(game, roles[#roles - 1].card), replacing(game, roles[#roles].card)
  local stage = nil
  for kind, spec in host.sorted_pairs(a) do
    for _, fields in ipairs(b[kind] and ways(game, roles, kind, { spec, b[kind] }) or {}) do
      stage = stage or staged(game, roles)
      if is_asked(stage, kind, fields, roles) then
        return found_choice(game, roles, kind, fields)
      end
    end
  end
  return nil
end

-- -- All that meet -----------------------------------------------------------------

local TRIALS <const> = { order_matters, waits_in_loop, choice_of }

--- Test two cards, and add their conflicts to a list.
local function meet(game, a, b, bystanders, into)
  for _, trial in ipairs(TRIALS) do
    for _, player in ipairs({ "B", "A" }) do
      local found = trial(game, roles_of(a, b, player, bystanders))
      if found then
        found.first, found.second = a, b
        into[#into + 1] = found
        break
      end
    end
  end
end

---@class strata.Met
---@field list strata.Meeting[]
---@field tried integer pairs of cards
---@field left_out integer pairs that were too many
---@field failed string[] pairs that could not be tried, and why

--- Test a pair, unless the allowed number of pairs is used up.
local function try(game, met, pair)
  local a, b = pair.first, pair.second
  if met.tried >= met.most then
    met.left_out = met.left_out + 1
    return
  end
  met.tried = met.tried + 1
  local is_fine, problem = pcall(meet, game, a, b, pair.bystanders, met.list)
  if not is_fine then
    met.failed[#met.failed + 1] = ("%s and %s: %s"):format(a.id, b.id, tostring(problem))
  end
end

--- Test all pairs of cards of packs that do not know each other, up to the allowed number.
---@param game strata.Game frozen; it knows M.PLAYERS as symbols
---@param most integer
---@return strata.Met
function M.find(game, most)
  local met = { list = {}, tried = 0, most = most, left_out = 0, failed = {} }
  for _, packs in ipairs(strangers(game)) do
    local bystanders = bystanders_of(game, packs[1], packs[2])
    local others = cards_of(game, packs[2])
    for _, first in ipairs(cards_of(game, packs[1])) do
      for _, second in ipairs(others) do
        if first ~= second then
          try(game, met, { first = first, second = second, bystanders = bystanders })
        end
      end
    end
  end
  return met
end

local function plural(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

--- The conflicts as text, each with a scenario that shows it, then the numbers of tested and
--- untested pairs.
---@param met strata.Met
---@return string
function M.text(met)
  local lines = {}
  for _, one in ipairs(met.list) do
    lines[#lines + 1] = ("%s and %s: %s"):format(one.first.id, one.second.id, one.what)
    local name = ("%s meets %s"):format(one.first.name, one.second.name)
    lines[#lines + 1] = ("scenario {\n  name = %q,"):format(name)
    table.move(one.scenario, 1, #one.scenario, #lines + 1, lines)
    lines[#lines + 1] = "}"
  end
  for _, line in ipairs(met.failed) do
    lines[#lines + 1] = "not tried: " .. line
  end
  local left = met.left_out > 0 and ("; %d more were not (--pairs)"):format(met.left_out) or ""
  local form = "%s of cards tried%s; not tried: three at once, other zones, handlers of "
    .. "chains, more than %d events of a kind"
  lines[#lines + 1] = form:format(plural(met.tried, "pair"), left, EVENTS)
  return table.concat(lines, "\n")
end

return M
