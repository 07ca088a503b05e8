#!/usr/bin/env python3
"""The pipelines that `ci:` adds to a project: what the services' own schemas say of them, and that they follow the spec's range of
releases while their owner edits them. usage: ci_test.py PLUGINGEN"""

import subprocess

import running
from running import CommandTest, ROOT, SPEC

CHECK = ROOT / "build" / "tools" / "bin" / "check-jsonschema"
FILES = {"github": ".github/workflows/plugin.yml", "gitlab": ".gitlab-ci.yml"}
SCHEMAS = {"github": ["vendor.github-workflows"], "gitlab": ["vendor.gitlab-ci", "--data-transform", "gitlab-ci"]}
BACKENDS = ("reference", "custom", "opencl", "cuda")
RANGES = {"released": f">={running.KNOWN.oldest}, <{running.KNOWN.next}"}
if running.KNOWN.nightly:
    RANGES |= {"with a nightly": f">={running.KNOWN.newest}, <{running.KNOWN.unknown}",
               "only a nightly": f"=={running.KNOWN.nightly}"}


def spec(ci, backend="reference", tensorflow=RANGES["released"]):
    text = SPEC.replace("device: {type: ACME_NPU}", f"device: {{type: ACME_NPU, backend: {backend}}}")
    assert backend in text
    return text + f'tensorflow: "{tensorflow}"\nci: {ci}\n'


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

    def test_without_the_key_there_is_none(self):
        project = self.make(SPEC, "plain")
        self.assertEqual([path for path in FILES.values() if (project / path).exists()], [])


if __name__ == "__main__":
    running.main()
