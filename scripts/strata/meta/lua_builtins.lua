---@meta
-- luacheck: ignore 111 112 121 122 131 142 211 212 241 431
--- Lua's own functions in the sandbox.
---
--- A script sees these functions, the words of `strata`, and nothing else of Lua: no load,
--- coroutine, io, os, debug, next, rawget, rawset, no random numbers and no clock. Files of cards,
--- laws and events have none of them, except in functions of `handler`. The functions behave as in
--- the manual of Lua 5.4, with the differences given here. None of them reveals an address,
--- iterates in an order that differs from run to run, or depends on the locale.
---
--- The work of a script is counted in steps. An instruction of Lua is one step, and a function
--- counts as many as its cost says; for long strings a step is 64 bytes. Once a call has produced a
--- text that is slow to compare or to convert to a number (a long one, one of many zeros or
--- digits), each instruction counts more. A constant in a script has at most 64 KiB, 256 zeros and
--- 2,000 digits.
---
--- The limits of a script are 100 million steps, 256 MiB of memory, 16 MiB for each string or
--- table, and 1 MiB of printed text. Those of a handler, predicate, policy or observer are a
--- million steps, 256 KiB, and 64 KiB of printed text. A script that exceeds a limit is ended;
--- nothing catches that error. Nothing in this file runs.

-- -- Base --------------------------------------------------------------------

--- Raises an error if the first value is false or nil; else returns all values. Cost O(1).
---
--- ```lua
--- assert(1 + 1 == 2, "it is two") --> true, "it is two"
--- ```
---@param value any the condition
---@param message? any the error to raise; default "assertion failed!"
---@param ... any further values to return
---@return any ...
function assert(value, message, ...) end

--- Raises an error; the action in which it is raised is taken back. Cost O(1).
---
--- ```lua
--- pcall(error, "no") --> false, "no"
--- ```
---@param message any the error
---@param level? integer position that a text is prefixed with: 1 this line, 2 the caller's, 0 none
function error(message, level) end

--- Iterates over a list: positions 1, 2, ... up to the first nil. Cost O(1) for each element.
---
--- ```lua
--- for place, word in ipairs({ "a", "b" }) do print(place, word) end
--- --> 1	a
--- --> 2	b
--- ```
---@param list table a table
---@return function, table, integer
function ipairs(list) end

--- Iterates over a table in the order of its keys: numbers ascending, then strings by their bytes.
--- Keys of other types raise, since they have no order that is equal everywhere; `__pairs` is
--- ignored. The keys are those that exist at the start. Cost O(n log n).
---
--- ```lua
--- for key, value in pairs({ b = 2, a = 1, 7 }) do print(key, value) end
--- --> 1	7
--- --> a	1
--- --> b	2
--- ```
---@param t table a table
---@return function, table, nil
function pairs(t) end

--- Calls a function in protected mode and returns true and its results, or false and the error.
--- Changes that the function made to a world remain. An exceeded limit, and a question to a player,
--- are not caught. Cost: that of the function.
---
--- ```lua
--- pcall(function() return {} < 1 end) --> false, "repl:1: attempt to compare table with number"
--- ```
---@param f function function to call
---@param ... any arguments
---@return boolean ok
---@return any ...
function pcall(f, ...) end

--- Calls a function as pcall does; an error is passed to a message handler, whose result is
--- returned. The message handler is called after the stack has been unwound, and its own errors
--- propagate. Cost: that of the functions.
---
--- ```lua
--- xpcall(error, function(message) return "it said " .. message end, "no") --> false, "it said no"
--- ```
---@param f function function to call
---@param handler fun(message: any): any receives the error
---@param ... any arguments
---@return boolean ok
---@return any ...
function xpcall(f, handler, ...) end

--- Prints values as one line, separated by tabs. Control characters of terminals are shown as text
--- ("\x1b"). At most 1 MiB in a script, 64 KiB in a handler. Cost O(bytes).
---
--- ```lua
--- print("power", 3, {}) --> power	3	table
--- ```
---@param ... any values
function print(...) end

--- Loads another script of the same pack, once, and returns its result; require("strata") returns
--- the library. A name has dots and no "..", and is looked up in the pack's folder only. Cost: that
--- of the script, for the first call.
---
--- Files of rules, events, laws and cards can require what lies in the folder `lib` of their pack,
--- as "lib.dice": once for a game, with a result that is a table or a function, and is frozen.
---
--- ```lua
--- require("strata") == strata --> true
--- ```
---@param name string name of a script: "cards.elves" is cards/elves.lua
---@return any the result of the script, or true
function require(name) end

