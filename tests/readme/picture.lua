--- picture.lua SOURCE WORK: the picture that README.md shows is what the program answers.
--
-- The pack that README.md writes down is written to WORK/picture, the question that it asks with
-- `./run why` is asked there, and the answer is drawn (why_svg.lua). The bytes must be those of the
-- file that README.md shows. The picture as it should be is left in WORK/why.svg.
--
-- That the test can fail is tried too: a card with one more power must give another picture.
local source, work = table.unpack(arg)
assert(work, "usage: picture.lua SOURCE WORK")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local json_reader = require("json_reader")
local why_svg = require("why_svg")

local host = dofile(work .. "/host.lua")
local folder = work .. "/picture"

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function read_file(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function write_file(path, text)
  assert(os.execute(("mkdir -p %s"):format(quoted(path:match("^(.*)/")))))
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- The files that a page writes down, by name, and the question that it asks.
local function read_page(page)
  local files = {}
  for name, text in page:gmatch("<!%-%- file: (mine/%S+) %-%->\n```lua\n(.-)\n```") do
    files[name] = text .. "\n"
  end
  local question = page:match("\n%$ %./run why (mine/[^\n]+)")
  local picture = page:match("!%[[^%]]*%]%(([^)]+%.svg)%)")
  assert(next(files), "the page writes down no pack")
  assert(question and picture, "the page asks no question, or shows no picture")
  return files, question, picture
end

--- What the program answers to a question about files, drawn.
local function draw(files, question)
  assert(os.execute(("rm -rf %s"):format(quoted(folder))))
  for name, text in pairs(files) do
    write_file(folder .. "/" .. name, text)
  end
  local command = ("cd %s && %s/strata why %s --json"):format(
    quoted(folder), quoted(host.bin), question)
  local pipe = assert(io.popen(command))
  local answer = pipe:read("a")
  assert(pipe:close(), "this failed: " .. command)
  return why_svg.draw(json_reader.read(answer))
end

--- The same files, with one more power printed on the card.
local function stronger(files)
  local changed, count = {}, 0
  for name, text in pairs(files) do
    local times
    changed[name], times = text:gsub("power = (%d+),", function(power)
      return ("power = %d,"):format(power + 1)
    end)
    count = count + times
  end
  assert(count == 1, "one card of the page has a power")
  return changed
end

local files, question, shown = read_page(read_file(source .. "/README.md"))
local picture = draw(files, question)
write_file(work .. "/why.svg", picture)
if picture ~= read_file(source .. "/" .. shown) then
  io.stderr:write(("%s is not what the program answers to: strata why %s\n"
    .. "  if the answer is right: cp %s/why.svg %s\n"):format(shown, question, work, shown))
  os.exit(false)
end
assert(draw(stronger(files), question) ~= picture, "another power gives the same picture")
for _, foreign in ipairs({ "<script", "url(", "@import", "@font", "href", "<image" }) do
  assert(not picture:find(foreign, 1, true), "the picture needs another file, or runs something")
end
print(shown .. " is what the program answers")
