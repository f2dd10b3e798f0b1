--- The cells of the board.
return {
  card { name = "a1", kinds = { "cell" }, column = 1, row = 1 },
  card { name = "a2", kinds = { "cell" }, column = 1, row = 2 },
  card { name = "a3", kinds = { "cell" }, column = 1, row = 3 },
  card { name = "b1", kinds = { "cell" }, column = 2, row = 1 },
  card { name = "b2", kinds = { "cell" }, column = 2, row = 2 },
  card { name = "b3", kinds = { "cell" }, column = 2, row = 3 },
  card { name = "c1", kinds = { "cell" }, column = 3, row = 1 },
  card { name = "c2", kinds = { "cell" }, column = 3, row = 2 },
  card { name = "c3", kinds = { "cell" }, column = 3, row = 3 },
}
