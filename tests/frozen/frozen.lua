--- frozen.lua ROOT WORK PROGRAM [v04/]packs|saves|replays|columns: what version 0.3 could do, and,
--- in the folder v04, what 0.4 can.
---
--- Nothing here follows the sources: packs are those of cards/ as 0.3 had them, saves and replays
--- are bytes that 0.3 wrote, and pages (see page.lua) say what was true of them. The program that
--- is built now must say the same, and make the same bytes by the scripts that made them. For
--- columns the program is that of columns.c.
---
---   frozen.lua ROOT WORK PROGRAM make save/NAME|replay/NAME|packs
---
--- makes bytes that are not there yet by save/NAME.lua, which a session runs, and fills in what the
--- page does not say yet. Nothing is written over: where a line comes out otherwise the program is
--- wrong, not the page.
---
---   frozen.lua ROOT WORK PROGRAM v04/remake
---
--- makes all bytes and pages of v04 anew: for the time until 0.4 is released, and not after that.
local root, work, program, what, name = table.unpack(arg)
assert(what, "usage: frozen.lua ROOT WORK PROGRAM packs|saves|replays|columns|make [NAME]")
package.path = root .. "/tests/frozen/?.lua;" .. root .. "/tests/cli/?.lua;" .. package.path
local files = require("folder")
local pages = require("page")
local sections = require("sections")
local quoted, shell = files.quote, files.shell
work = work .. "/" .. what:gsub("/", "_") -- those that run side by side have each their own

local version, part = what:match("^(v%d+)/(%a+)$")
local FROZEN <const> = root .. "/tests/frozen" .. (version and "/" .. version or "")
what = part or what
local looked, failed = 0, 0

local function check(is_fine, form, ...)
  looked = looked + 1
  if not is_fine then
    failed = failed + 1
    io.stderr:write(form:format(...), "\n")
  end
end

--- All that the program prints, and its exit status.
local function run(words)
  local line = { quoted(program) }
  for i, word in ipairs(words) do
    local path = word:gsub("^FROZEN/", FROZEN .. "/"):gsub("^PACKS/", FROZEN .. "/packs/")
    line[i + 1] = quoted(path)
  end
  local out = work .. "/out"
  local status = shell(("%s </dev/null >%s 2>&1"):format(table.concat(line, " "), quoted(out)))
  return files.read(out), status
end

