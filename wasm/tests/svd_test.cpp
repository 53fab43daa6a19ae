#include "iklab/math/svd.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include "iklab/math/pivots.hpp"
#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::svd_test {

using namespace detail;

namespace {

struct Parts {
  Matrix u, v;
  Vector sigma;
};

Parts partsOf(const Svd& s, const Matrix& j) {
  Parts p{Matrix(j.rows(), s.count()), Matrix(j.cols(), s.count()), Vector(s.count())};
  for (int i = 0; i < s.count(); ++i) {
    p.u.col(i) = s.u(i);
    p.v.col(i) = s.v(i);
    p.sigma[i] = s.sigma(i);
  }
  return p;
}

double offIdentity(const Matrix& columns) {
  if (columns.cols() == 0) return 0;
  const Matrix gram = columns.transpose() * columns;
  return (gram - Matrix::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff();
}

// Difficult J: equal rows, zero rows and columns, very different scales, repeated sigma.
Matrix randomMatrix(int trial, Random& random) {
  const int m = 1 + random.below(14), n = 1 + random.below(26);
  Matrix j = Matrix::Zero(m, n);
  if (trial % 11 == 0) return Matrix::Identity(m, n);
  for (int r = 0; r < m; ++r) j.row(r) = test::randomVector(n, 1, random).transpose();
  if (trial % 3 == 0 && m > 1) j.row(1) = 2 * j.row(0);
  if (trial % 5 == 0) j.row(0) *= 1e-9;
  if (trial % 7 == 0) j.row(m - 1).setZero();
  if (trial % 13 == 0) j.col(n - 1).setZero();
  if (trial % 17 == 0)
    for (int i = 0; i < n; i += 1 + random.below(3)) j.col(i).setZero();
  return j;
}

TEST(Svd, MatchesReferenceSingularValuesAndReassemblesSeed3) {
  Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    const Matrix j = randomMatrix(trial, random);
    Svd s(static_cast<int>(j.rows()), static_cast<int>(j.cols()));
    s.compute(j);
    const Parts p = partsOf(s, j);
    const Vector reference = test::singularValues(j);
    const double scale = std::max(1.0, reference[0]);
    EXPECT_LT((p.sigma - reference).cwiseAbs().maxCoeff(), 1e-13 * scale) << trial;
    EXPECT_LT((p.u * p.sigma.asDiagonal() * p.v.transpose() - j).cwiseAbs().maxCoeff(),
              2e-14 * scale)
        << trial;
    const int rank = s.rankAbove(s.noise());
    EXPECT_LT(offIdentity(p.u.leftCols(rank)), 1e-13) << trial;
    EXPECT_LT(offIdentity(p.v.leftCols(rank)), 1e-13) << trial;
    for (int i = 1; i < s.count(); ++i) EXPECT_GE(p.sigma[i - 1], p.sigma[i]);
  }
}

// The small singular values must be accurate relative to themselves, not to the largest.
TEST(Svd, IsAccurateAtCondition1e10) {
  Random random(4);
  for (int trial = 0; trial < 100; ++trial) {
    Matrix j(12, 25);
    for (int r = 0; r < 12; ++r)
      j.row(r) = std::pow(10, -10.0 * r / 11) * test::randomVector(25, 1, random).transpose();
    Svd s(12, 25);
    s.compute(j);
    const Vector exact = test::singularValues(j);
    for (int i = 0; i < 12; ++i)
      EXPECT_NEAR(s.sigma(i) / exact[i], 1, 1e-12) << trial << " sigma " << i;
  }
}

Matrix orthonormal(int n, Random& random) {
  Matrix a(n, n);
  for (int r = 0; r < n; ++r) a.row(r) = test::randomVector(n, 1, random).transpose();
  return Eigen::HouseholderQR<Matrix>(a).householderQ();
}

// J with these sigma and random u and v.
Matrix withSigma(const Vector& sigma, int columns, Random& random) {
  const int m = static_cast<int>(sigma.size());
  return orthonormal(m, random) * sigma.asDiagonal() * orthonormal(columns, random).topRows(m);
}

void expectParts(const Matrix& j, const std::string& name) {
  Svd s(static_cast<int>(j.rows()), static_cast<int>(j.cols()));
  s.compute(j);
  const Parts p = partsOf(s, j);
  const double scale = p.sigma[0];
  const int rank = s.rankAbove(s.noise());
  EXPECT_LT((p.sigma - test::singularValues(j)).cwiseAbs().maxCoeff(), 1e-14 * scale) << name;
  EXPECT_LT((p.u * p.sigma.asDiagonal() * p.v.transpose() - j).cwiseAbs().maxCoeff(), 1e-14 * scale)
      << name;
  EXPECT_LT(offIdentity(p.u.leftCols(rank)), 2e-14) << name;
  EXPECT_LT(offIdentity(p.v.leftCols(rank)), 2e-14) << name;
}

// Cases in which the first-order correction leaves pairs for the rotations.
TEST(Svd, ResolvesCloseAndTinySingularValuesSeed8) {
  Random random(8);
  for (int m = 1; m <= 13; ++m)
    for (const double gap : {0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-4}) {
      Vector close(m), pairsOf(m), graded(m), singular(m);
      for (int i = 0; i < m; ++i) {
        close[i] = 1 + gap * i;
        pairsOf[i] = 1 + i / 2 + gap * (i & 1);
        graded[i] = std::pow(gap == 0 ? 1e-14 : gap, i / (m + 0.0));
        singular[i] = i % 3 == 1 ? gap : 1 + i;
      }
      const std::string name = std::to_string(m) + " gap " + std::to_string(std::log10(gap));
      for (const Vector& sigma : {close, pairsOf, graded, singular}) {
        const Matrix j = withSigma(sigma, m + m % 4, random);
        expectParts(j, name);
        expectParts(j.transpose(), name + " tall");
      }
    }
}

// Tests the shifts, the splits and the signs of QL.
TEST(Svd, DecomposesBidiagonalMatricesSeed9) {
  Random random(9);
  for (int n = 1; n <= 16; ++n)
    for (int trial = 0; trial < 40; ++trial) {
      Matrix j = Matrix::Zero(n, n);
      for (int i = 0; i < n; ++i) {
        j(i, i) = random.below(5) - 2;
        if (i > 0) j(i, i - 1) = random.below(3) - 1;
      }
      if (j.isZero(0)) continue;
      expectParts(j, std::to_string(n) + " trial " + std::to_string(trial));
    }
}

TEST(Svd, IsAccurateAtExtremeScalesAndForZero) {
  for (const double scale : {0.0, 1e-100, 1e-12, 1e12, 1e100}) {
    Matrix j(6, 7);
    Random random(5);
    for (int r = 0; r < 6; ++r) j.row(r) = scale * test::randomVector(7, 1, random).transpose();
    Svd s(6, 7);
    s.compute(j);
    const Parts p = partsOf(s, j);
    EXPECT_TRUE(p.u.allFinite() && p.v.allFinite() && p.sigma.allFinite());
    EXPECT_LE((p.u * p.sigma.asDiagonal() * p.v.transpose() - j).cwiseAbs().maxCoeff(),
              1e-14 * scale);
  }
}

TEST(Svd, DoesNotDependOnPreviousDecompositions) {
  Random random(6);
  const Matrix first = Matrix::Identity(12, 25), second = randomMatrix(1, random);
  Svd fresh(second.rows(), second.cols()), used(second.rows(), second.cols());
  used.compute(Matrix::Ones(second.rows(), second.cols()));
  used.compute(second);
  fresh.compute(second);
  for (int i = 0; i < fresh.count(); ++i) {
    EXPECT_EQ(fresh.sigma(i), used.sigma(i));
    EXPECT_EQ(Vector(fresh.u(i)), Vector(used.u(i)));
  }
}

TEST(Svd, InPiecesMatchesAtOnceToTheBit) {
  Random random(7);
  Matrix j(96, 80);
  for (int r = 0; r < 96; ++r) j.row(r) = test::randomVector(80, 1, random).transpose();
  for (int c = 5; c < 80; c += 9) j.col(c).setZero();
  Svd whole(96, 80), cut(96, 80);
  whole.compute(j);
  int pieces = 1;
  for (cut.begin(j); cut.resume();) ++pieces;
  EXPECT_GT(pieces, 3);
  for (int i = 0; i < 80; ++i) {
    EXPECT_EQ(whole.sigma(i), cut.sigma(i));
    EXPECT_EQ(Vector(whole.u(i)), Vector(cut.u(i)));
    EXPECT_EQ(Vector(whole.v(i)), Vector(cut.v(i)));
  }
}

TEST(WorkingRank, DependsOnTheTreeNotOnThePose) {
  const auto rankOf = [](const std::string& name) {
    const Tree tree = test::treeFrom(test::preset("trees/" + name + ".json"));
    Task task;
    for (size_t k = 0; k < tree.effectors().size(); ++k) task.add(static_cast<int>(k), false, 1);
    return Model(tree, task).workingRank;
  };
  EXPECT_EQ(rankOf("double-y"), 12);
  EXPECT_EQ(rankOf("y"), 6);

  TreeBuilder planar;
  for (int i = 0; i < 5; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {1, 0, 0};
    planar.joint(s);
  }
  planar.effector({"tip", "4", {1, 0, 0}});
  const Tree tree = planar.build().take();
  Task task;
  task.add(0, false, 1);
  EXPECT_EQ(Model(tree, task).workingRank, 2);
}

// Products of random matrices with a known rank, and singular values close to the cutoff.
TEST(PlainRank, MatchesTheSingularValuesWhenDecidedSeed44) {
  Random random(44);
  int told = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int rows = 3 + trial % 40, columns = 2 + trial % 31, inner = 1 + trial % 12;
    Matrix left(rows, inner), right(inner, columns);
    for (Matrix* m : {&left, &right})
      for (Eigen::Index i = 0; i < m->size(); ++i) m->data()[i] = random.uniform(-1, 1);
    left.col(0) *= std::pow(10, random.uniform(-14, 2));
    Matrix a = left * right;
    const Vector sigma = test::singularValues(a);
    const int rank = plainRank(pivots(a), 1e-9);
    if (rank < 0) continue;
    ++told;
    EXPECT_EQ(rank, (sigma.array() > 1e-9 * sigma[0]).count()) << trial;
  }
  EXPECT_GT(told, 100);
}

