"""What the plan of the simulated event says, and what its people write."""

from datetime import date
from decimal import Decimal
from typing import Final

from tables.tournaments.services.tournaments import Details

DETAILS: Final = Details(
    name="Herz-Dame-Pokal",
    place="Altenburg, Kulturhaus, Großer Saal",
    starts_on=date.min,
    ends_on=date.min,
    organiser="Herz Dame Altenburg",
    direction="Anke Wunderlich, Spielleitung",
    strikes_at_limit=True,
    entry_fee=Decimal(15),
    costs="Verlustspielgeld je verlorenem Spiel: vom 1. bis 3. Spiel 0,50 Euro, ab dem 4. Spiel 1 Euro.",
    use_of_money="Das Startgeld wird nach Abzug der Saalmiete vollständig ausgespielt. "
    "Vom Verlustspielgeld erhält jede Serie drei Serienpreise.",
    exclusion="Wer das Spiel grob stört, kann von der Spielleitung ausgeschlossen werden. Das Startgeld verfällt.",
    tribunal="Schiedsrichter vor Ort; gegen seine Entscheidung ist das Schiedsgericht der Veranstaltung anzurufen.",
    rules="Internationale Skatordnung (ISkO) und Skatwettspielordnung (SkWO) in der gültigen Fassung.",
    supervision="Die Spielleitung prüft jede Liste und hängt die Ergebnisse nach jeder Serie aus.",
    penalties="Nach Ablauf der Spielzeit wird das laufende Spiel beendet, fehlende Spiele werden nicht nachgeholt.",
    list_keeping="Platz 1 führt die Liste, am Telefon oder auf Papier. Alle Spieler am Tisch bestätigen sie.",
    stake="Es wird nicht um Geld je Punkt gespielt.",
    material="Französisches Blatt; auf Wunsch des Tisches deutsches Blatt.",
)
"""Everything SkWO 6.2 asks for; the days and the rounds are the scenario's."""

CORRECTIONS: Final = ("Spitzen nachgezählt", "Eine Spitze zu viel", "Verschrieben", "Am Tisch gemeinsam berichtigt")
"""Why a deal was corrected at the table: it had one matador too many."""
