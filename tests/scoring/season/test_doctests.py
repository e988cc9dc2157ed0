"""The examples in the docstrings of the season hold."""

import doctest
import importlib
import pkgutil

import pytest

import scoring.season.rules

MODULES = [info.name for info in pkgutil.walk_packages(scoring.season.rules.__path__, "scoring.season.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