// A planar arm of 200 joints with 30 oriented effectors: 30 points in the plane and one rotation
// each.
TEST(WorkingRank, OfALargeTreeMatchesItsSingularValues) {
  TreeBuilder builder;
  for (int i = 0; i < 200; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {0.1, 0, 0};
    builder.joint(s);
  }
  Task task;
  for (int k = 0; k < 30; ++k) {
    builder.effector({"e" + std::to_string(k), std::to_string(199 - 5 * k), {0.1, 0, 0}});
    task.add(k, true, 1);
  }
  const Tree tree = builder.build().take();
  Pose pose(tree);
  Vector theta(200);
  for (int c = 0; c < 200; ++c) theta[c] = std::sin(7.0 * c);
  forwardKinematics(tree, theta, pose);
  Jacobian jacobian(tree, task);
  jacobian.compute(pose);
  const Vector sigma = test::singularValues(jacobian.matrix());
  EXPECT_EQ(Model(tree, task).workingRank, (sigma.array() > 1e-9 * sigma[0]).count());
}

// Numbers so large that their sum overflows.
TEST(Svd, IsAccurateNearTheEndsOfTheNumberRangeSeed10) {
  Random random(10);
  for (const double scale : {1e307, 1e300, 1e13, 1e-13, 1e-200, 1e-300}) {
    Matrix j(12, 25);
    for (double& x : j.reshaped()) x = random.uniform(-1, 1);
    const Matrix scaled = scale * j;
    Svd one(12, 25), other(12, 25);
    one.compute(j);
    other.compute(scaled);
    for (int i = 0; i < 12; ++i) {
      EXPECT_NEAR(other.sigma(i) / scale, one.sigma(i), 1e-13 * one.sigma(0)) << scale;
      EXPECT_NEAR(std::abs(other.u(i).dot(one.u(i))), 1, 1e-10) << scale;
    }
  }
}

}  // namespace
}  // namespace iklab::svd_test
