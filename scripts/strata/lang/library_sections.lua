--- Sections of rules that the library reads and the engine does not know. Their entries are things
--- of their own for who amends them, asks who made them, or loads them anew.
local M = {}

--- What an entry of a section is called, by the section.
M.KINDS = {
  lines = "line",
  measures = "measure",
  sizes = "size",
  starting = "starting value",
  steps = "step",
  type_words = "word",
}

--- The sections whose entries are one value, and no table that another pack amends.
M.VALUES = { starting = true }

return M
