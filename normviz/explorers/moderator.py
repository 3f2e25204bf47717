"""ModeratorExplorer: ten people talk for different times, and a moderator brings them to one scale."""

from dataclasses import replace

from normviz import _inputs
from normviz.drawing.moderator import moderator_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.sizes import RANGE, STRETCHES
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text, named, unread, with_edits
from normviz.views import moderator
from normviz.views.settings import holds


def _in_words(result: moderator.Result) -> str:
    i, minutes = result.person, plain(result.minutes[result.person])
    return (
        f"{short_name(result.names[i])} talks {minutes} minute{'' if minutes == '1' else 's'} of a mean of "
        f"{plain(result.before.mean)} and σ {fixed(result.before.std, 2)}: balanced {fixed(result.balanced[i])}, "
        f"after γ and β {fixed(result.y[i])}. "
        f"After γ and β the mean is {fixed(result.final.mean)} and σ {fixed(result.final.std)}."
    )


class ModeratorExplorer(Explorer):
    """Talk times in a meeting: as minutes, balanced, and after a team's γ and the company's β.

    Parameters
    ----------
    times : None for one of the collection's; or your own: minutes as a list or an array, or a mapping name → minutes
    meeting : which of the collection's four meetings, all with a mean of 5 minutes, comes first

    Raises
    ------
    TypeError, ValueError
        For times that are not at least two numbers, and for a meeting that is none of the four.

    Examples
    --------
    >>> explorer = ModeratorExplorer()
    >>> explorer.result.balanced.round(4)[:3]
    array([ 1.2247, -1.2247,  0.    ])
    >>> explorer.beta.value = 2
    >>> explorer.result.final.mean
    2.0
    """

    heading = "Who talks longer than the others?"
    fit = staticmethod(moderator.fit)
    compute = staticmethod(moderator.compute)
    picture = staticmethod(moderator_picture)
    words = staticmethod(_in_words)
    alone_as, typed_as, names_example = "moderator", moderator.YOURS, "meeting"

    def __init__(self, times=None, *, meeting=moderator.ARTICLE):
        settings = moderator.Settings(meeting=_inputs.one_of("meeting", meeting, moderator.MEETINGS))
        if times is not None:
            settings = replace(settings, meeting=moderator.YOURS, given=moderator.people_of(times))
        super().__init__(settings)

    def examples_on_a_page(self, settings):
        return self.tables_on_a_page(settings, moderator.MEETINGS, moderator.table_of)

    @staticmethod
    def controls_for(settings):
        typed = settings.meeting == moderator.YOURS and settings.given is None
        try:
            people = moderator.table_of(settings).rows
        except (TypeError, ValueError):  # the picture says so
            people = unread(settings.person)
        meeting = with_edits("Meeting", settings)
        return [
            [
                Choice("meeting", meeting, (*moderator.MEETINGS, moderator.YOURS), width="22em"),
                Choice("method", "The moderator gives", tuple(moderator.METHODS.items()), width="22em"),
            ],
            [Text("times", "Your times in minutes, one person a line", rows=4, visible=typed)],
            [
                named("person", "Follow", people),
                Choice("team", "γ is for", tuple(moderator.TEAMS), width="22em"),
                Number("gamma", "γ", *STRETCHES, 0.1, main=True),
                Number("beta", "β, for everyone", *RANGE, 0.1, main=True),
            ],
        ]

    @staticmethod
    def follow(settings, cell):
        person, *_ = cell
        return {"person": person + 1} if person < len(moderator.table_of(settings).rows) else {}

    @staticmethod
    def hold(settings, cell):
        return (*cell, 0) if holds(moderator.table_of(settings), (*cell, 0)) else None
