"""A second look at a browser test that failed: browsers miss a beat when cores are short. It is counted, printed, and limited.

A test that passes only at a second look says something about the page or about the test. Find out what: the first failure of
each is printed at the end of the run, and more than `LIMIT` of them fail the run.
"""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.runner import runtestprotocol

LIMIT = 2
"""How many second looks a run may need."""
MARK = "passed at a second look"

_seen: dict[str, str] = {}
"""Tests that needed one, and why the first look failed."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test; if it fails, once more. What is reported is the last look, with the reason of the first."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failed = [report for report in reports if report.failed]
    if failed:
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if not any(report.failed for report in reports):
            reports[-1].user_properties.append((MARK, _why(failed[0])))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _why(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    where = f"{crash.path}:{crash.lineno}: {crash.message}" if crash else str(report.longrepr)
    return f"{report.when}: {where}"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count, also what workers report."""
    for name, why in report.user_properties:
        if name == MARK:
            _seen[report.nodeid] = str(why)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say which tests needed a second look, and why."""
    if not _seen:
        return
    terminalreporter.section(f"{len(_seen)} {MARK} (at most {LIMIT})")
    for test, why in _seen.items():
        terminalreporter.line(f"{test}\n    " + "\n    ".join(why.splitlines()[:12]))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Too many second looks are a failure."""
    if not hasattr(session.config, "workerinput") and len(_seen) > LIMIT and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
