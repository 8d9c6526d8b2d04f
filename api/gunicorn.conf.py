# ruff: noqa: N999
"""The server: one worker a core, two at most unless told otherwise, each kept on its own, a few threads in each."""

import gc
import os
import shutil
import signal
import tempfile

if os.environ.get("METRICS_TOKEN"):  # before anything is imported that counts
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="metrics"))

from api.web.logs import settings

cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))

bind = f"0.0.0.0:{os.environ.get('PORT') or 8000}"
workers = int(os.environ.get("WEB_CONCURRENCY") or min(2, len(cores)))
threads = int(os.environ.get("WEB_THREADS") or 8)
worker_class = "gthread"  # sqlite3 and argon2 would block gevent
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
control_socket_disable = True
preload_app = True  # made once: a worker's start then costs next to nothing, and most of its memory is shared

timeout = 30
graceful_timeout = 8  # hosts kill ten seconds after SIGTERM
keepalive = 65  # longer than the proxies before it

logconfig_dict = settings((os.environ.get("LOG_LEVEL") or "INFO").upper())


def post_worker_init(worker):
    """Do the clock's work as long as there is none; at the end let all go who wait for news."""
    from api.data.waiting import bell
    from api.operation import checks, work

    checks.at_start(worker.wsgi)
    work.beside(worker.wsgi)

    leave = signal.getsignal(signal.SIGTERM)

    def leaving(number, frame):
        leave(number, frame)
        bell.close()

    signal.signal(signal.SIGTERM, leaving)
    signal.siginterrupt(signal.SIGTERM, False)


def pre_fork(server, worker):
    """Give a worker the core that has fewest; leave what is there out of the collector's rounds.

    Those would write to each page, and at the end take seconds.
    """
    taken = [other.core for other in server.WORKERS.values()]
    worker.core = min(cores, key=taken.count)
    gc.freeze()


def post_fork(server, worker):
    """Keep a worker on its core: its threads would else hand the interpreter's lock from core to core."""
    if hasattr(os, "sched_setaffinity") and workers > 1:
        os.sched_setaffinity(0, {worker.core})


def child_exit(server, worker):
    """Forget of a worker that has ended what only living ones have."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def on_exit(server):
    """Leave no counts behind."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
