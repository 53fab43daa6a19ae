// The description of a formula for an editor.
#include <gtest/gtest.h>

#include "iklab/formula/formula.hpp"
#include "tests/support.hpp"

namespace iklab::formula_describe_test {
namespace {

constexpr const char* kKinds[] = {"name",   "given",  "param",   "kept", "function", "word",
                                  "number", "string", "comment", "sign", "unit"};

// "WORD kind" for each token of an ASCII text, without signs.
std::vector<std::string> kindsOf(const std::string& text) {
  std::vector<std::string> kinds;
  const test::Json described = test::Json::parse(describeFormula(text));
  for (const auto& each : described["tokens"]) {
    const std::string kind = kKinds[each[2].get<size_t>()];
    if (kind == "sign") continue;
    const auto from = each[0].get<size_t>(), to = each[1].get<size_t>();
    kinds.push_back(text.substr(from, to - from) + " " + kind);
  }
  return kinds;
}

using Kinds = std::vector<std::string>;

TEST(FormulaTokens, KindsDependOnTheLine) {
  EXPECT_EQ(kindsOf("a = m J e # m"),
            Kinds({"a name", "m given", "J given", "e given", "# m comment"}));
  EXPECT_EQ(kindsOf("param a = 1 m in 1..2 log \"m\""),
            Kinds({"param word", "a param", "1 number", "m unit", "in word", "1 number", "2 number",
                   "log word", "\"m\" string"}));
  EXPECT_EQ(kindsOf("param a = 2 rad in 1..4 even"),
            Kinds({"param word", "a param", "2 number", "rad unit", "in word", "1 number",
                   "4 number", "even word"}));
  EXPECT_EQ(kindsOf("show m \"L\" m"), Kinds({"show word", "m given", "\"L\" string", "m unit"}));
}

// Options may have the names of given values.
TEST(FormulaTokens, ChoiceOptionsAreNames) {
  EXPECT_EQ(kindsOf("param a = m | sum\nb = 1 if a is m else m"),
            Kinds({"param word", "a param", "m name", "sum name", "b name", "1 number", "if word",
                   "a param", "is word", "m name", "else word", "m given"}));
}

// An incomplete line is read as far as possible.
TEST(FormulaTokens, UnfinishedLinesHaveTokenKinds) {
  EXPECT_EQ(kindsOf("param a = 1 m in"),
            Kinds({"param word", "a name", "1 number", "m unit", "in word"}));
}

// Checks which lines are printed, and their depth; their appearance is tested on the page.
TEST(FormulaMathematics, CoversEveryLineThatCalculates) {
  const test::Json printed = test::Json::parse(formulaMathematics(
      "# a\nparam a = 1\nif a > 1\n  b = 1/a\nelse\n  b = 2\n\ndtheta = b J' e\nshow b \"B\" m"));
  std::vector<std::pair<int, int>> places;
  for (const auto& each : printed) places.emplace_back(each["line"], each["depth"]);
  EXPECT_EQ(places,
            (std::vector<std::pair<int, int>>{{3, 0}, {4, 1}, {6, 0}, {6, 1}, {8, 0}, {9, 0}}));
  EXPECT_EQ(printed[1]["mathml"],
            "<math><mrow><mi>b</mi><mo>=</mo><mfrac><mrow><mn>1</mn></mrow>"
            "<mrow><mi>a</mi></mrow></mfrac></mrow></math>");
  EXPECT_EQ(formulaMathematics("dtheta = lambda e"), "[]");
}

}  // namespace
}  // namespace iklab::formula_describe_test
