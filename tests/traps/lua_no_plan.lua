--- A pack without tests, in TAP.
print("TAP version 14")
print("1..0")
