--- Sections of rules that the library reads and the engine does not know. Amendments, `why-def` and
--- the report of a reload treat each of their entries as a thing of its own.
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

--- The sections whose entries are single values, so that there is nothing in them to amend.
M.VALUES = { starting = true }

return M
