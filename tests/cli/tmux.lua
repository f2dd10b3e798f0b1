--- tmux.lua ROOT WORK PROGRAM: a session as a person has it, in a window of tmux: keys are pressed,
-- and what stands on the screen is looked at.
--
-- The session of README.md is typed and compared line by line; then lines are edited, names
-- completed, the history searched, a loop stopped, and the window made narrow and wide.
--
-- Nothing waits for a time to pass: each step looks at the screen until it shows what it must, and
-- gives up after twenty seconds. The server has a socket and a folder of its own, and ends with the
-- test.
local root, work, program = table.unpack(arg)
assert(program, "usage: tmux.lua ROOT WORK PROGRAM")

local PATIENCE <const> = 20
local failed = 0

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local HOME <const> = work .. "/tmux"
-- A socket's path may have a hundred letters, and a build may lie deeper than that.
local CALL <const> = ("cd %s && env -u TMUX TMUX_TMPDIR=. LC_ALL=C.UTF-8 "):format(quoted(HOME))
  .. "tmux -u -S ./socket -f /dev/null "

--- Run a command of tmux: what it prints.
local function tmux(form, ...)
  local pipe = assert(io.popen(CALL .. form:format(...) .. " 2>&1"))
  local text = pipe:read("a")
  local is_fine = pipe:close()
  return text, is_fine
end

-- -- The screen ----------------------------------------------------------------

