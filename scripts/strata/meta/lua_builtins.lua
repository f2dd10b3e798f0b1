---@meta
-- luacheck: ignore 111 112 121 122 131 142 211 212 241 431
--- Lua's own functions as scripts see them, for editors and readers. Nothing here runs.
---
--- A script sees these, the words of `strata`, and nothing else of Lua: no load, coroutine, io, os,
--- debug, next, rawget, rawset, no chance and no clock. Files of cards, laws and events have none
--- of them but in functions of `handler`. They do what Lua 5.4's manual says, but for what is said
--- here; none shows an address, runs in an order that differs from run to run, or depends on the
--- machine's language.
---
--- What a script does is counted in steps: an instruction of Lua is one, and functions count as
--- what they do, as is said of each; of long strings a step is 64 bytes. Each instruction counts
--- more from the moment on at which its call has made a text that takes long to compare or to
--- read as a number: a long one, of zeros, of digits. One of more than 64 KiB, 256 zeros or 2,000
--- digits may not stand in a script. A script may take 100 million steps, 256 MiB, strings and
--- tables of 16 MiB, and print 1 MiB; a handler, predicate, policy or view a million steps, 256
--- KiB and 64 KiB. Whoever takes more is ended, and nothing catches that.

-- -- Base --------------------------------------------------------------------

--- Raise if the first value is false or nil, else return all of them. Cost O(1).
---
--- ```lua
--- assert(1 + 1 == 2, "it is two") --> true, "it is two"
--- ```
---@param value any
---@param message? any
---@param ... any
---@return any ...
function assert(value, message, ...) end

--- Raise an error: the action in which that happens is taken back. Cost O(1).
---
--- ```lua
--- pcall(error, "no") --> false, "no"
--- ```
---@param message any
---@param level? integer whose line it names: 1 this one, 2 the caller's, 0 nobody's
function error(message, level) end

--- Walk through a list: 1, 2, ... up to the first that is nil. Cost O(1) for each.
---
--- ```lua
--- for place, word in ipairs({ "a", "b" }) do print(place, word) end
--- --> 1	a
--- --> 2	b
--- ```
---@param list table
---@return function, table, integer
function ipairs(list) end

--- Walk through a table in the order of its keys: numbers, then strings by their bytes. Keys of
--- other types raise, as they have no order that is the same everywhere; `__pairs` is not looked
--- at. It goes by the keys that there were at the beginning. Cost O(n log n).
---
--- ```lua
--- for key, value in pairs({ b = 2, a = 1, 7 }) do print(key, value) end
--- --> 1	7
--- --> a	1
--- --> b	2
--- ```
---@param t table
---@return function, table, nil
function pairs(t) end

--- Call a function and catch what it raises. What it has done to a world stays done. A script that
--- has used up what it may, and a question to a player, are not caught. Cost: the function's.
---
--- ```lua
--- pcall(function() return {} < 1 end) --> false, "repl:1: attempt to compare table with number"
--- ```
---@param f function
---@param ... any
---@return boolean ok
---@return any ...
function pcall(f, ...) end

--- The same, and what is raised is handed to a function. It is called when the error has left what
--- it was raised in, so it sees no stack; what it raises is raised. Cost: the functions'.
---
--- ```lua
--- xpcall(error, function(message) return "it said " .. message end, "no") --> false, "it said no"
--- ```
---@param f function
---@param handler fun(message: any): any
---@param ... any
---@return boolean ok
---@return any ...
function xpcall(f, handler, ...) end

--- Print values with tabs between them, a line at a time. What a terminal would obey is shown as
--- text ("\x1b"). Limited to 1 MiB in a script, 64 KiB in a handler. Cost O(bytes).
---
--- ```lua
--- print("power", 3, {}) --> power	3	table
--- ```
---@param ... any
function print(...) end

--- Load another script of the same pack, once; or `require("strata")`. Names have dots and no "..".
--- Nothing is found outside of the pack's folder. Cost: the script's, the first time.
---
--- ```lua
--- require("strata") == strata --> true
--- ```
---@param name string "cards.elves" is cards/elves.lua
---@return any what it returns, or true
function require(name) end

