--- What the village of smiths has beside: a name that is made.
return extend {
  attributes = {
    fame = { "int", min = 0, unlayered = true }, -- how famous a smith is
  },
}