--- The lines of the window and of what has scrolled away, rows that a line was broken into joined.
local function screen()
  local lines = {}
  for line in tmux("capture-pane -p -J -S - -t strata"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line:gsub("%s+$", "")
  end
  while lines[#lines] == "" do
    lines[#lines] = nil
  end
  return lines
end

local function fail(what, ...)
  failed = failed + 1
  local lines = table.concat(screen(), "\n    ")
  io.stderr:write(what:format(...), "\n  on the screen:\n    ", lines, "\n")
end

--- Look until it is so: the screen on which it was, or nil.
local function wait_for(what, is_so)
  local ends = os.time() + PATIENCE
  while os.time() < ends do
    local lines = screen()
    if is_so(lines) then
      return lines
    end
    os.execute("sleep 0.02")
  end
  fail("%s: not within %d seconds", what, PATIENCE)
end

--- How many prompts stand there.
local function prompts(lines)
  local count = 0
  for _, line in ipairs(lines) do
    count = count + (line:match("^>") and 1 or 0)
  end
  return count
end

local function is_at_prompt(lines)
  return lines[#lines] == ">"
end

-- -- Keys -----------------------------------------------------------------------

local function press(...)
  tmux("send-keys -t strata %s", table.concat({ ... }, " "))
end

local function type_text(text)
  tmux("send-keys -t strata -l -- %s", quoted(text))
end

--- Press the return key, and wait until the next prompt is there: what came before it.
local function enter(what)
  local before = prompts(screen())
  press("Enter")
  local lines = wait_for(what, function(now)
    return is_at_prompt(now) and prompts(now) > before
  end) or screen()
  local printed, at = {}, #lines - 1
  while at > 0 and not lines[at]:match("^>") do
    table.insert(printed, 1, lines[at])
    at = at - 1
  end
  return printed, lines[at]
end

local function expect(what, got, wanted)
  if got ~= wanted then
    fail("%s:\n  expected %s\n  got      %s", what, wanted, got)
  end
end

--- The line that is being edited stands there so.
local function see_line(what, wanted)
  wait_for(what, function(lines)
    return lines[#lines] == wanted
  end)
end

-- -- The window -----------------------------------------------------------------

local function open(columns)
  tmux("kill-server") -- of a test that was ended from outside
  os.execute(("rm -rf %s && mkdir -p %s"):format(quoted(HOME), quoted(HOME)))
  local environment = "env -u XDG_STATE_HOME -u NO_COLOR HOME=" .. quoted(HOME)
  local script <close> = assert(io.open(HOME .. "/pasted.lua", "w"))
  script:write("-- a file to complete\n")
  -- The window stays when the program has ended, and tells its status.
  local command = ("%s %s repl; echo ended with $?; exec cat"):format(environment, quoted(program))
  local text, is_fine = tmux("new-session -d -s strata -x %d -y 30 %s", columns, quoted(command))
  assert(is_fine, "tmux: " .. text)
  wait_for("the first prompt", is_at_prompt)
end

local function resize(columns)
  tmux("resize-window -t strata -x %d -y 30", columns)
  -- tmux tells the program a little later than it has drawn the window anew.
  local path = tmux("display-message -p -t strata '#{pane_tty}'"):match("%S+")
  wait_for("a window of another size", function()
    local pipe = assert(io.popen("stty size <" .. quoted(path)))
    local size = pipe:read("a")
    pipe:close()
    return size:match("^%d+ (%d+)") == tostring(columns)
  end)
end

-- -- What is played --------------------------------------------------------------

--- The session of the README: what is typed, and the lines that come then.
local function session_of(path)
  local entries, is_inside = {}, false
  for line in io.lines(path) do
    local typed = is_inside and line:match("^> (.*)$")
    if line:match("^```") then
      is_inside = line == "```strata"
    elseif typed then
      entries[#entries + 1] = { typed = typed, wanted = {} }
    elseif is_inside then
      table.insert(entries[#entries].wanted, line)
    end
  end
  assert(#entries > 5, "the page shows no session")
  return entries
end

local function play_readme()
  for _, entry in ipairs(session_of(root .. "/README.md")) do
    type_text(entry.typed)
    local printed, line = enter(entry.typed)
    expect("the line itself", line, "> " .. entry.typed)
    expect(entry.typed, table.concat(printed, "\n"), table.concat(entry.wanted, "\n"))
  end
end

--- Pasted text may have blank lines where a statement is open: it is read as it stands.
local function paste_blank_lines()
  local text = "function thrice(n)\n\n  local three = 3\n\n  return n * three\nend\n\nthrice(14)\n"
  for _, how in ipairs({ "", "-p" }) do
    tmux("set-buffer -- %s", quoted(text))
    tmux("paste-buffer %s -t strata", how)
    wait_for("finding_NC11: a pasted function with blank lines", function(lines)
      return lines[#lines] == ">" and lines[#lines - 1] == "42"
    end)
    type_text('"next"')
    enter("the next paste")
  end
  -- By hand an empty line drops what is open.
  type_text("thrice(")
  press("Enter")
  wait_for("an open statement", function(lines)
    return lines[#lines] == "..>"
  end)
  press("Enter")
  wait_for("a dropped statement", is_at_prompt)
end

local function edit_lines()
  type_text("1 + 2x")
  press("BSpace")
  see_line("a letter is taken back", "> 1 + 2")
  press("C-a")
  type_text("40 + ")
  press("Right", "Right", "Right", "Right", "Delete")
  type_text("3")
  see_line("in the middle of a line", "> 40 + 1 + 3")
  expect("an edited line", table.concat(enter("an edited line")), "44")
end

--- Type the beginning of a line and the tab key: a line, and what stands before the cursor.
local function complete(typed, wanted)
  type_text(typed)
  press("Tab")
  see_line("finding_NC15: " .. typed, "> " .. wanted)
  press("C-u")
  see_line("an emptied line", ">")
end

local function complete_more()
  complete("each.cre", "each.creature")
  complete(":layers pt.mo", ":layers pt.modify")
  complete(":why gia", ":why giant")
  complete(":why giant.tough", ":why giant.toughness")
  complete(":why dam", ":why damage")
  complete(":why_not bear.bell dam", ":why_not bear.bell damage")
  complete(":load pas", ":load pasted.lua")
  complete("world:effect { cl", "world:effect { clock")
  complete("world:effect { on = bear, pri", "world:effect { on = bear, priority")
  complete("bear:rem", "bear:remove")
  complete("bear.pow", "bear.power")
  complete("bear:pow", "bear:pow") -- an attribute is no method
end

local function complete_names()
  type_text("bea")
  press("Tab")
  see_line("a name is completed", "> bear")
  type_text(".tough")
  press("Tab")
  see_line("an attribute is completed", "> bear.toughness")
  enter("a completed line")
  type_text("world:e")
  press("Tab")
  wait_for("a list of names", function(lines)
    local list = lines[#lines - 1] or ""
    return list:find("entities", 1, true) and list:find("effect", 1, true)
      and lines[#lines]:match("^> world:e")
  end)
  press("C-u")
  see_line("an emptied line", ">")
  complete_more()
end

local function go_back_in_history()
  type_text('"first"')
  enter("a line to remember")
  type_text('"second"')
  enter("another")
  press("Up", "Up")
  see_line("two lines back", '> "first"')
  press("Down")
  see_line("and one on", '> "second"')
  expect("a line of the history", table.concat(enter("it")), '"second"')
  press("C-r")
  type_text("irs")
  wait_for("a search", function(lines)
    local last = (lines[#lines - 1] or "") .. lines[#lines]
    return last:find("irs", 1, true) and last:find('"first"', 1, true)
  end)
  press("C-c")
  wait_for("no search any more", is_at_prompt)
end

local function stop_a_loop()
  type_text('print("begins") while true do end')
  local before = prompts(screen())
  press("Enter")
  wait_for("a loop", function(lines)
    return lines[#lines] == "begins"
  end)
  press("C-c")
  local lines = wait_for("a stopped loop", function(now)
    return is_at_prompt(now) and prompts(now) > before
  end)
  expect("what it says", lines and lines[#lines - 1]:match("interrupted"), "interrupted")
end

--- One call of C that would take days, for which Lua calls no hook.
local function stop_a_pattern()
  type_text('kept = 7 print("begins") string.find(("a"):rep(60), (".-"):rep(20) .. "b")')
  local before = prompts(screen())
  press("Enter")
  wait_for("a pattern", function(lines)
    return lines[#lines] == "begins"
  end)
  press("C-c")
  local lines = wait_for("finding_NC20: a stopped pattern", function(now)
    return is_at_prompt(now) and prompts(now) > before
  end)
  expect("what it says", lines and lines[#lines - 1]:match("interrupted"), "interrupted")
  type_text("kept, bear:is_alive()")
  expect("the world is there", table.concat(enter("it")), "7, true")
end

--- Colours are those of the terminal: 31 is red.
local function see_colors()
  type_text('error("on purpose")')
  enter("an error")
  local text = tmux("capture-pane -p -e -S - -t strata")
  expect("an error is red", text:match("\27%[31merror:\27%[[0-9;]*m"), "\27[31merror:\27[39m")
end

local function widest(lines)
  local most = 0
  for _, line in ipairs(lines) do
    most = math.max(most, utf8.len(line))
  end
  return most
end

local function change_size()
  type_text(":board")
  local wide = enter("a board in a wide window")
  resize(40)
  type_text(":board")
  local narrow = enter("a board in a narrow window")
  expect("it says what is left out", narrow[#narrow]:match("more columns"), "more columns")
  if widest(narrow) > 40 or widest(wide) <= 40 then
    fail("boards of %d and %d letters for windows of 40 and 100", widest(narrow), widest(wide))
  end
  -- A line of more than one row, edited at both ends.
  type_text("'" .. ("a line of many words "):rep(4) .. "'")
  press("C-a")
  type_text("#")
  press("C-e")
  type_text(" + 1")
  expect("a line of several rows", table.concat(enter("it")), "85")
  -- The window grows while a line is written.
  type_text("'" .. ("words "):rep(10))
  resize(120)
  type_text("end'")
  press("C-a")
  type_text("#")
  expect("a line in a window that grows", table.concat(enter("it")), "63")
end

local function leave()
  press("C-d")
  wait_for("the end of the program, with status 0", function(lines)
    return lines[#lines]:match("ended with 0$")
  end)
end

open(100)
local ok, message = pcall(function()
  for _, play in ipairs({
    play_readme, paste_blank_lines, edit_lines, complete_names, go_back_in_history, stop_a_loop,
    stop_a_pattern, see_colors, change_size, leave,
  }) do
    play()
  end
end)
tmux("kill-server")
if not ok then
  io.stderr:write(message, "\n")
end
print(("%d failed"):format(failed))
os.exit(ok and failed == 0)