--- The values from the n-th on, from the end if n is negative; "#": how many there are. Cost
--- O(values).
---
--- ```lua
--- select(2, "a", "b", "c") --> "b", "c"
--- select("#", 1, nil) --> 2
--- ```
---@param n integer|"#"
---@param ... any
---@return any ...
function select(n, ...) end

--- The number that a string stands for, nil if it is none; with a base, of 2 to 36, an integer of
--- that base. Strings become numbers in no other way: "1" + 1 raises. Cost O(bytes).
---
--- ```lua
--- tonumber("0x10"), tonumber("ff", 16), tonumber("six") --> 16, 255, nil
--- ```
---@param value any
---@param base? integer
---@return number?
function tonumber(value, base) end

--- A value as text; of tables, functions and userdata what they are, and no address. Uses
--- `__tostring` and `__name`. Cost O(bytes).
---
--- ```lua
--- tostring(2.5) .. tostring({}) --> "2.5table"
--- ```
---@param value any
---@return string
function tostring(value) end

--- "nil", "number", "string", "boolean", "table", "function" or "userdata": entities, worlds,
--- expressions are userdata. Cost O(1).
---
--- ```lua
--- type(bear), type(each.creature), type("a") --> "userdata", "userdata", "string"
--- ```
---@param value any
---@return string
function type(value) end

--- The metatable of a table that has been given one by a script; false where there is one and it is
--- not to be had, as of strings and entities. Cost O(1).
---
--- ```lua
--- getmetatable(""), getmetatable({}) --> false, nil
--- ```
---@param value any
---@return table|false|nil
function getmetatable(value) end

--- Give a table a metatable, and return the table. A copy is made of what is allowed: later changes
--- of the metatable are not seen. `__gc`, `__mode`, `__close`, `__concat` and `__pairs` raise. Cost
--- O(1).
---
--- ```lua
--- setmetatable({}, { __index = function(_, key) return key .. "!" end }).hey --> "hey!"
--- ```
---@param t table
---@param metatable table|nil
---@return table
function setmetatable(t, metatable) end

--- Whether two values are the same, without `__eq`. Cost O(1).
---
--- ```lua
--- rawequal("a", "a"), rawequal({}, {}) --> true, false
--- ```
---@param a any
---@param b any
---@return boolean
function rawequal(a, b) end

--- The length of a table or string, without `__len`. Cost O(log n).
---
--- ```lua
--- rawlen({ 1, 2 }) --> 2
--- ```
---@param value table|string
---@return integer
function rawlen(value) end

-- -- Strings -----------------------------------------------------------------

--- Strings are bytes; ("x"):rep(2) calls string.rep, whatever a script does to the table `string`.
--- Letters are those of ASCII, wherever it runs. There are no dump, pack, packsize and unpack.
---
--- ```lua
--- ("elf"):upper() .. string.lower("KING") --> "ELFking"
--- ```
string = {}

--- The numbers of bytes, from place i to j. Cost O(bytes).
---
--- ```lua
--- string.byte("abc", 1, 3) --> 97, 98, 99
--- ```
---@param s string
---@param i? integer 1
---@param j? integer i
---@return integer ...
function string.byte(s, i, j) end

--- A string of bytes by their numbers. Cost O(bytes).
---
--- ```lua
--- string.char(104, 105) --> "hi"
--- ```
---@param ... integer 0 to 255
---@return string
function string.char(...) end

--- Where a pattern is found first: its first and last place, and its captures; nil if it is not.
--- Cost O(what is looked at): each character is counted each time, at most so many as there are
--- steps left.
---
--- ```lua
--- string.find("a forest", "for") --> 3, 5
--- string.find("power = 3", "(%w+) = (%d)") --> 1, 9, "power", "3"
--- ```
---@param s string
---@param pattern string
---@param init? integer 1
---@param plain? boolean no character of the pattern has a meaning
---@return integer|nil first
---@return integer|nil last
---@return any ...
function string.find(s, pattern, init, plain) end