--- Returns all arguments from the n-th on, counted from the end if n is negative; for "#", the
--- number of arguments. Cost O(arguments).
---
--- ```lua
--- select(2, "a", "b", "c") --> "b", "c"
--- select("#", 1, nil) --> 2
--- ```
---@param n integer|"#" position, or "#"
---@param ... any values
---@return any ...
function select(n, ...) end

--- Converts a string to a number; returns nil if it is no numeral. With a base from 2 to 36, the
--- string is an integer in that base. Strings are converted in no other way: "1" + 1 raises. Cost
--- O(bytes).
---
--- ```lua
--- tonumber("0x10"), tonumber("ff", 16), tonumber("six") --> 16, 255, nil
--- ```
---@param value any a string or number
---@param base? integer 2 to 36
---@return number?
function tonumber(value, base) end

--- Converts a value to text: a table, function or userdata to its type or name, never its address.
--- Uses `__tostring` and `__name`. Cost O(bytes).
---
--- ```lua
--- tostring(2.5) .. tostring({}) --> "2.5table"
--- ```
---@param value any any value
---@return string
function tostring(value) end

--- Returns the type of a value: "nil", "number", "string", "boolean", "table", "function" or
--- "userdata". Entities, worlds and expressions are userdata. Cost O(1).
---
--- ```lua
--- type(bear), type(each.creature), type("a") --> "userdata", "userdata", "string"
--- ```
---@param value any any value
---@return string
function type(value) end

--- Returns the metatable that a script gave to a table, or nil; false if the metatable is not
--- accessible, as for strings and entities. Cost O(1).
---
--- ```lua
--- getmetatable(""), getmetatable({}) --> false, nil
--- ```
---@param value any any value
---@return table|false|nil
function getmetatable(value) end

--- Sets the metatable of a table and returns the table. The metatable is copied: later changes of
--- it have no effect. `__gc`, `__mode`, `__close`, `__concat` and `__pairs` raise. Cost O(1).
---
--- ```lua
--- setmetatable({}, { __index = function(_, key) return key .. "!" end }).hey --> "hey!"
--- ```
---@param t table a table
---@param metatable table|nil its metatable; nil removes it
---@return table
function setmetatable(t, metatable) end

--- Returns whether two values are the same, without `__eq`. Cost O(1).
---
--- ```lua
--- rawequal("a", "a"), rawequal({}, {}) --> true, false
--- ```
---@param a any any value
---@param b any any value
---@return boolean
function rawequal(a, b) end

--- Returns the length of a table or string, without `__len`. Cost O(log n).
---
--- ```lua
--- rawlen({ 1, 2 }) --> 2
--- ```
---@param value table|string a table or string
---@return integer
function rawlen(value) end

-- -- Strings -----------------------------------------------------------------

--- Functions for strings, which are sequences of bytes. ("x"):rep(2) calls string.rep, also if a
--- script changes the table `string`. Letters are those of ASCII. dump, pack, packsize and unpack
--- do not exist.
---
--- ```lua
--- ("elf"):upper() .. string.lower("KING") --> "ELFking"
--- ```
string = {}

--- Returns the numbers of the bytes from position i to j. Cost O(bytes).
---
--- ```lua
--- string.byte("abc", 1, 3) --> 97, 98, 99
--- ```
---@param s string a string
---@param i? integer default 1
---@param j? integer default i
---@return integer ...
function string.byte(s, i, j) end

--- Returns a string of the bytes with the given numbers. Cost O(bytes).
---
--- ```lua
--- string.char(104, 105) --> "hi"
--- ```
---@param ... integer 0 to 255
---@return string
function string.char(...) end

--- Returns the first and last position of the first match of a pattern, and its captures; nil if
--- there is no match. Cost O(inspected characters): each character counts each time it is
--- inspected, up to the number of steps that remain.
---
--- ```lua
--- string.find("a forest", "for") --> 3, 5
--- string.find("power = 3", "(%w+) = (%d)") --> 1, 9, "power", "3"
--- ```
---@param s string a string
---@param pattern string a pattern of Lua
---@param init? integer position to start at; default 1
---@param plain? boolean true: characters of the pattern have no special meaning
---@return integer|nil first
---@return integer|nil last
---@return any ...
function string.find(s, pattern, init, plain) end

