"""What an explorer shows, as pure functions: settings in, a result out; NumPy alone, no widget and no markup.

Each file is one view. ``Settings`` hold everything that the picture depends on, ``fit(settings, changed)`` says what
else must change with them, and ``compute(settings)`` returns a ``Result`` of plain data. Whatever reads settings
raises a TypeError or ValueError where they hold something unusable: its words are shown in the picture's place. An
example of each, in numbers, is that of its explorer.
"""
