// Results of the operators and functions of formulas, against closed forms, Eigen's products and
// finite differences. Also which lines of a program run, and that each limit applies.
#include <gtest/gtest.h>

#include "iklab/formula/program.hpp"
#include "tests/formula_scene.hpp"
#include "tests/reference.hpp"

namespace iklab::formula_language_test {
namespace {

using test::formulaScene;
using test::FormulaScene;
using test::matrixOf;
using test::numberOf;
using test::vectorOf;
using test::Written;

const FormulaScene& y() { return formulaScene("y"); }  // 7 joints, 6 rows, 2 targets.

double is(const std::string& expression, const std::string& lines = "") {
  return numberOf(y(), lines, expression);
}
double holds(const std::string& condition, const std::string& lines = "") {
  return is("1 if " + condition + " else 0", lines);
}

// A number with all its digits.
std::string written(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}
// Lines that set `name` to this matrix, entry by entry.
std::string lines(const std::string& name, const Matrix& a) {
  std::string text =
      name + " = zeros(" + std::to_string(a.rows()) + ", " + std::to_string(a.cols()) + ")\n";
  for (int j = 0; j < a.cols(); ++j) {
    text += name + "[:, " + std::to_string(j + 1) + "] = [";
    for (int i = 0; i < a.rows(); ++i) text += (i ? ", " : "") + written(a(i, j));
    text += "]\n";
  }
  return text;
}
std::string lines(const std::string& name, const Vector& x) {
  std::string text = name + " = [";
  for (int i = 0; i < x.size(); ++i) text += (i ? ", " : "") + written(x[i]);
  return text + "]\n";
}
Matrix randomMatrix(int rows, int columns, Random& random) {
  Matrix a(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) a(i, j) = random.uniform(-1, 1);
  return a;
}
double farthest(const Matrix& a, const Matrix& b) {
  EXPECT_EQ(a.rows(), b.rows());
  EXPECT_EQ(a.cols(), b.cols());
  if (a.rows() != b.rows() || a.cols() != b.cols()) return kInfinity;
  return (a - b).cwiseAbs().maxCoeff();
}

// --- numbers.

struct Number {
  const char* expression;
  double value;
};

class FormulaNumber : public testing::TestWithParam<Number> {};

TEST_P(FormulaNumber, HasTheMathematicalValue) {
  EXPECT_NEAR(is(GetParam().expression), GetParam().value, 1e-14 * (1 + std::abs(GetParam().value)))
      << GetParam().expression;
}

constexpr Number kNumbers[] = {
    // Operators and their precedence.
    {"2 + 3 · 4", 14},
    {"2 3 + 4", 10},
    {"2 - 3 - 4", -5},
    {"12 / 2 / 3", 2},
    {"12 / 2 · 3", 18},
    {"12 / (2 3)", 2},
    {"-2²", -4},
    {"(-2)²", 4},
    {"-2 3", -6},
    {"2 · -3", -6},
    {"--2", 2},
    {"2^3", 8},
    {"2^-1", 0.5},
    {"2⁻²", 0.25},
    {"2³ 2", 16},
    {"2^3²", 64},
    {"2^(3²)", 512},
    {"4^½", 2},
    {"9^0.5", 3},
    {"(-8)³", -512},
    {"2¹⁰", 1024},
    {"1e3", 1000},
    {".5 + 1.0", 1.5},
    {"½ 4", 2},
    {"180°", EIGEN_PI},
    {"-90°", -EIGEN_PI / 2},
    {"2 π", 2 * EIGEN_PI},
    {"3 ∘ 4 ./ 2", 6},
    {"|-3|", 3},
    {"|-3| |2|", 6},
    {"|1 - |2 - 5||", 2},
    {"2|-3|", 6},
    {"‖[3, 4]‖", 5},
    {"‖[3, 4]‖²", 25},
    {"‖‖[3, 4]‖ [3, 4]‖", 25},
    {"norm([3, 4])", 5},
    {"|‖[3, 4]‖ - 6|", 1},
    {"1 if 2 > 1 else 0 if no else 5", 1},
    {"1 if 2 < 1 else 0 if no else 5", 5},
    {"1 if 1 < 2 and 2 < 3 or no else 0", 1},
    {"1 if no and no or yes else 0", 1},
    {"1 if yes or yes and no else 0", 1},
    {"1 if not no and no else 0", 0},
    {"1 if not (no and no) else 0", 1},
    {"1 if not not yes else 0", 1},
    {"1 if not 1 > 2 else 0", 1},
    {"5 - 1 if no else 3", 3},
    // Functions, entry by entry.
    {"abs(-2)", 2},
    {"sqrt(2)", 1.4142135623730951},
    {"exp(1)", 2.718281828459045},
    {"log(exp(2))", 2},
    {"sin(π/6)", 0.5},
    {"cos(π/3)", 0.5},
    {"tan(π/4)", 1},
    {"tanh(0.5)", 0.46211715726000976},
    {"sign(-3) + 10 sign(2) + 100 sign(0)", 9},
    {"min(3, 1, 2)", 1},
    {"max(3, 1, 4, 2)", 4},
    {"min([3, 1, 2])", 1},
    {"max([3, 1, 2])", 3},
    {"clamp(5, 0, 1) + clamp(-5, 0, 1) + clamp(0.25, 0, 1)", 1.25},
    {"where(yes, 1, 2) + where(no, 10, 20)", 21},
    {"atan2(1, -1)", 3 * EIGEN_PI / 4},
    {"copysign(3, -0.5)", -3},
    // Functions of lists.
    {"sum([1, 2, 3.5])", 6.5},
    {"prod([2, 3, 4])", 24},
    {"[1, 2, 3] · [4, 5, 6]", 32},
    {"[1, 2, 3]ᵀ [4, 5, 6]", 32},
    {"sum(i² for i in 1..4)", 30},
    {"prod(i for i in 2..5)", 120},
    {"max(i (5 - i) for i in 1..4)", 6},
    {"min(i - 2 for i in 1..4)", -1},
    {"1 if any(i > 3 for i in 1..4) else 0", 1},
    {"1 if all(i > 3 for i in 1..4) else 0", 0},
    {"1 if any([1, 2] > 1) else 0", 1},
    {"1 if all([1, 2] > 1) else 0", 0},
    {"sum([i for i in 2..4])", 9},
    {"[5, 6, 7][2]", 6},
    {"sum([5, 6, 7, 8][2..3])", 13},
    {"trace(eye(3))", 3},
    {"trace(diag([1, 2, 4]))", 7},
    {"sum(diag(diag([1, 2, 4])))", 7},
    {"sum(sum(ones(2, 3)))", 6},
    {"sum(zeros(4)) + sum(ones(4))", 4},
    {"sum(cross([1, 0, 0], [0, 1, 0]) ∘ [1, 10, 100])", 100},
    {"sum(([1, 0, 0] × [0, 1, 0]) ∘ [1, 10, 100])", 100},
    {"sum(turn([0, 0, 1], 90°, [1, 0, 0]) ∘ [1, 10, 100])", 10},
    {"‖ones(2, 2)‖", 2},
    {"n + 100 m + 10000 r", 60607},
    {"k", 1},
    {"gain", 1},
    {"sum(turns)", 7},
    {"J[1, 2] - J[1, :]·[J[1, j] for j in joints] + ‖J[1, :]‖² - J[1, 2]", 0},
};

INSTANTIATE_TEST_SUITE_P(Table, FormulaNumber, testing::ValuesIn(kNumbers));

TEST(FormulaNumbers, FollowIeee754ForNanAndInfinity) {
  EXPECT_TRUE(std::isnan(is("0/0")));
  EXPECT_EQ(is("1/0"), kInfinity);
  EXPECT_EQ(is("-1/0"), -kInfinity);
  EXPECT_EQ(is("∞"), kInfinity);
  EXPECT_TRUE(std::isnan(is("sqrt(-1)")));
  EXPECT_TRUE(std::isnan(is("log(-1)")));
  EXPECT_EQ(is("log(0)"), -kInfinity);
  EXPECT_TRUE(std::isnan(is("max(0/0, 1)")) && std::isnan(is("max(1, 0/0)")));
  EXPECT_TRUE(std::isnan(is("min([1, 0/0, 2])")));
  EXPECT_EQ(holds("0/0 < 1") + holds("0/0 ≥ 1") + holds("0/0 == 0/0"), 0);
  EXPECT_EQ(holds("0/0 ≠ 0/0"), 1);
  // A value that is not selected has no effect.
  EXPECT_EQ(is("sum(where([0, 2] > 0, 1 ./ [0, 2], 0))"), 0.5);
  EXPECT_EQ(is("sum(where([0, 2] > 0, [0, 0] ./ [0, 2], 3))"), 3);
  EXPECT_EQ(is("1 if yes else 0/0"), 1);
}

// The second operand is only evaluated if needed: an index out of range would break the update
// down.
TEST(FormulaNumbers, AndOrIfElseShortCircuit) {
  const std::string x = "x = [1, 2]\nj = 3\n";
  EXPECT_EQ(holds("j ≤ 2 and x[j] > 0", x), 0);
  EXPECT_EQ(holds("j > 2 or x[j] > 0", x), 1);
  EXPECT_EQ(is("7 if j > 2 else x[j]", x), 7);
  Written asks(y(), x + "Δθ = zeros(joints)\nif j > 2 and x[j] > 0\n  Δθ = Jᵀe\n");
  EXPECT_TRUE(asks.update().breakdown);
  EXPECT_EQ(asks.report.line, 4);
}

// Entry by entry, both operands are evaluated.
TEST(FormulaNumbers, ComparisonsAndLogicWorkEntryByEntry) {
  const std::string x = "x = [1, 2, 3]\n";
  const auto counts = [&](const std::string& condition) {
    return is("sum(where(" + condition + ", [1, 10, 100], 0))", x);
  };
  EXPECT_EQ(counts("x < 2"), 1);
  EXPECT_EQ(counts("x ≤ 2"), 11);
  EXPECT_EQ(counts("x <= 2"), 11);
  EXPECT_EQ(counts("x > 2"), 100);
  EXPECT_EQ(counts("x ≥ 2"), 110);
  EXPECT_EQ(counts("x >= [3, 2, 1]"), 110);
  EXPECT_EQ(counts("x == 2"), 10);
  EXPECT_EQ(counts("x ≠ 2"), 101);
  EXPECT_EQ(counts("x != 2"), 101);
  EXPECT_EQ(counts("x > 1 and x < 3"), 10);
  EXPECT_EQ(counts("x < 2 or x > 2"), 101);
  EXPECT_EQ(counts("not x < 2"), 110);
  EXPECT_EQ(counts("x > 1 and yes"), 110);
}

TEST(FormulaNumbers, AreTheSameInAscii) {
  const auto same = [](const std::string& a, const std::string& b) {
    EXPECT_EQ(vectorOf(y(), "", a, "joints"), vectorOf(y(), "", b, "joints")) << a << " | " << b;
  };
  same("Jᵀ (J Jᵀ + 0.1² I)⁻¹ e", "J' (J J' + 0.1^2 I)^-1 e");
  same("J⁺ e", "J^+ e");
  same("θ ∘ θ ./ 2", "theta .* theta ./ 2");
  same("V (Uᵀe ./ (σ.² + 1))", "V (U' * e ./ (sigma.^2 + 1))");
  same("‖e‖ π Jᵀe", "norm(e) pi J'e");
  same("(e_full·e) Jᵀ e", "(e_full*e) J' e");
  same("½ Jᵀe", "0.5 * J'e");
}

// Notations of TeX, MATLAB and NumPy.
TEST(FormulaNumbers, AreTheSameInTexMatlabAndNumpyNotation) {
  const auto same = [](const std::string& a, const std::string& b) {
    EXPECT_EQ(vectorOf(y(), "", a, "joints"), vectorOf(y(), "", b, "joints")) << a << " | " << b;
  };
  for (const char* typed :
       {"J^T (J J^T + 0.01 I)^-1 e", "J^{T} (J J^{T} + 0.01 I)^{-1} e",
        "J^(T)(J J^(T) + 0.01 I)^(-1) e", "J.T (J J.T + 0.01 I)^-1 e", "J^T(J J' + 0.01 I)⁻¹e"})
    same("Jᵀ (J Jᵀ + 0.01 I)⁻¹ e", typed);
  same("J⁺ e", "J^{+} e");
  same("J⁺ e", "J^(+) e");
  same("(θᵀθ) Jᵀe", "(θ^T θ) J^T e");
  same("2^-2 Jᵀe", "2^{-2} J^Tᵀᵀ e");
  EXPECT_EQ(is("2^{3}"), 8);
  EXPECT_EQ(is("[1, 2, 3].T [4, 5, 6]"), 32);
  // T is a name if the formula defines it.
  EXPECT_EQ(is("2^T", "T = 3\n"), 8);
  EXPECT_EQ(is("2^{T}", "param T = 3\n"), 8);
  EXPECT_EQ(is("sum(2^T for T in 1..3)"), 14);
}

// --- lists and matrices.

// w ∘ Uᵀe is w ∘ (Uᵀ e): juxtaposition has a higher precedence than any written sign.
TEST(FormulaProducts, JuxtapositionBindsTighterThanOperators) {
  const FormulaScene& scene = y();
  test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
  const test::Svd svd = test::decompose(posed.problem.jacobian().matrix());
  const Vector c = vectorOf(scene, "", "σ ∘ Uᵀe", "directions");
  const Vector e = posed.problem.error;
  for (int i = 0; i < c.size(); ++i)
    EXPECT_NEAR(std::abs(c[i]), std::abs(svd.sigma[i] * svd.u.col(i).dot(e)), 1e-12);
  EXPECT_EQ(is("6 / 2 ∘ 3"), 9);
  EXPECT_EQ(is("12 ./ 2 ∘ 3"), 18);
  EXPECT_EQ(is("2 + 3 4 · 5"), 62);
  EXPECT_EQ(is("-[1, 2]·[3, 4]"), -11);
}

TEST(FormulaProducts, MatchEigen) {
  Random random(5);
  for (int trial = 0; trial < 8; ++trial) {
    const int p = 1 + random.below(5), q = 1 + random.below(5), s = 1 + random.below(5);
    const Matrix a = randomMatrix(p, q, random), b = randomMatrix(q, s, random),
                 square = randomMatrix(q, q, random);
    const Vector x = randomMatrix(q, 1, random), z = randomMatrix(p, 1, random);
    const std::string with =
        lines("A", a) + lines("B", b) + lines("C", square) + lines("x", x) + lines("z", z);
    const auto matrix = [&](const std::string& expression, int rows, int columns) {
      return matrixOf(y(), with, expression, std::to_string(rows), std::to_string(columns));
    };
    const auto list = [&](const std::string& expression, int size) {
      return vectorOf(y(), with, expression, std::to_string(size));
    };
    EXPECT_LE(farthest(matrix("A B", p, s), a * b), 1e-15 * 8);
    EXPECT_LE(farthest(matrix("A (Bᵀ)ᵀ", p, s), a * b), 1e-15 * 8);
    EXPECT_LE(farthest(matrix("(Bᵀ Aᵀ)ᵀ", p, s), a * b), 1e-15 * 8);
    EXPECT_LE(farthest(matrix("A Aᵀ", p, p), a * a.transpose()), 1e-15 * 8);
    EXPECT_LE(farthest(matrix("AᵀA", q, q), a.transpose() * a), 1e-15 * 8);
    EXPECT_LE(farthest(matrix("2 A - A / 2", p, q), 1.5 * a), 1e-15 * 8);
    EXPECT_LE(farthest(matrix("z xᵀ", p, q), z * x.transpose()), 1e-15);
    EXPECT_LE(farthest(matrix("diag(z) A diag(x)", p, q), z.asDiagonal() * a * x.asDiagonal()),
              1e-15);
    EXPECT_LE(farthest(matrix("C + 2 I - diag(x)", q, q),
                       square + 2 * Matrix::Identity(q, q) - Matrix(x.asDiagonal())),
              1e-15);
    EXPECT_LE(farthest(matrix("diag(x) - C", q, q), Matrix(x.asDiagonal()) - square), 1e-15);
    EXPECT_LE(farthest(matrix("2 I - C", q, q), 2 * Matrix::Identity(q, q) - square), 1e-15);
    EXPECT_LE(farthest(matrix("A ∘ A", p, q), a.cwiseProduct(a)), 0);
    EXPECT_LE(farthest(matrix("|A|.³", p, q), a.cwiseAbs().array().cube().matrix()), 1e-15);
    EXPECT_LE(farthest(matrix("-Aᵀ", q, p), -a.transpose()), 0);
    EXPECT_LE(farthest(list("A x", p), a * x), 1e-15 * 8);
    EXPECT_LE(farthest(list("(zᵀ A)ᵀ", q), a.transpose() * z), 1e-15 * 8);
    EXPECT_LE(farthest(list("A C x", p), a * square * x), 1e-14);
    EXPECT_LE(farthest(list("(xᵀ C)ᵀ + C x", q), square.transpose() * x + square * x), 1e-15 * 8);
    EXPECT_LE(farthest(list("(xᵀ diag(x))ᵀ", q), x.cwiseProduct(x)), 0);
    EXPECT_LE(farthest(list("sum(A)", q), a.colwise().sum().transpose()), 1e-15 * 8);
    EXPECT_LE(farthest(list("prod(A)", q), a.colwise().prod().transpose()), 1e-15);
    EXPECT_EQ(farthest(list("max(A)", q), a.colwise().maxCoeff().transpose()), 0);
    EXPECT_EQ(farthest(list("min(A)", q), a.colwise().minCoeff().transpose()), 0);
    EXPECT_EQ(farthest(list("diag(C)", q), square.diagonal()), 0);
    EXPECT_EQ(farthest(list("A[:, 1]", p), a.col(0)), 0);
    EXPECT_EQ(farthest(list("A[1, :]ᵀ", q), a.row(0).transpose()), 0);
    EXPECT_EQ(farthest(matrix("A[:, 1..1]", p, 1), a.leftCols(1)), 0);
    EXPECT_EQ(numberOf(y(), with, "A[" + std::to_string(p) + ", " + std::to_string(q) + "]"),
              a(p - 1, q - 1));
    EXPECT_NEAR(numberOf(y(), with, "zᵀ A x"), z.dot(a * x), 1e-14);
    EXPECT_NEAR(numberOf(y(), with, "‖A‖"), a.norm(), 1e-14);
    EXPECT_NEAR(numberOf(y(), with, "trace(C)"), square.trace(), 1e-14);
  }
}

// A number has the same effect before, within and after a product.
TEST(FormulaProducts, DoNotDependOnThePlaceOfScalarFactors) {
  const Vector once = vectorOf(y(), "", "2 3 Jᵀe", "joints");
  EXPECT_EQ(vectorOf(y(), "", "2 Jᵀ 3 e", "joints"), once);
  EXPECT_EQ(vectorOf(y(), "", "Jᵀ e 2 3", "joints"), once);
  EXPECT_EQ(vectorOf(y(), "a = 2\nb = 3\n", "Jᵀ a e b", "joints"), once);
}

TEST(FormulaParts, EntriesRowsColumnsAndSpansAreAssigned) {
  const auto a = [](const std::string& more) {
    return matrixOf(y(), "A = zeros(3, 4)\n" + more, "A", "3", "4");
  };
  Matrix wanted = Matrix::Zero(3, 4);
  EXPECT_EQ(a(""), wanted);
  wanted(1, 2) = 5;
  EXPECT_EQ(a("A[2, 3] = 5\n"), wanted);
  wanted.row(0) << 1, 2, 3, 4;
  EXPECT_EQ(a("A[2, 3] = 5\nA[1, :] = [1, 2, 3, 4]\n"), wanted);
  wanted.row(0) *= 2;
  EXPECT_EQ(a("A[2, 3] = 5\nA[1, :] = [1, 2, 3, 4]\nA[1, :] += A[1, :]\n"), wanted);
  EXPECT_EQ(a("A[2, 3] = 5\nA[1, :] = [1, 2, 3, 4]\nA[1, :] += [1, 2, 3, 4]\n"), wanted);
  wanted.row(0).array() += 1;
  EXPECT_EQ(a("A[2, 3] = 5\nA[1, :] = [2, 4, 6, 8]\nA[1, :] += 1\n"), wanted);
  wanted.setZero();
  wanted.col(3) << 7, 8, 9;
  EXPECT_EQ(a("A[:, 4] = [7, 8, 9]\n"), wanted);
  wanted.col(3) *= 2;
  EXPECT_EQ(a("A[:, 4] = [7, 8, 9]\nA[:, 4] += [7, 8, 9]\n"), wanted);
  wanted.setZero();
  wanted.block(1, 1, 2, 3).setConstant(3);
  EXPECT_EQ(a("A[2..3, 2..4] = 3\n"), wanted);
  EXPECT_EQ(a("A[2..3, 2..4] = 3 ones(2, 3)\n"), wanted);
  EXPECT_EQ(a("A[2..3, 2..4] = 1\nA[2..3, 2..4] += 2 ones(2, 3)\n"), wanted);
  wanted.setConstant(2);
  EXPECT_EQ(a("A[:, :] = 2\n"), wanted);
  const auto x = [](const std::string& more) {
    return vectorOf(y(), "x = zeros(4)\n" + more, "x", "4");
  };
  EXPECT_EQ(x("x[2] = 3\nx[2] += 1\n"), Vector(Eigen::Vector4d(0, 4, 0, 0)));
  EXPECT_EQ(x("x[2..3] = [5, 6]\n"), Vector(Eigen::Vector4d(0, 5, 6, 0)));
  EXPECT_EQ(x("x[2..3] = 1\nx[2..3] += [5, 6]\n"), Vector(Eigen::Vector4d(0, 6, 7, 0)));
  EXPECT_EQ(x("x[:] = 1\nx[1..1] = 2\n"), Vector(Eigen::Vector4d(2, 1, 1, 1)));
}

// Ranges whose ends are only known at run time.
TEST(FormulaParts, SpansUseTheirCurrentEnds) {
  const std::string with = "param p = 2 in 1..4 whole\nx = [1, 10, 100, 1000]\na = 2\nb = 3\n";
  EXPECT_EQ(is("sum(x[1..p])", with), 11);
  EXPECT_EQ(is("sum(x[p..4])", with), 1110);
  EXPECT_EQ(is("sum(x[a..b])", with), 110);
  EXPECT_EQ(is("sum(x[b..a])", with), 0);
  EXPECT_EQ(is("sum(x[a..b] ∘ x[a..b])", with), 10100);
  EXPECT_EQ(is("sum(σ[1..r]) - sum(σ)"), 0);
  EXPECT_EQ(is("sum([i for i in 1..p])", with), 3);
  EXPECT_EQ(is("sum([i for i in p..4])", with), 9);
  EXPECT_EQ(is("sum([1 for i in 2..n])"), 6);
  EXPECT_NEAR(is("‖U[:, 1..r] diag(σ[1..r]) V[:, 1..r]ᵀ - J‖"), 0, 1e-13);
  EXPECT_TRUE(Written(y(), "x = [1, 2]\na = 3\nΔθ = x[a] Jᵀe").update().breakdown);
  EXPECT_TRUE(Written(y(), "x = [1, 2]\na = 0\nΔθ = x[a] Jᵀe").update().breakdown);
  EXPECT_TRUE(Written(y(), "x = [1, 2]\na = 1.5\nΔθ = x[a] Jᵀe").update().breakdown);
  EXPECT_TRUE(Written(y(), "x = [1, 2]\nb = 3\nΔθ = sum(x[1..b]) Jᵀe").update().breakdown);
  EXPECT_TRUE(Written(y(), "a = 2\nb = 3\nx = e[1..a]\na = 1\nΔθ = sum(x + e[1..a]) Jᵀe")
                  .update()
                  .breakdown);
}

// Ranges with the same text in lists of different size have different sizes.
TEST(FormulaParts, SpansWithTheSameTextGetEnoughMemoryEach) {
  const FormulaScene& scene = formulaScene("double-y");
  const std::string with =
      "a = 1\nb = 3\n"
      "A = distance[a..b] σ[1..2]ᵀ\nB = θ[a..b] θᵀ\n"
      "b = n\nC = θ[a..b] θᵀ\n"
      "U₁, s₁, V₁ = svd(A)\nU₂, s₂, V₂ = svd(H[a..b, :])\nU₃, s₃, V₃ = svd(J[a..a, :])\n";
  EXPECT_NEAR(numberOf(scene, with, "‖U₂ diag(s₂) V₂ᵀ - H[a..b, :]‖ / ‖H‖"), 0, 1e-13);
  EXPECT_NEAR(numberOf(scene, with, "‖U₁ diag(s₁) V₁ᵀ - A‖"), 0, 1e-13);
  EXPECT_NEAR(numberOf(scene, with, "sum(s₃) - ‖J[1, :]‖"), 0, 1e-13);
}

// --- decompositions, by residuals.

TEST(FormulaLinear, SolutionsAndDecompositionsHaveSmallResiduals) {
  Random random(11);
  for (int trial = 0; trial < 12; ++trial) {
    const int p = 1 + random.below(6), q = 1 + random.below(6);
    const Matrix a = randomMatrix(p, q, random), square = randomMatrix(p, p, random);
    const std::string with =
        lines("A", a) + lines("C", square) + lines("b", Vector(randomMatrix(p, 1, random)));
    const auto small = [&](const std::string& more, const std::string& residual, double most) {
      EXPECT_LE(numberOf(y(), with + more, residual), most)
          << p << " x " << q << ": " << more << residual;
    };
    const double bad = 1e-14 * test::condition(square) * 10;
    small("", "‖C C⁻¹ b - b‖", bad);
    small("", "‖C solve(C, b) - b‖", bad);
    small("", "‖Cᵀ (Cᵀ)⁻¹ b - b‖", bad);
    small("", "‖Cᵀ (C⁻¹)ᵀ b - b‖", bad);
    small("", "‖C⁻¹ C - I‖", bad);
    small("", "‖(bᵀ C⁻¹)ᵀ - Cᵀ⁻¹ b‖", bad * test::condition(square));
    small("", "‖C (C⁻¹ (2 I) A) - 2 A‖", bad);
    small("", "‖C (C⁻¹ I) - I‖", bad);
    small("", "‖A - C (C⁻¹ A)‖", bad);
    small("", "‖C (C (C⁻¹ C⁻¹ A)) - A‖", bad * test::condition(square));
    small("", "‖-C⁻¹ b + C⁻¹ b‖", 0);
    small("S = C Cᵀ + I\n", "‖S S⁻¹ b - b‖", 1e-13);
    small("S = C Cᵀ - 0.3 I\n", "‖S S⁻¹ b - b‖", 1e-10);
    small("L = chol(C Cᵀ + I)\n", "‖L Lᵀ - C Cᵀ - I‖", 1e-13);
    small("L = chol(C Cᵀ + I)\n",
          "sum(sum(0 if i ≥ j else |L[i, j]| for i in 1.." + std::to_string(p) + ") for j in 1.." +
              std::to_string(p) + ")",
          0);
    small("Q, R = qr(A)\n", "‖Q R - A‖ + ‖QᵀQ - I‖", 1e-13);
    small("s, Q = eig(C + Cᵀ)\n", "‖Q diag(s) Qᵀ - C - Cᵀ‖ + ‖QᵀQ - I‖", 1e-13);
    small("U₁, s, V₁ = svd(A)\n", "‖U₁ diag(s) V₁ᵀ - A‖", 1e-13);
    small("U₁, s, V₁ = svd(A)\n", "‖U₁ᵀU₁ - I‖ + ‖V₁ᵀV₁ - I‖", 1e-13);
    small("", "‖A A⁺ A - A‖ + ‖A⁺ A A⁺ - A⁺‖", 1e-12);
    small("", "‖A A⁺ - (A A⁺)ᵀ‖ + ‖A⁺ A - (A⁺ A)ᵀ‖", 1e-12);
    small("", "‖A⁺ - pinv(A)‖", 0);
    small("", "‖projector(A) - (eye(" + std::to_string(q) + ") - A⁺ A)‖", 1e-12);
    small("", "‖A projector(A)‖", 1e-13);
    small("", "‖A⁺ b - A⁺ diag(ones(" + std::to_string(p) + ")) b‖", 1e-12);
    EXPECT_LE(farthest(vectorOf(y(), with + "s, Q = eig(C + Cᵀ)\n", "s", std::to_string(p)),
                       test::eigenvalues(square + square.transpose())),
              1e-13);
    EXPECT_EQ(holds("spd(C Cᵀ + I)", with), 1);
    EXPECT_EQ(holds("spd(-C Cᵀ - I)", with), 0);
    EXPECT_EQ(holds("spd(I + eye(" + std::to_string(p) + "), 3)", with), 0);
    EXPECT_EQ(holds("spd(I + eye(" + std::to_string(p) + "), 1)", with), 1);
  }
}

// Singular values at or below the cutoff count as zero.
TEST(FormulaLinear, PseudoinverseDropsSmallSingularValues) {
  const std::string a = "A = diag([4, 2, 1e-3]) eye(3)\nb = [4, 4, 4]\n";
  const auto x = [&](const std::string& expression) { return vectorOf(y(), a, expression, "3"); };
  EXPECT_LE(farthest(x("A⁺ b"), Vector(Eigen::Vector3d(1, 2, 4000))), 1e-10);
  EXPECT_LE(farthest(x("pinv(A, 0.01) b"), Vector(Eigen::Vector3d(1, 2, 0))), 1e-14);
  EXPECT_LE(farthest(x("pinv(A, 2) b"), Vector(Eigen::Vector3d(1, 0, 0))), 1e-14);
  EXPECT_EQ(x("pinv(A, 9) b"), Vector::Zero(3));
  EXPECT_LE(farthest(x("A⁺ A [1, 1, 1]"), Vector::Ones(3)), 1e-12);
  const std::string singular = "B = [1, 2, 3] [1, 1, 1]ᵀ\n";
  EXPECT_NEAR(is("‖B⁺ - [1, 1, 1] [1, 2, 3]ᵀ / 42‖", singular), 0, 1e-15);
  EXPECT_TRUE(Written(y(), singular + "Δθ = sum(B⁻¹ [1, 2, 3]) Jᵀe").update().breakdown);
  EXPECT_TRUE(Written(y(), "A = chol(-eye(3))\nΔθ = Jᵀe").update().breakdown);
}

TEST(FormulaLinear, EquivalentDampedSolutionsAgree) {
  const std::string x = "Jᵀ (J Jᵀ + 0.04 I)⁻¹ e";
  const Vector one = vectorOf(y(), "", x, "joints");
  for (const char* other :
       {"A = J\nx = Aᵀ (A Aᵀ + 0.04 I)⁻¹ e\n", "x = (JᵀJ + 0.04 I)⁻¹ (Jᵀe)\n",
        "G = J Jᵀ\nx = Jᵀ (G + 0.04 I)⁻¹ e\n", "x = Jᵀ solve(J Jᵀ + 0.2² I, e)\n",
        "x = Jᵀ (J Jᵀ + 0.03 I + 0.01 I)⁻¹ e\n", "x = Jᵀ ((J Jᵀ + 0.04 I)⁻¹ eye(rows)) e\n",
        "x = V (σ ./ (σ.² + 0.04) ∘ Uᵀe)\n", "x = ((eᵀ (J Jᵀ + 0.04 I)⁻¹) J)ᵀ\n"})
    EXPECT_LE(farthest(vectorOf(y(), other, "x", "joints"), one), 1e-12) << other;
}

// --- given values and evaluations at other poses.

TEST(FormulaGiven, PredefinedNamesHaveTheValuesOfTheProblem) {
  const FormulaScene& scene = formulaScene("human-arm");
  test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
  const auto joints = [&](const std::string& expression) {
    return vectorOf(scene, "", expression, "joints");
  };
  const Jacobian& j = posed.problem.jacobian();
  EXPECT_EQ(matrixOf(scene, "", "J", "rows", "joints"), j.matrix());
  EXPECT_EQ(vectorOf(scene, "", "e", "rows"), posed.problem.error);
  EXPECT_EQ(vectorOf(scene, "", "e_full", "rows"), posed.problem.unclampedError);
  EXPECT_EQ(joints("θ"), scene.start);
  EXPECT_EQ(joints("Δθ"), Vector::Zero(7));
  EXPECT_LE(farthest(joints("Jᵀe"), j.matrix().transpose() * posed.problem.error), 1e-13);
  EXPECT_LE(farthest(vectorOf(scene, "", "J θ", "rows"), j.matrix() * scene.start), 1e-14);
  EXPECT_LE(farthest(vectorOf(scene, "", "σ", "directions"), test::singularValues(j.matrix())),
            1e-14);
  for (int c = 0; c < 7; ++c) {
    const Joint& joint = scene.tree.moving(c);
    const std::string at = "[" + std::to_string(c + 1) + "]";
    EXPECT_EQ(numberOf(scene, "", "lower" + at), joint.lower);
    EXPECT_EQ(numberOf(scene, "", "upper" + at), joint.upper);
    EXPECT_EQ(numberOf(scene, "", "rest" + at), joint.rest);
    EXPECT_EQ(numberOf(scene, "", "comfort" + at), joint.comfort);
    EXPECT_EQ(numberOf(scene, "", "weight" + at), joint.weight);
    EXPECT_EQ(numberOf(scene, "", "1 if limited" + at + " else 0"), 1);
    EXPECT_EQ(numberOf(scene, "", "turns" + at + " + locked" + at), 1);
    const auto three = [&](const std::string& of) { return vectorOf(scene, "", of, "3"); };
    const size_t placed = static_cast<size_t>(scene.tree.jointOfColumn(c));
    const std::string j1 = "(" + std::to_string(c + 1) + ")";
    EXPECT_LE(farthest(three("axis" + j1), posed.state.pose.axis[placed]), 0);
    EXPECT_LE(farthest(three("origin" + j1), posed.state.pose.origin[placed]), 0);
  }
  EXPECT_EQ(numberOf(formulaScene("scara"), "", "sum(turns)"), 3);
  EXPECT_EQ(numberOf(formulaScene("scara"), "", "sum(where(limited, 1, 0))"), 1);
  EXPECT_EQ(numberOf(formulaScene("scara"), "", "lower[1]"), -kInfinity);
}

TEST(FormulaGiven, FunctionsOfOneTargetHaveItsValues) {
  const FormulaScene& scene = formulaScene("double-y");
  test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
  for (int t = 1; t <= 4; ++t) {
    const std::string at = "(" + std::to_string(t) + ")";
    const TaskTarget& target = scene.task.targets()[static_cast<size_t>(t - 1)];
    const auto three = [&](const std::string& of) { return vectorOf(scene, "", of + at, "3"); };
    EXPECT_EQ(three("tip"), posed.state.pose.tip[static_cast<size_t>(target.effector)]);
    EXPECT_EQ(three("goal"), scene.goals[static_cast<size_t>(t - 1)].position);
    const std::string rows = std::to_string(target.row + 1) + ".." + std::to_string(target.row + 3);
    EXPECT_EQ(numberOf(scene, "", "‖J_of" + at + "‖ - ‖J[" + rows + ", :]‖"), 0);
    EXPECT_EQ(numberOf(scene, "", "‖e_of" + at + "‖ - ‖e[" + rows + "]‖"), 0);
    EXPECT_NEAR(numberOf(scene, "", "distance[" + std::to_string(t) + "] - ‖e_of" + at + "‖"), 0,
                1e-15);
    for (int c = 1; c <= 25; ++c) {
      const bool moves =
          posed.problem.jacobian().matrix().block<3, 1>(target.row, c - 1).norm() > 0;
      const std::string asked = "carries(" + std::to_string(c) + ", " + std::to_string(t) + ")";
      EXPECT_GE(numberOf(scene, "", "1 if " + asked + " else 0"), moves ? 1 : 0);
    }
  }
  EXPECT_EQ(
      numberOf(scene, "", "sum(sum(1 if carries(j, t) else 0 for j in joints) for t in targets)"),
      numberOf(scene, "",
               "sum(sum(1 if ‖J_of(t)[:, j]‖ > 0 or carries(j, t) else 0 for j in joints) for t in "
               "targets)"));
  EXPECT_NEAR(numberOf(scene, "", "max(blocks(e)) - max(distance)"), 0, 1e-15);
  EXPECT_NEAR(numberOf(scene, "", "blocks(J)[2, 3] - ‖J[4..6, 3]‖"), 0, 1e-15);
  // A target with orientation has six rows.
  EXPECT_EQ(numberOf(formulaScene("arm-6"), "", "sum(where(e_of(1) == e_of(1), 1, 0))"), 6);
  EXPECT_EQ(numberOf(formulaScene("arm-6"), "", "‖J_of(1)‖ - ‖J‖"), 0);
}

TEST(FormulaElsewhere, EvaluatesErrorAndJacobianAfterAStep) {
  for (const char* name : {"y", "arm-6", "spatial-8"}) {
    const FormulaScene& scene = formulaScene(name);
    test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
    const std::string x = "x = 0.1 Jᵀe\n";
    const Vector step = vectorOf(scene, x, "x", "joints");
    posed.place(scene.start + step, scene.goals);
    EXPECT_LE(farthest(vectorOf(scene, x, "e_at(x)", "rows"), posed.problem.unclampedError), 1e-13);
    EXPECT_NEAR(numberOf(scene, x, "f_at(x)"), 0.5 * posed.problem.unclampedError.squaredNorm(),
                1e-13);
    EXPECT_LE(farthest(matrixOf(scene, x, "J_at(x)", "rows", "joints"),
                       posed.problem.jacobian().matrix()),
              1e-13);
    EXPECT_NEAR(numberOf(scene, x, "f_at(0 x) - ½ ‖e‖²"), 0, 1e-14);
    EXPECT_NEAR(numberOf(scene, x, "‖J_at(x)ᵀ e_at(x)‖ - ‖J_at(0 x)ᵀ e_at(x)‖") +
                    numberOf(scene, x, "f_at(x) - ½ ‖e_at(x)‖²"),
                numberOf(scene, x, "‖J_at(x)ᵀ e_at(x)‖ - ‖Jᵀ e_at(x)‖"), 1e-13);
  }
}

// Compares with central differences that do not use the formula language.
TEST(FormulaElsewhere, DerivativesMatchCentralDifferences) {
  constexpr double h = 1e-5;
  for (const char* name : {"y", "double-y", "scara", "spatial-8", "arm-6"}) {
    const FormulaScene& scene = formulaScene(name);
    const int n = scene.tree.columns();
    test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
    Random random(3);
    const Vector along = test::randomVector(n, 1, random);
    const auto jacobianAt = [&](double a) {
      posed.place(scene.start + a * along, scene.goals);
      return Matrix(posed.problem.jacobian().matrix());
    };
    const Matrix change = (jacobianAt(h) - jacobianAt(-h)) / (2 * h);
    std::string x = "x = zeros(joints)\n";
    for (int c = 0; c < n; ++c)
      x += "x[" + std::to_string(c + 1) + "] = " + written(along[c]) + "\n";
    const Matrix found = matrixOf(scene, x, "dJ(x)", "rows", "joints");
    const bool oriented = scene.task.targets()[0].oriented;
    // For the logarithm of a rotation, the rows of J are only correct to first order.
    const int rows = oriented ? 3 : found.rows();
    EXPECT_LE(farthest(found.topRows(rows), change.topRows(rows)), 1e-7) << name;
    const Matrix hessian = matrixOf(scene, "", "H", "joints", "joints");
    EXPECT_EQ(farthest(hessian, hessian.transpose()), 0);
    if (oriented) continue;
    const auto pull = [&](int c, double a) {
      Vector theta = scene.start;
      theta[c] += a;
      posed.place(theta, scene.goals);
      return Vector(
          -(posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError));
    };
    for (int c = 0; c < n; ++c)
      EXPECT_LE(farthest(hessian.col(c), (pull(c, h) - pull(c, -h)) / (2 * h)), 1e-7) << name;
  }
}

TEST(FormulaElsewhere, LineSearchesMeetTheirConditions) {
  const std::string x =
      "d = Jᵀe\nf₀ = ½ ‖e‖²\na = backtrack(d)\nb = wolfe(d, 1, 0.1)\n"
      "c = backtrack(-d)\ng = wolfe(-d, 1, 0.9)\n";
  EXPECT_GT(is("a", x), 0);
  EXPECT_LE(is("f_at(a d) - f₀ + 1e-4 a d·d", x), 0);
  EXPECT_GT(is("b", x), 0);
  EXPECT_LE(is("f_at(b d) - f₀ + 1e-4 b d·d", x), 0);
  EXPECT_LE(is("|(J_at(b d)ᵀ e_at(b d))·d| - 0.1 d·d", x), 0);
  EXPECT_EQ(is("c", x), 0);
  EXPECT_EQ(is("g", x), 0);
}

TEST(FormulaGiven, ColumnsOfLockedJointsAreZero) {
  const FormulaScene& scene = formulaScene("spatial-8");
  Written text(
      scene,
      "keep A = zeros(rows, joints)\nkeep B = zeros(rows, joints)\n"
      "keep C = zeros(joints, joints)\nkeep D = zeros(rows, joints)\nkeep l = zeros(joints)\n"
      "J₀ = J\nH₀ = H\nU₀ = U diag(σ) Vᵀ\nd = dJ(ones(joints))\nl₀ = locked\n"
      "Δθ = Jᵀe\n"
      "learn\n  A = J₀\n  B = d\n  C = H₀\n  D = U₀\n  l = l₀\n");
  text.posed.problem.zeroColumn(3);
  text.posed.problem.locked[3] = -1;
  text.learn();
  const int m = scene.task.rows(), n = scene.tree.columns();
  const double* at = text.posed.learnt.data() + 1;
  const Eigen::Map<const Matrix> j(at, m, n), bent(at + m * n, m, n), h(at + 2 * m * n, n, n),
      back(at + 2 * m * n + n * n, m, n);
  EXPECT_EQ(j.col(3).norm(), 0);
  EXPECT_GT(j.norm(), 0);
  EXPECT_EQ(bent.col(3).norm(), 0);
  EXPECT_EQ(h.col(3).norm() + h.row(3).norm(), 0);
  EXPECT_LE(farthest(back, j), 1e-13);
  EXPECT_EQ(at[3 * m * n + n * n + 3], -1);
  EXPECT_EQ(text.report.step[3], 0);
}

// --- which lines run.

TEST(FormulaLines, RunFromTheTopDown) {
  EXPECT_EQ(is("a", "a = 1\na += 2\nb = a\na = 10 b + a\n"), 33);
  EXPECT_EQ(is("a", "a = 0\nfor i in 1..4\n  a = 10 a + i\n"), 1234);
  EXPECT_EQ(is("a", "a = 0\nfor i in 2..2\n  a = 10 a + i\n"), 2);
  EXPECT_EQ(is("a", "param p = 2 in 1..4 whole\na = 0\nfor i in 3..p\n  a = 10 a + i\n"), 0);
  EXPECT_EQ(is("a", "param p = 4 in 2..6 even\na = 0\nfor i in p..6\n  a = 10 a + i\n"), 456);
  EXPECT_EQ(is("a", "a = 0\nfor i in 1..9\n  next if i < 3\n  stop if i > 5\n  a = 10 a + i\n"),
            345);
  EXPECT_EQ(
      is("a",
         "a = 0\nfor i in 1..9\n  if i == 2\n    next\n  if i == 4\n    stop\n  a = 10 a + i\n"),
      13);
  // `stop` and `next` apply to the innermost loop.
  EXPECT_EQ(is("a",
               "a = 0\nfor i in 1..3\n  for j in 1..3\n    stop if j > i\n    a += 1\n  next if i "
               "< 3\n  a += 100\n"),
            106);
  const auto chain = [](const std::string& x) {
    return is("a", "x = " + x +
                       "\na = 0\nif x < 1\n  a = 1\nelse if x < 2\n  a = 2\nelse if x < 3\n  a = "
                       "3\nelse\n  a = 4\na += 10\n");
  };
  EXPECT_EQ(chain("0"), 11);
  EXPECT_EQ(chain("1"), 12);
  EXPECT_EQ(chain("2"), 13);
  EXPECT_EQ(chain("3"), 14);
  EXPECT_EQ(is("a", "a = 0\nif yes\n  if no\n    a = 1\n  else\n    a = 2\nelse\n  a = 3\n"), 2);
}

TEST(FormulaLines, LoopsCoverTheirRangeAndOutwardVisitsParentsFirst) {
  const FormulaScene& scene = formulaScene("double-y");
  const auto count = [&](const std::string& range) {
    return numberOf(scene, "a = 0\nfor i in " + range + "\n  a += 1\n", "a");
  };
  EXPECT_EQ(count("joints"), 25);
  EXPECT_EQ(count("outward"), 25);
  EXPECT_EQ(count("inward"), 25);
  EXPECT_EQ(count("rows"), 12);
  EXPECT_EQ(count("directions"), 12);
  EXPECT_EQ(count("targets"), 4);
  EXPECT_EQ(count("blocks"), 4);
  EXPECT_EQ(count("1..n"), 25);
  EXPECT_EQ(count("2..m"), 11);
  EXPECT_EQ(count("1..r"), 12);
  // On the way outward, a parent comes before the joints that it carries.
  const std::string order = "w = zeros(joints)\nc = 0\nfor j in ";
  const Vector out = vectorOf(scene, order + "outward\n  c += 1\n  w[j] = c\n", "w", "joints");
  const Vector in = vectorOf(scene, order + "inward\n  c += 1\n  w[j] = c\n", "w", "joints");
  for (int c = 0; c < 25; ++c) {
    EXPECT_EQ(out[c] + in[c], 26);
    const Joint& joint = scene.tree.moving(c);
    if (joint.parent >= 0) {
      const int above = scene.tree.joints()[static_cast<size_t>(joint.parent)].column;
      EXPECT_TRUE(above < 0 || out[above] < out[c]) << c;
    }
  }
}

// A given value is computed once; after a branch that did not run, it still has to be computed.
TEST(FormulaLines, PredefinedValuesAreComputedWhereFirstNeeded) {
  EXPECT_GT(is("a", "a = 0\nif no\n  a = σ[1]\na += σ[1]\n"), 0.1);
  EXPECT_GT(is("a", "a = 0\nfor i in 1..3\n  next if i < 3\n  a = J[1, 2]²\na += ‖J‖\n"), 0.1);
  EXPECT_GT(is("σ[1] if no else σ[1]"), 0.1);
  EXPECT_EQ(holds("(no and σ[1] > 0) or σ[1] > 0"), 1);
  EXPECT_GT(is("sum([J[1, j]² for j in joints]) + trace(J Jᵀ)"), 0.1);
}

// Δθ begins at zero, and values set in an update are not available in the next.
TEST(FormulaLines, DoNotRememberThePreviousUpdate) {
  Written text(
      y(),
      "a = 0\nfor i in 1..2\n  a += 1\nΔθ += a Jᵀe\nx = zeros(3)\nx[2] += 1\nshow a\nshow x[2]\n");
  const Vector first = text.update().step;
  EXPECT_EQ(text.update().step, first);
  EXPECT_EQ(text.shown(), std::vector<double>({2, 1}));
}

// --- what is shown.

TEST(FormulaShows, ReturnsNumbersListsAndAFilterCurve) {
  Written text(y(),
               "param λ = 0.5 in 0..1\nΔθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e\n"
               "show λ\nshow σ \"Spectrum\" m\nshow distance\nshow Δθ \"Turn\" rad\nshow τ(s) = s "
               "/ (s² + λ²)\n");
  const auto& seen = text.options.entry().observables;
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_STREQ(seen[0].key, "λ");
  EXPECT_EQ(seen[0].per, Per::instance);
  EXPECT_STREQ(seen[1].label, "Spectrum");
  EXPECT_STREQ(seen[1].unit, "m");
  EXPECT_EQ(seen[1].per, Per::direction);
  EXPECT_EQ(seen[2].per, Per::target);
  EXPECT_EQ(seen[3].per, Per::joint);
  EXPECT_TRUE(text.options.entry().traits & kSpectral);
  EXPECT_FALSE(text.options.entry().traits & kUnclamped);
  text.update();
  const auto shown = text.shown();
  ASSERT_EQ(shown.size(), 1u + 6 + 2 + 7);
  EXPECT_EQ(shown[0], 0.5);
  const Vector sigma = test::singularValues(text.posed.problem.jacobian().matrix());
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(shown[1 + static_cast<size_t>(i)], sigma[i], 1e-13);
  for (int c = 0; c < 7; ++c) EXPECT_EQ(shown[9 + static_cast<size_t>(c)], text.report.step[c]);
  EXPECT_DOUBLE_EQ(text.method->filter(2), 2 / 4.25);
  EXPECT_TRUE(Written(y(), "Δθ = Jᵀe\nshow f_at(Δθ)").options.entry().traits & kUnclamped);
}

// The filter chart marks v·Δθ / u·e: the curve of a shelf formula must pass through these values.
TEST(FormulaShows, FilterCurveMatchesTheStep) {
  for (const char* name :
       {"dls", "dls-by-sigma", "filtered", "pseudoinverse", "truncated", "transpose"}) {
    Written text(y(), test::shelfText(name));
    text.update();
    const iklab::Svd& svd = text.posed.problem.svd();
    for (int i = 0; i < 6; ++i) {
      const double along =
          Eigen::Map<const Vector>(svd.u(i).data(), 6).dot(text.posed.problem.error);
      const double star =
          Eigen::Map<const Vector>(svd.v(i).data(), 7).dot(text.report.step) / along;
      EXPECT_NEAR(text.method->filter(svd.sigma(i)), star, 1e-9 * (1 + std::abs(star)))
          << name << i;
    }
  }
}

// --- extreme states.

TEST(FormulaHostile, StatesGiveAFiniteStepWithoutBreakdown) {
  for (const FormulaScene& scene : test::formulaScenes())
    for (const std::string& name : test::shelfNames()) {
      Written text(scene, test::shelfText(name));
      const auto ask = [&](const Vector& theta, const std::vector<Goal>& goals, const char* where) {
        text.posed.place(theta, goals);
        text.posed.begin(*text.method);
        text.learn();
        EXPECT_TRUE(text.report.step.allFinite()) << name << ", " << scene.name << ", " << where;
        EXPECT_FALSE(text.report.breakdown)
            << name << ", " << scene.name << ", " << where << ", line " << text.report.line;
      };
      std::vector<Goal> goals = scene.goals;
      ask(scene.start, test::goalsAt(scene.tree, scene.task, scene.start), "at the target");
      ask(Vector::Zero(scene.tree.columns()), goals, "straight");
      const auto there = test::goalsAt(scene.tree, scene.task, Vector::Zero(scene.tree.columns()));
      goals = there;
      for (Goal& each : goals) each.position *= 2;
      ask(Vector::Zero(scene.tree.columns()), goals, "straight, on its axis");
      for (Goal& each : goals) each.position = {1e12, -1e12, 1e12};
      ask(scene.start, goals, "far away");
      for (Goal& each : goals) each.position.setConstant(1e-300);
      ask(scene.start, goals, "a denormal goal");
    }
}

TEST(FormulaHostile, TextsBreakDownAtTheirLine) {
  struct Broken {
    const char* text;
    int line;  // For a step that is not finite: the last line that sets it.
  };
  for (const Broken& each : {Broken{"Δθ = Jᵀe / 0", 1},
                             {"a = log(-1)\nb = 2\nΔθ = a Jᵀe", 3},
                             {"x = 1\n\nB = [1, 1] [1, 1]ᵀ\nΔθ = sum(B⁻¹ [1, 2]) Jᵀe", 4},
                             {"Δθ = f_at((1/0) Jᵀe) Jᵀe", 1},
                             {"for j in joints\n  Δθ[j + 1] = 1", 2},
                             {"A = (0/0) eye(3)\nU₁, s, V₁ = svd(A)\nΔθ = Jᵀe", 2},
                             {"A = (0/0) eye(3)\ns, Q = eig(A)\nΔθ = Jᵀe", 2},
                             {"A = (0/0) eye(3)\nB = A⁺\nΔθ = Jᵀe", 2},
                             {"Δθ = Jᵀ (J Jᵀ + (0/0) I)⁻¹ e", 1},
                             {"t = 3\nΔθ = J_of(t)ᵀ e_of(t)", 2},
                             {"keep v = [1, 2][3 n]\nΔθ = v Jᵀe", 1}}) {
    Written text(y(), each.text);
    text.learn();
    EXPECT_TRUE(text.report.breakdown) << each.text;
    EXPECT_TRUE(text.report.step.isZero(0)) << each.text;
    EXPECT_EQ(each.line, text.report.line) << each.text;
  }
  // NaN is allowed if it does not reach the step.
  EXPECT_FALSE(Written(y(), "a = 0/0\nΔθ = Jᵀe if a < 0 else 2 Jᵀe").update().breakdown);
}

// --- limits.

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line;
  return text;
}
std::string numbered(const std::string& before, const std::string& behind, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += before + std::to_string(i) + behind;
  return text;
}

TEST(FormulaBudgets, OfATextAreReachedAndNotExceeded) {
  struct Limit {
    const char* what;
    std::string within, beyond;
    const char* sentence;
  };
  const std::string end = "Δθ = Jᵀe\n";
  const auto nested = [](int depth, const char* open, const char* close) {
    return "Δθ = " + repeated(open, depth) + "1" + repeated(close, depth) + " Jᵀe";
  };
  const auto blocks = [](int depth) {
    std::string text, indent;
    for (int i = 0; i < depth; ++i, indent += " ")
      text += indent + "for i" + std::to_string(i) + " in 1..2\n";
    return text + indent + "Δθ = Jᵀe";
  };
  const Limit limits[] = {
      {"bytes", end + "#" + std::string(8192 - end.size() - 1, 'x'),
       end + "#" + std::string(8192 - end.size(), 'x'), "The formula is longer than 8 KiB."},
      {"lines", repeated("\n", 199) + "Δθ = Jᵀe", repeated("\n", 200) + "Δθ = Jᵀe",
       "The formula has more than 200 lines."},
      {"blocks", blocks(4), blocks(5), "Blocks can be nested at most 4 deep."},
      {"brackets", nested(32, "(", ")"), nested(33, "(", ")"),
       "Brackets can be nested at most 32 deep."},
      {"squares", nested(15, "max([", "])"), nested(17, "max([", "])"),
       "Brackets can be nested at most 32 deep."},
      {"params", numbered("param p", " = 1\n", 20) + end, numbered("param p", " = 1\n", 21) + end,
       "At most 20 parameters are allowed."},
      {"keeps", numbered("keep p", " = 1\n", 8) + end, numbered("keep p", " = 1\n", 9) + end,
       "At most 8 names can be persistent."},
      {"shows", end + numbered("show ", "\n", 6), end + numbered("show ", "\n", 7),
       "At most 6 values can be shown."},
      {"entries", "x = [1" + repeated(", 1", 63) + "]\n" + end,
       "x = [1" + repeated(", 1", 64) + "]\n" + end,
       "A vector in brackets can have at most 64 entries."},
      {"choices", "Δθ = " + repeated("Jᵀe if no else ", 40) + "Jᵀe",
       "Δθ = " + repeated("Jᵀe if no else ", 60) + "Jᵀe",
       "Expressions can be nested at most 48 deep."},
      {"signs", "Δθ = " + repeated("-", 40) + "Jᵀe", "Δθ = " + repeated("-", 60) + "Jᵀe",
       "Expressions can be nested at most 48 deep."},
  };
  for (const Limit& each : limits) {
    EXPECT_EQ(test::firstFault(each.within), "") << each.what;
    const std::string fault = test::firstFault(each.beyond);
    EXPECT_NE(fault.find(each.sentence), std::string::npos) << each.what << ": " << fault;
  }
}

TEST(FormulaBudgets, OfASceneAreReachedAndNotExceeded) {
  const Model model(y().tree, y().task);
  const auto fault = [&](const std::string& text) {
    const formula::Checked checked = formula::check(text);
    EXPECT_TRUE(checked.isValid()) << text << checked.faults[0].sentence;
    formula::Place where;
    const auto program = formula::compile(checked, model, &where);
    if (program) return std::string();
    return std::to_string(where.line) + ":" + std::to_string(where.column) + " " + program.reason();
  };
  // a += 1 is one operation, and the program has two more at its end.
  const std::string end = "Δθ = Jᵀe\n";
  const auto adding = [&](int times) {
    return "a = 0\n" + repeated("a = 1+1+1+1+1+1+1+1+1+1+1\n", times) + end;
  };
  EXPECT_EQ(fault(adding(98)), "");
  EXPECT_EQ(fault("\n" + adding(101)),
            "3:1 The formula has 1014 instructions; the limit is 1 000. Line 3 has 10.");
  const std::string loops = "a = 0\nfor i in 1..1000000\n  for j in 1..";
  EXPECT_EQ(fault(loops + "2\n    a += 1\n" + end), "");
  const auto work = [](const std::string& amount) {
    return "An update takes up to " + amount + " operations in this scene; the limit is 160 M. ";
  };
  // An addition costs 16 operations, its copy 17, an iteration of the loop 20.
  EXPECT_EQ(fault(loops + "1000\n    a += 1\n" + end),
            "2:5 " + work("53 G") + "Line 2, a loop of 1 M iterations, takes 53 G.");
  EXPECT_EQ(fault("for j in 1..1000\n  if yes\n    Δθ = sum(1 for i in 1..1000000) Jᵀe"),
            "3:20 " + work("77 G") + "Line 3, a loop of 1 M iterations, takes 72 G.");
  EXPECT_EQ(fault("a = 1\nfor i in joints\n  a = 2\nif yes\n  A = ones(1000, 1000)\n  a = (A "
                  "A)[1, 1]\n" +
                  end),
            "6:3 " + work("2 G") + "Line 6 takes 2 G.");
  EXPECT_EQ(fault("A = zeros(1000, 1000)\n" + end), "");
  EXPECT_EQ(fault("A = zeros(1000, 1000)\nB = A + A + A + A\n" + end),
            "2:1 In this scene the formula needs memory for 6 M numbers; the limit is 4 M. Line 2 "
            "takes 4 M.");
  EXPECT_EQ(fault("keep A = zeros(100, 699)\n" + end), "");
  EXPECT_EQ(fault("keep B = zeros(100, 2)\nkeep A = zeros(100, 701)\n" + end),
            "2:1 In this scene the formula keeps 70300 numbers; the limit is 70 000. Line 2 takes "
            "70100.");
}

TEST(FormulaBudgets, AllowEveryFormulaInTheLargestScene) {
  TreeBuilder builder;
  for (int i = 0; i < TreeBuilder::kMaxJoints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1);
    s.xyz = {0.1, 0, 0};
    builder.joint(s);
  }
  for (int k = 0; k < TreeBuilder::kMaxEffectors; ++k)
    builder.effector({"e" + std::to_string(k), "j" + std::to_string(4 * k + 3), {0.1, 0, 0}});
  const Tree tree = builder.build().take();
  Task task;
  for (int k = 0; k < TreeBuilder::kMaxEffectors; ++k) task.add(k, true, 1);
  const Model model(tree, task);
  for (const std::string& name : test::shelfNames()) {
    const auto program = formula::compile(formula::check(test::shelfText(name)), model);
    EXPECT_TRUE(program) << name << ": " << program.reason();
  }
}

