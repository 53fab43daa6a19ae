// Faults of formulas: position, message, and the result of each fix. For every line of the grammar,
// one formula that uses it correctly and one that does not.
#include <gtest/gtest.h>

#include "iklab/formula/checked.hpp"
#include "iklab/formula/program.hpp"
#include "tests/formula_scene.hpp"

namespace iklab::formula_faults_test {
namespace {

using test::firstFault;

struct Wrong {
  const char* text;
  const char* fault;               // "LINE:COLUMN message"
  std::vector<const char*> fixed;  // The text after each of its fixes.
};

// The text after a fix; positions are UTF-16 units.
std::string applied(const std::string& text, const formula::Fix& fix) {
  std::string made;
  int unit = 0;
  bool put = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins = (byte & 0xc0) != 0x80;
    if (begins && unit == fix.from && !put) made += fix.text, put = true;
    if (begins) unit += byte >= 0xf0 ? 2 : 1;
    if (unit <= fix.from || unit > fix.to) made += c;
  }
  return put ? made : made + fix.text;
}

class FormulaFault : public testing::TestWithParam<Wrong> {};

TEST_P(FormulaFault, HasItsPlaceSentenceAndFixes) {
  const Wrong& wrong = GetParam();
  EXPECT_EQ(firstFault(wrong.text), wrong.fault) << wrong.text;
  const formula::Checked checked = formula::check(wrong.text);
  ASSERT_FALSE(checked.isValid());
  const auto& fixes = checked.faults[0].fixes;
  ASSERT_EQ(fixes.size(), wrong.fixed.size()) << wrong.text;
  for (size_t i = 0; i < fixes.size(); ++i) {
    const std::string mended = applied(wrong.text, fixes[i]);
    EXPECT_EQ(mended, wrong.fixed[i]);
    EXPECT_NE(firstFault(mended), wrong.fault) << fixes[i].label;
  }
}

const Wrong kWrong[] = {
    {"Δθ = (e Jᵀ e) θ",
     "1:7 Cannot multiply vectors of different sizes, except as a matrix: **e (Jᵀ e)ᵀ**.",
     {"Δθ = (e (Jᵀ e)ᵀ) θ"}},
    {"Δθ = lamda Jᵀe", "1:6 Unknown name **lamda**.", {"param lamda = 1\nΔθ = lamda Jᵀe"}},
    {"param λ = 1\nΔθ = lamda Jᵀe",
     "2:6 Unknown name **lamda**. Did you mean **λ**?",
     {"param λ = 1\nΔθ = λ Jᵀe", "param λ = 1\nparam lamda = 1\nΔθ = lamda Jᵀe"}},
    {"Δθ = JJ e",
     "1:6 Unknown name **JJ**. For a product, write a space: **J J**.",
     {"Δθ = J J e"}},
    // Misspelled names of the formula.
    {"param lambda = 1\nΔθ = lamda Jᵀe",
     "2:6 Unknown name **lamda**. Did you mean **lambda**?",
     {"param lambda = 1\nΔθ = lambda Jᵀe", "param lambda = 1\nparam lamda = 1\nΔθ = lamda Jᵀe"}},
    {"param lambda = 1\nΔθ = lam Jᵀe",
     "2:6 Unknown name **lam**. Did you mean **lambda**?",
     {"param lambda = 1\nΔθ = lambda Jᵀe", "param lambda = 1\nparam lam = 1\nΔθ = lam Jᵀe"}},
    {"param Beta = 1\nΔθ = beta Jᵀe",
     "2:6 Unknown name **beta**. Did you mean **Beta**?",
     {"param Beta = 1\nΔθ = Beta Jᵀe", "param Beta = 1\nparam beta = 1\nΔθ = beta Jᵀe"}},
    {"Δθ = j' e",
     "1:6 Unknown name **j**. Did you mean **J**?",
     {"Δθ = J' e", "param j = 1\nΔθ = j' e"}},
    {"Δθ = JT e",
     "1:6 Unknown name **JT**. Did you mean **Jᵀ**?",
     {"Δθ = Jᵀ e", "param JT = 1\nΔθ = JT e"}},
    {"Δθ = J^Te",
     "1:8 Unknown name **Te**. The transpose is **^T**, followed by a space.",
     {"Δθ = J^T e"}},
    {"Δθ = J^t e",
     "1:8 Unknown name **t**. The transpose is **^T**, followed by a space.",
     {"Δθ = J^T e"}},
    {"Δθ = J^-1 e",
     "1:6 **J** is rows × joints, not square: it has no inverse. Use the pseudoinverse **J⁺**.",
     {"Δθ = J⁺ e"}},
    {"Δθ = J^T inv(J J^T + I) e",
     "1:10 Unknown function **inv**. Write **A⁻¹**.",
     {"Δθ = J^T (J J^T + I)⁻¹ e"}},
    {"Δθ = transpose(J) e", "1:6 Unknown function **transpose**. Write **Aᵀ**.", {"Δθ = (J)ᵀ e"}},
    {"Δθ = {J^T} e", "1:6 Unknown character **{**.", {}},
    {"Δθ = J^{T e", "1:8 Missing “}”.", {}},
    {"Δθ = J^{T) e", "1:10 Expected “}”, found **)**.", {}},
    {"Δθ = Jᵀ (σ ∘ e)",
     "1:9 **σ** has one entry per direction, **e** has one entry per row. Sizes must match in "
     "every scene, not only in this one.",
     {"Δθ = Jᵀ (σ ∘ Uᵀe)"}},
    {"Δθ = V (σ ∘ e)",
     "1:8 **σ** has one entry per direction, **e** has one entry per row. Sizes must match in "
     "every scene, not only in this one.",
     {"Δθ = V (σ ∘ Uᵀe)"}},
    {"Δθ = J e",
     "1:6 **J** is a matrix (rows × joints), **e** is a vector (one entry per row): the inner "
     "sizes, joints and rows, differ.",
     {"Δθ = Jᵀe"}},
    {"Δθ = Jᵀ (J Jᵀ + 2)⁻¹ e",
     "1:9 Cannot add a number to a matrix (rows × rows). **2 I** adds it to the diagonal.",
     {"Δθ = Jᵀ (J Jᵀ + 2 I)⁻¹ e"}},
    {"param λ = 1\nΔθ = Jᵀ (J Jᵀ + λ²)⁻¹ e",
     "2:9 Cannot add a number to a matrix (rows × rows). **λ² I** adds it to the diagonal.",
     {"param λ = 1\nΔθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e"}},
    {"Δθ = J⁻¹ e",
     "1:6 **J** is rows × joints, not square: it has no inverse. Use the pseudoinverse **J⁺**.",
     {"Δθ = J⁺ e"}},
    {"Δθ = θ θ",
     "1:6 Ambiguous product: **θ·θ** is a number, **θ ∘ θ** a vector, **θ θᵀ** a matrix.",
     {"Δθ = θ·θ", "Δθ = θ ∘ θ", "Δθ = θ θᵀ"}},
    {"Δθ = θ²",
     "1:6 **θ.²** squares each entry, **‖θ‖²** is the squared length.",
     {"Δθ = θ.²", "Δθ = ‖θ‖²"}},
    {"a = 2\nΔθ = 1/a Jᵀe",
     "2:6 Ambiguous fraction: **1/(a Jᵀe)** or **(1/a) Jᵀe**?",
     {"a = 2\nΔθ = 1/(a Jᵀe)", "a = 2\nΔθ = (1/a) Jᵀe"}},
    {"Δθ = e",
     "1:1 **Δθ** is a vector (one entry per joint), the right side gives a vector (one entry per "
     "row).",
     {}},
    {"x = I\nΔθ = Jᵀe",
     "1:1 The size of **I** is not known here. Use **eye(joints)** or **eye(rows)**.",
     {"x = eye(joints)\nΔθ = Jᵀe", "x = eye(rows)\nΔθ = Jᵀe"}},
    {"keep A = 2 I + I # A\nΔθ = Jᵀ A e",
     "1:6 The size of **I** is not known here. Use **eye(joints)** or **eye(rows)**.",
     {"keep A = 2 eye(joints) + eye(joints) # A\nΔθ = Jᵀ A e",
      "keep A = 2 eye(rows) + eye(rows) # A\nΔθ = Jᵀ A e"}},
    {"for i in directions\n  Δθ += lower[i] V[:, i]",
     "2:15 **i** counts directions, but here **lower** has one entry per joint.",
     {}},
    {"for i in 1..k\n  Δθ = Jᵀe",
     "1:13 A loop bound must be a whole number, **n**, **m**, **r** or a **whole** or **even** "
     "parameter, and at least 1.",
     {}},
    {"H = J Jᵀ\nΔθ = Jᵀe",
     "1:1 **H** is predefined (the Hessian of ½‖e_full‖²). Choose another name.",
     {}},
    {"keep μ = 1\nμ = 2\nΔθ = μ Jᵀe",
     "2:1 **μ** is persistent: it can only be assigned in **learn**.",
     {"keep μ = 1\nΔθ = μ Jᵀe\nlearn\n  μ = 2"}},
    {"keep μ = 1\n# 𝜃 is two\nμ = [1,\n2] · [2, 3] # more\n\nΔθ = μ Jᵀe\nlearn # it\n    x = μ\n\n "
     " # end\nshow μ\n",
     "3:1 **μ** is persistent: it can only be assigned in **learn**.",
     {"keep μ = 1\n# 𝜃 is two\n\nΔθ = μ Jᵀe\nlearn # it\n    x = μ\n    μ = [1,\n    2] · [2, 3] # "
      "more\n\n  # end\nshow μ\n"}},
    {"keep μ = 1\nΔθ = μ Jᵀe\nif μ > 1\n  for i in 1..2\n    μ += i\nelse if μ > 0\n  μ = "
     "2\nelse\n  μ = 1\n",
     "5:5 **μ** is persistent: it can only be assigned in **learn**.",
     {"keep μ = 1\nΔθ = μ Jᵀe\nlearn\n  if μ > 1\n    for i in 1..2\n      μ += i\n  else if μ > "
      "0\n    μ = 2\n  else\n    μ = 1\n"}},
    {"keep μ = 1\nμ = 2\nΔθ = μ Jᵀe\nlearn\n    x = ",
     "2:1 **μ** is persistent: it can only be assigned in **learn**.",
     {"keep μ = 1\nΔθ = μ Jᵀe\nlearn\n    x = \n    μ = 2"}},
    {"keep μ = 1\nif μ > 1\n  μ = 2\n  x = 1\nΔθ = μ Jᵀe",
     "3:3 **μ** is persistent: it can only be assigned in **learn**.",
     {}},
    {"if σ > 1\n  Δθ = Jᵀe",
     "1:4 **if** needs one yes/no value, found a yes/no vector (one entry per direction). Use "
     "**all(…)**, **any(…)** or **where(…)**.",
     {"if all(σ > 1)\n  Δθ = Jᵀe", "if any(σ > 1)\n  Δθ = Jᵀe"}},
    {"if θ > 1 # far\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
     "1:4 **if** needs one yes/no value, found a yes/no vector (one entry per joint). Use "
     "**all(…)**, **any(…)** or **where(…)**.",
     {"if all(θ > 1) # far\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
      "if any(θ > 1) # far\n  x = θ\nelse\n  x = 2 # near\nΔθ = x"}},
    {"if θ > 1\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
     "1:4 **if** needs one yes/no value, found a yes/no vector (one entry per joint). Use "
     "**all(…)**, **any(…)** or **where(…)**.",
     {"if all(θ > 1)\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
      "if any(θ > 1)\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
      "x = where(θ > 1, θ, 2) # near\nΔθ = x"}},
    {"dtheta = J'e\nif dtheta > 1\n  dtheta = 1",
     "2:4 **if** needs one yes/no value, found a yes/no vector (one entry per joint). Use "
     "**all(…)**, **any(…)** or **where(…)**.",
     {"dtheta = J'e\nif all(dtheta > 1)\n  dtheta = 1",
      "dtheta = J'e\nif any(dtheta > 1)\n  dtheta = 1",
      "dtheta = J'e\ndtheta = where(dtheta > 1, 1, dtheta)"}},
    {"x = 1\nif θ > 1\n  x = 2\nelse\n  x = 3\nΔθ = x Jᵀe",
     "2:4 **if** needs one yes/no value, found a yes/no vector (one entry per joint). Use "
     "**all(…)**, **any(…)** or **where(…)**.",
     {"x = 1\nif all(θ > 1)\n  x = 2\nelse\n  x = 3\nΔθ = x Jᵀe",
      "x = 1\nif any(θ > 1)\n  x = 2\nelse\n  x = 3\nΔθ = x Jᵀe"}},
    {"Δθ = 2 (θ if θ > 1 else 0)",
     "1:14 **if** needs one yes/no value, found a yes/no vector (one entry per joint). Use "
     "**all(…)**, **any(…)** or **where(…)**.",
     {"Δθ = 2 (θ if all(θ > 1) else 0)", "Δθ = 2 (θ if any(θ > 1) else 0)",
      "Δθ = 2 where(θ > 1, θ, 0)"}},
    {"for i in joints\n  stop if θ > 1\n  Δθ[i] = 1",
     "2:11 **stop if** needs one yes/no value, found a yes/no vector (one entry per joint). Use "
     "**all(…)** or **any(…)**.",
     {"for i in joints\n  stop if all(θ > 1)\n  Δθ[i] = 1",
      "for i in joints\n  stop if any(θ > 1)\n  Δθ[i] = 1"}},
    {"Δθ = (Jᵀe", "1:6 Missing “)”.", {}},
    {"Δθ = θ[1", "1:7 Missing “]”.", {}},
    {"Δθ = Jᵀe\n  x = 1", "2:3 Unexpected indentation.", {}},
    {"\tΔθ = Jᵀe", "1:1 Indent with spaces, not tabs.", {}},
    {"if yes\n    x = 1\n  y = 1\nΔθ = Jᵀe",
     "3:1 The indentation does not match any outer block.",
     {}},
    {"Δθ = J(e)",
     "1:6 **J** is not a function. For a product, write a space: **J (…)**.",
     {"Δθ = J (e)"}},
    {"Δθ = Max(θ) θ", "1:6 Unknown function **Max**. Did you mean **max**?", {"Δθ = max(θ) θ"}},
    {"Δθ = nrom(e) Jᵀe",
     "1:6 Unknown function **nrom**. Did you mean **norm**?",
     {"Δθ = norm(e) Jᵀe"}},
    {"Δθ = nothing(θ)", "1:6 Unknown function **nothing**.", {}},
    {"Δθ = sqrt θ", "1:6 **sqrt** is a function: **sqrt(x)**.", {}},
    {"Δθ = Jᵀe £ 2", "1:10 Unknown character **£**.", {}},
    {"Δθ = Jᵀe \u202e 2", "1:10 Unknown character **U+202E**.", {}},
    {"Δθ = Jᵀe \U000e0041 2", "1:10 Unknown character **U+E0041**.", {}},
    {"Δθ = Jᵀe + yes",
     "1:6 **yes** is a yes/no value, not a number. Use **where(yes, 1, 0)**.",
     {}},
    {"x = 1", "1:1 No line assigns **Δθ**, for example **Δθ = Jᵀ e**.", {}},
    {"Δθ = step", "1:6 **step** is only available in **learn**.", {}},
    {"stop\nΔθ = Jᵀe", "1:1 **stop** is only allowed in a loop.", {}},
    {"if yes\n  x = 1\nΔθ = x Jᵀe",
     "3:6 **x** is only assigned inside a block (line 2). Assign it before.",
     {}},
    {"max = 1\nΔθ = Jᵀe", "1:1 **max** is a function. Choose another name.", {}},
    {"for i in joints\n  i = 2\nΔθ = Jᵀe",
     "2:3 **i** is a loop variable: it cannot be assigned.",
     {}},
    {"param p = 1\np = 2\nΔθ = Jᵀe",
     "2:1 **p** is a parameter: it cannot be assigned. Choose another name.",
     {}},
    {"Δθ = Jᵀe\nshow J",
     "2:6 **show** needs a number or one per joint, direction or target, found a matrix (rows × "
     "joints).",
     {}},
    {"Δθ = Jᵀe\nlearn\n  Δθ = θ",
     "3:3 **Δθ** cannot be assigned in **learn**: the step was already applied.",
     {}},
    {"Δθ = Jᵀe\nlearn\n  x = step\nΔθ = θ", "4:1 This line must come before **learn**.", {}},
    {"Δθ = Jᵀe\nx = 1\nlearn\n  x = 2",
     "4:3 **x** was assigned before **learn**: here it can only be read.",
     {}},
    {"Δθ = 2 (JᵀJ)⁻¹", "1:6 An inverse must be multiplied by a vector or matrix: **A⁻¹ b**.", {}},
    {"s, Q = eig(H ∘ (V Vᵀ + J⁺ J))\nΔθ = Jᵀe",
     "1:8 **eig** needs a matrix that is symmetric as written, such as **A Aᵀ** or **A + Aᵀ**.",
     {}},
    {"Δθ = Jᵀe if 1 < 2 < 3 else θ",
     "1:19 Comparisons cannot be chained. Use **a < b and b < c**.",
     {}},
    {"param a = near | far\nΔθ = Jᵀe if a is here else θ",
     "2:13 **a** has no option **here**.",
     {}},
    {"Δθ = \"a", "1:6 Missing closing quote.", {}},
    {"for i in joints\nΔθ = Jᵀe", "1:16 Expected indented lines after **for**.", {}},
    {"keep v = σ[1..r]\nΔθ = Jᵀe",
     "1:1 **v** cannot be persistent: its size may change between updates.",
     {}},
    {"Δθ = e + J",
     "1:6 **e** is a vector (one entry per row), **J** is a matrix (rows × joints): they cannot be "
     "added.",
     {}},
    {"Δθ = J[1] θ", "1:6 A matrix takes two indices: **A[i, j]** or **A[:, j]**.", {}},
    {"Δθ = θ[0] θ", "1:8 Indices are whole numbers and start at 1.", {}},
    {"param c = near | far\nΔθ = c Jᵀe", "2:6 **c** is a choice, not a number.", {}},
    {"Δθ = (σ > 1) ∘ σ",
     "1:6 **(σ > 1)** is a yes/no vector (one entry per direction), not a number. Use **where((σ > "
     "1), 1, 0)**.",
     {}},
    {"Δθ = where(θ > 1, θ, σ)",
     "1:22 **θ** has one entry per joint, **σ** has one entry per direction. Sizes must match in "
     "every scene, not only in this one.",
     {}},
    {"a = e·θ\nΔθ = Jᵀe",
     "1:5 **e** has one entry per row, **θ** has one entry per joint. Sizes must match in every "
     "scene, not only in this one.",
     {}},
    {"if σ > 1 and θ > 1\n  Δθ = Jᵀe",
     "1:4 **σ > 1** has one entry per direction, **θ > 1** has one entry per joint. Sizes must "
     "match in every scene, not only in this one.",
     {}},
    {"a, b = svd(J)\nΔθ = Jᵀe", "1:8 Expected 3 names, found 2.", {}},
    {"Δθ[1] = e", "1:9 Expected a number, found a vector (one entry per row).", {}},
    {"Δθ = trace(e) Jᵀe", "1:6 **trace** does not accept a vector (one entry per row) here.", {}},
    {"Δθ = tip(e)", "1:10 Expected an index of targets, found a vector (one entry per row).", {}},
    {"for j in joints\n  Δθ += tip(j)",
     "2:13 Expected an index of targets, but **j** counts joints.",
     {}},
    {"x = 1\nx = e\nΔθ = x Jᵀe",
     "2:1 **x** is already a number, the right side gives a vector (one entry per row). Choose "
     "another name.",
     {}},
    {"Δθ = e_at([1, 2])",
     "1:11 Expected a vector (one entry per joint), found a vector (2 entries).",
     {}},
    {"Δθ = sum(yes for i in joints) θ", "1:10 Expected a number, found a yes/no value.", {}},
    {"Δθ = Jᵀe if 1 else θ", "1:13 **if** needs a yes/no value, found a number.", {}},
    {"Δθ = chol(J) e", "1:6 **chol** needs a square matrix, found rows × joints.", {}},
    {"Δθ = θ^e", "1:8 An exponent must be a number, found a vector (one entry per row).", {}},
    {"Δθ = Jᵀe + (J Jᵀ)⁻¹",
     "1:6 An inverse must be multiplied by a vector or matrix: **A⁻¹ b**.",
     {}},
    {"param p = 3 in 1..5 even\nΔθ = Jᵀe",
     "1:1 **p** must be an even number and its range whole numbers.",
     {}},
    {"Δθ", "1:3 Expected “=” at the end of the line.", {}},
    {"for i joints\n  Δθ = Jᵀe", "1:7 Expected **in**, found **joints**.", {}},
};

INSTANTIATE_TEST_SUITE_P(Table, FormulaFault, testing::ValuesIn(kWrong));

// --- the grammar, line by line.

struct Written {
  const char* line;
  std::vector<const char*> right, wrong;
};

const std::vector<Written>& grammar() {
  static const std::vector<Written> all = {
      {"program", {"Δθ = Jᵀe", "\n# c\n\nΔθ = Jᵀe # c\n"}, {"", "  Δθ = Jᵀe", "Δθ = Jᵀe\n\tx = 1"}},
      {"block",
       {"if yes\n  Δθ = Jᵀe", "if yes\n    Δθ = Jᵀe\nx = 1"},
       {"if yes\nΔθ = Jᵀe", "if yes\n    Δθ = Jᵀe\n  x = 1", "Δθ = Jᵀe\n  x = 1"}},
      {"param",
       {"param a = 1\nΔθ = a Jᵀe", "param a = -2.5 m in -3..4 \"A\"\nΔθ = a Jᵀe",
        "param a = 25° rad in 0.01..1.6 log\nΔθ = a Jᵀe", "param a = 2 in 1..9 whole\nΔθ = a Jᵀe",
        "param a = 4 in 2..8 even\nΔθ = a Jᵀe", "param a = yes \"A\"\nΔθ = Jᵀe",
        "param a = near | far | away\nΔθ = Jᵀe if a is far else Δθ"},
       {"param a\nΔθ = Jᵀe", "param a = 1 in 2\nΔθ = Jᵀe", "param a = 5 in 1..2\nΔθ = Jᵀe",
        "param a = 1 in 2..1\nΔθ = Jᵀe", "param a = 1.5 in 1..2 whole\nΔθ = Jᵀe",
        "param a = 1 in 1..3 even\nΔθ = Jᵀe", "param a = near\nΔθ = Jᵀe",
        "param a = near | near\nΔθ = Jᵀe", "param a = 1 in -1..2 log\nΔθ = Jᵀe",
        "param text = 1\nΔθ = Jᵀe", "param a = 1\nparam a = 2\nΔθ = Jᵀe",
        "if yes\n  param a = 1\nΔθ = Jᵀe"}},
      {"keep",
       {"keep a = 1\nΔθ = a Jᵀe", "keep A = zeros(joints, joints)\nΔθ = A Jᵀe"},
       {"keep a\nΔθ = Jᵀe", "x = 1\nkeep a = x\nΔθ = Jᵀe", "keep a = σ[1..r]\nΔθ = Jᵀe",
        "keep a = 1\na = 2\nΔθ = Jᵀe", "keep a = I\nΔθ = Jᵀe"}},
      {"show",
       {"Δθ = Jᵀe\nshow ‖e‖", "Δθ = Jᵀe\nshow σ \"S\" m", "Δθ = Jᵀe\nshow Δθ rad",
        "Δθ = Jᵀe\nshow Δθ rad \"S\"", "Δθ = Jᵀe\nshow τ(s) = s² \"T\""},
       {"Δθ = Jᵀe\nshow", "Δθ = Jᵀe\nshow J", "Δθ = Jᵀe\nshow e", "Δθ = Jᵀe\nshow ‖e‖\nshow ‖e‖",
        "Δθ = Jᵀe\nshow τ(s) = s e", "Δθ = Jᵀe\nshow τ(s) = s\nshow w(s) = s",
        "Δθ = Jᵀe\nshow τ(s) = s ‖J‖", "Δθ = Jᵀe\nshow Δθ kg", "Δθ = Jᵀe\nshow Δθ rad \"S\" m",
        "Δθ = Jᵀe\nshow ‖step‖"}},
      {"learn",
       {"keep a = 1\nΔθ = a Jᵀe\nlearn\n  a = 2", "keep a = 1\nΔθ = a Jᵀe\nlearn\n  a = 2\nshow a"},
       {"Δθ = Jᵀe\nlearn", "keep a = 1\nΔθ = Jᵀe\nlearn\n  a = 2\nlearn\n  a = 3",
        "Δθ = Jᵀe\nlearn\n  Δθ = Jᵀe", "Δθ = Jᵀe\nlearn\n  x = 1\nshow x",
        "Δθ = Jᵀe\nx = 1\nlearn\n  x = 2", "keep a = 1\nlearn\n  a = 2\nΔθ = Jᵀe"}},
      {"for",
       {"for i in joints\n  Δθ[i] = 1", "for i in 1..3\n  Δθ[i] = 1"},
       {"for i joints\n  Δθ[i] = 1", "for in joints\n  Δθ[1] = 1", "for i in joints",
        "for i in joints Δθ[i] = 1", "for e in joints\n  Δθ[1] = 1",
        "for i in joints\n  for i in rows\n    Δθ[1] = 1"}},
      {"if",
       {"if no\n  Δθ = (e_full·e) Jᵀe if no else Jᵀe\nelse if yes\n  Δθ = Jᵀe\nelse\n  Δθ = 2 Jᵀe"},
       {"if\n  Δθ = Jᵀe", "if 1\n  Δθ = Jᵀe", "else\n  Δθ = Jᵀe", "if σ > 1\n  Δθ = Jᵀe",
        "if yes\n  x = 1\nΔθ = x Jᵀe"}},
      {"leave",
       {"for i in 1..3\n  stop\nΔθ = Jᵀe", "for i in 1..3\n  next if i > 1\nΔθ = Jᵀe"},
       {"stop\nΔθ = Jᵀe", "for i in 1..3\n  stop 2\nΔθ = Jᵀe",
        "for i in 1..3\n  next if\nΔθ = Jᵀe"}},
      {"set",
       {"x = 1\nΔθ = x Jᵀe", "Δθ += Jᵀe", "Δθ[1] = 2", "Δθ[1] += 2",
        "A = eye(3)\nA[1, :] = 2\nΔθ = Jᵀe", "Q, R = qr(J)\nΔθ = Jᵀe"},
       {"Δθ", "Δθ = ", "Δθ Jᵀe", "Δθ = e", "x += 1\nΔθ = Jᵀe", "Q, R = J\nΔθ = Jᵀe",
        "Q, R = svd(J)\nΔθ = Jᵀe", "Δθ[1, 2] = 1", "H = J Jᵀ\nΔθ = Jᵀe", "max = 1\nΔθ = Jᵀe",
        "σ[1] = 1\nΔθ = Jᵀe", "x = 1\nx = e\nΔθ = Jᵀe"}},
      {"range",
       {"for i in outward\n  Δθ[i] = 1", "for i in inward\n  Δθ[i] = 1",
        "for i in directions\n  Δθ += σ[i] V[:, i]", "for t in targets\n  Δθ += J_of(t)ᵀ e_of(t)",
        "for i in rows\n  Δθ += e[i] J[i, :]ᵀ", "for i in blocks\n  Δθ += Jᵀe",
        "for i in 2..n\n  Δθ[i] = 1", "for i in 1..r\n  Δθ += V[:, i]",
        "param p = 2 in 1..3 whole\nfor i in 1..p\n  Δθ[i] = 1"},
       {"for i in x\n  Δθ = Jᵀe", "for i in 1..k\n  Δθ = Jᵀe", "for i in 1\n  Δθ = Jᵀe",
        "for i in 0..3\n  Δθ = Jᵀe", "for i in 0..n\n  Δθ = Jᵀe", "for i in 3..1\n  Δθ = Jᵀe",
        "for i in 1..2.5\n  Δθ = Jᵀe", "param p = 2 in 1..3\nfor i in 1..p\n  Δθ = Jᵀe",
        "param p = 2 in 0..3 whole\nfor i in p..n\n  Δθ = Jᵀe"}},
      {"expr",
       {"Δθ = Jᵀe if yes else 2 Jᵀe if no else 3 Jᵀe"},
       {"Δθ = Jᵀe if yes", "Δθ = Jᵀe if yes else", "Δθ = Jᵀe if 1 else Jᵀe",
        "Δθ = Jᵀe if yes else e"}},
      {"or",
       {"if yes or no and yes\n  Δθ = Jᵀe"},
       {"if yes or\n  Δθ = Jᵀe", "if or yes\n  Δθ = Jᵀe", "if yes or 1\n  Δθ = Jᵀe"}},
      {"not",
       {"if not not 1 < 2\n  Δθ = Jᵀe"},
       {"if not\n  Δθ = Jᵀe", "if 1 < 2 < 3\n  Δθ = Jᵀe", "if e < θ\n  Δθ = Jᵀe",
        "if n is far\n  Δθ = Jᵀe", "param a = near | far\nΔθ = Jᵀe if a is here else Δθ",
        "if J < J\n  Δθ = Jᵀe", "if yes < no\n  Δθ = Jᵀe"}},
      {"sum",
       {"Δθ = θ - θ + Jᵀe"},
       {"Δθ = θ + ", "Δθ = θ + e", "Δθ = θ + J", "Δθ = Jᵀe + yes", "Δθ = + θ"}},
      {"product",
       {"Δθ = 2 · θ * 3 / 4 ∘ θ .* θ ./ θ ⊘ θ", "x = [1, 2, 3] × [4, 5, 6]\nΔθ = Jᵀe"},
       {"Δθ = θ / θ", "Δθ = θ ·", "Δθ = θ ∘ e", "Δθ = θ × θ", "Δθ = 1/2 θ 3 / 4 θ",
        "Δθ = 2 ∘ yes"}},
      {"beside",
       {"Δθ = 2 3 Jᵀ e", "Δθ = -2 J⁺ e", "Δθ = --Jᵀe", "Δθ = -(JᵀJ + I)⁻¹ (Jᵀe)"},
       {"Δθ = J e", "Δθ = θ θ", "Δθ = J J", "Δθ = - ", "Δθ = (J Jᵀ)⁻¹"}},
      {"power",
       {"Δθ = J' (J Jᵀ)⁻¹ e + J⁺ e + J^+ e + (((J J')^-1 e)·e) J'e", "Δθ = 2^-3 3² θ.² ∘ θ.^2",
        "Δθ = 30° Jᵀe"},
       {"Δθ = ᵀ e", "Δθ = J⁻¹ e", "Δθ = θ²", "Δθ = J²", "Δθ = nᵀ θ", "Δθ = e⁺", "Δθ = θ°",
        "Δθ = θ^", "Δθ = θ.²²²."}},
      {"part",
       {"Δθ = J[:, 1..n]ᵀ e + J[1, :]ᵀ", "Δθ = θ[1] θ[:]"},
       {"Δθ = θ[", "Δθ = θ[1", "Δθ = θ[] θ", "Δθ = θ[0] θ", "Δθ = θ[1.5] θ", "Δθ = J[1] θ",
        "Δθ = n[1] θ", "Δθ = [1, 2][3] θ", "Δθ = θ[e] θ", "Δθ = θ[3..2]", ":"}},
      {"atom",
       {"Δθ = ½ π (|θ| + ‖θ‖) - ones(joints)/∞", "x = [1, 2]\nΔθ = [i for i in joints]",
        "Δθ = sum(i for i in joints) θ"},
       {"Δθ = (θ", "Δθ = θ)", "Δθ = |θ", "Δθ = ‖θ θ", "Δθ = []", "Δθ = [1,] θ", "Δθ = [i for i] θ",
        "Δθ = max() θ", "Δθ = nothing(1) θ", "Δθ = sqrt(1, 2) θ", "Δθ = norm(i for i in joints) θ",
        "Δθ = 1e301 θ", "Δθ = in", "Δθ = \"a\""}},
  };
  return all;
}

TEST(FormulaGrammar, AcceptsRightTextsAndRejectsWrongOnesForEveryLine) {
  for (const Written& each : grammar()) {
    for (const char* text : each.right)
      EXPECT_EQ(firstFault(text), "") << each.line << ": " << text;
    for (const char* text : each.wrong)
      EXPECT_NE(firstFault(text), "") << each.line << ": " << text;
  }
}

// The unit at the end of a line is not a factor, unless the formula defines a name like it.
TEST(FormulaShow, TakesAUnitWithAndWithoutALabel) {
  const auto shown = [](const std::string& line) {
    const auto checked = formula::check("Δθ = Jᵀe\n" + line);
    EXPECT_TRUE(checked.isValid()) << line << checked.faults[0].sentence;
    if (checked.shown.empty()) return line;
    const formula::ShownValue& last = checked.shown.back();
    return last.key + ", " + last.label + ", " + last.unit;
  };
  EXPECT_EQ(shown("show Δθ"), "Δθ, Δθ, ");
  EXPECT_EQ(shown("show Δθ rad"), "Δθ, Δθ, rad");
  EXPECT_EQ(shown("show σ[1] + 2 σ[2] m² # it"), "σ[1] + 2 σ[2], σ[1] + 2 σ[2], m²");
  EXPECT_EQ(shown("show -σ m \"Least\""), "-σ, Least, m");
  EXPECT_EQ(shown("show τ(s) = s / 2 m"), "τ(s), τ, m");
  EXPECT_EQ(shown("show m"), "m, m, ");
  EXPECT_EQ(shown("show m n"), "m n, m n, ");
  EXPECT_EQ(shown("show 2·m"), "2·m, 2·m, ");
  EXPECT_EQ(shown("show (2 m)"), "(2 m), (2 m), ");
  EXPECT_EQ(shown("rad = 2\nshow Δθ rad"), "Δθ rad, Δθ rad, ");
  EXPECT_EQ(shown("param rad = 2\nshow Δθ rad m"), "Δθ rad, Δθ rad, m");
}

// Sizes are compared by name: what the check accepts compiles in every scene, and sizes that only
// happen to be equal in one scene are rejected in all.
TEST(FormulaSizes, AcceptedTextsCompileInEveryScene) {
  for (const Written& line : grammar())
    for (const char* text : line.right) {
      const formula::Checked checked = formula::check(text);
      for (const test::FormulaScene& scene : test::formulaScenes())
        EXPECT_TRUE(formula::compile(checked, Model(scene.tree, scene.task)))
            << scene.name << ": " << text;
    }
  for (const char* text : {"Δθ = Jᵀ (σ ∘ e)", "Δθ = Jᵀ (e + σ)", "Δθ = θ + V[1, :]ᵀ", "Δθ = U e",
                           "x = e\nx = σ\nΔθ = Jᵀe", "Δθ = e", "Δθ = [1, 2, 3, 4, 5, 6, 7]"})
    EXPECT_NE(firstFault(text), "") << text;
}

TEST(FormulaFaults, AnUnknownFunctionDoesNotHideErrorsInItsArguments) {
  const auto checked = formula::check("Δθ = Jᵀ inv(J Jᵀ + mue I) lamda");
  std::vector<std::string> said;
  for (const auto& each : checked.faults) said.push_back(each.sentence);
  EXPECT_EQ(said, (std::vector<std::string>{"Unknown function **inv**. Write **A⁻¹**.",
                                            "Unknown name **mue**.", "Unknown name **lamda**."}));
  EXPECT_EQ(formula::check("Δθ = total(i for i in joints) θ").faults.size(), 1u);
}

// A fault in one line does not hide those in others, and they are in order.
TEST(FormulaFaults, OfSeveralLinesAreReportedTogether) {
  std::vector<int> lines;
  for (const auto& each : formula::check("y = lamda\nΔθ = J e\nz = 1 +").faults)
    lines.push_back(each.place.line);
  EXPECT_EQ(lines, std::vector<int>({1, 2, 3}));
}

}  // namespace
}  // namespace iklab::formula_faults_test
