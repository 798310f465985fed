"""scripts/get-echarts on small bundles: get_echarts_test.py SOURCE_FOLDER"""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv[1]) / "scripts/get-echarts"
LOADER = importlib.machinery.SourceFileLoader("get_echarts", str(SCRIPT))
get_echarts = importlib.util.module_from_spec(importlib.util.spec_from_loader("get_echarts", LOADER))
sys.dont_write_bytecode = True
LOADER.exec_module(get_echarts)

ENTRY = 'import{aS as a,aT as r}from"./index-Ab_1-.js";export{a as echarts,r as loadEchartsGL};\n'
MODULE = 'var $k={v:1},B=()=>import("./index-Zz.js");export{q as x,$k as aS,B as aT};\n//# sourceMappingURL=i.map\n'


class GetEcharts(unittest.TestCase):
    def test_names_are_followed_through_both_files(self):
        files = {"index.js": ENTRY, "index-Ab_1-.js": MODULE}
        module, exported = get_echarts.pick_module(files.__getitem__)
        self.assertEqual((MODULE, "aS"), (module, exported))
        script = get_echarts.to_script(module, exported)
        self.assertIn("globalThis.echarts=$k;", script)
        self.assertNotIn("export", script)
        self.assertNotIn("import", script)
        self.assertNotIn("sourceMappingURL", script)

    def test_a_bundle_that_changed_is_an_error(self):
        for entry in ("export{a as charts};", 'export{a as echarts};', ENTRY.replace("aS as a", "aS as b")):
            with self.subTest(entry), self.assertRaisesRegex(SystemExit, "did not find"):
                get_echarts.pick_module({"index.js": entry, "index-Ab_1-.js": MODULE}.__getitem__)
        for module, message in ((MODULE.replace("$k as aS,", ""), "exported as aS"),
                                (MODULE.replace("export{", "xport{"), "the module's export"),
                                (MODULE.replace("import(", "load("), "0 dynamic imports"),
                                ("import{a}from'b';" + MODULE, "dynamic imports"), ("var s='</script>';" + MODULE, "cannot stand")):
            with self.subTest(module), self.assertRaisesRegex(SystemExit, message):
                get_echarts.to_script(module, "aS")

    def test_another_wheel_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder) / "other.whl"
            wheel.write_bytes(b"PK")
            done = subprocess.run([sys.executable, SCRIPT, wheel, wheel.with_name("out.js")], capture_output=True, text=True)
            self.assertEqual(1, done.returncode)
            self.assertIn("not the pinned", done.stderr)
            self.assertFalse(wheel.with_name("out.js").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
