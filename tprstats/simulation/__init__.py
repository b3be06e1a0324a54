"""Monte Carlo events: fields, designs, and lazy batches of replicates."""

from tprstats.simulation.batch import EventBatch
from tprstats.simulation.designs import Design, Fixed, Replay, RoundRobin, Swiss, TeamMatch
from tprstats.simulation.fields import Field, Players
from tprstats.simulation.run import replicate, simulate, simulate_range
from tprstats.simulation.schedules import Schedule
from tprstats.simulation.selection import SelectionLuck, design_of, selection_luck
from tprstats.simulation.store import batch_table, store_events
from tprstats.simulation.to_event import to_event
from tprstats.simulation.what_if import WhatIf, future_design, what_if

__all__ = [
    "Design",
    "EventBatch",
    "Field",
    "Fixed",
    "Players",
    "Replay",
    "RoundRobin",
    "Schedule",
    "SelectionLuck",
    "Swiss",
    "TeamMatch",
    "WhatIf",
    "batch_table",
    "design_of",
    "future_design",
    "replicate",
    "selection_luck",
    "simulate",
    "simulate_range",
    "store_events",
    "to_event",
    "what_if",
]