// Subnormal numbers take twenty times as long to multiply, which a cost by size does not include.
TEST(FormulaBudgets, SubnormalMatricesThatTakeTooLongBreakDown) {
  const auto lineOf = [](const std::string& matrix) {
    Written each(y(), "A = " + matrix + "\nB = A\nfor i in 1..40\n  B = A A\nΔθ = Jᵀe\n");
    each.update();
    return each.report.breakdown ? each.report.line : 0;
  };
  EXPECT_EQ(lineOf("ones(100, 100)"), 0);
  EXPECT_EQ(lineOf("1e-300 ones(100, 100) / 1e10"), 4);
  EXPECT_EQ(lineOf("1e-300 ones(10, 10) / 1e10"), 0);
}

// The result does not depend on how an update is split into pieces.
TEST(FormulaPieces, ResultInTheSameStepAsAWholeUpdate) {
  const std::string text = "a = 0\nfor i in 1..500000\n  a += sin(i)\nΔθ = a Jᵀe\nshow a\n";
  Written whole(y(), text), pieces(y(), text);
  whole.update();
  pieces.report.clear();
  pieces.report.mayPause = true;
  pieces.posed.problem.learnt = pieces.posed.learnt;
  pieces.method->update(pieces.posed.problem, pieces.report);
  int count = 1;
  for (; pieces.report.unfinished; ++count)
    pieces.method->resume(pieces.posed.problem, pieces.report);
  EXPECT_GT(count, 1);
  EXPECT_EQ(pieces.report.step, whole.report.step);
  EXPECT_EQ(pieces.shown(), whole.shown());
}

}  // namespace
}  // namespace iklab::formula_language_test
