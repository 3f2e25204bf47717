from normviz.goals import Goal

GOALS = {
    "07a": (
        Goal(
            "Click one tile after another until μ changes. How many numbers had the same μ?",
            {"token": 2},
            "Three: the row. In another row μ is another; for “are” it goes from 6.0667 to 3.3333.",
            lambda settings, result: result.norm == "layer_norm" and result.cell[:2] != (1, 0),
        ),
        Goal(
            "*Reset*, and turn the lit row into a column. What joins the pool?",
            {"norm": "batch norm"},
            "The column goes through both sentences: 8 cells, 2 of them pads, μ 3.9013. The 7.5 of “How” "
            "becomes 1.0561 in the place of 0.4340.",
        ),
        Goal(
            "One norm has layer norm’s pool, but subtracts nothing. What stays positive?",
            {"norm": "RMS norm"},
            "RMS norm (Biao Zhang and Rico Sennrich, 2019) leaves the ruler’s 0 at 0. So 7.5 becomes "
            "1.0858, and all three numbers of “How” stay positive.",
        ),
    ),
}
