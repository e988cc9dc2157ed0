"""The Länder and their public holidays, in words."""

from django.utils.translation import gettext_lazy as _

from scoring.season.rules.holidays import Holiday, Land

LAENDER = {
    Land.BW: "Baden-Württemberg",
    Land.BY: _("Bavaria"),
    Land.BE: "Berlin",
    Land.BB: "Brandenburg",
    Land.HB: "Bremen",
    Land.HH: "Hamburg",
    Land.HE: _("Hesse"),
    Land.MV: _("Mecklenburg-Western Pomerania"),
    Land.NI: _("Lower Saxony"),
    Land.NW: _("North Rhine-Westphalia"),
    Land.RP: _("Rhineland-Palatinate"),
    Land.SL: "Saarland",
    Land.SN: _("Saxony"),
    Land.ST: _("Saxony-Anhalt"),
    Land.SH: "Schleswig-Holstein",
    Land.TH: _("Thuringia"),
}
"""What each Land is called, in the order of its German name."""

HOLIDAYS = {
    Holiday.NEW_YEAR: _("New Year"),
    Holiday.EPIPHANY: _("Epiphany"),
    Holiday.WOMENS_DAY: _("Women’s Day"),
    Holiday.GOOD_FRIDAY: _("Good Friday"),
    Holiday.EASTER_SUNDAY: _("Easter Sunday"),
    Holiday.EASTER_MONDAY: _("Easter Monday"),
    Holiday.LABOUR_DAY: _("Labour Day"),
    Holiday.ASCENSION: _("Ascension Day"),
    Holiday.WHIT_SUNDAY: _("Whit Sunday"),
    Holiday.WHIT_MONDAY: _("Whit Monday"),
    Holiday.CORPUS_CHRISTI: _("Corpus Christi"),
    Holiday.ASSUMPTION: _("Assumption Day"),
    Holiday.CHILDRENS_DAY: _("Children’s Day"),
    Holiday.UNITY: _("German Unity Day"),
    Holiday.REFORMATION: _("Reformation Day"),
    Holiday.ALL_SAINTS: _("All Saints"),
    Holiday.REPENTANCE: _("Day of Repentance"),
    Holiday.CHRISTMAS: _("Christmas Day"),
    Holiday.SECOND_CHRISTMAS: _("Second day of Christmas"),
}
"""What each holiday is called."""
