"""The examples in the docstrings about money hold."""

import doctest
import importlib
import pkgutil

import pytest

import scoring.money.reckon

MODULES = [info.name for info in pkgutil.walk_packages(scoring.money.reckon.__path__, "scoring.money.reckon.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
