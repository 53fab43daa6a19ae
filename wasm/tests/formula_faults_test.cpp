// What is wrong with a text: where, in which words, and what its buttons make of it; and of every line
// of the grammar a text that has it and one that has it wrong.
#include <gtest/gtest.h>

#include "iklab/ik/formula/checked.hpp"
#include "iklab/ik/formula/program.hpp"
#include "tests/formula_scene.hpp"

namespace iklab::formula_faults_test {
namespace {

using test::firstFault;

struct Wrong {
  const char* text;
  const char* fault;               // "LINE:COLUMN sentence"
  std::vector<const char*> fixed;  // by each of its fixes
};

// the text as a fix has it; places are UTF-16 units
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

TEST_P(FormulaFault, IsToldWhereItStands) {
  const Wrong& wrong = GetParam();
  EXPECT_EQ(firstFault(wrong.text), wrong.fault) << wrong.text;
  const formula::Checked checked = formula::check(wrong.text);
  ASSERT_FALSE(checked.sound());
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
     "1:7 Two lists side by side: **e·(Jᵀ e)** is a number, **e ∘ (Jᵀ e)** entry by entry, "
     "**e (Jᵀ e)ᵀ** a matrix.",
     {"Δθ = (e (Jᵀ e)ᵀ) θ"}},
    {"Δθ = lamda Jᵀe", "1:6 There is no **lamda**.", {"param lamda = 1\nΔθ = lamda Jᵀe"}},
    {"param λ = 1\nΔθ = lamda Jᵀe",
     "2:6 There is no **lamda**. Did you mean **λ**?",
     {"param λ = 1\nΔθ = λ Jᵀe", "param λ = 1\nparam lamda = 1\nΔθ = lamda Jᵀe"}},
    {"Δθ = JJ e", "1:6 **JJ** is J J, with a space.", {"Δθ = J J e"}},
    // what a text has, a little wrong
    {"param lambda = 1\nΔθ = lamda Jᵀe",
     "2:6 There is no **lamda**. Did you mean **lambda**?",
     {"param lambda = 1\nΔθ = lambda Jᵀe", "param lambda = 1\nparam lamda = 1\nΔθ = lamda Jᵀe"}},
    {"param lambda = 1\nΔθ = lam Jᵀe",
     "2:6 There is no **lam**. Did you mean **lambda**?",
     {"param lambda = 1\nΔθ = lambda Jᵀe", "param lambda = 1\nparam lam = 1\nΔθ = lam Jᵀe"}},
    {"param Beta = 1\nΔθ = beta Jᵀe",
     "2:6 There is no **beta**. Did you mean **Beta**?",
     {"param Beta = 1\nΔθ = Beta Jᵀe", "param Beta = 1\nparam beta = 1\nΔθ = beta Jᵀe"}},
    {"Δθ = j' e",
     "1:6 There is no **j**. Did you mean **J**?",
     {"Δθ = J' e", "param j = 1\nΔθ = j' e"}},
    {"Δθ = JT e",
     "1:6 There is no **JT**. Did you mean **Jᵀ**?",
     {"Δθ = Jᵀ e", "param JT = 1\nΔθ = JT e"}},
    {"Δθ = J^Te",
     "1:8 There is no **Te**. The transpose is **^T**, followed by a space.",
     {"Δθ = J^T e"}},
    {"Δθ = J^t e",
     "1:8 There is no **t**. The transpose is **^T**, followed by a space.",
     {"Δθ = J^T e"}},
    {"Δθ = J^-1 e",
     "1:6 rows × joints has no inverse. **J⁺** is the pseudoinverse.",
     {"Δθ = J⁺ e"}},
    {"Δθ = J^T inv(J J^T + I) e",
     "1:10 There is no function **inv**. It is **(J J^T + I)⁻¹**.",
     {"Δθ = J^T (J J^T + I)⁻¹ e"}},
    {"Δθ = transpose(J) e",
     "1:6 There is no function **transpose**. It is **(J)ᵀ**.",
     {"Δθ = (J)ᵀ e"}},
    {"Δθ = {J^T} e", "1:6 The language has no **{**.", {}},
    {"Δθ = J^{T e", "1:8 “}” is missing.", {}},
    {"Δθ = J^{T) e", "1:10 Here “}” is wanted, not **)**.", {}},
    {"Δθ = Jᵀ (σ ∘ e)",
     "1:9 **σ** has a number per direction, **e** one per row. Sizes go by name: what is as many "
     "here need not be elsewhere.",
     {"Δθ = Jᵀ (σ ∘ Uᵀe)"}},
    {"Δθ = V (σ ∘ e)",
     "1:8 **σ** has a number per direction, **e** one per row. Sizes go by name: what is as many "
     "here need not be elsewhere.",
     {"Δθ = V (σ ∘ Uᵀe)"}},
    {"Δθ = J e",
     "1:6 **J** is rows × joints, **e** has a number per row: joints do not meet rows.",
     {"Δθ = Jᵀe"}},
    {"Δθ = Jᵀ (J Jᵀ + 2)⁻¹ e",
     "1:9 A number cannot be added to rows × rows. **2 I** adds it to the diagonal.",
     {"Δθ = Jᵀ (J Jᵀ + 2 I)⁻¹ e"}},
    {"param λ = 1\nΔθ = Jᵀ (J Jᵀ + λ²)⁻¹ e",
     "2:9 A number cannot be added to rows × rows. **λ² I** adds it to the diagonal.",
     {"param λ = 1\nΔθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e"}},
    {"Δθ = J⁻¹ e", "1:6 rows × joints has no inverse. **J⁺** is the pseudoinverse.", {"Δθ = J⁺ e"}},
    {"Δθ = θ θ",
     "1:6 Two lists side by side: **θ·θ** is a number, **θ ∘ θ** entry by entry, **θ θᵀ** a "
     "matrix.",
     {"Δθ = θ·θ", "Δθ = θ ∘ θ", "Δθ = θ θᵀ"}},
    {"Δθ = θ²",
     "1:6 **θ.²** squares each entry, **‖θ‖²** is its length squared.",
     {"Δθ = θ.²", "Δθ = ‖θ‖²"}},
    {"a = 2\nΔθ = 1/a Jᵀe",
     "2:6 This can be read in two ways: **1/(a Jᵀe)** or **(1/a) Jᵀe**.",
     {"a = 2\nΔθ = 1/(a Jᵀe)", "a = 2\nΔθ = (1/a) Jᵀe"}},
    {"Δθ = e", "1:1 **Δθ** is a number per joint; the right side is a number per row.", {}},
    {"x = I\nΔθ = Jᵀe",
     "1:1 The size of **I** is not known here: **eye(joints)** or **eye(rows)**.",
     {"x = eye(joints)\nΔθ = Jᵀe", "x = eye(rows)\nΔθ = Jᵀe"}},
    {"keep A = 2 I + I # A\nΔθ = Jᵀ A e",
     "1:6 The size of **I** is not known here: **eye(joints)** or **eye(rows)**.",
     {"keep A = 2 eye(joints) + eye(joints) # A\nΔθ = Jᵀ A e",
      "keep A = 2 eye(rows) + eye(rows) # A\nΔθ = Jᵀ A e"}},
    {"for i in directions\n  Δθ += lower[i] V[:, i]",
     "2:15 **i** counts directions, **lower** is per joint.",
     {}},
    {"for i in 1..k\n  Δθ = Jᵀe",
     "1:13 A loop needs ends that are known beforehand: joints, directions, targets, **n**, "
     "**1..40**, or a parameter that is **whole**, and counts from 1 or more.",
     {}},
    {"H = J Jᵀ\nΔθ = Jᵀe",
     "1:1 **H** is given: the Hessian of ½‖e_full‖². Take another name, as **B**.",
     {}},
    {"keep μ = 1\nμ = 2\nΔθ = μ Jᵀe",
     "2:1 **μ** is remembered: it can be set in **learn**, where the step is known.",
     {"keep μ = 1\nΔθ = μ Jᵀe\nlearn\n  μ = 2"}},
    {"keep μ = 1\n# 𝜃 is two\nμ = [1,\n2] · [2, 3] # more\n\nΔθ = μ Jᵀe\nlearn # it\n    x = "
     "μ\n\n  # end\nshow μ\n",
     "3:1 **μ** is remembered: it can be set in **learn**, where the step is known.",
     {"keep μ = 1\n# 𝜃 is two\n\nΔθ = μ Jᵀe\nlearn # it\n    x = μ\n    μ = [1,\n    2] · [2, 3] # "
      "more\n\n  # end\nshow μ\n"}},
    {"keep μ = 1\nΔθ = μ Jᵀe\nif μ > 1\n  for i in 1..2\n    μ += i\nelse if μ > 0\n  μ = 2\n"
     "else\n  μ = 1\n",
     "5:5 **μ** is remembered: it can be set in **learn**, where the step is known.",
     {"keep μ = 1\nΔθ = μ Jᵀe\nlearn\n  if μ > 1\n    for i in 1..2\n      μ += i\n  else if μ > "
      "0\n    μ = 2\n  else\n    μ = 1\n"}},
    {"keep μ = 1\nμ = 2\nΔθ = μ Jᵀe\nlearn\n    x = ",
     "2:1 **μ** is remembered: it can be set in **learn**, where the step is known.",
     {"keep μ = 1\nΔθ = μ Jᵀe\nlearn\n    x = \n    μ = 2"}},
    {"keep μ = 1\nif μ > 1\n  μ = 2\n  x = 1\nΔθ = μ Jᵀe",
     "3:3 **μ** is remembered: it can be set in **learn**, where the step is known.",
     {}},
    {"if σ > 1\n  Δθ = Jᵀe",
     "1:4 **if** needs one yes or no, this is a yes or no per direction: **all(…)**, **any(…)** or "
     "**where(…)**.",
     {"if all(σ > 1)\n  Δθ = Jᵀe", "if any(σ > 1)\n  Δθ = Jᵀe"}},
    {"if θ > 1 # far\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
     "1:4 **if** needs one yes or no, this is a yes or no per joint: **all(…)**, **any(…)** or "
     "**where(…)**.",
     {"if all(θ > 1) # far\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
      "if any(θ > 1) # far\n  x = θ\nelse\n  x = 2 # near\nΔθ = x"}},
    {"if θ > 1\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
     "1:4 **if** needs one yes or no, this is a yes or no per joint: **all(…)**, **any(…)** or "
     "**where(…)**.",
     {"if all(θ > 1)\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
      "if any(θ > 1)\n  x = θ\nelse\n  x = 2 # near\nΔθ = x",
      "x = where(θ > 1, θ, 2) # near\nΔθ = x"}},
    {"dtheta = J'e\nif dtheta > 1\n  dtheta = 1",
     "2:4 **if** needs one yes or no, this is a yes or no per joint: **all(…)**, **any(…)** or "
     "**where(…)**.",
     {"dtheta = J'e\nif all(dtheta > 1)\n  dtheta = 1",
      "dtheta = J'e\nif any(dtheta > 1)\n  dtheta = 1",
      "dtheta = J'e\ndtheta = where(dtheta > 1, 1, dtheta)"}},
    {"x = 1\nif θ > 1\n  x = 2\nelse\n  x = 3\nΔθ = x Jᵀe",
     "2:4 **if** needs one yes or no, this is a yes or no per joint: **all(…)**, **any(…)** or "
     "**where(…)**.",
     {"x = 1\nif all(θ > 1)\n  x = 2\nelse\n  x = 3\nΔθ = x Jᵀe",
      "x = 1\nif any(θ > 1)\n  x = 2\nelse\n  x = 3\nΔθ = x Jᵀe"}},
    {"Δθ = 2 (θ if θ > 1 else 0)",
     "1:14 **if** needs one yes or no, this is a yes or no per joint: **all(…)**, **any(…)** or "
     "**where(…)**.",
     {"Δθ = 2 (θ if all(θ > 1) else 0)", "Δθ = 2 (θ if any(θ > 1) else 0)",
      "Δθ = 2 where(θ > 1, θ, 0)"}},
    {"for i in joints\n  stop if θ > 1\n  Δθ[i] = 1",
     "2:11 **stop if** needs one yes or no, this is a yes or no per joint: **all(…)** or "
     "**any(…)**.",
     {"for i in joints\n  stop if all(θ > 1)\n  Δθ[i] = 1",
      "for i in joints\n  stop if any(θ > 1)\n  Δθ[i] = 1"}},
    {"Δθ = (Jᵀe", "1:6 “)” is missing.", {}},
    {"Δθ = θ[1", "1:7 “]” is missing.", {}},
    {"Δθ = Jᵀe\n  x = 1", "2:3 Indented deeper than the line before asks for.", {}},
    {"\tΔθ = Jᵀe", "1:1 A line is indented by spaces, not by a tab.", {}},
    {"if yes\n    x = 1\n  y = 1\nΔθ = Jᵀe",
     "3:1 Indented by less than the line before, but not as far as any before that.",
     {}},
    {"Δθ = J(e)", "1:6 **J** is no function. A product has a space: **J (…)**.", {"Δθ = J (e)"}},
    {"Δθ = Max(θ) θ", "1:6 There is no function **Max**. Did you mean **max**?", {"Δθ = max(θ) θ"}},
    {"Δθ = nrom(e) Jᵀe",
     "1:6 There is no function **nrom**. Did you mean **norm**?",
     {"Δθ = norm(e) Jᵀe"}},
    {"Δθ = nothing(θ)", "1:6 There is no function **nothing**.", {}},
    {"Δθ = sqrt θ", "1:6 **sqrt** is a function: **sqrt(x)**.", {}},
    {"Δθ = Jᵀe £ 2", "1:10 The language has no **£**.", {}},
    {"Δθ = Jᵀe \u202e 2", "1:10 The language has no **U+202E**.", {}},
    {"Δθ = Jᵀe \U000e0041 2", "1:10 The language has no **U+E0041**.", {}},
    {"Δθ = Jᵀe + yes",
     "1:6 **+** and **−** are of numbers, one of these is a yes or no: **where(yes, 1, 0)**.",
     {}},
    {"x = 1", "1:1 No line sets **Δθ**, as **Δθ = Jᵀ e**.", {}},
    {"Δθ = step", "1:6 **step** is known in **learn**: what was applied.", {}},
    {"stop\nΔθ = Jᵀe", "1:1 **stop** leaves a loop; here is none.", {}},
    {"if yes\n  x = 1\nΔθ = x Jᵀe",
     "3:6 **x** has a value only inside the block of line 2. Set it before.",
     {}},
    {"max = 1\nΔθ = Jᵀe", "1:1 **max** is a function. Take another name.", {}},
    {"for i in joints\n  i = 2\nΔθ = Jᵀe", "2:3 **i** counts a loop: it cannot be set.", {}},
    {"param p = 1\np = 2\nΔθ = Jᵀe",
     "2:1 **p** is a parameter: its slider sets it. Take another name.",
     {}},
    {"Δθ = Jᵀe\nshow J",
     "2:6 A number or a number per joint, direction or target can be shown, this is rows × joints.",
     {}},
    {"Δθ = Jᵀe\nlearn\n  Δθ = θ",
     "3:3 In **learn** the step has been taken: **Δθ** cannot be set there.",
     {}},
    {"Δθ = Jᵀe\nlearn\n  x = step\nΔθ = θ",
     "4:1 Behind **learn** the update is over: this line stands before it.",
     {}},
    {"Δθ = Jᵀe\nx = 1\nlearn\n  x = 2",
     "4:3 **x** belongs to the update: in **learn** it can be read.",
     {}},
    {"Δθ = 2 (JᵀJ)⁻¹", "1:6 An inverse is a factor of a list or matrix: **A⁻¹ b**.", {}},
    {"s, Q = eig(H ∘ (V Vᵀ + J⁺ J))\nΔθ = Jᵀe",
     "1:8 **eig** is of a matrix that is symmetric by its form, as **A Aᵀ** or **A + Aᵀ**.",
     {}},
    {"Δθ = Jᵀe if 1 < 2 < 3 else θ", "1:19 One comparison at a time: **a < b and b < c**.", {}},
    {"param a = near | far\nΔθ = Jᵀe if a is here else θ",
     "2:13 **a** has no option **here**.",
     {}},
    {"Δθ = \"a", "1:6 The text in quotes does not end.", {}},
    {"for i in joints\nΔθ = Jᵀe", "1:16 Behind **for** its lines stand indented.", {}},
    {"keep v = σ[1..r]\nΔθ = Jᵀe",
     "1:1 **v** has a size that may change from update to update: it cannot be remembered.",
     {}},
    {"Δθ = e + J", "1:6 **e** is a number per row, **J** is rows × joints: they do not add.", {}},
    {"Δθ = J[1] θ", "1:6 A matrix has two indices: **A[i, j]**, **A[:, j]**.", {}},
    {"Δθ = θ[0] θ", "1:8 Indices are whole numbers and count from 1.", {}},
};

INSTANTIATE_TEST_SUITE_P(Table, FormulaFault, testing::ValuesIn(kWrong));

// --- the grammar, line by line

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

TEST(FormulaGrammar, HasARightTextAndAWrongOneOfEveryLine) {
  for (const Written& each : grammar()) {
    for (const char* text : each.right)
      EXPECT_EQ(firstFault(text), "") << each.line << ": " << text;
    for (const char* text : each.wrong)
      EXPECT_NE(firstFault(text), "") << each.line << ": " << text;
  }
}

// the unit at the end of a line is no factor, unless the text has such a name
TEST(FormulaShow, TakesAUnitWithAndWithoutALabel) {
  const auto shown = [](const std::string& line) {
    const auto checked = formula::check("Δθ = Jᵀe\n" + line);
    EXPECT_TRUE(checked.sound()) << line << checked.faults[0].sentence;
    if (checked.shown.empty()) return line;
    const formula::Shown& last = checked.shown.back();
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

// Sizes go by name: what the check lets through has a program in every scene, and what happens to be as
// many in one is refused in all.
TEST(FormulaSizes, MakeATextRightInAllScenesOrInNone) {
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

// a fault of one line does not hide those of others, and they stand in order
TEST(FormulaFaults, OfSeveralLinesAreToldTogether) {
  const auto checked = formula::check("x = (1\ny = lamda\nΔθ = J e\nz = 1 +");
  std::vector<int> lines;
  for (const auto& each : formula::check("y = lamda\nΔθ = J e\nz = 1 +").faults)
    lines.push_back(each.place.line);
  EXPECT_EQ(lines, std::vector<int>({1, 2, 3}));
  EXPECT_FALSE(checked.sound());
}

}  // namespace
}  // namespace iklab::formula_faults_test
