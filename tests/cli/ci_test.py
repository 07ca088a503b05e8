#!/usr/bin/env python3
"""The pipelines that `ci:` adds to a project: what the services' own schemas say of them, and that they follow the spec's range of
releases while their owner edits them. The job that needs plugingen itself is run as the services run it. usage: ci_test.py PLUGINGEN"""

import functools
import hashlib
import http.server
import json
import subprocess
import sys
import threading
import zipfile

import running
from running import CommandTest, ROOT, SPEC

TOOLS = ROOT / "build" / "tools" / "bin"
CHECK = TOOLS / "check-jsonschema"
FILES = {"github": ".github/workflows/plugin.yml", "gitlab": ".gitlab-ci.yml"}
SCHEMAS = {"github": ["vendor.github-workflows"], "gitlab": ["vendor.gitlab-ci", "--data-transform", "gitlab-ci"]}
BACKENDS = ("reference", "custom", "opencl", "cuda")
RANGES = {"released": f">={running.KNOWN.oldest}, <{running.KNOWN.next}"}
if running.KNOWN.nightly:
    RANGES |= {"with a nightly": f">={running.KNOWN.newest}, <{running.KNOWN.unknown}",
               "only a nightly": f"=={running.KNOWN.nightly}"}


def spec(ci, backend="reference", tensorflow=RANGES["released"]):
    text = SPEC.replace("device: {type: NOVA_NPU}", f"device: {{type: NOVA_NPU, backend: {backend}}}")
    assert backend in text
    return text + f'tensorflow: "{tensorflow}"\nci: {ci}\n'


LOAD = "import json, ruamel.yaml, sys; print(json.dumps(ruamel.yaml.YAML(typ='safe', pure=True).load(sys.stdin)))"
# What a wheel of plugingen is to the job: a program, under the distribution's name.
WHEEL = "tf_plugingen-9.9-py3-none-any.whl"
IN_WHEEL = {
    "tf_plugingen-9.9.data/scripts/plugingen": "#!/bin/sh\necho of the wheel: $*\n",
    "tf_plugingen-9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: tf-plugingen\nVersion: 9.9\n",
    "tf_plugingen-9.9.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tf_plugingen-9.9.dist-info/RECORD": "",
}


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def job_of(path):
    """What the job `up-to-date` runs, and with which shell the service runs it."""
    done = subprocess.run([TOOLS / "python", "-c", LOAD], input=path.read_text(), capture_output=True, text=True, check=True)
    pipeline = json.loads(done.stdout)
    if "jobs" in pipeline:
        job = pipeline["jobs"]["up-to-date"]
        return job, ["bash", "--noprofile", "--norc", "-e", "-c", "\n".join(step.get("run", "") for step in job["steps"])]
    job = pipeline["up-to-date"]
    return job, ["bash", "-e", "-o", "pipefail", "-c", "\n".join(job["script"])]


