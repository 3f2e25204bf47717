"""Starts a kernel as a poor machine would: one processor, a limit on memory, and nowhere to write but a scratch folder.

Used as the command of a kernel: ``python poor_machine.py -f connection_file``.
"""

import ctypes
import os
import resource
import sys

MEMORY = 1 << 30  # bytes
# Root may write where nobody may; without these three, permissions bind it like everybody else.
OVERRIDES = {"CAP_DAC_OVERRIDE": 1, "CAP_DAC_READ_SEARCH": 2, "CAP_FOWNER": 3}
PR_CAPBSET_DROP = 24
# Places to write that the tests' own environment names; a learner has none of them.
NAMED = ("JUPYTER_", "IPYTHON", "MPL", "XDG_")


def give_up_overrides():
    """Takes effect with the next program that this process becomes."""
    libc = ctypes.CDLL(None, use_errno=True)
    for name, number in OVERRIDES.items():
        if libc.prctl(PR_CAPBSET_DROP, number, 0, 0, 0):
            raise OSError(ctypes.get_errno(), f"cannot give up {name}")


if __name__ == "__main__":
    if os.geteuid() == 0:
        give_up_overrides()
    # What a process asks for and may write to: its heap, its stacks and its private mappings. Libraries, which all
    # kernels of a machine share, are not counted.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in [name for name in os.environ if name.startswith(NAMED)]:
        del os.environ[name]
    os.execv(sys.executable, [sys.executable, "-m", "ipykernel_launcher", *sys.argv[1:]])
