--- Compiles the drafts of cards to definitions and abilities of strata.rules.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local ability_words = require("strata.cards.ability")
local chain_handlers = require("strata.cards.chain_handlers")
local costs = require("strata.cards.cost")
local watchers = require("strata.cards.watchers")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")
local card_drafts = require("strata.link.card_drafts")

local M = {}

-- -- Values ------------------------------------------------------------------

local function wrong_value(game, item, field, wanted, value)
  local got = wanted == "a number" and table_reader.said_instead(value) or vocabulary.said(value)
  game.files:blame(item, field, "%s: expected %s, got %s", field, wanted, got)
end

local function check_words(game, item, field, value)
  if not table_reader.is_plain(value) then
    wrong_value(game, item, field, "a list of words", value)
  end
  table_reader.check_list(game.files, item, field, value)
  local known = game.schema.attributes[field].words
  for place, said in ipairs(value) do
    local word = game:present(known, said, item, field)
    if word ~= said then
      value[place] = word
    end
    if not known[word] then
      local got = vocabulary.said(word)
      local hint = spelling.hint(got, game.schema:family(field))
      game.files:blame(item, field, "%s: unknown word '%s'%s", field, got, hint)
    end
  end
end

--- For each type of attribute: what a message calls its value, and the type of the value in Lua.
local PLAIN <const> = {
  int = { "a number", "integer" },
  flag = { "true or false", "boolean" },
  sym = { "a text", "string" },
  text = { "a text", "string" },
}

local function check_value(game, item, field, attribute, value)
  local plain = PLAIN[attribute.kind]
  if not plain then
    check_words(game, item, field, value)
  elseif (math.type(value) or type(value)) ~= plain[2] then
    wrong_value(game, item, field, plain[1], value)
  end
end

local RESERVED <const> = { back = true, text = true, id = true }

-- Types of attributes whose values a card prints in fields.
local PRINTED <const> = { flag = true, int = true, set = true, sym = true, text = true }

-- Fields in which other games keep abilities.
local IN_LIST <const> = { ability = true, abilities = true, keyword = true, keywords = true }