--- Formats values: %d %i %u %c %x %X %o %e %E %f %g %G %a %A %q %s. %s formats tables as tostring
--- does; %p, an address, raises. Cost O(bytes).
---
--- ```lua
--- string.format("%-6s|%03d|%.1f", "elf", 7, 2.5) --> "elf   |007|2.5"
--- ```
---@param form string the format
---@param ... any values
---@return string
function string.format(form, ...) end

--- Iterates over all matches of a pattern, returning their captures. Cost O(inspected characters).
---
--- ```lua
--- for key, value in ("a=1 b=2"):gmatch("(%w)=(%w)") do print(key, value) end
--- --> a	1
--- --> b	2
--- ```
---@param s string a string
---@param pattern string a pattern of Lua
---@param init? integer position to start at; default 1
---@return function
function string.gmatch(s, pattern, init) end

--- Replaces all matches of a pattern, and returns the new string and the number of matches. The
--- replacement is a string, in which %1 is a capture; a table, indexed by the capture; or a
--- function, called with the captures. Cost O(inspected characters).
---
--- ```lua
--- ("elf, bear"):gsub("%w+", string.upper) --> "ELF, BEAR", 2
--- ```
---@param s string a string
---@param pattern string a pattern of Lua
---@param by string|table|function the replacement
---@param most? integer largest number of replacements; default: all
---@return string
---@return integer count
function string.gsub(s, pattern, by, most) end

--- Returns the number of bytes. Cost O(1).
---
--- ```lua
--- string.len("\u{E9}") --> 2
--- ```
---@param s string a string
---@return integer
function string.len(s) end

--- Converts the letters A to Z to lower case. Cost O(bytes).
---
--- ```lua
--- ("Grizzly BEAR"):lower() --> "grizzly bear"
--- ```
---@param s string a string
---@return string
function string.lower(s) end

--- Converts the letters a to z to upper case. Cost O(bytes).
---
--- ```lua
--- ("elf"):upper() --> "ELF"
--- ```
---@param s string a string
---@return string
function string.upper(s) end

--- Returns the captures of the first match of a pattern, or the match if it has no captures; nil if
--- there is no match. Cost O(inspected characters).
---
--- ```lua
--- ("pt(bear) = 2/2"):match("(%d)/(%d)") --> "2", "2"
--- ```
---@param s string a string
---@param pattern string a pattern of Lua
---@param init? integer position to start at; default 1
---@return any ...
function string.match(s, pattern, init) end

--- Returns n copies of a string, separated by another. A result above the limit is refused before
--- it is made. Cost O(bytes).
---
--- ```lua
--- ("x"):rep(3, "-") --> "x-x-x"
--- ```
---@param s string a string
---@param n integer number of copies
---@param between? string separator; default ""
---@return string
function string.rep(s, n, between) end

--- Returns the bytes of a string in reverse order. Cost O(bytes).
---
--- ```lua
--- ("elf"):reverse() --> "fle"
--- ```
---@param s string a string
---@return string
function string.reverse(s) end

--- Returns the bytes from position i to j; negative positions count from the end. Cost O(bytes).
---
--- ```lua
--- ("creature"):sub(1, 3) .. ("creature"):sub(-4) --> "creture"
--- ```
---@param s string a string
---@param i integer first position
---@param j? integer last position; default -1
---@return string
function string.sub(s, i, j) end

-- -- Tables ------------------------------------------------------------------

--- Functions for tables. They access elements directly, without metamethods; a frozen table cannot
--- be changed by them.
---
--- ```lua
--- table.concat({ "a", "b" }, "+") --> "a+b"
--- ```
table = {}

--- Joins the strings and numbers of a list to one string. Cost O(bytes).
---
--- ```lua
--- table.concat({ "a", 1, "b" }, ", ") --> "a, 1, b"
--- ```
---@param list table a list
---@param between? string separator; default ""
---@param i? integer default 1
---@param j? integer default #list
---@return string
function table.concat(list, between, i, j) end

--- Inserts a value into a list, at a position or at its end. Cost O(elements that move up).
---
--- ```lua
--- list = { "a", "c" }
--- table.insert(list, 2, "b")
--- table.concat(list) --> "abc"
--- ```
---@param list table a list
---@param place integer|any position, or the value if `value` is not given
---@param value? any the value
function table.insert(list, place, value) end

--- Copies a range of a list to a position, in the same list or another. Cost O(count).
---
--- ```lua
--- table.concat(table.move({ 1, 2, 3 }, 2, 3, 1)) --> "233"
--- ```
---@param from table source
---@param first integer first position of the range
---@param last integer last position of the range
---@param to integer position of the first copy
---@param into? table destination; default: the source
---@return table into
function table.move(from, first, last, to, into) end

