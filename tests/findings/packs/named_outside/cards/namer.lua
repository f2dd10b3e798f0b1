-- No act of any file names "doubled".
return card {
  name = "Namer", kinds = { "fighter" }, attack = 10, max_health = 300, health = 300,
  whenever {
    strike { who = this },
    act = handler(function(ctx)
      ctx:emit("apply", { who = ctx.this, card = "doubled", turns = 0 })
    end),
  },
}
