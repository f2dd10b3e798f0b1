--- What rage does, whoever put it there.
return laws {
  law { "rage", counter = "rage", layer = 3, attack = add(this:counters("rage") * 2) },
}
