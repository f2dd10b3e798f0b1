--- A whole game, of four rounds.
world:act("start_game", { player = A })
for round = 1, 4 do
  world:act(world:legal(round % 2 == 1 and A or B)[1])
  while #world:decisions() > 0 do
    world:answer(1)
  end
end