--- A string by a form: %d %i %u %c %x %X %o %e %E %f %g %G %a %A %q %s. %s shows tables as tostring
--- does; %p, an address, raises. Cost O(bytes).
---
--- ```lua
--- string.format("%-6s|%03d|%.1f", "elf", 7, 2.5) --> "elf   |007|2.5"
--- ```
---@param form string
---@param ... any
---@return string
function string.format(form, ...) end

--- Walk through all places where a pattern is found. Cost O(what is looked at).
---
--- ```lua
--- for key, value in ("a=1 b=2"):gmatch("(%w)=(%w)") do print(key, value) end
--- --> a	1
--- --> b	2
--- ```
---@param s string
---@param pattern string
---@param init? integer 1
---@return function
function string.gmatch(s, pattern, init) end

--- Put something in the place of what a pattern finds: a string in which %1 is a capture, what a
--- table has, or what a function returns; and how often it was. Cost O(what is looked at).
---
--- ```lua
--- ("elf, bear"):gsub("%w+", string.upper) --> "ELF, BEAR", 2
--- ```
---@param s string
---@param pattern string
---@param by string|table|function
---@param most? integer
---@return string
---@return integer count
function string.gsub(s, pattern, by, most) end

--- How many bytes. Cost O(1).
---
--- ```lua
--- string.len("\u{E9}") --> 2
--- ```
---@param s string
---@return integer
function string.len(s) end

--- With small letters, of A to Z alone. Cost O(bytes).
---
--- ```lua
--- ("Grizzly BEAR"):lower() --> "grizzly bear"
--- ```
---@param s string
---@return string
function string.lower(s) end

--- With large letters, of a to z alone. Cost O(bytes).
---
--- ```lua
--- ("elf"):upper() --> "ELF"
--- ```
---@param s string
---@return string
function string.upper(s) end

--- The captures of the first match of a pattern, or all of it; nil if there is none. Cost O(what is
--- looked at).
---
--- ```lua
--- ("pt(bear) = 2/2"):match("(%d)/(%d)") --> "2", "2"
--- ```
---@param s string
---@param pattern string
---@param init? integer 1
---@return any ...
function string.match(s, pattern, init) end

--- A string n times, with another between them. Too long a one is refused before it is made. Cost
--- O(bytes).
---
--- ```lua
--- ("x"):rep(3, "-") --> "x-x-x"
--- ```
---@param s string
---@param n integer
---@param between? string ""
---@return string
function string.rep(s, n, between) end

--- Backwards, byte by byte. Cost O(bytes).
---
--- ```lua
--- ("elf"):reverse() --> "fle"
--- ```
---@param s string
---@return string
function string.reverse(s) end

--- The bytes from place i to j, from the end if they are negative. Cost O(bytes).
---
--- ```lua
--- ("creature"):sub(1, 3) .. ("creature"):sub(-4) --> "creture"
--- ```
---@param s string
---@param i integer
---@param j? integer -1
---@return string
function string.sub(s, i, j) end

-- -- Tables ------------------------------------------------------------------

--- They work on what tables hold, and call no metamethod; what the engine hands out frozen cannot
--- be changed by them.
---
--- ```lua
--- table.concat({ "a", "b" }, "+") --> "a+b"
--- ```
table = {}

--- A list of strings and numbers as one string. Cost O(bytes).
---
--- ```lua
--- table.concat({ "a", 1, "b" }, ", ") --> "a, 1, b"
--- ```
---@param list table
---@param between? string ""
---@param i? integer 1
---@param j? integer #list
---@return string
function table.concat(list, between, i, j) end

--- Put a value into a list, at a place or at its end. Cost O(what moves up).
---
--- ```lua
--- list = { "a", "c" }
--- table.insert(list, 2, "b")
--- table.concat(list) --> "abc"
--- ```
---@param list table
---@param place integer|any
---@param value? any
function table.insert(list, place, value) end

--- Copy a part of a list to a place, of itself or of another. Cost O(count).
---
--- ```lua
--- table.concat(table.move({ 1, 2, 3 }, 2, 3, 1)) --> "233"
--- ```
---@param from table
---@param first integer
---@param last integer
---@param to integer
---@param into? table from
---@return table into
function table.move(from, first, last, to, into) end

