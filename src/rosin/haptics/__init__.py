"""The haptic desk (Onofrei, Fontana and Serafin 2022, 3.3.3): a stick that is held by a hand, and feels the friction that one hears."""
