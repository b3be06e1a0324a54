"""FIDE's federations by their three letters: what 1.4.3 and 1.4.4 can count."""

from __future__ import annotations

from tprstats.errors import UnknownNameError

__all__ = [
    "FEDERATIONS", "NOT_OF_FIDE", "NO_FEDERATION", "asked_federation", "federation_code",
]  # fmt: skip

FEDERATIONS = frozenset(
    """
    AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BEN BER BHU BIH BIZ
    BLR BOL BOT BRA BRN BRU BUL BUR CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COL COM CPV CRC
    CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP EST ETH FAI FIJ FIN FRA GAB GAM GBS
    GCI GEO GEQ GER GHA GRE GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ ISL ISR
    ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU
    LUX MAC MAD MAR MAS MAW MDA MDV MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL NED
    NEP NGR NIG NOR NRU NZL OMA PAK PAN PAR PER PHI PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA
    SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ SYR TAN THA
    TJK TKM TLS TOG TPE TTO TUN TUR UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM
    """.split()  # noqa: SIM905  (two hundred quotes would hide the codes)
)
"""Codes of FIDE's rating list."""

NO_FEDERATION = "FID"
"""FIDE's own flag: the game counts, but it is no federation (1.4.2a)."""

NOT_OF_FIDE = ("NON",)
"""Flags of players who belong to no FIDE federation: their games do not count (1.4.2a)."""


def federation_code(text: str) -> str | None:
    """A flag of FIDE's rating list in capitals; empty for none, None for letters that are no flag.

    Examples
    --------
    >>> federation_code("eng"), federation_code("FID"), federation_code(" "), federation_code("KIL")
    ('ENG', 'FID', '', None)
    """
    code = text.strip().upper()
    known = not code or code in FEDERATIONS or code == NO_FEDERATION or code in NOT_OF_FIDE
    return code if known else None


def asked_federation(text: str) -> str:
    """The flag that somebody asks for.

    Raises
    ------
    UnknownNameError
        For letters that are no flag: the nearest that are.
    """
    code = federation_code(text)
    if code is None:
        raise UnknownNameError("FIDE federation", text.strip(), sorted(FEDERATIONS))
    return code