--- A table of all arguments, with their number as `n`. Cost O(count).
---
--- ```lua
--- table.pack(1, nil).n --> 2
--- ```
---@param ... any
---@return table
function table.pack(...) end

--- Take a value out of a list, the last one if no place is named, and return it. Cost O(what moves
--- down).
---
--- ```lua
--- table.remove({ "a", "b", "c" }, 1) --> "a"
--- ```
---@param list table
---@param place? integer
---@return any
function table.remove(list, place) end

--- Sort a list in place: numbers, then strings by their bytes, or by a function that says whether
--- its first argument comes before its second. It is stable: equals stay in their order. Anything
--- else has no order without a function, and raises. Cost O(n log n).
---
--- ```lua
--- list = { "b", 2, "a", 10 }
--- table.sort(list)
--- table.concat(list, " ") --> "2 10 a b"
--- ```
---@param list table
---@param before? fun(a: any, b: any): boolean
function table.sort(list, before) end

--- The values of a list, at most 4096. Cost O(count).
---
--- ```lua
--- table.unpack({ 1, 2, 3 }, 2) --> 2, 3
--- ```
---@param list table
---@param i? integer 1
---@param j? integer #list
---@return any ...
function table.unpack(list, i, j) end

-- -- Numbers -----------------------------------------------------------------

--- What is exact on every machine. There is no chance here: ctx:roll(6) is the world's. State has
--- integers only, so // and not /.
---
--- ```lua
--- math.max(7 // 2, 2) --> 3
--- ```
math = {}

--- Without its sign. Cost O(1).
---
--- ```lua
--- math.abs(-3) --> 3
--- ```
---@param x number
---@return number
function math.abs(x) end

--- The smallest integer that is not below x. Cost O(1).
---
--- ```lua
--- math.ceil(2.1) --> 3
--- ```
---@param x number
---@return integer
function math.ceil(x) end

--- The largest integer that is not above x. Cost O(1).
---
--- ```lua
--- math.floor(-2.1) --> -3
--- ```
---@param x number
---@return integer
function math.floor(x) end

--- What is left of x by y, rounded toward zero; x % y rounds down. Cost O(1).
---
--- ```lua
--- math.fmod(-7, 3), -7 % 3 --> -1, 2
--- ```
---@param x number
---@param y number
---@return number
function math.fmod(x, y) end

--- More than any number, as a float; no integer, so it fits into no attribute.
---
--- ```lua
--- 10 < math.huge --> true
--- ```
---@type number
math.huge = nil

--- The largest of the arguments. Cost O(arguments).
---
--- ```lua
--- math.max(3, 7, 5) --> 7
--- ```
---@param x number
---@param ... number
---@return number
function math.max(x, ...) end

--- The largest integer.
---
--- ```lua
--- math.maxinteger + 1 == math.mininteger --> true
--- ```
---@type integer
math.maxinteger = nil

--- The smallest of the arguments. Cost O(arguments).
---
--- ```lua
--- math.min(3, 7, 5) --> 3
--- ```
---@param x number
---@param ... number
---@return number
function math.min(x, ...) end

--- The smallest integer.
---
--- ```lua
--- math.mininteger // -1 == math.mininteger --> true
--- ```
---@type integer
math.mininteger = nil

--- The integer that a number or string stands for exactly, else nil. Cost O(1).
---
--- ```lua
--- math.tointeger(6 / 2), math.tointeger(2.5) --> 3, nil
--- ```
---@param x any
---@return integer?
function math.tointeger(x) end

--- "integer", "float", or nil of what is no number. Cost O(1).
---
--- ```lua
--- math.type(3), math.type(3.0), math.type("3") --> "integer", "float", nil
--- ```
---@param x any
---@return string?
function math.type(x) end

--- Whether an integer is below another if both have no sign. Cost O(1).
---
--- ```lua
--- math.ult(1, -1) --> true
--- ```
---@param m integer
---@param n integer
---@return boolean
function math.ult(m, n) end
