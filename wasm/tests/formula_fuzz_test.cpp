// Any text is either a fault with a position inside the text, or a program within its limits whose
// updates end with a finite step or a breakdown at a line. IKLAB_FORMULAS: number of texts of each
// kind. IKLAB_SEED: random seed.
#include <cstdlib>
#include <gtest/gtest.h>

#include "iklab/formula/program.hpp"
#include "tests/formula_scene.hpp"

namespace iklab::formula_fuzz_test {
namespace {

using test::formulaScene;
using test::FormulaScene;

int numberFrom(const char* variable, int otherwise) {
  const char* given = std::getenv(variable);
  return given ? std::atoi(given) : otherwise;
}
int texts() { return numberFrom("IKLAB_FORMULAS", 400); }
std::uint64_t seed() { return static_cast<std::uint64_t>(numberFrom("IKLAB_SEED", 1)); }

struct Count {
  int sound = 0, faulty = 0, refused = 0, broke = 0, moved = 0;
};

bool isUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
    const size_t count = byte(i) < 0x80              ? 1
                         : (byte(i) >> 5) == 0b110   ? 2
                         : (byte(i) >> 4) == 0b1110  ? 3
                         : (byte(i) >> 3) == 0b11110 ? 4
                                                     : 0;
    if (count == 0 || i + count > text.size()) return false;
    for (size_t k = 1; k < count; ++k)
      if ((byte(i + k) & 0xc0) != 0x80) return false;
    i += count;
  }
  return true;
}

// Length of a UTF-8 text in UTF-16 units.
int unitsOf(std::string_view text) {
  int units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xc0) == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

void expectFaults(const std::string& text, const std::vector<formula::TextFault>& faults) {
  const bool whole = isUtf8(text) && text.find('\r') == std::string::npos;
  const int end = whole ? unitsOf(text) : static_cast<int>(text.size());
  for (const formula::TextFault& each : faults) {
    const formula::Place& place = each.place;
    EXPECT_TRUE(isUtf8(each.sentence)) << each.sentence;
    EXPECT_FALSE(each.sentence.empty());
    ASSERT_TRUE(0 <= place.from && place.from <= place.to && place.to <= end)
        << place.from << ".." << place.to << " of " << end << ": " << each.sentence;
    for (const formula::Fix& fix : each.fixes) {
      EXPECT_TRUE(0 <= fix.from && fix.from <= fix.to && fix.to <= end) << each.sentence;
      EXPECT_TRUE(isUtf8(fix.text) && isUtf8(fix.label)) << each.sentence;
    }
    if (!whole) continue;
    int units = 0, line = 1, start = 0;
    for (size_t i = 0; i < text.size() && units < place.from; ++i) {
      units += unitsOf(text.substr(i, 1));
      if (text[i] == '\n') ++line, start = units;
    }
    EXPECT_EQ(place.line, line) << each.sentence;
    EXPECT_EQ(place.column, place.from - start + 1) << each.sentence;
  }
}

// Makes three updates with learning, then the same once more in another arena, which must give the
// same numbers.
void expectRuns(const std::string& text, const MethodOptions& options, const FormulaScene& scene,
                Count& count) {
  const auto run = [&](std::vector<double>& seen) {
    test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
    const auto method = options.make(posed.model);
    posed.begin(*method);
    Report report(posed.model);
    Vector theta = scene.start;
    for (int u = 0; u < 3; ++u) {
      posed.place(theta, scene.goals);
      report.clear();
      posed.problem.learnt = posed.learnt;
      method->update(posed.problem, report);
      ASSERT_TRUE(report.step.allFinite()) << text;
      ASSERT_FALSE(report.unfinished);
      if (report.breakdown) {
        ++count.broke;
        ASSERT_TRUE(report.step.isZero(0)) << text;
        ASSERT_GE(report.line, 0) << text;
        ASSERT_LE(report.line, formula::kMostLines) << text;
      }
      count.moved += !report.step.isZero(0);
      const double largest = report.step.cwiseAbs().maxCoeff();
      const Vector step = largest > 0.5 ? Vector(report.step * (0.5 / largest)) : report.step;
      posed.learn(*method, step);
      theta += step;
      std::vector<double> shown(static_cast<size_t>(options.entry().observedSize(posed.model)));
      method->observe(shown);
      shown.push_back(method->filter(0.3));
      seen.insert(seen.end(), step.begin(), step.end());
      seen.insert(seen.end(), shown.begin(), shown.end());
      seen.insert(seen.end(), posed.learnt.begin(), posed.learnt.end());
    }
  };
  std::vector<double> once, again;
  run(once);
  run(again);
  ASSERT_EQ(once.size(), again.size());
  for (size_t i = 0; i < once.size(); ++i)
    ASSERT_TRUE(once[i] == again[i] || (std::isnan(once[i]) && std::isnan(again[i])))
        << i << ": " << once[i] << ", " << again[i] << "\n"
        << text;
}

