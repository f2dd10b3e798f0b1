--- What people write who know other languages or other games, and what it is called here.
local spelling = require("strata.base.spelling")

local M = {}

-- By the word that is no word here: the one that is meant.
local MEANT <const> = {
  all = "each",
  any = "each",
  every = "each",
  False = "false",
  me = "you",
  mine = "you",
  my = "you",
  myself = "this",
  None = "none",
  null = "none",
  self = "this",
  True = "true",
}

--- Whether `each` has a word: creature, or goblin.
local function is_word_of_each(words, name)
  local each = rawget(words, "each")
  local is_word, found = pcall(function()
    return each[name]
  end)
  return each ~= nil and is_word and found ~= nil
end

--- "; did you mean 'this'?" for a word that a file does not know; "" if nothing is near.
---@param name string
---@param words table<string, any> what the file knows
---@return string
function M.hint(name, words)
  local meant = MEANT[name]
  if meant and (words[meant] ~= nil or meant == "true" or meant == "false") then
    return ("; did you mean '%s'?"):format(meant)
  elseif is_word_of_each(words, name) then
    return ("; did you mean each.%s?"):format(name)
  elseif name == "the_game" then
    return '; the rules have none; say the_game = "is_the_game" in them, and declare that flag'
  end
  return spelling.hint(name, spelling.keys(words))
end

return M