--- The names in a folder that end so, without that, in order; there must be some.
local function names_in(folder, ending)
  local list = {}
  local pipe <close> = assert(io.popen("ls " .. quoted(FROZEN .. "/" .. folder)))
  for line in pipe:lines() do
    local size = #line - #ending
    list[#list + 1] = line:sub(size + 1) == ending and line:sub(1, size) or nil
  end
  check(#list > 0, "%s: nothing there", folder)
  return list
end

-- -- Pages -------------------------------------------------------------------

--- Run a session with the packs of a page, a script and perhaps a line after it: what it prints,
--- and its exit status.
local function session(page, script, line)
  local path, words = work .. "/session.lua", {}
  files.write(path, script)
  for i, word in ipairs(page.options) do
    words[i] = page.options[i - 1] == "--pack" and "PACKS/" .. word or word
  end
  words[#words + 1] = "repl"
  if line then
    words[#words + 1], words[#words + 2] = "-e", line
  end
  words[#words + 1] = path
  return run(words)
end

--- What an order has printed, in one line.
local function in_line(said)
  local here = FROZEN:gsub("%p", "%%%0")
  return (said:gsub(here, "FROZEN"):gsub("\n+$", ""):gsub("\n%s*", " | "))
end

--- What comes of the lines of a page, by the number of what is asked, and what was said of errors.
local function outcome(page, bytes)
  local got, problem = {}, nil
  if bytes then
    local said, status = session(page, pages.script(page, bytes))
    got, problem = pages.answers(said), status ~= 0 and said or nil
  end
  for i, asked in ipairs(page.asked) do
    if asked.is_order then
      got[i] = in_line(run(pages.words(asked.text)))
    end
  end
  return got, problem
end

--- An answer in the spelling of 0.3, which wrote the id of an effect as that of an entity: #3:1
--- for ~3:1. An id in a message is no name in a file.
local function as_in_03(answer)
  if version then
    return answer
  end
  return answer and (answer:gsub("~(%d+:%d+)", "#%1"))
end

local function check_page(path, bytes)
  local page = pages.read(files.read(path .. ".page"))
  local got, problem = outcome(page, bytes)
  check(not problem, "%s.page: %s", path, problem)
  check(#page.asked > 0, "%s.page: it asks nothing", path)
  for i, asked in ipairs(page.asked) do
    local form = "%s.page:%d: %s\n  expected %s\n  got      %s"
    local answer = as_in_03(got[i])
    check(asked.want == answer, form, path, asked.line, asked.text, asked.want, tostring(answer))
  end
  return page
end

--- That a page can fail: bytes of which one is another are refused.
local function check_damage(path, page, bytes)
  local at = #bytes // 2
  local damaged = bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ 1) .. bytes:sub(at + 1)
  local _, problem = outcome(page, damaged)
  check(problem, "%s: it is read though a byte of it is another", path)
end

local SAVE <const> = '\nprint("@1 " .. world:save():gsub(".", '
  .. 'function(byte) return ("%02x"):format(byte:byte()) end), "")\n'

--- Make what a file is to hold by the script beside it: a save of the world that it leaves, or what
--- was done in it.
local MAKE <const> = {}

function MAKE.save(page, script, out)
  local said = session(page, script .. SAVE)
  local hex = assert(pages.answers(said)[1], said)
  files.write(out, (hex:gsub("%x%x", function(two)
    return string.char(tonumber(two, 16))
  end):gsub("%s+$", "")))
end

function MAKE.replay(page, script, out)
  local said, status = session(page, script, ":record " .. out)
  assert(status == 0, said)
end

--- That the script beside bytes makes the same bytes now.
local function check_made(path, folder, page, bytes)
  if shell("test -e " .. quoted(path .. ".lua")) == 0 then
    local out = work .. "/made"
    shell("rm -f " .. quoted(out))
    MAKE[folder](page, files.read(path .. ".lua"), out)
    check(files.read(out) == bytes, "%s: its script makes other bytes now", path)
  end
end

--- Check the pages of a folder, and call a function with the bytes of each.
local function check_bytes(folder, each)
  for _, one in ipairs(names_in(folder, "." .. folder)) do
    local path = ("%s/%s/%s"):format(FROZEN, folder, one)
    local bytes = files.read(("%s.%s"):format(path, folder))
    local page = check_page(path, bytes)
    check_damage(path, page, bytes)
    check_made(path, folder, page, bytes)
    each(bytes, path)
  end
end

-- -- Packs -------------------------------------------------------------------

--- A pack is well-formed and passes its tests; what it requires is a frozen one too.
local function check_pack(pack)
  local path = "PACKS/" .. pack
  for _, verb in ipairs({ "check", "test" }) do
    local said, status = run({ verb, path })
    check(status == 0, "strata %s %s: status %d\n%s", verb, path, status, said)
  end
  for line in run({ "packs", path }):gmatch("[^\n]+") do
    check(line:find(FROZEN, 1, true), "%s: a pack of another folder: %s", pack, line)
  end
end

--- A copy of the packs in which one text of a file is another.
local function changed_packs(file, from, to)
  local copy = work .. "/packs"
  shell(("rm -rf %s && cp -r %s %s"):format(quoted(copy), quoted(FROZEN .. "/packs"), quoted(copy)))
  local text = files.read(copy .. "/" .. file)
  local at, behind = text:find(from, 1, true)
  assert(at, file)
  files.write(copy .. "/" .. file, text:sub(1, at - 1) .. to .. text:sub(behind + 1))
  return copy
end

--- What is changed in a pack must be noticed: by its tests, by those of one that requires it, by a
--- check.
local CHANGES <const> = {
  { "test", "delve", "delve/cards/monsters.lua", "damage = 3", "damage = 4" },
  { "test", "craft_tax", "craft/events.lua", "sub(event.count)", "sub(event.price)" },
  { "check", "arena", "arena/cards/units.lua", "static {", "statik {" },
}

--- Packs for the sake of saves, which have no tests of their own.
local OURS <const> = { extras = true, wide = true, market = true, noughts = true, trumps = true }

local function check_packs()
  for _, pack in ipairs(names_in("packs", "")) do
    if not OURS[pack] then
      check_pack(pack)
    end
  end
  for _, change in ipairs(CHANGES) do
    local verb, pack, file, from, to = table.unpack(change)
    local _, status = run({ verb, changed_packs(file, from, to) .. "/" .. pack })
    check(status == 1, "strata %s %s: it passes though %s says '%s'", verb, pack, file, to)
  end
  check_page(FROZEN .. "/packs")
end

-- -- Saves and replays -------------------------------------------------------

--- The lines of columns.txt: what columns.c prints, and the name.
local function columns()
  local list = {}
  for line in files.read(FROZEN .. "/columns.txt"):gmatch("[^\n]+") do
    local form = "^((%x+) %S+ %S+ (%d+) %S+ (%d+)) (%S+)$"
    local said, key, cell, meaning, column = assert(line:match(form))
    list[#list + 1] = { said = said, key = key, cell = cell, meaning = meaning, name = column }
  end
  return list
end

--- What saves say of a cell in two halves: that it has 64 bits.
local SPLIT <const>, WHOLE <const> = "3", "2"

--- Each column of all worlds is in one of the saves, as columns.txt says: names of these have no
--- small letters.
local function check_met(met)
  for _, column in ipairs(columns()) do
    local want = ("%s %s"):format(column.cell == SPLIT and WHOLE or column.cell, column.meaning)
    local got = tostring(met[column.key])
    local is_own = column.name:find("%l")
    check(is_own or got == want, "%s: expected %s, in saves %s", column.name, want, got)
  end
end

local function check_saves()
  local met = {}
  check_bytes("save", function(bytes)
    sections.each(bytes, function(key, cell, meaning)
      met[("%016x"):format(key)] = ("%d %d"):format(cell, meaning)
    end)
  end)
  if not version then
    check_met(met)
  end
end

local function check_replays()
  check_bytes("replay", function() end)
end

--- The lines that columns.c prints, without columns that came later.
local function old_lines()
  local known, list = {}, {}
  for _, column in ipairs(columns()) do
    known[column.key] = true
  end
  for line in run({}):gmatch("[^\n]+") do
    list[#list + 1] = known[line:match("^%x+")] and line or nil
  end
  return list
end

--- The columns of 0.3 are those of columns.txt in their order, and each key is that of its name.
local function check_columns()
  local lines = old_lines()
  for place, column in ipairs(columns()) do
    local got = lines[place]
    check(got == column.said, "%s: expected %s, got %s", column.name, column.said, tostring(got))
    local key = ("%016x"):format(sections.key(column.name))
    check(key == column.key, "%s: its key is %s, not %s", column.name, key, column.key)
  end
end

-- -- Making ------------------------------------------------------------------

--- Fill in a page, with bytes if it is about some.
local function fill(path, bytes)
  local text = files.read(path .. ".page")
  local page = pages.read(text)
  local got, problem = outcome(page, bytes)
  check(not problem, "%s", problem)
  files.write(path .. ".page", pages.filled(text, page, got))
end

local function make()
  local path, folder = FROZEN .. "/" .. name, name:match("^(%a+)/[%w_]+$")
  if not folder then
    return fill(path)
  end
  local out = path .. "." .. folder
  if shell("test -e " .. quoted(out)) ~= 0 then
    MAKE[folder](pages.read(files.read(path .. ".page")), files.read(path .. ".lua"), out)
  end
  fill(path, files.read(out))
end

--- Make the bytes and pages of this version anew.
local function remake()
  assert(version, "what 0.3 wrote is never made anew")
  for _, folder in ipairs({ "save", "replay" }) do
    for _, one in ipairs(names_in(folder, ".lua")) do
      name = folder .. "/" .. one
      local path = FROZEN .. "/" .. name
      shell("rm -f " .. quoted(path .. "." .. folder))
      files.write(path .. ".page", pages.emptied(files.read(path .. ".page")))
      make()
    end
  end
end

local DOES <const> = {
  packs = check_packs,
  saves = check_saves,
  replays = check_replays,
  columns = check_columns,
  make = make,
  remake = remake,
}
shell("mkdir -p " .. quoted(work))
DOES[what]()
print(("%s: %d looked at, %d complaints"):format(what, looked, failed))
os.exit(failed == 0 and looked > 0, true)