// Only some descriptions are parsed, because parsing JSON takes longer than writing it.
void describe(const std::string& text) {
  static const Model* model = new Model(formulaScene("y").tree, formulaScene("y").task);
  static int asked = 0;
  const std::string json = describeFormula(text, model);
  if (++asked % 16 == 0 && isUtf8(text)) {
    EXPECT_TRUE(test::Json::accept(json)) << json;
    const std::string mathematics = formulaMathematics(text);
    EXPECT_TRUE(test::Json::accept(mathematics)) << mathematics;
  }
}

void look(const std::string& text, Count& count) {
  SCOPED_TRACE(text);
  const formula::Checked checked = formula::check(text);
  expectFaults(text, checked.faults);
  describe(text);
  const MethodOptions options(FormulaOptions{text});
  EXPECT_EQ(options.fault().empty(), checked.isValid()) << options.fault();
  if (!checked.isValid()) return void(++count.faulty);
  ++count.sound;
  for (const char* name : {"y", "scara"}) {
    const FormulaScene& scene = formulaScene(name);
    const Model model(scene.tree, scene.task);
    const std::string refused = options.entry().refuses(model, options);
    if (!refused.empty()) {
      ++count.refused;
      continue;
    }
    const auto program = formula::compile(checked, model).take();
    ASSERT_LE(program.work, program.mostWork);
    ASSERT_LE(program.code.size(), formula::kMostOperations);
    ASSERT_LE(static_cast<double>(program.arena), formula::kMaxArena);
    // Skip slow programs.
    if (program.work > 2e7) continue;
    expectRuns(text, options, scene, count);
  }
}

void tell(const char* kind, const Count& count) {
  if (std::getenv("IKLAB_FORMULAS"))
    std::printf("%-10s %d sound, %d faulty, %d refused, %d broke down, %d moved\n", kind,
                count.sound, count.faulty, count.refused, count.broke, count.moved);
}

template <class Make>
Count each(const char* kind, std::uint64_t stream, int many, Make make) {
  Count count;
  for (int i = 0; i < many && !testing::Test::HasFatalFailure(); ++i) {
    Random random(mix(seed() * 16 + stream, static_cast<std::uint64_t>(i)));
    const std::string text = make(random);
    look(text, count);
    if (testing::Test::HasFailure()) break;
  }
  tell(kind, count);
  return count;
}

template <class List>
const auto& one(const List& list, Random& random) {
  return list[static_cast<size_t>(random.below(static_cast<int>(std::size(list))))];
}

// --- bytes, tokens, mutants.

