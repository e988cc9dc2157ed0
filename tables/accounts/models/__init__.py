"""The rows of ``tables.accounts``."""

from tables.accounts.models.guesses import Guess
from tables.accounts.models.keys import KEY_BYTES, mark_of, new_key, to_be_typed
from tables.accounts.models.users import User
