return {
  card {
    name = "Quick Crab",
    kinds = { "fighter" },
    health = 20,
    whenever { hit { who = this }, act = harden { who = this } },
  },
  card {
    name = "Slow Crab",
    kinds = { "fighter" },
    health = 20,
    whenever { hit { who = this }, act = harden { who = this }, immediate = false },
  },
}
