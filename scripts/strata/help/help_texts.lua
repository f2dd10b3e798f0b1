--- Help: the descriptions in the `---@meta` files of scripts/strata/meta, found by name.
---
--- Those files are the only source of descriptions. Editors read them directly; this module reads
--- them for `strata help`, `?` in the REPL and scripts/reference.md; tests compare their names with
--- the functions and words that exist.
local json_writer = require("strata.base.json_writer")
local spelling = require("strata.base.spelling")
local host = require("strata.host")

local M = {}

---@class strata.Book
---@field name string by which it is asked for
---@field title string
---@field files string[] modules of the room meta
local BOOKS <const> = {
  {
    name = "scripts",
    title = "Scripts and the REPL",
    files = {
      "world_api", "entity_api", "op_api", "expr_api", "action_api", "handler_api", "chain_api",
      "save_api", "history_api", "rules_api",
    },
  },
  {
    name = "cards",
    title = "Files of cards, laws and rules",
    files = { "card_words", "expression_words", "change_words" },
  },
  { name = "events", title = "Files of events", files = { "event_words" } },
  { name = "scenarios", title = "Scenarios", files = { "step_words" } },
  { name = "lua", title = "Lua's own functions, as scripts see them", files = { "lua_builtins" } },
  { name = "rules", title = "Fields of files of rules", files = { "ruleset_words" } },
}

--- How a value of a class is called in a signature.
local RECEIVERS <const> = {
  Ctx = "ctx",
  Effect = "effect",
  Entity = "entity",
  Expr = "expr",
  Game = "game",
  Op = "op",
  Record = "record",
  Rules = "rules",
  Set = "set",
  World = "world",
}

-- -- Reading -----------------------------------------------------------------

---@class strata.HelpField
---@field name string with "?" if it may be left out
---@field type string
---@field text string what it means

---@class strata.HelpEntry
---@field book string
---@field section string
---@field name string "World:act", "strata.add", "card", "strata.Option"
---@field short string "act", "add", "card", "Option"
---@field kind "function"|"value"|"class"|"step"
---@field signature string
---@field text string[] lines
---@field example string[] lines of a session, or of a file
---@field params strata.HelpField[]
---@field returns strata.HelpField[]
---@field fields strata.HelpField[]

local function new_block()
  return { text = {}, example = {}, params = {}, returns = {}, fields = {}, types = {} }
end

local DEPTHS <const> = {
  ["("] = 1, ["["] = 1, ["{"] = 1, ["<"] = 1, [")"] = -1, ["]"] = -1, ["}"] = -1, [">"] = -1,
}

--- Split "table<string, integer> what it is" behind its type: at the first blank outside of
--- brackets and quotes that is no part of it, as one behind a colon is.
local function split_type(text)
  local depth, is_quoted, last = 0, false, ""
  for i = 1, #text do
    local sign = text:sub(i, i)
    is_quoted = is_quoted ~= (sign == '"')
    depth = depth + (not is_quoted and DEPTHS[sign] or 0)
    if sign ~= " " then
      last = sign
    elseif not is_quoted and depth == 0 and not last:find("[:|,]") then
      return text:sub(1, i - 1), text:sub(i + 1)
    end
  end
  return text, ""
end

