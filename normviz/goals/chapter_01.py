from normviz.goals import Goal

MEETING = "one person talks nearly all the time"

GOALS = {
    "01a": (
        Goal(
            "Find the person whose z-score mirrors person 1’s.",
            {"person": 2},
            "2 minutes lie as far below the mean as 8 lie above it: −1.2247, the mirror image of 1.2247.",
            lambda _, result: abs(result.balanced[result.person] + result.balanced[0]) < 1e-9,
        ),
        Goal(
            "Find somebody whose z-score is 0.",
            {"person": 3},
            "Person 3, and person 8 too: exactly the mean.",
            lambda _, result: abs(result.balanced[result.person]) < 1e-9,
        ),
        Goal(
            "Multiply all by **γ**, add **β**: *y* = γ · x̂ + β. Make two people change places with a γ above 0.",
            {"gamma": 2},
            "It cannot be done. Every *y* is a new number, no dot has moved, and whoever talked more still "
            "has the larger one: so it is for every γ above 0, as long as γ is for everyone.",
            lambda settings, _: settings.gamma > 0 and settings.gamma != 1,
        ),
    ),
    "01b": (
        Goal(
            "How large can a z-score become? Choose the meeting in which one person talks nearly all the time.",
            {"meeting": MEETING},
            "The largest is 3.0000. Among *n* numbers a z-score can reach √(n − 1), here √9, and no more.",
        ),
        Goal(
            "Let the moderator give *min–max*. Which two numbers does it fix, if not mean and σ?",
            {"method": "min–max"},
            "The two ends: the smallest is 0, the largest 1. Mean and σ are whatever comes out.",
        ),
    ),
}
