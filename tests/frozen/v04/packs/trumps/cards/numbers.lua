--- The numbers that each player holds.
return {
  card { name = "one", rank = 1 },
  card { name = "two", rank = 2 },
  card { name = "three", rank = 3 },
  card { name = "four", rank = 4 },
}