local function read_param(block, rest)
  local name, after = rest:match("^(%S+)%s+(.*)$")
  local kind, text = split_type(after or "any")
  block.params[#block.params + 1] = { name = name or rest, type = kind, text = text }
end

local function read_return(block, rest)
  local kind, text = split_type(rest)
  block.returns[#block.returns + 1] = { name = "", type = kind, text = text }
end

--- A field; the lines above it are what it means, if it does not say itself.
local function read_field(block, rest)
  local name, after = rest:match("^(%[[^%]]+%]%??)%s+(.*)$")
  if not name then
    name, after = rest:match("^(%S+)%s+(.*)$")
  end
  local kind, text = split_type(after)
  local above = block.above or {}
  if text ~= "" then
    above[#above + 1] = text
  end
  block.fields[#block.fields + 1] = { name = name, type = kind, text = table.concat(above, " ") }
  block.above = {}
end

local function read_class(block, rest)
  local name, text = rest:match("^([%w_.]+)%S*%s*(.*)$")
  block.class = name
  block.above = {}
  if text ~= "" and not rest:match("^[%w_.]+:") then
    block.text[#block.text + 1] = text
  end
end

local TAGS <const> = {
  class = read_class,
  field = read_field,
  param = read_param,
  ["return"] = read_return,
  type = function(block, rest)
    block.types[#block.types + 1] = rest
  end,
}

--- One line of a comment, without its "---".
local function read_doc(block, line)
  local tag, rest = line:match("^@(%a+)%s*(.*)$")
  local text = line:gsub("^ ", "")
  if tag then
    local read = TAGS[tag]
    if read then
      read(block, rest)
    end
  elseif text:match("^```") then
    block.is_example = not block.is_example
  elseif block.is_example then
    block.example[#block.example + 1] = text
  elseif block.above then
    block.above[#block.above + 1] = text
  else
    block.text[#block.text + 1] = text
  end
end

local function without_blanks(lines)
  while lines[#lines] == "" do
    lines[#lines] = nil
  end
  while lines[1] == "" do
    table.remove(lines, 1)
  end
  return lines
end

--- "world:act(what, fields?, options?)": with what may be left out marked.
local function signature_of(name, block, arguments)
  local class, method = name:match("^(%a+):(.+)$")
  if class then
    name = ("%s:%s"):format(RECEIVERS[class] or class, method)
  end
  if not arguments then
    return name
  end
  local said = {}
  for argument in arguments:gmatch("[%w_.]+") do
    local shown = argument
    for _, param in ipairs(block.params) do
      shown = param.name == argument .. "?" and param.name or shown
    end
    said[#said + 1] = shown
  end
  return ("%s(%s)"):format(name, table.concat(said, ", "))
end

local function add_entry(book, section, block, name, kind, arguments)
  local entry = {
    book = book.name,
    section = section,
    name = name,
    short = name:match("[%w_]+$"),
    kind = kind,
    signature = signature_of(name, block, arguments),
    text = without_blanks(block.text),
    example = block.example,
    params = block.params,
    returns = block.returns,
    fields = block.fields,
    type = block.types[1],
  }
  book.entries[#book.entries + 1] = entry
  return entry
end

-- Classes whose fields are words of their own: verbs of steps, what stands beside them, and what
-- rules declare. An example stands at the end of their text.
local EXAMPLES <const> = {
  ["strata.RulesetFields"] = "^(.-)%s*`([%l_]+ = [^`]+)`$",
  ["strata.Step"] = "^(.-)%s*`({.+})`$",
}

local function add_steps(book, section, block)
  for _, field in ipairs(block.fields) do
    local text, example = field.text:match(EXAMPLES[block.class])
    local step = new_block()
    step.text[1] = text or field.text
    step.example[1] = example
    step.types[1] = field.type
    add_entry(book, section, step, field.name:gsub("%?$", ""), "step")
  end
end

--- What stands behind a comment: it says what was described.
local function close_block(book, section, block, line)
  local name, arguments = line:match("^function ([%w_.:]+)%((.-)%) end")
  local value = line:match("^([%w_.]+) = nil$") or line:match("^([%w_.]+) = {}$")
  if name then
    add_entry(book, section, block, name, "function", arguments)
  elseif value then
    add_entry(book, section, block, value, "value")
  elseif block.class and EXAMPLES[block.class] then
    add_steps(book, section, block)
  elseif block.class and (#block.fields > 0 or #block.text > 0) then
    add_entry(book, section, block, block.class, "class")
  end
end

local function read_file(book, file)
  local section, block = "", new_block()
  for line in (host.script("strata.meta." .. file) .. "\n"):gmatch("(.-)\n") do
    local doc = line:match("^%-%-%-(.*)$")
    if doc and doc:match("^@meta") then
      block.is_head = true
    elseif doc then
      read_doc(block, doc)
    elseif not (block.is_head and line:match("^%-%- luacheck:")) then
      section = line:match("^%-%- %-%- (.-) %-*$") or section
      close_block(book, section, block, line)
      if block.is_head then
        book.head[#book.head + 1] = table.concat(without_blanks(block.text), "\n")
      end
      block = new_block()
    end
  end
end

--- A class of which several files describe a part is one.
local function join_classes(book)
  local kept, by_name = {}, {}
  for _, entry in ipairs(book.entries) do
    local first = entry.kind == "class" and by_name[entry.name]
    if first then
      for _, key in ipairs({ "text", "fields", "example" }) do
        table.move(entry[key], 1, #entry[key], #first[key] + 1, first[key])
      end
    else
      by_name[entry.name] = entry
      kept[#kept + 1] = entry
    end
  end
  book.entries = kept
end

local read = nil

--- All books, with their entries in the order in which they are written.
---@return { name: string, title: string, head: string[], entries: strata.HelpEntry[] }[]
function M.books()
  if not read then
    local books = {}
    for i, book in ipairs(BOOKS) do
      books[i] = { name = book.name, title = book.title, head = {}, entries = {} }
      for _, file in ipairs(book.files) do
        read_file(books[i], file)
      end
      join_classes(books[i])
    end
    read = books
  end
  return read
end

-- -- Finding -----------------------------------------------------------------

local function each_entry(found)
  for _, book in ipairs(M.books()) do
    for _, entry in ipairs(book.entries) do
      found(entry)
    end
  end
end

-- Words that people look for and that are no entries, by the entries that answer them.
local MEANT <const> = {
  ["do"] = { "emit", "act" },
  explore = { "properties" },
  unless_paid = { "enters", "pays" },
  ["until"] = { "await", "go" },
  wait = { "await", "go" },
}

--- Those of this name: "act", "World:act", "world:act", "strata.add".
---@param word string
---@return strata.HelpEntry[]
function M.find(word)
  local list, bare = {}, word:match("[%w_]+$") or word
  each_entry(function(entry)
    local called = entry.signature:match("^[^(]+")
    if entry.name == word or called == word then
      table.insert(list, 1, entry)
    elseif entry.short == bare and (bare == word or #list == 0) then
      list[#list + 1] = entry
    end
  end)
  if list[1] and (list[1].name == word and word:find("[.:]")) then
    return { list[1] }
  end
  for _, meant in ipairs(#list == 0 and MEANT[word] or {}) do
    local found = M.find(meant)
    table.move(found, 1, #found, #list + 1, list)
  end
  return list
end

local function mentions(entry, word)
  return entry.name:lower():find(word, 1, true)
    or table.concat(entry.text, " "):lower():find(word, 1, true)
end

--- The names that can be asked for, without their classes.
---@return string[]
function M.names()
  local names, seen = {}, {}
  each_entry(function(entry)
    if not seen[entry.short] then
      seen[entry.short] = true
      names[#names + 1] = entry.short
    end
  end)
  return names
end

-- -- Telling -----------------------------------------------------------------

local WIDTH <const> = 78

--- Lines of at most WIDTH letters, each behind `indent`; those behind the first behind `hanging`.
---@param text string
---@param indent string
---@param hanging? string default: `indent`
---@return string[]
function M.wrapped(text, indent, hanging)
  local lines, line = {}, nil
  for word in text:gmatch("%S+") do
    if line and #line + #word + 1 > WIDTH then
      lines[#lines + 1] = line
      line, indent = nil, hanging or indent
    end
    line = line and line .. " " .. word or indent .. word
  end
  lines[#lines + 1] = line
  return lines
end

--- The first sentence.
local function first_of(entry)
  local text = table.concat(entry.text, " ")
  return (text:match("^(.-[.:])%s") or text):gsub("[.:]$", "")
end

local function add_wrapped(into, text, indent)
  local list = M.wrapped(text, indent)
  table.move(list, 1, #list, #into + 1, into)
end

--- Adds the paragraphs of an entry. An item of a list and the cost each start a new line.
local function add_text(into, entry)
  local text = table.concat(entry.text, "\n"):gsub("\n%- ", "\n\n- ")
  text = text:gsub("\n\n+", "\0"):gsub("\n", " ")
  for paragraph in text:gmatch("[^\0]+") do
    local rest, cost = paragraph:match("^(.-)%s*(%f[%w]Costs? ?[^\0]*)$")
    add_wrapped(into, rest or paragraph, "  ")
    if cost then
      add_wrapped(into, cost, "  ")
    end
  end
end

local function add_fields(into, title, fields)
  for i, field in ipairs(fields) do
    local name = field.name == "" and "" or field.name .. "  "
    local text = field.text ~= "" and ": " .. field.text or ""
    add_wrapped(into, (i == 1 and title or "") .. name .. field.type .. text, "    ")
  end
end

--- One entry as lines for a terminal.
local function told(entry)
  local into = { ("%s    (%s)"):format(entry.signature, entry.book) }
  add_text(into, entry)
  add_fields(into, "", entry.params)
  add_fields(into, "returns ", entry.returns)
  add_fields(into, "", entry.fields)
  if #entry.example > 0 then
    into[#into + 1] = "  Example:"
    for _, line in ipairs(entry.example) do
      into[#into + 1] = "    " .. line
    end
  end
  return table.concat(into, "\n")
end

local function in_a_line(entry)
  local text = first_of(entry)
  local room = math.max(WIDTH - 28, 20)
  if #text > room then
    text = text:sub(1, room - 3):match("^(.*)%s") .. "..."
  end
  return ("  %-24s %s"):format(entry.signature:match("^[^(]+"), text)
end

local function list_of(entries)
  local lines, section = {}, nil
  for _, entry in ipairs(entries) do
    if entry.section ~= section and entry.section ~= "" then
      section = entry.section
      lines[#lines + 1] = section
    end
    lines[#lines + 1] = in_a_line(entry)
  end
  return table.concat(lines, "\n")
end

--- The entries of a book, or the methods and fields of a class.
local function topic(word)
  for _, book in ipairs(M.books()) do
    if book.name == word then
      local head = #book.head == 1 and book.head[1] .. "\n" or ""
      return ("%s\n%s%s"):format(book.title, head, list_of(book.entries))
    end
  end
  local methods = {}
  each_entry(function(entry)
    local class = entry.name:match("^(%a+)[:.]")
    if class and entry.kind ~= "class" and (class == word or RECEIVERS[class] == word) then
      methods[#methods + 1] = entry
    end
  end)
  return #methods > 0 and list_of(methods) or nil
end

--- What there is to ask about.
local function topics()
  local lines = { "Ask about a function or a word by its name, or about:" }
  for _, book in ipairs(M.books()) do
    local count = ("%d names"):format(#book.entries)
    lines[#lines + 1] = ("  %-12s %-32s %s"):format(book.name, book.title, count)
  end
  lines[#lines + 1] = "  world, entity, effect, rules, expr, op, set, ctx: their methods"
  return table.concat(lines, "\n")
end

local function search(word)
  local found = {}
  each_entry(function(entry)
    if mentions(entry, word:lower()) then
      found[#found + 1] = entry
    end
  end)
  return found
end

--- What is said about a name, or a list of what mentions it. Without a word: what there is.
---@param word? string
---@param is_exact? boolean what only mentions it is no answer
---@return string text
---@return boolean is_found
function M.tell(word, is_exact)
  if not word or word == "" then
    return topics(), true
  end
  local about = topic(word)
  local list, texts = M.find(word), { about }
  for _, entry in ipairs(list) do
    texts[#texts + 1] = told(entry)
  end
  if #texts > 0 then
    return table.concat(texts, "\n\n"), true
  end
  local found = is_exact and {} or search(word)
  if #found > 0 then
    return ("nothing is called '%s'; it is mentioned by\n%s"):format(word, list_of(found)), true
  end
  local hint = spelling.hint(word, M.names())
  return ("no help about '%s'%s"):format(word, hint), false
end

-- -- As a page, and for machines ---------------------------------------------

local function add_page_fields(into, title, fields)
  for _, field in ipairs(fields) do
    local name = field.name == "" and "" or ("`%s` "):format(field.name)
    local text = field.text ~= "" and " " .. field.text or ""
    into[#into + 1] = ("- %s%s`%s`%s"):format(title, name, field.type, text)
  end
end

local function add_page(into, entry)
  into[#into + 1] = ("### `%s`\n"):format(entry.signature)
  into[#into + 1] = table.concat(entry.text, "\n") .. "\n"
  local before = #into
  add_page_fields(into, "", entry.params)
  add_page_fields(into, "returns ", entry.returns)
  add_page_fields(into, "", entry.fields)
  if #into > before then
    into[#into + 1] = ""
  end
  if #entry.example > 0 then
    into[#into + 1] = ("```lua\n%s\n```\n"):format(table.concat(entry.example, "\n"))
  end
end

--- All of it as one page of Markdown: scripts/reference.md.
---@return string
function M.page()
  local into = {
    "# Every function and word\n",
    "`strata help --all` prints this page from the `---@meta` files in\n"
      .. "[strata/meta](strata/meta). `strata help NAME` and `?NAME` in the REPL print one entry.\n"
      .. "A test runs every example; the text after `-->` is what the REPL prints.\n",
  }
  for _, book in ipairs(M.books()) do
    into[#into + 1] = ("## %s\n"):format(book.title)
    into[#into + 1] = table.concat(book.head, "\n\n") .. "\n"
    for _, entry in ipairs(book.entries) do
      add_page(into, entry)
    end
  end
  return table.concat(into, "\n")
end

--- A line of JSON for each entry.
---@return string
function M.json()
  local lines = {}
  each_entry(function(entry)
    local line = {
      book = entry.book,
      name = entry.name,
      kind = entry.kind,
      signature = entry.signature,
      text = table.concat(entry.text, "\n"),
      example = #entry.example > 0 and table.concat(entry.example, "\n") or nil,
    }
    local names = { "book", "name", "kind", "signature", "text", "example" }
    lines[#lines + 1] = ("{%s}"):format(json_writer.fields(line, names))
  end)
  return table.concat(lines, "\n")
end

return M