class CiTest(CommandTest):
    def make(self, text, folder):
        (self.folder / "acme.yaml").write_text(text)
        self.expect(0, "new", "acme.yaml", "-o", folder, "-q")
        return self.folder / folder

    def test_services_accept_them(self):
        for ci in FILES:
            paths = []
            projects = [(backend, "released") for backend in BACKENDS] + [(BACKENDS[0], name) for name in RANGES if name != "released"]
            for backend, name in projects:
                project = self.make(spec(ci, backend, RANGES[name]), f"{ci}_{backend}_{name.replace(' ', '_')}")
                paths.append(project / FILES[ci])
                others = [other for key, other in FILES.items() if key != ci]
                self.assertEqual([other for other in others if (project / other).exists()], [])
            done = subprocess.run([CHECK, "--builtin-schema", *SCHEMAS[ci], *paths], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            # The check can fail: of a job without steps, or without a script.
            broken = self.folder / "broken.yml"
            broken.write_text(paths[0].read_text().replace("    steps:", "    stepz:").replace("  script:", "  scriptz:"))
            done = subprocess.run([CHECK, "--builtin-schema", *SCHEMAS[ci], broken], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def test_releases_follow_the_range_and_edits_stay(self):
        project = self.make(spec("github", tensorflow=f">={running.KNOWN.oldest}, <{running.KNOWN.newest}"), "project")
        path = project / FILES["github"]
        new = f'- "{running.KNOWN.newest}"'
        self.assertIn(f'- "{running.KNOWN.oldest}"', path.read_text())
        self.assertNotIn(new, path.read_text())
        path.write_text(path.read_text().replace("runs-on: ubuntu-22.04\n    timeout-minutes: 60",
                                                 "runs-on: [self-hosted, npu]\n    timeout-minutes: 60"))
        self.assertIn("[self-hosted, npu]", path.read_text())
        self.expect(0, "regenerate", "project", "--tensorflow", RANGES["released"])
        self.assertIn("[self-hosted, npu]", path.read_text())
        self.assertIn(new, path.read_text())

    def environment_with_pip(self):
        """Variables with which `pip` is that of an empty environment."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.folder / "environment"], check=True)
        programs = self.folder / "environment" / "bin"
        (programs / "pip").write_text(f'#!/bin/sh\nexec {TOOLS}/python -m pip --python {programs}/python "$@"\n')
        (programs / "pip").chmod(0o755)
        # An index, were it asked, would not answer.
        return {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(self.folder), "no_proxy": "*", "PIP_INDEX_URL": "http://127.0.0.1:9/",
                "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_RETRIES": "0"}

    def test_plugingen_comes_from_where_the_owner_says(self):
        environment = self.environment_with_pip()
        with zipfile.ZipFile(self.folder / WHEEL, "w") as archive:
            for name, text in IN_WHEEL.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = 0o100755 << 16  # of a regular file
                archive.writestr(entry, text)
        digest = hashlib.sha256((self.folder / WHEEL).read_bytes()).hexdigest()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=self.folder))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{WHEEL}"
        for ci in FILES:
            job, shell = job_of(self.make(spec(ci), ci) / FILES[ci])

            def check(wheel, sha256):
                """Status, output, and whether something was installed."""
                done = subprocess.run(shell, cwd=self.folder, capture_output=True, text=True,
                                      env={**environment, "PLUGINGEN_WHEEL": wheel, "PLUGINGEN_SHA256": sha256})
                installed = self.folder / "environment/bin/plugingen"
                was = installed.exists()
                if was:
                    subprocess.run(["pip", "uninstall", "-y", "-q", "tf-plugingen"], env=environment, check=True)
                return done.returncode, done.stdout + done.stderr, was

            with self.subTest(ci=ci):
                if ci == "github":
                    self.assertEqual(job["env"], {name: f"${{{{ vars.{name} }}}}" for name in ("PLUGINGEN_WHEEL", "PLUGINGEN_SHA256")})
                status, said, installed = check("", "")
                self.assertEqual((status, installed, said.count("PLUGINGEN_WHEEL")), (0, False, 1), said)
                for wheel in (address, f"./{WHEEL}"):
                    status, said, installed = check(wheel, digest)
                    self.assertEqual((status, installed), (0, True), said)
                    self.assertIn("of the wheel: regenerate --check", said)
                # Neither another file, nor one that nobody has checked, nor a name.
                for wheel, sha256, reason in ((address, "0" * 64, "DO NOT MATCH"), (address, "", "hash"), ("plugingen==0.0.2", digest, "No matching"),
                                              ("tf-plugingen==9.9", digest, "No matching")):
                    status, said, installed = check(wheel, sha256)
                    self.assertEqual((status != 0, installed), (True, False), said)
                    self.assertIn(reason, said)

    def test_an_install_by_name_goes_when_a_project_is_regenerated(self):
        """Pipelines of an older plugingen had that line."""
        for ci, path in FILES.items():
            project = self.make(spec(ci), ci)
            now = (project / path).read_text()
            line = {"github": "          ", "gitlab": "    - "}[ci] + 'pip install "plugingen==0.1.0"\n'
            (job,) = [part for part in now.split("\n\n") if "up-to-date:" in part]
            # Both the file and the text from which the next run merges are that plugingen's, and the owner has edited the file elsewhere.
            was = now.replace(job, job[:job.index("    env:" if ci == "github" else "    # CI/CD")] + line)
            self.assertNotEqual(was, now)
            lock = project / ".plugingen/lock.json"
            digests = [hashlib.sha256(text.encode()).hexdigest() for text in (now, was)]
            self.assertEqual(lock.read_text().count(digests[0]), 1)
            lock.write_text(lock.read_text().replace(*digests))
            (project / ".plugingen/base" / path).write_text(was)
            (project / path).write_text(was.replace("stages: [test,", "stages: [test, mine,").replace("branches: [main]", "branches: [mine]"))
            self.expect(0, "regenerate", ci)
            merged = (project / path).read_text()
            self.assertNotIn("plugingen==", merged)
            self.assertIn("--require-hashes", merged)
            self.assertIn("mine", merged)

    def test_without_the_key_there_is_none(self):
        project = self.make(SPEC, "plain")
        self.assertEqual([path for path in FILES.values() if (project / path).exists()], [])


if __name__ == "__main__":
    running.main()
