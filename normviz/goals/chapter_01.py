from normviz.goals import Goal
from normviz.views.scaling import SHARE, YEAR

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
            "Multiply all by **γ**, add **β**: *y* = γ · x̂ + β. Make two people change places, with a γ near 0 or a "
            "large one, but above 0.",
            {"gamma": 2},
            "It cannot be done. Every *y* is a new number, no dot has moved, and whoever talked more still "
            "has the larger one: so it is for every γ above 0, as long as γ is for everyone.",
            lambda settings, _: settings.gamma >= 2 or 0 < settings.gamma <= 0.2,
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
    "01c": (
        Goal(
            "Raise η until the path flies off. Which number says where?",
            {"rate": 0.0002},
            "2/λ max, the bound, 0.000194 where the features are raw. Beyond it each step lands further away, "
            "on the other side of the valley: the descent diverges.",
            lambda settings, result: settings.data == YEAR and result.diverges,
        ),
        Goal(
            "How many steps does *raw* need? *Reset*, and get it below 20 with *Features* alone.",
            {"scale": "standardized"},
            "Raw it needs 20 001, standardized 18. Dividing alone is not enough: *scaled only* leaves κ at "
            "179.1, for the means must go, too. Standardized it is 2.164.",
            lambda settings, result: settings.data == YEAR and (result.steps_needed or 20) < 20,
        ),
        Goal(
            "With *standardized*: find an η that needs 6 steps or fewer.",
            {"scale": "standardized", "rate": 1.0},
            "At η = 1 five are enough, and from this start 0.9 needs four. *Best* means: the direction "
            "that shrinks slowest shrinks as fast as it can. Here that is η = 1.",
            lambda settings, result: settings.data == YEAR and (result.steps_needed or 20) <= 6,
        ),
    ),
    "01d": (
        Goal(
            "Find the price on its axis, and the contours. Is it enough to divide by σ?",
            {"scale": "scaled only"},
            "κ falls from 6.631·10¹³ to 691.8. Even the best η needs 1 594 steps: the means are still in it.",
            lambda settings, result: settings.data == SHARE and result.scale == "scaled only",
        ),
        Goal(
            "Get κ below 2, without changing what the numbers mean.",
            {"scale": "standardized"},
            "κ is 1.946, and 5 steps at the best η do. The numbers still mean the same; only their units are gone.",
            lambda settings, result: settings.data == SHARE and result.bowl.condition_number < 2,
        ),
    ),
}
