--- A script that succeeds.
print("1 passed, 0 failed")
