// Finds the form and size of every part of a formula, and its faults: lines in lines.cpp,
// assignments in assignments.cpp, names and indices in names.cpp, expressions in expressions.cpp,
// operators.cpp and products.cpp, functions in calls.cpp, suggested edits in fixes.cpp.
#pragma once

#include <array>

#include "iklab/formula/checked.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab::formula {

// A part of a message that replaces a placeholder: a text, an expression as written, or the name of
// a type or a size.
class Part {
 public:
  Part(std::string_view text) : Part(What::text, nullptr, text) {}
  Part(const std::string& text) : Part(std::string_view(text)) {}
  Part(const char* text) : Part(std::string_view(text)) {}
  Part(const Node& node) : Part(What::node, &node) {}
  Part(const Type& type) : Part(What::shape, &type) {}    // "a vector (one entry per joint)"
  Part(const Size& size) : Part(What::entries, &size) {}  // "one entry per joint"
  static Part form(const Type& type) { return {What::form, &type}; }    // "rows × joints"
  static Part named(const Size& size) { return {What::named, &size}; }  // "joints"

 private:
  friend class Checker;
  enum class What : unsigned char { text, node, shape, entries, form, named };
  Part(What what, const void* at, std::string_view text = {}) : what_(what), at_(at), text_(text) {}

  What what_;
  const void* at_;
  std::string_view text_;
};

class Checker {
 public:
  // asymmetric: by index of the symbol, whether a line sets it to a matrix that may be asymmetric.
  Checker(Checked& to, std::vector<char>& asymmetric) : to_(to), asymmetric_(asymmetric) {}
  void run();
  // True if a later line has shown that a matrix is not symmetric, so that the check must be
  // repeated.
  bool mustRepeat() const { return again_; }

 private:
  // Lines.
  void block(std::vector<Line>& lines);
  void line(Line& line);
  void learn(Line& line);
  void param(Line& line);
  void keep(Line& line);
  void show(Line& line);
  void curve(Line& line);
  void loop(Line& line);
  void branch(Line& line);
  void leave(Line& line);
  void set(Line& line);
  void setNames(Line& line, const std::vector<Type>& types);
  void setPart(Line& line, const Type& type);
  bool mayBeSet(const Named& name, const Symbol* known);
  void bind(Named& name, Type type, const Node* value = nullptr);
  void truth(Node& condition, std::string_view what);
  Size range(Range& range, Type& counter);
  bool bound(Node& node, double least);

  // Suggested edits.
  bool needsWhere(const Node& condition, size_t faultIndex) const;
  bool setsOnlyKept(const Line& line);
  std::vector<Fix> suggestMoveToLearn(const Place& place);
  static bool fitsWhere(const Type& type, const Size& size);
  std::vector<Fix> suggestWhere(const Line& line, const std::vector<char>& before) const;
  std::vector<Fix> suggestSizedIdentity(const Node& value) const;

  // Names.
  Symbol* find(std::string_view name);
  std::vector<Symbol*>& named(std::string_view name);
  std::vector<char> listReadable() const;
  int declare(Symbol symbol);
  Type name(Node& node);
  void unknownName(const Node& node);
  bool isRaised(const Node& node) const;
  bool isReserved(const Named& name);

  // Expressions.
  Type type(Node& node) { return node.type = find(node); }
  Type find(Node& node);
  Type index(Node& node);
  Type part(Node& part, const Size& of, const Node& value);
  Type transpose(Node& node);
  Type power(Node& node);
  Type entryPower(Node& node);
  Type sum(Node& node);
  Type add(Node& node, const Type& left, const Type& right, const Node& a, const Node& b);
  Type product(Node& node);
  Type divided(Node& node, const Type& left, const Type& right);
  Type compare(Node& node);
  Type optionIs(Node& node);
  Type logic(Node& node);
  Type choose(Node& node);
  Type length(Node& node);
  Type magnitude(Node& node);
  Type list(Node& node);
  Type each(Node& node);
  // Combines entry by entry; unknown, with a fault, if the sizes differ.
  Type entries(const Node& node, const Type& left, const Type& right, const Node& a, const Node& b);
  Type number(Node& node, std::string_view what);
  Type spanOf(const Node& from, const Node& to, const Size& of);
  Size sizeOf(std::string_view text, const Size& most);

  // Products.
  Type checkJuxtaposition(Node& node);
  void productFault(Node& node, const Type& left, const Type& right, const Node& a, const Node& b);

  // Functions.
  Type call(Node& node);
  Type unknownFunction(const Node& node);
  Type checkMapped(Node& node);
  Type checkReduced(Node& node, Call call);
  Type checkMade(Node& node, Call call);
  Type linear(Node& node, Call call);
  Type checkOtherPose(Node& node, Call call);
  Type mechanism(Node& node, Call call);
  Type vectorOf(Node& node, const Size& size);
  Type counted(Node& node, const Size& size);
  bool sizeNamed(Node& node, Size& size);
  std::vector<Type> several(Node& node);

  // sentence: its parts replace %1 to %9.
  Type fault(const Place& place, std::string_view sentence, std::initializer_list<Part> parts = {});
  Type fault(const Place& place, std::string sentence, std::vector<Fix> fixes);
  // Messages that several faults share.
  Type expected(const Place& place, const Part& what, const Part& found);
  Type needs(const Place& place, const Part& name, const Part& what, const Part& found);
  Type rejected(const Node& node, const Part& name, const Type& of);
  Type noNumber(const Node& node, const Part& what);
  Type noArithmetic(const Place& place, const Node& value, const Type& of);
  Type sizesDiffer(const Place& place, const Node& a, const Size& left, const Node& b,
                   const Size& right, std::vector<Fix> fixes = {});
  std::string textOf(const Place& place) const;
  std::string textOf(const Node& node) const { return textOf(node.place); }
  std::string formatSentence(std::string_view sentence, std::initializer_list<Part> parts) const;
  std::string written(const Part& part) const;
  std::string shape(const Type& type) const;
  Fix replace(const Node& node, std::string text) const {
    return {detail::concatenate({"Use ", text}), node.place.from, node.place.to, text};
  }

  Checked& to_;
  std::vector<char>& asymmetric_;
  std::array<std::vector<Symbol*>, 64> named_ = {};
  std::vector<std::string> spanTexts_ = {}, targetTexts_ = {};
  bool again_ = false;
  bool learning_ = false, learnt_ = false, curving_ = false, keeping_ = false;
  int loops_ = 0;
  int kept_ = 0;
  std::vector<int> counting_ = {};  // Variables of the enclosing loops.
};

// Edit distance of two names.
size_t editDistance(std::string_view a, std::string_view b);
std::string toLowerCase(std::string name);
// same: the expressions are equal; transposes: one is the transpose of the other.
bool areEqual(const Node& a, const Node& b);
bool areTransposes(const Node& a, const Node& b);
// Messages for products and sums that cannot be computed.
inline constexpr const char* kLoneInverse =
    "An inverse must be multiplied by a vector or matrix: **A⁻¹ b**.";
inline constexpr const char* kLoneChoice = "A choice can only be tested: **rule is near**.";
inline constexpr const char* kOneIndex = "A vector takes one index.";
inline constexpr const char* kTwoIndices =
    "A matrix takes two indices: **A[i, j]** or **A[:, j]**.";
inline constexpr const char* kAfterUpdate =
    "A curve cannot use **%1**: it is drawn after the update.";
// Factors of a product by juxtaposition that are not numbers.
std::vector<const Node*> listFactors(const Node& beside);

}  // namespace iklab::formula
