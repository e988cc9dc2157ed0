"""The rows of ``scoring.money``."""

from scoring.money.models.boxes import BoxCount, Closing, Deferral
from scoring.money.models.movements import MovementRow
from scoring.money.models.prizes import AwardRow, CardReturn, PrizeListRow
from scoring.money.models.tariffs import MoneyTerms, TariffRow
