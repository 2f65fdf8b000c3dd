# SPDX-License-Identifier: MIT
"""A Slurm cluster of several nodes on this machine, with daemons, sockets and ports of its own."""
import os
import signal
import socket
import subprocess
import time
from pathlib import Path


def free_ports(count):
    """Ports that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for item in sockets:
        item.bind(("127.0.0.1", 0))
    ports = [item.getsockname()[1] for item in sockets]
    for item in sockets:
        item.close()
    return ports


def wait_until(what, seconds, condition):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"FAILED: {what} within {seconds} s")
        time.sleep(0.1)
    return value


class Cluster:
    """The daemons; all of them end with it."""

    def __init__(self, directory, nodes):
        self.directory = Path(directory)
        self.nodes = nodes
        self.daemons = {}
        # The socket is for all users, though the key is not.
        self.directory.chmod(0o755)
        self.environment = os.environ | {"SLURM_CONF": str(self.directory / "slurm.conf")}
        self.configure()

    def configure(self):
        """Writes the cluster's configuration."""
        ports = free_ports(len(self.nodes) + 1)
        host = socket.gethostname()
        user = "root" if os.geteuid() == 0 else os.environ["USER"]
        lines = [
            "ClusterName=tests", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmctldPort={ports[0]}", f"SlurmUser={user}",
            f"SlurmdUser={user}", "AuthType=auth/munge", "CredType=cred/munge",
            # A job that lost its node begins again only when its credentials have expired.
            f"AuthInfo=socket={self.directory}/munge.socket,cred_expire=5",
            f"StateSaveLocation={self.directory}/state", f"SlurmdSpoolDir={self.directory}/spool-%n",
            f"SlurmctldPidFile={self.directory}/slurmctld.pid", f"SlurmdPidFile={self.directory}/slurmd-%n.pid",
            f"SlurmctldLogFile={self.directory}/slurmctld.log", f"SlurmdLogFile={self.directory}/slurmd-%n.log",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "MpiDefault=none", "SwitchType=switch/none",
            "SchedulerType=sched/backfill", "SchedulerParameters=bf_interval=2,batch_sched_delay=1", "SelectType=select/linear", "JobRequeue=1", "ReturnToService=2",
            # A node that does not answer for so long is down, and its jobs begin again.
            "SlurmdTimeout=5", "SlurmctldTimeout=5", "InactiveLimit=0", "KillWait=2", "MinJobAge=600",
            "AccountingStorageType=accounting_storage/none", "JobAcctGatherType=jobacct_gather/none",
        ]
        for name, port in zip(self.nodes, ports[1:]):
            lines.append(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN")
        lines.append(f"PartitionName=tests Nodes={','.join(self.nodes)} Default=YES MaxTime=INFINITE State=UP")
        (self.directory / "slurm.conf").write_text("\n".join(lines) + "\n")
        (self.directory / "state").mkdir()
        for name in self.nodes:
            (self.directory / f"spool-{name}").mkdir()
        key = self.directory / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)

    def start(self, name, words, **variables):
        """Starts a daemon, its output in a file."""
        with open(self.directory / f"{name}.out", "wb") as output:
            self.daemons[name] = subprocess.Popen(
                words, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                env=self.environment | variables, start_new_session=True)

    def __enter__(self):
        place = self.directory
        self.start("munged", [
            "munged", "--foreground", f"--socket={place}/munge.socket", f"--key-file={place}/munge.key",
            f"--pid-file={place}/munged.pid", f"--log-file={place}/munged.log", f"--seed-file={place}/munge.seed"])
        wait_until("munged listens", 20, (place / "munge.socket").exists)
        self.start("slurmctld", ["slurmctld", "-D", "-f", str(place / "slurm.conf")])
        for name in self.nodes:
            # The mark tells the processes of a node apart: those of its jobs have it as well.
            self.start(name, ["slurmd", "-D", "-N", name, "-f", str(place / "slurm.conf")])
        wait_until("all nodes are idle", 60, self.is_ready)
        return self

    def __exit__(self, *_):
        for process in reversed(self.daemons.values()):
            if process.poll() is None:
                process.terminate()
        for process in self.daemons.values():
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def is_ready(self):
        """Whether all nodes wait for work."""
        for name, process in self.daemons.items():
            if process.poll() is not None:
                raise SystemExit(f"FAILED: {name} ended: {(self.directory / f'{name}.out').read_text()[-2000:]}")
        states = self.run(["sinfo", "--noheader", "--Node", "--format=%T"], check=False).split()
        return len(states) == len(self.nodes) and set(states) == {"idle"}

    def run(self, words, check=True):
        """The output of a command of Slurm."""
        result = subprocess.run(words, env=self.environment, capture_output=True, text=True)
        if check and result.returncode:
            raise SystemExit(f"FAILED: {' '.join(words)}: {result.stderr}")
        return result.stdout

    def state(self, node):
        """A node's state, as sinfo has it."""
        return self.run(["sinfo", "--noheader", "--Node", f"--nodes={node}", "--format=%T"]).strip()

    def kill(self, node):
        """Ends a node as a power cut does: its daemon and all processes of its jobs, at once."""
        self.daemons[node].kill()
        self.daemons[node].wait()
        own = f"SLURM_CONF={self.directory}/slurm.conf".encode()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                variables = (entry / "environ").read_bytes().split(b"\0")
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            is_step = words.startswith(b"slurmstepd") and str(self.directory).encode() in b"".join(variables)
            if own in variables and (f"SLURMD_NODENAME={node}".encode() in variables or is_step and self.is_of(entry, node)):
                os.kill(int(entry.name), signal.SIGKILL)

    @staticmethod
    def is_of(entry, node):
        """Whether a step's daemon serves a node: a process of its job says so."""
        for task in (entry / "task").iterdir():
            for child in (task / "children").read_text().split():
                try:
                    if f"SLURMD_NODENAME={node}".encode() in Path(f"/proc/{child}/environ").read_bytes():
                        return True
                except OSError:
                    continue
        return False
