--- Taking back, in random games that ask often (questions.lua): k actions and k undos give the hash
--- from before, so does giving up at each question, and what is saved at a question goes on in
--- another process as it does here.
---
---   lua5.4 taking_back.lua <folder of this file> <strata> <folder for files>
---
--- 10,000 games where STRATA_TEST_FULL is set, else 200.
local FOLDER <const>, STRATA <const>, WORK <const> = arg[1], arg[2], arg[3]
local GAMES <const> = os.getenv("STRATA_TEST_FULL") and 10000 or 200

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- Run questions.lua with words in front of it; what it prints.
local function run(name, words)
  local path = ("%s/%s.lua"):format(WORK, name)
  local file <close> = assert(io.open(path, "wb"))
  file:write(words, read(FOLDER .. "/questions.lua"))
  file:close()
  local pipe = assert(io.popen(("'%s' run '%s' 2>&1"):format(STRATA, path)))
  local said = pipe:read("a")
  assert(pipe:close(), said)
  return said
end

os.execute(("mkdir -p '%s'"):format(WORK))
local said = run("questions_here", ("local GAMES, SAVES = %d, nil "):format(GAMES))
local saves = {}
for hash, text in said:gmatch("@ (%x+) ([%x.z]+)\n") do
  saves[#saves + 1] = ('{ "%s", "%s" }'):format(hash, text)
end
local told = said:match("games: [^\n]*")
print(told)
local cancelled, firm = told:match("cancelled: (%d+), firm: (%d+)")
assert(tonumber(cancelled) > GAMES and tonumber(firm) > GAMES // 10, "too few questions")
assert(#saves > 20, "too few saves")

local LIST <const> = "local GAMES, SAVES = 0, { %s } "
local BATCH <const> = 30 -- a script has a size that it must not exceed
for first = 1, #saves, BATCH do
  local last = math.min(first + BATCH - 1, #saves)
  local there = run("questions_there", LIST:format(table.concat(saves, ", ", first, last)))
  assert(there == ("went on: %d\n"):format(last - first + 1), there)
end
print(("%d saves went on in other processes"):format(#saves))

-- That it can fail: a save from which another hash is expected.
local odd = saves[1]:gsub('^{ "%x+"', '{ "0"')
local is_fine, why = pcall(run, "questions_odd", LIST:format(odd))
assert(not is_fine and why:find("goes on otherwise"), why)
