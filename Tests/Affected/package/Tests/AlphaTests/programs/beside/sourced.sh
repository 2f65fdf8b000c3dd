number=3
