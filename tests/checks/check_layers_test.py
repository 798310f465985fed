"""scripts/check-layers finds what it is there to find: each test plants one violation."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def check(files):
    """Exit status and output of check-layers over a tree of these files (path -> text)."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, ROOT / "scripts/check-layers", folder],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


class CheckLayers(unittest.TestCase):
    def assert_caught(self, name, include):
        status, output = check({name: f"// a file\n#include {include}\n"})
        self.assertEqual(status, 1, output)
        self.assertIn(f"{name}:2: includes {include[1:-1]}", output)

    def test_accepts_what_the_table_allows(self):
        status, output = check({"sweep/cli/a.cpp": '#include "storage/reader.hpp"\n',
                                "storage/sqlite.cpp": "#include <sqlite3.h>\n"})
        self.assertEqual((status, output), (0, ""))

    def test_core_includes_no_other_folder(self):
        self.assert_caught("core/a.hpp", '"finders/lr_ladder.hpp"')

    def test_reports_do_not_read_the_database(self):
        self.assert_caught("reports/a.cpp", '"storage/reader.hpp"')

    def test_sqlite_stays_in_one_file_pair(self):
        self.assert_caught("storage/reader.cpp", "<sqlite3.h>")

    def test_the_command_line_knows_no_torch(self):
        self.assert_caught("sweep/cli/a.cpp", "<torch/torch.h>")

    def test_the_trainer_knows_no_scheduler(self):
        self.assert_caught("trainer/a.cpp", '"sweep/runtime/launcher.hpp"')

    def test_the_scheduler_knows_no_thread(self):
        self.assert_caught("sweep/scheduler/a.cpp", "<thread>")

    def test_the_finders_know_no_file(self):
        self.assert_caught("finders/a.cpp", "<fstream>")

    def test_the_project_itself_passes(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/check-layers", ROOT],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
