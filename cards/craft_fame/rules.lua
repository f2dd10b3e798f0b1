--- What the village of smiths has beside: a name that is made.
return extend {
  attributes = {
    fame = { "int", min = 0, unlayered = true }, -- how famous a smith is
  },
  steps = {
    --- Smiths are praised.
    praise = { event = "praise", takes = { "count" }, with = { count = 1 } },
    --- Smiths show blades, for which there is praise.
    show = { event = "show", takes = { "count" }, with = { count = 1 } },
  },
}
