"""The coach's page, served on this computer: ``tprstats serve``.

FastAPI is imported by ``tprstats.web.app`` alone and what stands above it; workers know nothing
of it. Calculations run in processes of their own (``tprstats.web.pool``), never in the event
loop, so that one of them can be stopped and none holds up the others.
"""
