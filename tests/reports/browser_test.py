"""The pages in Chromium: browser_test.py WRITE_PAGES. Needs selenium and chromedriver."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

WRITE_PAGES = sys.argv[1]
PAGES = ("measured", "interrupted", "fresh", "flat", "exploding", "unstopped", "hostile", "training", "diverged")
# Runs before the page's own scripts: collects what must not happen.
WATCH = """
window.seen = [];
addEventListener("securitypolicyviolation", (e) => seen.push("policy: " + e.violatedDirective + " " + e.sample));
addEventListener("error", (e) => seen.push("error: " + e.message));
addEventListener("unhandledrejection", (e) => seen.push("rejection: " + e.reason));
"""
DEADLINE_SECONDS = 20


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    return driver


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([WRITE_PAGES, cls.folder.name], check=True)
        cls.driver = start_browser()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.folder.cleanup()

    def open(self, page, width=1400, scheme="light"):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.get((pathlib.Path(self.folder.name) / f"{page}.html").as_uri())

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, what):
        WebDriverWait(self.driver, DEADLINE_SECONDS).until(lambda _: self.js("return " + script), what)

    def texts(self, selector):
        return [element.text for element in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def button(self, name):
        found = [b for b in self.driver.find_elements(By.CSS_SELECTOR, ".legend button") if b.text == name]
        self.assertEqual(1, len(found), name)
        return found[0]

    def series(self):
        return self.js("return echarts.getInstanceByDom(document.getElementById('loss-chart')).getOption().series.map((s) => s.name)")

    def check_quiet(self):
        self.assertEqual([], self.js("return window.seen"))
        self.assertEqual([], [entry for entry in self.driver.get_log("browser")])

    def test_every_page_is_quiet_and_fits(self):
        for page in PAGES:
            for width in (1400, 400):
                for scheme in ("light", "dark"):
                    with self.subTest(page=page, width=width, scheme=scheme):
                        self.open(page, width, scheme)
                        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
                        self.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
                        self.wait("[...document.querySelectorAll('#numbers details')].every((d) => d.querySelector('table'))", "tables")
                        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
                        self.check_quiet()

    def test_the_watch_sees_a_violation(self):
        self.open("fresh")
        self.js("document.body.setAttribute('style', 'color: red')")
        self.wait("window.seen.length > 0", "a violation")
        self.assertIn("policy: style-src", self.js("return window.seen")[0])
        self.driver.get_log("browser")

    def test_result_and_charts_are_there(self):
        self.open("measured")
        self.assertEqual(["fmnist-cnn"], self.texts("h1"))
        self.assertIn("0.0743", self.texts(".tile.lead dd"))
        self.assertIn("0.0248", self.texts(".tile dd"))
        self.assertGreater(self.js("return document.querySelectorAll('#loss-chart svg path').length"), 12)
        self.assertGreater(self.js("return document.querySelectorAll('#gradient-chart svg path').length"), 6)
        drawn = " ".join(self.texts("#loss-chart svg text"))
        for part in ("peak_lr 0.0743", "edge 0.499", "steepest 0.0111", "1e-6", "1e-1"):
            self.assertIn(part, drawn)
        self.assertIn("0.0743", self.js("return document.getElementById('loss-chart').getAttribute('aria-label')"))

    def test_a_huge_loss_is_cut_off(self):
        for page in ("exploding", "unstopped"):
            with self.subTest(page):
                self.open(page)
                low, high = self.js("const o = echarts.getInstanceByDom(document.getElementById('loss-chart'))"
                                    ".getOption().yAxis[0]; return [o.min, o.max]")
                self.assertTrue(0 < low < 1 and 2.5 < high < 6, (low, high))
                self.assertIn("▲", self.texts("#loss .caption")[0])

    def test_the_legend_hides_and_shows(self):
        self.open("measured")
        self.assertIn("run 1", self.series())
        self.button("run 1").click()
        self.assertEqual("false", self.button("run 1").get_attribute("aria-pressed"))
        self.assertNotIn("run 1", self.series())
        self.assertNotIn("run 1 raw", self.series())
        self.button("run 1").send_keys(Keys.ENTER)
        self.assertIn("run 1", self.series())
        self.button("raw losses").send_keys(Keys.SPACE)
        self.assertNotIn("run 0 raw", self.series())
        self.check_quiet()

    def test_other_tools_are_off_until_asked_for(self):
        self.open("measured", 400)
        self.assertNotIn("other tools", self.series())
        self.assertFalse(self.driver.find_element(By.CSS_SELECTOR, ".peers").is_displayed())
        self.button("other tools").click()
        self.assertIn("other tools", self.series())
        rows = self.texts(".peers tbody tr")
        self.assertEqual(7, len(rows))
        self.assertIn("fastai valley 0.00581", rows)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 400)
        self.button("other tools").click()
        self.assertFalse(self.driver.find_element(By.CSS_SELECTOR, ".peers").is_displayed())
        self.check_quiet()

    def test_pointing_at_the_chart_tells_the_numbers(self):
        self.open("measured")
        chart = self.driver.find_element(By.ID, "loss-chart")
        ActionChains(self.driver).move_to_element_with_offset(chart, 100, 60).perform()
        self.wait("document.querySelector('.tip td') !== null", "the tooltip")
        self.assertRegex(self.js("return document.querySelector('.tip').textContent"), r"^lr 0\.0\d+run 0\S+ \(raw \S+\)run 1")
        self.check_quiet()

    def test_the_table_has_every_rung(self):
        self.open("measured")
        self.driver.find_element(By.CSS_SELECTOR, "#numbers summary").click()
        self.wait("document.querySelectorAll('#numbers tbody tr').length === 163", "163 rows")
        first = self.texts("#numbers tbody tr:first-child")[0].split()
        self.assertEqual(["0", "1e-6", "2.31"], first[:3])

    def test_states_and_reasons_of_runs(self):
        self.open("interrupted")
        rows = self.texts("#runs tbody tr")
        self.assertRegex(rows[1], r"failed – – .*signal: rank 0 was ended by SIGKILL")
        self.assertEqual(2, len(self.texts(".note")))
        self.open("flat")
        self.assertEqual([], self.texts(".tile"))
        self.assertIn("flat", self.texts(".verdict")[0])
        self.assertFalse(self.driver.find_element(By.ID, "gradient").is_displayed())

    def test_hostile_text_is_shown_and_does_nothing(self):
        self.open("hostile")
        self.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        self.wait("document.querySelector('#numbers td') !== null", "tables")
        self.assertIsNone(self.js("return window.pwned || null"))
        self.assertEqual(3, self.js("return document.scripts.length"))
        self.assertEqual(0, self.js("return document.querySelectorAll('img, b').length"))
        shown = "<b>&amp;\"'</script><script>window.pwned=1</script><!--<script>]]>"
        for selector in ("h1", "#runs td", "#about dt", "#about dd", "#reproduce details pre", ".scope", "title"):
            with self.subTest(selector):
                text = self.js("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent).join()", selector)
                self.assertIn(shown if "pre" not in selector else "</script><script>window.pwned=1</script>", text)
                self.assertIn("\\u{202e}", text)
                self.assertNotRegex(text, "[\u0000-\u0008\u202a-\u202e\u2066-\u2069\u001b]")
        self.check_quiet()

    def lines(self, chart):
        return self.js("return echarts.getInstanceByDom(document.getElementById(arguments[0])).getOption()"
                       ".series.map((s) => [s.name, s.data.length])", chart)

    def test_a_training_run_shows_curves_and_result(self):
        self.open("training")
        self.assertEqual(["val_accuracy\n0.897\nafter 500 updates", "best val_accuracy\n0.903\nafter 400 updates"],
                         self.texts(".tile")[:2])
        self.assertIn("test_accuracy", self.texts(".tile")[2])
        self.assertEqual([["loss of a batch", 250], ["train_loss", 5], ["val_loss", 5]], self.lines("learning-chart"))
        self.assertEqual([["val_accuracy", 5]], self.lines("metric-chart"))
        self.assertEqual([["learning rate", 250]], self.lines("rates-chart"))
        self.assertIn("the rate never falls", " ".join(self.texts(".note")))
        self.driver.find_element(By.CSS_SELECTOR, "#numbers summary").click()
        self.wait("document.querySelectorAll('#numbers tbody tr').length === 5", "5 rows")
        self.assertEqual(["5", "500"], self.texts("#numbers tbody tr:last-child")[0].split()[:2])
        self.check_quiet()

    def test_a_diverged_run_says_where(self):
        self.open("diverged")
        self.assertIn("the loss is nan at update 40 of 500, rate 30", self.texts(".verdict")[0])
        self.assertFalse(self.driver.find_element(By.ID, "metric").is_displayed())
        self.check_quiet()

    def test_schedules_have_a_page(self):
        for width in (1400, 400):
            for scheme in ("light", "dark"):
                self.open("schedules", width, scheme)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
                self.assertEqual(["cosine", 200], self.lines("rates-chart")[0])
                self.assertEqual(1, len(self.lines("momentum-chart")))
                self.assertEqual(2, len(self.texts("#numbers tbody tr")))
                self.assertIsNone(self.js("return window.pwned || null"))
                self.check_quiet()

    def test_it_prints(self):
        self.open("measured", scheme="dark")
        self.js("addEventListener('beforeprint', () => { window.printed = [echarts.getInstanceByDom("
                "document.getElementById('loss-chart')).getWidth(), getComputedStyle(document.body).color]; })")
        pdf = self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
        self.assertGreater(len(pdf), 20_000)
        self.assertEqual([700, "rgb(27, 31, 36)"], self.js("return window.printed"), "dark ink, to the paper's width")
        after = "const c = document.getElementById('loss-chart'); return [echarts.getInstanceByDom(c).getWidth(), c.clientWidth]"
        width, room = self.js(after)
        self.assertEqual(room, width)
        self.check_quiet()

    def test_without_scripts_the_result_is_text(self):
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.open("measured")
            self.assertIn("peak_lr      0.0743", self.driver.find_element(By.CSS_SELECTOR, "noscript pre").text)
        finally:
            self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