const char* const kTokens[] = {
    "Δθ",      "J",      "e",          "σ",      "U",      "V",       "H",      "θ",
    "r",       "n",      "m",          "k",      "I",      "π",       "∞",      "λ",
    "x",       "A",      "i",          "step",   "lower",  "limited", "param ", "keep ",
    "show ",   "learn",  "for ",       " in ",   "if ",    "else",    "stop",   "next",
    " and ",   " or ",   "not ",       " is ",   "yes",    "no",      "=",      "+=",
    "+",       "-",      "·",          "/",      "∘",      "./",      "×",      "<",
    "≤",       "==",     "≠",          "|",      "‖",      "ᵀ",       "'",      "⁺",
    "⁻¹",      "²",      "^",          ".²",     "^-1",    "°",       "(",      ")",
    "[",       "]",      ",",          ":",      "..",     "joints",  "rows",   "directions",
    "targets", "blocks", "inward",     "1",      "2",      "0",       "0.5",    "1e300",
    "40",      "½",      "\n",         "\n  ",   "\n",     " ",       "  ",     "# c\n",
    "\"a\"",   "svd(",   "pinv(",      "solve(", "sum(",   "where(",  "max(",   "eye(",
    "zeros(",  "e_at(",  "dJ(",        "J_of(",  "wolfe(", "turn(",   "cross(", "blocks(",
    "diag(",   "chol(",  "qr(",        "eig(",   "log",    "whole",   " rad",   "\t",
    "\xff",    "€",      "\U0001f600", "Δθ = ",  "Jᵀ e",   "λ² I"};

std::string soup(Random& random) {
  std::string text = random.unit() < 0.7 ? "Δθ = " : "";
  for (int left = 1 + random.below(text.empty() ? 40 : 8); left > 0; --left) {
    text += one(kTokens, random);
    if (random.unit() < 0.4) text += ' ';
  }
  return text;
}

std::string bytes(Random& random) {
  std::string text;
  const bool ascii = random.unit() < 0.7;
  for (int left = random.below(80); left > 0; --left)
    text += static_cast<char>(ascii ? 32 + random.below(95) : random.below(256));
  return text;
}

const std::vector<std::string>& shelf() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    for (const std::string& each : test::shelfNames()) made.push_back(test::shelfText(each));
    return made;
  }();
  return all;
}

std::vector<std::string> tokensOf(const std::string& text) {
  std::vector<std::string> made;
  const formula::Source source = formula::tokenise(text);
  const char* last = source.text.data();
  for (const formula::Token& each : source.tokens) {
    if (each.text.empty()) continue;
    made.emplace_back(last, each.text.data() + each.text.size());
    last = each.text.data() + each.text.size();
  }
  made.emplace_back(last, source.text.data() + source.text.size());
  return made;
}

// Removes, doubles, swaps, inserts or nests a few tokens.
std::string mutant(Random& random) {
  std::vector<std::string> tokens = tokensOf(one(shelf(), random));
  for (int left = 1 + random.below(3); left > 0; --left) {
    const size_t at = static_cast<size_t>(random.below(static_cast<int>(tokens.size())));
    const size_t other = static_cast<size_t>(random.below(static_cast<int>(tokens.size())));
    const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(7)) {
      case 0:
        tokens.erase(place);
        break;
      case 1:
        tokens.insert(place, tokens[at]);
        break;
      case 2:
        std::swap(tokens[at], tokens[other]);
        break;
      case 3:
        tokens[at] = one(kTokens, random);
        break;
      case 4: {
        const auto& from = tokensOf(one(shelf(), random));
        tokens[at] = one(from, random);
        break;
      }
      case 5: {
        const char* const numbers[] = {" 0", " 1", " 2", " 1e-300", " 1e300", " 3", " 1000", " -1"};
        for (size_t i = at; i < tokens.size(); ++i)
          if (tokens[i].find_first_of("0123456789") != std::string::npos) {
            tokens[i] = one(numbers, random);
            break;
          }
        break;
      }
      default:
        tokens[at] = "(" + tokens[at] + ")";
        break;
    }
    if (tokens.empty()) break;
  }
  std::string text;
  for (const std::string& each : tokens) text += each;
  return text;
}

// --- programs from the grammar, mostly with matching sizes.

class Author {
 public:
  explicit Author(Random& random) : random_(random) {}

