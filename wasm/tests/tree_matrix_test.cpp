// Matrices of a tree against the same dense matrices in Eigen.
#include "iklab/math/tree_matrix.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <gtest/gtest.h>

#include "iklab/math/random.hpp"
#include "tests/reference.hpp"

namespace iklab::tree_matrix_test {

using namespace detail;

namespace {

using Paths = std::vector<std::vector<int>>;

// Paths of a random tree with randomly numbered nodes; some paths are equal, some empty.
Paths randomPaths(int nodes, int count, Random& random) {
  std::vector<int> name(static_cast<size_t>(nodes)), parent(name);
  for (int i = 0; i < nodes; ++i) {
    name[i] = i;
    parent[i] = i == 0 || random.unit() < 0.1 ? -1 : random.unit() < 0.7 ? i - 1 : random.below(i);
    std::swap(name[i], name[random.below(i + 1)]);
  }
  Paths paths;
  for (int k = 0; k < count; ++k) {
    std::vector<int> path;
    for (int i = random.below(nodes + 1) - 1; i >= 0; i = parent[i]) path.push_back(name[i]);
    std::reverse(path.begin(), path.end());
    paths.push_back(path);
  }
  return paths;
}

Three<double> triple(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

// Random terms: p differs from q by at most `apart`. Also the dense entries of the matrix and of
// `part`.
struct Written {
  Written(int nodes, const Paths& paths, double apart, Random& random)
      : terms(nodes, paths), whole(Matrix::Zero(nodes, nodes)), part(whole) {
    for (size_t k = 0; k < paths.size(); ++k) {
      std::vector<TreeMatrix::Term> own;
      for (size_t i = 0; i < paths[k].size(); ++i) {
        const Three<double> q = triple(random);
        own.push_back({q + apart * triple(random), q, triple(random)});
        terms.term(static_cast<int>(k), static_cast<int>(i)) = own[i];
      }
      for (size_t i = 0; i < own.size(); ++i)
        for (size_t j = i; j < own.size(); ++j) {
          add(whole, paths[k][i], paths[k][j], dot(own[i].p, own[j].q));
          add(part, paths[k][i], paths[k][j], dot(own[i].part, own[j].q));
        }
    }
  }
  static void add(Matrix& to, int a, int b, double x) {
    to(a, b) += x;
    if (a != b) to(b, a) += x;
  }
  TreeMatrix terms;
  Matrix whole, part;
};

template <class Check>
void everyTree(int seed, Check check) {
  Random random(seed);
  for (int trial = 0; trial < 400; ++trial) {
    const int nodes = 1 + random.below(trial % 4 ? 12 : 60);
    const Paths paths = randomPaths(nodes, 1 + random.below(6), random);
    Written w(nodes, paths, trial % 3 ? 0.1 : 2, random);
    check(w, nodes, random);
  }
}

TEST(TreeMatrix, EntriesMatchTheDenseMatrixSeed81) {
  everyTree(81, [](Written& w, int nodes, Random& random) {
    const auto same = [&] {
      Matrix found = Matrix::Zero(nodes, nodes);
      w.terms.each(&TreeMatrix::Term::p, [&](int a, int b, double x) {
        EXPECT_EQ(found(a, b), 0);
        found(a, b) = found(b, a) = x;
      });
      EXPECT_LT((found - w.whole).cwiseAbs().maxCoeff(), 1e-14);
      EXPECT_NEAR(w.terms.norm(), w.part.cwiseAbs().rowwise().sum().maxCoeff(), 1e-13);
    };
    same();
    const int none = random.below(nodes);
    w.terms.zeroNode(none);
    for (Matrix* m : {&w.whole, &w.part}) m->row(none).setZero(), m->col(none).setZero();
    same();
  });
}

TEST(TreeMatrix, SolvesAndDetectsDefinitenessSeed82) {
  int definite = 0, none = 0;
  everyTree(82, [&](Written& w, int nodes, Random& random) {
    for (const double mu : {0.0, 0.3, 10.0}) {
      const Matrix a = w.whole + mu * Matrix::Identity(nodes, nodes);
      const Vector values = test::eigenvalues(a);
      const double least = values[0], scale = a.norm();
      const bool sound = w.terms.factorise(mu);
      if (std::abs(least) > 1e-9 * scale) {
        EXPECT_EQ(sound, least > 0);
      }
      if (!(least > 1e-4 * scale)) {
        none += least < -1e-9 * scale;
        continue;
      }
      ++definite;
      EXPECT_GT(w.terms.leastPivot(), 0.999 * least);
      Vector b(nodes);
      for (double& x : b) x = random.uniform(-1, 1);
      const Vector expected = a.llt().solve(b);
      w.terms.solve(b.data());
      EXPECT_LT((b - expected).norm(), 1e-10 * expected.norm()) << least / scale;
    }
  });
  EXPECT_GT(definite, 300);
  EXPECT_GT(none, 200);
}

TEST(TreeMatrix, FactorisationFailsForNaNAndInfinity) {
  for (const double bad : {static_cast<double>(NAN), kInfinity}) {
    TreeMatrix a(2, {{0, 1}});
    a.term(0, 0) = a.term(0, 1) = {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    EXPECT_TRUE(a.factorise(1));
    a.term(0, 1).q.x = bad;
    EXPECT_FALSE(a.factorise(1));
    EXPECT_FALSE(a.factorise(bad));
  }
}

}  // namespace
}  // namespace iklab::tree_matrix_test
