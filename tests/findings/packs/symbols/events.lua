--- What happens on the stage: somebody is told another symbol, or none.
return events {
  event {
    "tell",
    fields = { who = "ref", what = "sym" },
    affected = "who",
    does = { base { event.who, told = event.what } },
  },
}