  std::string write() {
    const int params = random_.below(3);
    for (int i = 0; i < params; ++i) param(i);
    for (int i = random_.below(3); i > 0; --i) keep();
    names_.insert(names_.end(), kept_.begin(), kept_.end());
    for (int i = 1 + random_.below(6); i > 0; --i) line("");
    text_ += "Δθ = " + of(kJoints, 3) + "\n";
    if (chance(0.3)) text_ += "show " + of(kNumber, 2) + "\n";
    if (chance(0.2))
      text_ += "show τ(s) = " + (chance(0.5) ? of(kNumber, 2) : std::string("s")) + "\n";
    if (kept_.empty() || chance(0.3)) return text_;
    text_ += "learn\n";
    for (const Name& each : kept_) text_ += "  " + each.name + " = " + of(each.kind, 3) + "\n";
    return text_;
  }

 private:
  // Kinds: numbers, truth values, vectors by size, matrices by sizes.
  enum Kind {
    kNumber,
    kTruth,
    kJoints,
    kRows,
    kDirections,
    kTargets,
    kThree,
    kListKinds,
    kMatrix = 16
  };
  struct Name {
    std::string name;
    int kind;
  };
  static constexpr const char* kSizes[] = {"", "", "joints", "rows", "directions", "targets", "3"};
  static int matrix(int rows, int columns) { return kMatrix + rows * 8 + columns; }
  bool chance(double share) { return random_.unit() < share; }
  int size() { return kJoints + random_.below(kListKinds - kJoints); }

  void param(int i) {
    const std::string name = "p" + std::to_string(i);
    switch (random_.below(4)) {
      case 0:
        text_ += "param " + name + " = 3 in 1..5 whole\n";
        whole_.push_back(name);
        names_.push_back({name, kNumber});
        break;
      case 1:
        text_ += "param " + name + " = yes\n";
        names_.push_back({name, kTruth});
        break;
      case 2:
        text_ += "param " + name + " = near | far\n";
        choices_.push_back(name);
        break;
      default:
        text_ += "param " + name + " = 0.3 in 0..2\n";
        names_.push_back({name, kNumber});
    }
  }
  int anyKind() {
    const double share = random_.unit();
    if (share < 0.3) return kNumber;
    if (share < 0.4) return kTruth;
    return share < 0.75 ? size() : matrix(size(), size());
  }
  void keep() {
    const int kind = anyKind();
    const std::string name = "w" + std::to_string(count_++);
    text_ += "keep " + name + " = " + of(kind, 2) + "\n";
    kept_.push_back({name, kind});
  }

  void line(const std::string& indent) {
    const bool deep = indent.size() > 4;
    const size_t known = names_.size();
    switch (random_.below(deep ? 5 : 9)) {
      case 5: {
        const std::string loop = "i" + std::to_string(count_++);
        text_ += indent + "for " + loop + " in " + range() + "\n";
        ++loops_;
        names_.push_back({loop, kNumber});
        for (int i = 1 + random_.below(2); i > 0; --i) line(indent + "  ");
        --loops_;
        names_.resize(known);
        return;
      }
      case 6:
      case 7: {
        text_ += indent + "if " + of(kTruth, 2) + "\n";
        line(indent + "  ");
        names_.resize(known);
        if (chance(0.4)) {
          text_ += indent + (chance(0.5) ? "else\n" : "else if " + of(kTruth, 1) + "\n");
          line(indent + "  ");
          names_.resize(known);
        }
        return;
      }
      case 4:
        if (loops_ > 0) {
          text_ += indent + (chance(0.5) ? "stop" : "next") +
                   (chance(0.9) ? " if " + of(kTruth, 2) : "") + "\n";
          return;
        }
        [[fallthrough]];
      case 3:
        return part(indent);
      default:
        break;
    }
    if (chance(0.08)) {
      const int a = size(), b = size();
      const std::string id = std::to_string(count_++);
      const bool q = chance(0.3);
      text_ +=
          indent +
          (q ? "Q" + id + ", R" + id + " = qr(" : "U" + id + ", s" + id + ", V" + id + " = svd(") +
          of(matrix(a, b), 2) + ")\n";
      if (q) names_.push_back({"Q" + id, matrix(a, a)}), names_.push_back({"R" + id, matrix(a, b)});
      return;
    }
    if (chance(0.2) && !names_.empty()) {
      const Name known = one(names_, random_);
      if (known.name[0] == 'x') {
        const std::string right = of(known.kind, 3);
        text_ += indent + known.name + (chance(0.3) && known.kind != kTruth ? " += " : " = ") +
                 right + "\n";
        return;
      }
    }
    const int kind = anyKind();
    const std::string name = "x" + std::to_string(count_++), right = of(kind, 4);
    text_ += indent + name + " = " + right + "\n";
    names_.push_back({name, kind});
  }

