"""How much memory a program has taken, for tests that run it as a process of its own."""

from __future__ import annotations

import sys

import pytest

PEAK_KIB = 'next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM:"))'
"""An expression for the peak of the resident set in KiB.

``getrusage`` would not do: what it tells goes back to before the program began, when the process was a copy of the
test's own.
"""

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from /proc")
