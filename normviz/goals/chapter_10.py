from normviz.goals import Goal

GOALS = {
    "10a": (
        Goal(
            "Find a result beyond 2.5. How far from 0 *can* one come out, with ten flats?",
            {"row": 10},
            "No further than √(10 − 1) = 3. This flat comes near it: it lies alone, far from the other nine.",
            lambda _, result: abs(result.normalized.x_hat[result.row, result.column]) > 2.5,
        ),
        Goal(
            "Divide by n − 1. By which factor do all results shrink?",
            {"divide_by": "n − 1, the sample variance"},
            "By √(9/10), in every column, whatever arrived. With 64 flats it would be √(63/64), next to nothing.",
        ),
    ),
}
