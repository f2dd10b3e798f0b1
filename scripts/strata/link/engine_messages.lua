--- What the engine says of the rules that packs make, in the words of their files, behind the file
--- and the line that it concerns.
---
--- The engine reads texts that the library has written: "$target", "this.controller", byte 38. The
--- writer of a card has seen none of them. So a message is taken apart here: whose it is, where in
--- it, and what is wrong there.
local file_outline = require("strata.base.file_outline")
local pack_file = require("strata.base.pack_file")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local ruleset_errors = require("strata.lang.ruleset_errors")

local M = {}

---@class strata.Blamed what a message is about
---@field game strata.Game
---@field item strata.Described the word that it is about: it has path and line
---@field spec? table of a watcher definition or event, as strata.rules reads it
---@field word string the act or ability that says it
---@field field? string|integer of that word
---@field said? string what the message calls the field, if not by its name
---@field tokens? string[] words of the file that stand where the mistake is

-- -- Whose it is --------------------------------------------------------------

--- Calls a function for each part of each card, its faces included.
local function each_part(game, visit)
  local function walk(draft)
    for _, part in ipairs(draft.parts) do
      visit(part)
    end
    if draft.back then
      walk(draft.back)
    end
  end
  for _, draft in ipairs(game.drafts.list) do
    walk(draft)
  end
end