  void part(const std::string& indent) {
    std::vector<Name> lists;
    for (const Name& each : names_)
      if (each.name[0] == 'x' && each.kind >= kJoints) lists.push_back(each);
    if (lists.empty()) lists.push_back({"Δθ", kJoints});
    const Name known = one(lists, random_);
    const std::string sign = chance(0.3) ? " += " : " = ";
    if (known.kind < kMatrix) {
      text_ += indent + known.name + "[" + index() + "]" + sign + of(kNumber, 2) + "\n";
      return;
    }
    const int rows = (known.kind - kMatrix) / 8, columns = (known.kind - kMatrix) % 8;
    const bool row = chance(0.5);
    text_ += indent + known.name + (row ? "[" + index() + ", :]" : "[:, " + index() + "]") + sign +
             of(row ? columns : rows, 2) + "\n";
  }
  std::string range() {
    const char* const words[] = {"joints", "outward", "inward", "directions", "targets", "rows",
                                 "1..3",   "2..n",    "1..r",   "1..m",       "r..n"};
    if (!whole_.empty() && chance(0.3)) return (chance(0.5) ? "1.." : "2..") + one(whole_, random_);
    return one(words, random_);
  }
  std::string index() {
    std::vector<std::string> loops;
    for (const Name& each : names_)
      if (each.name[0] == 'i') loops.push_back(each.name);
    if (!loops.empty() && chance(0.6)) return one(loops, random_);
    return std::to_string(1 + random_.below(3));
  }

