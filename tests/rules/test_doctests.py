"""The examples in the docstrings of the rules hold."""

import doctest
import importlib
import pkgutil

import pytest

import scoring.rules

MODULES = [info.name for info in pkgutil.walk_packages(scoring.rules.__path__, "scoring.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