--- Returns a table of all arguments, with their number in the field `n`. Cost O(count).
---
--- ```lua
--- table.pack(1, nil).n --> 2
--- ```
---@param ... any values
---@return table
function table.pack(...) end

--- Removes the value at a position of a list, by default the last one, and returns it. Cost
--- O(elements that move down).
---
--- ```lua
--- table.remove({ "a", "b", "c" }, 1) --> "a"
--- ```
---@param list table a list
---@param place? integer position; default #list
---@return any
function table.remove(list, place) end

--- Sorts a list in place: numbers ascending, then strings by their bytes; or by a function that
--- returns whether its first argument comes before its second. The sort is stable. Values of other
--- types need a function, and raise without one. Cost O(n log n).
---
--- ```lua
--- list = { "b", 2, "a", 10 }
--- table.sort(list)
--- table.concat(list, " ") --> "2 10 a b"
--- ```
---@param list table a list
---@param before? fun(a: any, b: any): boolean the order
function table.sort(list, before) end

--- Returns the values of a list, at most 4096. Cost O(count).
---
--- ```lua
--- table.unpack({ 1, 2, 3 }, 2) --> 2, 3
--- ```
---@param list table a list
---@param i? integer default 1
---@param j? integer default #list
---@return any ...
function table.unpack(list, i, j) end

-- -- Numbers -----------------------------------------------------------------

--- Functions for numbers whose results are exact on every machine. Random numbers come from the
--- world: ctx:roll(6). Attributes are integers, so use // rather than /.
---
--- ```lua
--- math.max(7 // 2, 2) --> 3
--- ```
math = {}

--- Returns the absolute value of a number. Cost O(1).
---
--- ```lua
--- math.abs(-3) --> 3
--- ```
---@param x number a number
---@return number
function math.abs(x) end

--- Returns the smallest integer that is not less than x. Cost O(1).
---
--- ```lua
--- math.ceil(2.1) --> 3
--- ```
---@param x number a number
---@return integer
function math.ceil(x) end

--- Returns the largest integer that is not greater than x. Cost O(1).
---
--- ```lua
--- math.floor(-2.1) --> -3
--- ```
---@param x number a number
---@return integer
function math.floor(x) end

--- Returns the remainder of x / y, with the quotient rounded toward zero; x % y rounds it down.
--- Cost O(1).
---
--- ```lua
--- math.fmod(-7, 3), -7 % 3 --> -1, 2
--- ```
---@param x number dividend
---@param y number divisor
---@return number
function math.fmod(x, y) end

--- The float infinity, greater than any number. It is no integer, so no attribute can hold it.
---
--- ```lua
--- 10 < math.huge --> true
--- ```
---@type number
math.huge = nil

--- Returns the largest argument. Cost O(arguments).
---
--- ```lua
--- math.max(3, 7, 5) --> 7
--- ```
---@param x number a number
---@param ... number numbers
---@return number
function math.max(x, ...) end

--- The largest integer, 2^63-1.
---
--- ```lua
--- math.maxinteger + 1 == math.mininteger --> true
--- ```
---@type integer
math.maxinteger = nil

--- Returns the smallest argument. Cost O(arguments).
---
--- ```lua
--- math.min(3, 7, 5) --> 3
--- ```
---@param x number a number
---@param ... number numbers
---@return number
function math.min(x, ...) end

--- The smallest integer, -2^63.
---
--- ```lua
--- math.mininteger // -1 == math.mininteger --> true
--- ```
---@type integer
math.mininteger = nil

--- Returns the integer that a number or string represents exactly, or nil. Cost O(1).
---
--- ```lua
--- math.tointeger(6 / 2), math.tointeger(2.5) --> 3, nil
--- ```
---@param x any any value
---@return integer?
function math.tointeger(x) end

--- Returns "integer" or "float", or nil if the value is no number. Cost O(1).
---
--- ```lua
--- math.type(3), math.type(3.0), math.type("3") --> "integer", "float", nil
--- ```
---@param x any any value
---@return string?
function math.type(x) end

--- Returns whether m is less than n when both are compared as unsigned integers. Cost O(1).
---
--- ```lua
--- math.ult(1, -1) --> true
--- ```
---@param m integer an integer
---@param n integer an integer
---@return boolean
function math.ult(m, n) end