  // An expression of this kind.
  std::string of(int kind, int deep) {
    if (chance(0.02)) kind = anyKind();  // Sometimes a kind that does not match.
    std::vector<std::string> known;
    for (const Name& each : names_)
      if (each.kind == kind) known.push_back(each.name);
    if (!known.empty() && chance(deep > 0 ? 0.3 : 0.8)) return one(known, random_);
    if (kind == kNumber) return number(deep);
    if (kind == kTruth) return truth(deep);
    return kind < kMatrix ? list(kind, deep)
                          : matrixOf((kind - kMatrix) / 8, (kind - kMatrix) % 8, deep);
  }
  std::string number(int deep) {
    const char* const simple[] = {"0", "1",    "2", "0.5",  "n", "m",
                                  "k", "gain", "π", "1e-3", "r", "-1"};
    if (deep <= 0) return one(simple, random_);
    --deep;
    const auto x = [&] { return of(kNumber, deep); };
    const auto list = [&] { return of(size(), deep); };
    const char* const maps[] = {"abs", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "sign"};
    switch (random_.below(19)) {
      case 0:
        return "((" + x() + ") + (" + x() + "))";
      case 1:
        return "((" + x() + ") - (" + x() + "))";
      case 2:
        return "(" + x() + ") (" + x() + ")";
      case 3:
        return "((" + x() + ")/(" + x() + "))";
      case 4:
        return "(" + x() + ")²";
      case 5:
        return std::string(one(maps, random_)) + "(" + x() + ")";
      case 6:
        return "(" + x() + " if " + of(kTruth, deep) + " else " + x() + ")";
      case 7:
        return (chance(0.5) ? "max(" : "min(") + x() + ", " + x() + ")";
      case 8:
        return "‖" + list() + "‖";
      case 9:
        return (chance(0.5) ? "sum(" : "max(") + list() + ")";
      case 10: {
        const int s = size();
        return "(" + of(s, deep) + ")·(" + of(s, deep) + ")";
      }
      case 11:
        return "|" + x() + "|";
      case 12:
        return "f_at(" + of(kJoints, deep) + ")";
      case 13: {
        const int s = size();
        return "trace(" + of(matrix(s, s), deep) + ")";
      }
      case 14:
        return "(" + list() + ")[" + index() + "]";
      case 15: {
        const std::string name = "i" + std::to_string(count_++), over = range();
        names_.push_back({name, kNumber});
        const std::string made = "sum(" + of(kNumber, deep) + " for " + name + " in " + over + ")";
        std::erase_if(names_, [&](const Name& each) { return each.name == name; });
        return made;
      }
      case 16:
        return "‖" + of(matrix(size(), size()), deep) + "‖";
      case 17:
        return "wolfe(" + of(kJoints, deep) + ", " + x() + ", 0.9)";
      default:
        return one(simple, random_);
    }
  }
  std::string truth(int deep) {
    if (deep <= 0) return chance(0.5) ? "yes" : "no";
    --deep;
    const char* const signs[] = {" < ", " ≤ ", " > ", " ≥ ", " == ", " ≠ "};
    switch (random_.below(6)) {
      case 0:
        return "not " + of(kTruth, 0);
      case 1:
        return "(" + of(kTruth, deep) + " and " + of(kTruth, deep) + ")";
      case 2:
        return "(" + of(kTruth, deep) + " or " + of(kTruth, deep) + ")";
      case 3:
        return "any(" + of(size(), deep) + one(signs, random_) + of(kNumber, deep) + ")";
      case 4:
        if (!choices_.empty()) return "(" + one(choices_, random_) + " is far)";
        [[fallthrough]];
      default:
        return "(" + of(kNumber, deep) + one(signs, random_) + of(kNumber, deep) + ")";
    }
  }
  std::string list(int kind, int deep) {
    const std::string size = kSizes[kind];
    if (deep <= 0) {
      switch (kind) {
        case kJoints:
          return chance(0.5) ? "θ" : chance(0.5) ? "Δθ" : "weight";
        case kRows:
          return chance(0.5) ? "e" : "e_full";
        case kDirections:
          return "σ";
        case kTargets:
          return "distance";
        default:
          return chance(0.5) ? "tip(1)" : "[1, 2, 3]";
      }
    }
    --deep;
    const auto x = [&] { return of(kind, deep); };
    const int other = this->size();
    const char* const maps[] = {"abs", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "sign"};
    switch (random_.below(17)) {
      case 0:
        return "((" + x() + ") + (" + x() + "))";
      case 1:
        return "(" + x() + " - " + of(kNumber, deep) + ")";
      case 2:
        return "((" + x() + ") ∘ (" + x() + "))";
      case 3:
        return "((" + x() + ") ./ (" + x() + "))";
      case 4:
        return std::string(one(maps, random_)) + "(" + x() + ")";
      case 5:
        return "where(" + x() + " > " + of(kNumber, deep) + ", " + x() + ", " + x() + ")";
      case 6:
        return "(" + of(kNumber, deep) + ") (" + x() + ")";
      case 7:
        return "(" + of(matrix(kind, other), deep) + ") (" + of(other, deep) + ")";
      case 8:
        return "(" + of(matrix(other, kind), deep) + ")ᵀ (" + of(other, deep) + ")";
      case 9:
        return "(" + of(matrix(kind, kind), deep) + ")⁻¹ (" + x() + ")";
      case 10:
        return "(" + of(matrix(other, kind), deep) + ")⁺ (" + of(other, deep) + ")";
      case 11:
        return "(" + x() + " if " + of(kTruth, deep) + " else " + x() + ")";
      case 12:
        return "-(" + x() + ")";
      case 13:
        return "(" + x() + ").^" + of(kNumber, 0);
      case 14:
        return "diag(" + x() + ") (" + x() + ")";
      case 15:
        return "(" + of(matrix(kind, other), deep) + ")[:, " + index() + "]";
      default:
        if (kind == kRows)
          return chance(0.5) ? "e_at(" + of(kJoints, deep) + ")" : "J " + of(kJoints, 0);
        if (kind == kJoints) return "Jᵀ e";
        if (kind == kThree) return "cross(axis(1), " + of(kThree, deep) + ")";
        return "zeros(" + size + ")";
    }
  }
  std::string matrixOf(int rows, int columns, int deep) {
    const std::string sizes = std::string(kSizes[rows]) + ", " + kSizes[columns];
    if (deep <= 0) {
      if (rows == kRows && columns == kJoints) return "J";
      if (rows == kJoints && columns == kRows) return "Jᵀ";
      if (rows == kRows && columns == kDirections) return "U";
      if (rows == kJoints && columns == kDirections) return "V";
      if (rows == kJoints && columns == kJoints && chance(0.5)) return "H";
      if (rows == columns) return "eye(" + std::string(kSizes[rows]) + ")";
      return (chance(0.5) ? "ones(" : "zeros(") + sizes + ")";
    }
    --deep;
    const auto x = [&] { return of(matrix(rows, columns), deep); };
    const int other = size();
    switch (random_.below(rows == columns ? 17 : 11)) {
      case 0:
        return "((" + x() + ") + (" + x() + "))";
      case 1:
        return "((" + x() + ") - (" + x() + "))";
      case 2:
        return "((" + x() + ") ∘ (" + x() + "))";
      case 3:
        return "(" + of(kNumber, deep) + ") (" + x() + ")";
      case 4:
        return "(" + of(matrix(rows, other), deep) + ") (" + of(matrix(other, columns), deep) + ")";
      case 5:
        return "(" + of(rows, deep) + ") (" + of(columns, deep) + ")ᵀ";
      case 6:
        return "(" + of(matrix(columns, rows), deep) + ")" + (chance(0.5) ? "ᵀ" : "⁺");
      case 7:
        return "diag(" + of(rows, deep) + ") (" + x() + ")";
      case 8:
        return "(" + of(matrix(rows, rows), deep) + ")⁻¹ (" + x() + ")";
      case 9:
        return "(" + x() + " if " + of(kTruth, deep) + " else " + x() + ")";
      case 10:
        if (rows == kRows && columns == kJoints)
          return (chance(0.5) ? "dJ(" : "J_at(") + of(kJoints, deep) + ")";
        return "|" + x() + "|";
      case 11:
        return "(" + x() + " + (" + of(kNumber, deep) + ") I)";
      case 12: {
        const std::string a = x();
        return "(" + a + " + (" + a + ")ᵀ)";
      }
      case 13:
        return "projector(" + of(matrix(other, rows), deep) + ")";
      case 14: {
        const std::string a = of(matrix(rows, other), 0);
        return "chol((" + a + ") (" + a + ")ᵀ + I)";
      }

      case 15:
        return "((" + x() + ")⁻¹ I)";
      default:
        return "(" + x() + ")⁻¹ (" + x() + ")⁻¹ (" + x() + ")";
    }
  }

  Random& random_;
  std::string text_;
  std::vector<Name> names_, kept_;
  std::vector<std::string> whole_, choices_;
  int count_ = 0, loops_ = 0;
};

TEST(FormulaFuzz, RandomTokensGiveFaultsOrAProgramThatRuns) { each("soup", 1, texts(), soup); }
TEST(FormulaFuzz, RandomBytesGiveFaultsOrAProgramThatRuns) { each("bytes", 2, texts() / 2, bytes); }

TEST(FormulaFuzz, MutatedFormulasGiveFaultsOrAProgramThatRuns) {
  const Count count = each("mutants", 3, texts(), mutant);
  EXPECT_GT(count.sound, texts() / 20);
  EXPECT_GT(count.moved, texts() / 20);
}

TEST(FormulaFuzz, ProgramsFromTheGrammarRun) {
  const Count count =
      each("programs", 4, texts(), [](Random& random) { return Author(random).write(); });
  EXPECT_GT(count.sound, texts() / 10);
  EXPECT_GT(count.moved, texts() / 20);
}

}  // namespace
}  // namespace iklab::formula_fuzz_test
