"""Intervals: how far what was measured may be from the truth. All hold 95 % unless another level is asked for.

Means, ratios and differences: Student's t on the deals, errors by the delta method. Shares: Wilson's interval with as many games
as the noise between deals allows for. Correlations: the delta method on Fisher's scale. Quantiles: order statistics. While
playing until an interval is narrow enough: Robbins' normal mixture, a confidence sequence, which holds at all times at once.
"""

from __future__ import annotations

from math import atanh, inf, isfinite, log, sqrt, tanh
from statistics import NormalDist

from ludotheque.lab.study.sums import Histogram

LEVEL = 0.95

Interval = tuple[float, float]


def student(deals: int, level: float = LEVEL) -> float:
    """How many standard errors an interval reaches to each side, from so many deals (Cornish and Fisher's expansion of t)."""
    z, freedom = NormalDist().inv_cdf((1 + level) / 2), deals - 1
    if freedom < 1:
        return inf
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def around(value: float, error: float, deals: int, level: float = LEVEL) -> Interval:
    """For a mean, a ratio or a difference."""
    reach = student(deals, level) * error
    return value - reach, value + reach


def share(value: float, error: float, deals: int, games: int, level: float = LEVEL) -> Interval:
    """Wilson's interval for a share, with the number of independent games that would be as noisy as these."""
    spread = value * (1 - value)
    n = min(spread / error**2, 4.0 * games) if error > 0 and spread > 0 else float(games)
    z = student(deals, level)
    if not isfinite(z):
        return 0.0, 1.0
    middle = (value + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(max(spread, 0.0) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def correlation(value: float, error: float, deals: int, level: float = LEVEL) -> Interval:
    """For a share of variance, which is a correlation: symmetric on Fisher's scale.

    Deals that were all alike do not prove that others are: the interval reaches as far as the rule of three says.
    """
    least = 3 / deals
    if abs(value) >= 1 - 1e-9:
        reach = student(deals, level) * error
        low, high = value - reach, value + reach
    else:
        reach = student(deals, level) * error / (1 - value * value)
        low, high = tanh(atanh(value) - reach), tanh(atanh(value) + reach)
    if error < 1e-9:
        low, high = value - least, value + least
    return max(low, -1.0), min(high, 1.0)


def quantile(histogram: Histogram, part: float, deals: int, level: float = LEVEL) -> tuple[int, int, int]:
    """A quantile and its interval by order statistics, as if the two plays of a deal told no more than one."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    reach = z * sqrt(part * (1 - part) / max(deals, 1))
    slack = 1 / max(deals, 1)
    low, high = part - reach - slack, part + reach + slack
    return value_at(histogram, part), value_at(histogram, max(low, 0.0)), value_at(histogram, min(high, 1.0))


def value_at(histogram: Histogram, part: float) -> int:
    """The least value that at least this part of all stays within."""
    wanted, seen = part * sum(count for _, count in histogram), 0
    for value, count in histogram:
        seen += count
        if seen >= wanted and seen > 0:
            return value
    return histogram[-1][0]


def patience(narrow: float, level: float = LEVEL) -> float:
    """After about how many deals a share of one half is known to within `narrow`: where the sequence below is made tightest."""
    return max((NormalDist().inv_cdf((1 + level) / 2) / (2 * narrow)) ** 2, 1.0)


def at_all_times(error: float, deals: int, tightest: float, level: float = LEVEL) -> float:
    """How far to each side an interval reaches that holds at all times at once, however one decides when to stop.

    Robbins' normal mixture with the variance found so far (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024: an asymptotic
    confidence sequence): the price for looking as often as one likes, about half as much again as at one time fixed before.
    """
    alpha = 1 - level
    rho = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / tightest
    grown = deals * rho + 1
    return error * sqrt(2 * grown / (deals * rho) * log(sqrt(grown) / alpha))