--- The word that an ability comes of. The name of one that stands within another begins with the
--- name of that.
local function ability_item(game, name)
  local found, length = game.law_items[name], 0
  each_part(game, function(part)
    local own = part.name
    local is_it = type(part.item) == "table" and own and #own > length
      and (name == own or name:sub(1, #own + 1) == own .. ".")
    if is_it then
      found, length = part.item, #own
    end
  end)
  for keyword in host.sorted_pairs(found and {} or game.schema.keywords) do
    found = game.schema:symbol(keyword) == name and game.law_items[keyword] or found
  end
  return found
end

local function definition_item(game, name)
  for _, draft in ipairs(game.drafts.list) do
    for _, face in ipairs({ draft, draft.back }) do
      if face.id == name then
        return face.item
      end
    end
  end
  return nil
end

--- What a file of events declares besides events.
local function declared_item(game, kind, name)
  for _, declared in ipairs(game.declarations:of_kind(kind)) do
    if declared.name == name then
      return declared.item
    end
  end
  return nil
end

-- For each kind of thing that the engine names first: the word that it comes of, its spec, and the
-- field if that has the name.
local OWNERS <const> = {
  ability = ability_item,
  check = function(game, name)
    return declared_item(game, "check", name), game.kinds.checks[name]
  end,
  definition = definition_item,
  code = function(game, name)
    return game.code_items[name], game.codes[name]
  end,
  event = function(game, name)
    return game.kinds.known[name], game.kinds.events[name]
  end,
  law = function(game, name)
    return game.law_items[name]
  end,
  period = function(game, name)
    return declared_item(game, "period", name)
  end,
  play = function(game, name)
    return declared_item(game, "play", "play"), nil, name
  end,
}

-- -- Where in it --------------------------------------------------------------

--- The deed of a place among those of a list: names stand before them.
local function deed_at(list, place)
  for _, value in ipairs(type(list) == "table" and list or {}) do
    if type(value) == "table" then
      place = place - 1
      if place == 0 then
        return value
      end
    end
  end
  return nil
end

--- The word of a deed as files write it: the event that it makes, or what it does.
local function word_of_deed(blamed, deed, name)
  local is_event = deed and deed[1] == name and name == "emit"
  local word = is_event and deed[2] or name == "begin" and "effect" or name
  local known = is_event or blamed.game.words[word] ~= nil
  return known and word or blamed.word
end

--- Functions that read a step of the way to the mistake. Each returns what follows it.
local STEPS <const> = {
  { "^,? ?deed (%d+) %(([%w_ ]+)%)", "deed" },
  { "^,? ?does (%d+) %(([%w_ ]+)%)", "deed" },
  { "^,? ?inner (%d+) %(([%w_ ]+)%)", "deed" },
  { "^,? ?clause (%d+)", "none" },
  { "^,? ?part (%d+) %(([%w_]+)%)", "part" },
  { "^,? ?part (%d+)", "none" },
  { "^,? ?argument '([%w_]+)'", "argument" },
  { "^,? ?argument", "none" },
  { "^ %(([%w_]+)%)", "test" },
}

local READ <const> = {}

function READ.none() end

function READ.deed(blamed, place, name)
  local list = blamed.deed or blamed.spec
  blamed.deed = deed_at(list, math.tointeger(tonumber(place)))
  blamed.word = word_of_deed(blamed, blamed.deed, name)
end

function READ.part(blamed, _, attribute)
  blamed.field, blamed.said = attribute, attribute
end

function READ.argument(blamed, name)
  blamed.field = name
end

--- A test of a field of the event that a watcher is about.
function READ.test(blamed, name)
  blamed.word, blamed.field = blamed.spec and blamed.spec[2] or blamed.word, name
end

--- Read one step. Returns what follows, nil if there is none.
local function step(blamed, text)
  for _, row in ipairs(STEPS) do
    local first, last, a, b = text:find(row[1])
    if first then
      READ[row[2]](blamed, a, b)
      return text:sub(last + 1)
    end
  end
  return nil
end

-- What the engine calls an expression, by the field of the file in which it stands; true if the
-- field is known by then.
local EXPRESSIONS <const> = {
  condition = "when",
  operand = true,
  subject = 1,
  who = 1,
  ["its predicate"] = true,
  ["its value"] = true,
}

local FIELDS <const> = { amount = true, lasts = true, only_if = true, when = true }

--- Read which expression it is. Returns what is wrong with it.
local function expression(blamed, text)
  local name = text:match("^(its %l+)%f[^%w_]") or text:match("^([%l_]+)%f[^%w_]")
  local field = EXPRESSIONS[name] or FIELDS[name] and name
  if not field then
    return text
  end
  blamed.field = field == true and blamed.field or field ~= true and field or nil
  return (text:sub(#name + 1):gsub("^:? ", ""))
end

-- -- What is wrong, in words of the file --------------------------------------

local TYPES <const> = {
  ["a list of abilities"] = "a list of abilities",
  ["a predicate"] = "a condition",
  ["a ref"] = "an object",
  ["a set"] = "a set",
  ["a symbol"] = "a word",
  ["an int"] = "a number",
}

-- What files say for operators and functions of the engine.
local USERS <const> = {
  ["!="] = "is_not",
  ["<"] = "less_than",
  ["<="] = "at_most",
  ["="] = "is",
  [">"] = "more_than",
  [">="] = "at_least",
  ["and"] = "&",
  max = "larger",
  min = "smaller",
  ["not"] = "~",
  ["or"] = "|",
  top = "top_of",
}

-- What is given by a name of its own.
local GIVEN <const> = { choice = true, second_choice = true, target = true, x = true, you = true }

--- A text without what the engine leaves out when it writes it anew.
local function bare(text)
  return (text:gsub("%f[%w_]it%.", ""):gsub("[%s()]", ""))
end

--- A phrase of an item whose text is quoted by a message, as a reader would say it. A long text is
--- cut in the quote.
local function said_by(value, text, seen)
  if type(value) ~= "table" or seen[value] then
    return nil
  end
  seen[value] = true
  if phrase.is(value) then
    local own, start = bare(phrase.full(value)), text:match("^(.........*)%.%.%.$")
    local is_it = own == text or start ~= nil and own:sub(1, #start) == start
    return is_it and value.said or nil
  end
  for _, inner in host.sorted_pairs(value) do
    local said = said_by(inner, text, seen)
    if said then
      return said
    end
  end
  return nil
end

--- Whether words follow each other from a token on.
local function are_at(tokens, at, words)
  for i, word in ipairs(words) do
    local token = tokens[at + i - 1]
    if not token or token.text ~= word then
      return false
    end
  end
  return true
end

--- The line of an item in which words follow each other, nil if none has them.
local function line_of(blamed, words)
  local outline = blamed.game.files:outline(blamed.item.path)
  local first, last = file_outline.extent(outline, blamed.item.line)
  local tokens = outline and outline.tokens or {}
  for i, token in ipairs(tokens) do
    local is_here = token.line >= first and token.line <= last
    if is_here and are_at(tokens, i, words) then
      return tokens[i + #words - 1].line
    end
  end
  return nil
end

--- What a file calls a name that is bound: named.first, target.
local function name_said(blamed, name)
  local words = { "named", ".", name }
  local is_named = not GIVEN[name] or line_of(blamed, words) ~= nil
  blamed.tokens = is_named and words or { name }
  return is_named and "named." .. name or name
end

--- What is quoted by a message, as the file has it.
local function quoted(blamed, text)
  local name = text:match("^%$([%w_]+)$")
  if name then
    return name_said(blamed, name)
  elseif text:match("^event%.[%w_]+$") then
    blamed.tokens = { "event", ".", text:match("%.([%w_]+)$") }
    return text
  end
  local said = said_by(blamed.item.given, bare(text), {})
  if said then
    return ("'%s'"):format(said)
  end
  local controller = "%f[%w_]this%." .. (blamed.game.schema.roles.controller or "?") .. "%f[^%w_]"
  text = text:gsub(controller, "you"):gsub("%$you%f[^%w_]", "you")
  text = text:gsub("%$([%w_]+)", function(other)
    return GIVEN[other] and other or "named." .. other
  end)
  return blamed.game.schema.attributes[text] and "it." .. text or text
end

-- Names that the library gives, which no file says.
local function is_own_name(name)
  return name == "i" or name == "you" or name:find("^chosen_%d+$") or name:find("^may_%d+$")
end

-- What messages of the engine become; what is not here stays as it is.
local BECOMES <const> = {}

local function becomes(pattern, make)
  BECOMES[#BECOMES + 1] = { pattern, make }
end

local BIND <const> = '; bind it before, as let { "%s", ... }, or by as = "%s"'

becomes("^nothing is bound to '%$([%w_]+)' here; only", function(blamed, name)
  return name_said(blamed, name)
    .. ": names are bound by acts, so only acts and what watches for an event know any; ask for a"
    .. " value of this, you or it"
end)

becomes("^nothing is bound to '%$([%w_]+)' here; (.*)$", function(blamed, name, hint)
  local near = hint:match("^did you mean '%$([%w_]+)'")
  local said = name_said(blamed, name)
  if near and not is_own_name(near) then
    return ("nothing is bound to %s here; did you mean named.%s?"):format(said, near)
  end
  return ("nothing is bound to %s here"):format(said) .. BIND:format(name, name)
end)

becomes("^there is no event here, so no '(event%.[%w_]+)'; only", function(blamed, text)
  return quoted(blamed, text)
    .. ": there is no event here; only what watches for one has its fields, as"
    .. " whenever { ..., act = ... } or replace { ... }"
end)

becomes("^event '([%w_:]+)' has no field '([%w_]+)'; (.*)$", function(blamed, event, field, hint)
  quoted(blamed, "event." .. field)
  local near = hint:match("did you mean '([%w_]+)'")
  local remedy = near and ("did you mean event.%s?"):format(near)
    or ("`strata --pack PACK help %s` lists its fields"):format(event)
  return ("event.%s: the event %s has no field '%s'; %s"):format(field, event, field, remedy)
end)

becomes("^'([^']+)' wants ([^,]+), but '(.+)' is (.-); .*$", function(
  blamed, user, want, text, have
)
  local got = quoted(blamed, text)
  local form = "%s: expected %s, got %s, which is %s"
  return form:format(USERS[user] or user, TYPES[want] or want, got, TYPES[have] or have)
end)

becomes("^'([^']+)' wants equal types, but '(.+)' is (.-) and '(.+)' is (.-)$", function(
  blamed, user, left, of_left, right, of_right
)
  local form = "%s is %s, and %s is %s; with :%s and :of write values of one kind"
  left, right = quoted(blamed, left), quoted(blamed, right)
  of_left, of_right = TYPES[of_left] or of_left, TYPES[of_right] or of_right
  return form:format(left, of_left, right, of_right, USERS[user] or user)
end)

becomes("^nobody stands before '%.([%w_]*)';", function(blamed, name)
  blamed.tokens = { ".", name }
  local form = ".%s: what stands before it is no object, and only objects have that; expected"
    .. " an object, as this.%s"
  return form:format(name, name)
end)

becomes("^'(.+)' is (an? [%w ]+), not (an? [%w ]+)$", function(blamed, text, have, want)
  local got = quoted(blamed, text)
  return ("expected %s, got %s, which is %s"):format(TYPES[want] or want, got, TYPES[have] or have)
end)

becomes("^'(.+)' is about 'it', but nobody is 'it' here", function(blamed, text)
  return quoted(blamed, text)
    .. " is about it, and nobody is it here; say whose, as this.power or event.who.power"
end)

becomes("^outer is the entity outside", function(blamed)
  blamed.tokens = { "outer" }
  return "outer: it means somebody only inside count, sum or distinct; write it"
end)

--- A name within a text: if the file does not say it, a text of the rules does.
local function within_text(blamed, name, sign)
  blamed.tokens = { name }
  if not line_of(blamed, blamed.tokens) then
    blamed.text = sign .. name .. sign
  end
end

becomes("^unknown attribute '([%w_]+)'; ", function(blamed, name)
  within_text(blamed, name, "")
  return ("unknown attribute '%s'%s"):format(name, spelling.hint(name, blamed.game.schema.order))
end)

becomes("^unknown symbol '(.-)'; (.*)$", function(blamed, word, hint)
  within_text(blamed, word, "'")
  return ("unknown word '%s'; %s"):format(word, hint)
end)

becomes("^'(.-)' is not in the domain of '([%w_]+)'; (.*)$", function(blamed, word, set, hint)
  within_text(blamed, word, "'")
  return ("'%s' is no word of %s; %s"):format(word, set, hint)
end)

--- A message without its place in a text that no file has.
local function in_words(blamed, text)
  text = text:gsub("^at byte %d+: ", "")
  for _, row in ipairs(BECOMES) do
    local captures = table.pack(text:match(row[1]))
    if captures[1] then
      return row[2](blamed, table.unpack(captures, 1, captures.n))
    end
  end
  return text
end

-- -- All ----------------------------------------------------------------------

--- What a text of the rules says wrongly, behind its place: nouns and adjectives hold texts, which
--- stand in what cards say. Nil if no file of rules has it.
local function of_rules(blamed, text)
  for _, path in ipairs(blamed.text and blamed.game.rule_paths or {}) do
    for _, token in ipairs(blamed.game.files:outline(path).tokens) do
      if token.kind == "string" and token.text:find(blamed.text, 1, true) then
        return blamed.game.files:message(path, token.line, ("%q: %s"):format(token.text, text))
      end
    end
  end
  return nil
end

--- Blame the word of the file alone where the library has written the act, or its field.
local function known_in_file(blamed)
  local item = blamed.item
  local outline = blamed.game.files:outline(item.path)
  local function stands(field)
    return file_outline.inner_line(outline, item.line, blamed.word, field) ~= nil
  end
  if blamed.word ~= item.word and not stands(nil) then
    blamed.word, blamed.field = item.word, blamed.said and blamed.field
  elseif blamed.field == blamed.word or not (blamed.said or stands(blamed.field)) then
    blamed.field = nil
  end
end

--- Whether a word has what is wrong: the tokens, the act or the field.
local function says(blamed, item)
  if blamed.tokens then
    return line_of({ game = blamed.game, item = item }, blamed.tokens) ~= nil
  elseif blamed.word ~= blamed.item.word then
    local outline = blamed.game.files:outline(item.path)
    return file_outline.inner_line(outline, item.line, blamed.word, blamed.field) ~= nil
  end
  return pack_file.sayer(blamed.item, blamed.field) == item
end

--- The word that says what is wrong: an amendment of another pack may.
local function sayer_of(blamed)
  local item = blamed.item
  for _, other in host.sorted_pairs(item.said_by or {}) do
    if not says(blamed, item) and says(blamed, other) then
      return setmetatable({ word = item.word }, { __index = other })
    end
  end
  return item
end

local function start_of(blamed)
  local field = blamed.field
  if blamed.said then
    return field .. ": "
  elseif type(field) == "string" then
    return ("%s: %s: "):format(blamed.word, field)
  end
  return blamed.word .. ": "
end

--- The line of the field of the word that says it; the words themselves go first.
local function place_of(blamed)
  local files, item = blamed.game.files, blamed.item
  local line = blamed.tokens and line_of(blamed, blamed.tokens)
  if line then
    return line
  elseif blamed.word ~= item.word then
    line = file_outline.inner_line(files:outline(item.path), item.line, blamed.word, blamed.field)
  end
  return line or files:line(item, blamed.field)
end

--- A message about what files say; nil if it is not known which says it.
local function of_item(game, message)
  local kind, name, rest = message:match("^(%l+) '([^']*)'(.*)$")
  local find = OWNERS[kind]
  local item, spec, field = nil, nil, nil
  if find then
    item, spec, field = find(game, name)
  end
  if not item or item.path == "?" then
    return nil
  end
  item = item.word and item or setmetatable({ word = kind }, { __index = item })
  local blamed = { game = game, item = item, spec = spec, word = item.word, field = field }
  blamed.said = field
  local after = step(blamed, rest)
  while after do
    rest, after = after, step(blamed, after)
  end
  rest = expression(blamed, (rest:gsub("^[:,]? ", "")))
  local text = in_words(blamed, rest)
  item = sayer_of(blamed)
  blamed.item = item
  known_in_file(blamed)
  return of_rules(blamed, text)
    or game.files:message(item.path, place_of(blamed), start_of(blamed) .. text)
end

--- A message about a word of steps; nil if it is about none. Raises behind the place in the rules.
local function refuse_word(game, message)
  local name, rest = message:match("^code '([^']*)'(.*)$")
  local said = name and game.code_words[name]
  if said then
    local text = rest:gsub("^[:,]? ", ""):gsub("^when: ", ""):gsub("at byte %d+: ", "")
    ruleset_errors.refuse(game, { "steps", said.word, said.field }, "%s", text)
  end
end

--- A message of strata.rules behind the place in a pack that it concerns, if that is known.
---@param game strata.Game
---@param message string
---@return string
function M.placed(game, message)
  local plain = message:gsub("^strata%.rules: ", "")
  refuse_word(game, plain)
  return of_item(game, plain)
    or ruleset_errors.placed(game, plain)
    or ("%s: %s"):format(game.pack.path, (plain:gsub("at byte %d+: ", "")))
end

return M
