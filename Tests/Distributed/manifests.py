#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the manifests for Kubernetes by the schemas of its own interface, without a network.

    pip install kubernetes-validate pyyaml
    python3 Tests/Distributed/manifests.py
"""
import sys
from pathlib import Path

import kubernetes_validate
import yaml

ROOT = Path(__file__).resolve().parents[2]


def main():
    paths = sorted((ROOT / "contrib/kubernetes").glob("*.yaml"))
    if not paths:
        raise SystemExit("FAILED: no manifest was found")
    for path in paths:
        for document in yaml.safe_load_all(path.read_text()):
            # Strict: a member that the schema does not have is most likely a slip.
            kubernetes_validate.validate(document, "1.31", strict=True)
            wrong = document | {"spec": document["spec"] | {"completion": 3}}
            try:
                kubernetes_validate.validate(wrong, "1.31", strict=True)
            except kubernetes_validate.ValidationError:
                continue
            raise SystemExit(f"FAILED: the schema lets everything pass: {path}")
    job = yaml.safe_load((ROOT / "contrib/kubernetes/tests.yaml").read_text())["spec"]
    container = job["template"]["spec"]["containers"][0]
    stated = next(item["value"] for item in container["env"] if item["name"] == "JOB_COMPLETIONS")
    if int(stated) != job["completions"]:
        raise SystemExit(f"FAILED: {job['completions']} completions, and the runner is told of {stated}")
    print(f"ok: {len(paths)} manifests")


if __name__ == "__main__":
    sys.exit(main())
