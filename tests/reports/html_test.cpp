#include <catch2/catch.hpp>
#include <string>

#include "core/json.hpp"
#include "reports/csp_hash.hpp"
#include "reports/escape.hpp"
#include "reports/page_files.hpp"
#include "reports/report.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::reports {
namespace {

// What stands between `open` and `close`, from the n-th `open` on.
std::string between(const std::string& page, const std::string& open, const std::string& close) {
  const std::size_t start = page.find(open);
  REQUIRE(start != std::string::npos);
  const std::size_t from = start + open.size();
  return page.substr(from, page.find(close, from) - from);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::string page_of(const core::Snapshot& snapshot) {
  return to_html(make_report(snapshot).value());
}

}  // namespace

// Values by openssl dgst -sha256 -binary | base64.
TEST_CASE("hashes are those of the content security policy") {
  CHECK(csp_hash("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  CHECK(csp_hash("abc") == "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
  CHECK(csp_hash("alert(1)") == "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
}

TEST_CASE("the policy allows the page's own scripts and style, and nothing else") {
  const std::string page = page_of(testing::small_sweep());
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK(policy.starts_with("default-src 'none'; script-src 'sha256-"));
  CHECK(policy.find("unsafe") == std::string::npos);
  CHECK(policy.find("http") == std::string::npos);
  CHECK(policy.find(csp_hash(between(page, "<style>", "</style>"))) != std::string::npos);
  CHECK(policy.find(csp_hash(page_file("echarts.min.js"))) != std::string::npos);
  const std::string after = page.substr(page.rfind("<script>"));
  CHECK(policy.find(csp_hash(between(after, "<script>", "</script>"))) != std::string::npos);
}

TEST_CASE("the page loads nothing and stays small") {
  const std::string page = page_of(testing::measured_sweep());
  CHECK(page.size() < 1'600'000);
  for (const char* reference : {"src=\"", "href=\"http", "url(", "@import"}) {
    INFO(reference);
    CHECK(between(page, "<head>", "</head>").find(reference) == std::string::npos);
  }
}

TEST_CASE("the embedded document reads back as the report") {
  const core::Json report = make_report(testing::hostile_sweep()).value();
  const std::string data =
      between(to_html(report), "<script type=\"application/json\" id=\"report\">", "</script>");
  CHECK(core::Json::parse(data) == report);
}

TEST_CASE("hostile text neither ends an element nor begins one") {
  const std::string plain = page_of(testing::small_sweep());
  const std::string hostile = page_of(testing::hostile_sweep());
  for (const char* tag : {"<script", "</script", "<!--", "<b>", "<img", "</pre", "<style"}) {
    INFO(tag);
    CHECK(count(hostile, tag) == count(plain, tag));
  }
  CHECK(hostile.find('\0') == std::string::npos);
  CHECK(hostile.find('\x1b') == std::string::npos);
  CHECK(hostile.find("\xE2\x80\xA8") == std::string::npos);
}

TEST_CASE("markup characters of text are escaped") {
  CHECK(html_escaped("<a href=\"x\" id='y'>&amp;") ==
        "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;");
  CHECK(json_for_script("{\"a\":\"</script><!--&\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA\"}") ==
        "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\xE2\x80\xAA\"}");
}

TEST_CASE("readers without scripts get the result as text") {
  const std::string page = page_of(testing::measured_sweep());
  const std::string plain = between(page, "<noscript>", "</noscript>");
  CHECK(plain.find("peak_lr      0.0743") != std::string::npos);
}

TEST_CASE("the licence of the charts is in the page") {
  const std::string page = page_of(testing::small_sweep());
  CHECK(page.find("Apache License") != std::string::npos);
  CHECK(page.find("The Apache Software Foundation") != std::string::npos);
}

}  // namespace lrsweep::reports