--- What to write instead of a field that no card has.
local function instead_of_field(game, key)
  if IN_LIST[key] then
    return '; abilities and keywords stand in the list of the card, as in card { name = "...", '
      .. '"flying", static { ... } }'
  end
  local attribute = game.schema.attributes[key]
  if attribute and attribute.kind == "ref" then
    return "; it names an object or a player, which no card can know: events and effects set it"
  end
  local ours = { "abstract", "back", "id", "like", "text" }
  return spelling.hint(key, table.move(game.schema.order, 1, #game.schema.order, #ours + 1, ours))
end

--- Raise the mistake in a card's fields that comes first by the name of the field. A former name of
--- a field is replaced by its present name.
local function check_fields(game, draft)
  for key, value in host.sorted_pairs(draft.given) do
    local attribute, item = game.schema.attributes[key], card_drafts.said(draft, key)
    if not RESERVED[key] and not (attribute and PRINTED[attribute.kind]) then
      game.files:blame(item, key, "no field '%s'%s", key, instead_of_field(game, key))
    elseif not RESERVED[key] then
      check_value(game, item, key, attribute, value)
    end
  end
end

--- A list of words as symbols; the same list if each word is its own symbol. Nil if it is no list
--- of words.
local function symbol_list(schema, attribute, said)
  if not table_reader.is_plain(said) or table_reader.list_mistake(said) ~= nil then
    return nil
  end
  local list, known = said, attribute.words
  for i, word in ipairs(said) do
    if not known[word] then
      return nil
    end
    local symbol = schema:symbol(word)
    if symbol ~= word then
      list = list == said and table.move(said, 1, #said, 1, {}) or list
      list[i] = symbol
    end
  end
  return list
end

--- For each type of attribute: a function that returns its value as strata.rules reads it, nil if
--- the value is of another type.
local READ <const> = {
  int = function(_, _, value)
    return math.type(value) == "integer" and value or nil
  end,
  sym = function(schema, _, value)
    return type(value) == "string" and schema:symbol(value) or nil
  end,
  text = function(_, _, value)
    return type(value) == "string" and value or nil
  end,
  flag = function(_, _, value)
    if type(value) == "boolean" then
      return value
    end
    return nil
  end,
  set = symbol_list,
}

--- Write the fields of a draft into values. False if one of them has a mistake.
local function read_fields(schema, draft, values)
  local attributes, is_fine = schema.attributes, true
  for key, value in next, draft.given do
    local attribute = attributes[key]
    local read = attribute and READ[attribute.kind]
    local got = nil
    if not RESERVED[key] then
      got = read and read(schema, attribute, value)
      is_fine = is_fine and got ~= nil
    end
    values[key] = got
  end
  return is_fine
end

--- The base values of a card, as strata.rules reads them. Only if a field has a mistake are the
--- fields checked one by one, in the order of their names, to report it.
local function values_of(game, draft)
  local values, text, schema = host.named(draft.given), draft.given.text, game.schema
  if text ~= nil and type(text) ~= "string" then
    wrong_value(game, card_drafts.said(draft, "text"), "text", "a text", text)
  end
  if not read_fields(schema, draft, values) then
    check_fields(game, draft)
    read_fields(schema, draft, values) -- old words are what they are now
  end
  costs.add(game, card_drafts.said(draft, "cost"), values)
  local colors = schema.data.costs and schema.data.costs.colors
  if colors and values[colors] then
    local list = symbol_list(schema, schema.attributes[colors], values[colors])
    values[colors] = list or values[colors] -- the engine says what is wrong
  end
  return values
end

-- -- Abilities ---------------------------------------------------------------

local function need_keyword(game, item, said, place)
  local keyword = game:present(game.schema.keywords, said, item, place)
  if not game.schema.keywords[keyword] then
    local hint = spelling.hint(keyword, spelling.keys(game.schema.keywords))
    game.files:blame(item, place, "unknown keyword '%s'%s", keyword, hint)
  end
  return game.schema:symbol(keyword)
end

local function card_ability(game, part)
  local ability, place = part.item, part.place
  if type(ability) == "string" then
    return need_keyword(game, part.by, ability, part.field or place)
  end
  if not ability_words.is_ability(ability) and not watchers.is_watcher(ability) then
    local form = "in place %s of its list expected an ability, got %s"
    game.files:blame(part.by, place, form, place, vocabulary.said(ability))
  end
  return game:add_ability(ability, part.name)
end

--- The owner of an ability, for explanations: the card, and the pack whose amendment added the
--- ability.
local function title_of(draft, part)
  local name = draft.given.name
  return part.pack == draft.pack and name or ("%s (amended by %s)"):format(name, part.pack)
end

--- Compile an ability, or a handler, which stands in the chains of each object of the card.
local function add_part(game, draft, card, part)
  game.title = title_of(draft, part)
  if not chain_handlers.is_handler(part.item) then
    card.abilities[#card.abilities + 1] = card_ability(game, part)
    return
  end
  game.left = game.left + 1
  card.chain = card.chain or {}
  card.chain[#card.chain + 1] = chain_handlers.compile(game, part.item, part.name, false)
end

--- The attribute that is a list of abilities, for messages.
local function list_of_abilities(schema)
  for _, name in ipairs(schema.order) do
    if schema.attributes[name].kind == "abilities" then
      return name
    end
  end
  return nil
end

--- Give a card its abilities, for which the rules must have an attribute.
local function set_abilities(game, draft, card)
  local role = game.schema.roles.abilities
  if #card.abilities == 0 then
    return
  elseif not role or not game.schema.attributes[role] then
    local own = list_of_abilities(game.schema)
    local form = "it has abilities, and the rules have no attribute for them; say there %s"
    game.files:blame(draft.item, nil, form, own and ('roles = { abilities = "%s" }'):format(own)
      or 'attributes = { abilities = "abilities" }, roles = { abilities = "abilities" }')
  end
  card.values[role] = card.abilities
end

--- A face of a card, with its values and abilities.
local function face_of(game, draft)
  local card = {
    id = draft.id,
    definition = draft.id,
    abilities = {},
    item = draft.item,
    draft = draft,
    name = draft.given.name,
    values = values_of(game, draft),
  }
  for _, part in ipairs(draft.parts) do
    if not part.is_gone then
      add_part(game, draft, card, part)
    end
  end
  set_abilities(game, draft, card)
  game.title = nil
  return card
end

--- Find mistakes in a draft that becomes no card, and in its back face.
---@param game strata.Game
---@param draft strata.Draft
function M.check(game, draft)
  face_of(game, draft)
  if draft.back then
    M.check(game, draft.back)
  end
end

--- Compile a draft, with its back face, to a card: its abilities and values become part of the
--- game.
---@param game strata.Game
---@param draft strata.Draft
---@return strata.Card
function M.compile(game, draft)
  local id, card = draft.id, face_of(game, draft)
  game.chains[id] = card.chain
  if draft.back then
    card.back = M.compile(game, draft.back)
    card.back.front = card
    costs.add_back(game, card)
  end
  game.drafts.is_crossed = game.drafts.is_crossed or game.definitions[id] ~= nil
  game.definitions[id] = card
  game.face_order[#game.face_order + 1] = id
  game.face_symbols[#game.face_symbols + 1] = game.schema:symbol(card.name)
  return card
end

return M
