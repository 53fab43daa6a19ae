// Compiles a checked formula to operations: lines in compiler.cpp, expressions in lowering.cpp,
// products in lowering_products.cpp, functions in lowering_calls.cpp.
#pragma once

#include <optional>

#include "iklab/formula/checker.hpp"
#include "iklab/formula/cost_counter.hpp"

namespace iklab::formula {

// A value, possibly one whose computation is not complete.
struct Value {
  Type type = {};
  int slot = -1;
  bool isTransposed = false;   // For a matrix: the slot contains its transpose.
  bool fresh = false;          // The last instruction has computed it, and nothing else uses it.
  const Node* base = nullptr;  // For an inverse: the matrix that is inverted.
  bool pseudo = false;         // The value is the pseudoinverse of the matrix in the slot.
  int cutoff = -1;
};

class Compiler {
 public:
  Compiler(const Checked& text, const Model& model) : text_(text), sizes_(model), spending_(text) {}
  Result<Program> run(Place* where);

 private:
  // Lines.
  void block(const std::vector<Line>& lines);
  void line(const Line& line);
  void loop(const Line& line);
  void branch(const Line& line);
  void leave(const Line& line);
  void set(const Line& line);
  void setPart(const Line& line);
  void setSeveral(const Line& line);
  void store(int symbol, Value value, Type type);
  int slotOf(int symbol);
  struct Loop {
    std::vector<size_t> stops = {}, nexts = {};
  };
  size_t beginLoop(const Range& range, int& counter);
  void endLoop(const Range& range, int counter, size_t start, const Loop& loop);
  double countIterations(const Range& range) const;
  std::pair<int, int> bounds(const Range& range);
  void compileKeepAndUpdate();
  void learn();
  void compileShown();

  // Instructions and slots.
  size_t add(Op op, int to, int a = -1, int b = -1, int c = -1, int flag = 0, double steps = 1);
  void setJumpTarget(size_t jump) {
    program_.code[jump].c = static_cast<int>(program_.code.size());
  }
  int addSlot(double rows, double columns);
  int addSlot(const Type& type);
  int constant(double value);
  double rows(const Type& type) const { return sizes_.most(type.rows, text_); }
  double columns(const Type& type) const { return sizes_.most(type.columns, text_); }
  double entries(const Type& type) const { return rows(type) * columns(type); }
  int given(Given one);
  void need(Given one);
  void scratch(double numbers);

  // Expressions.
  Value value(const Node& node);
  Value plain(Value value);  // A value stored in a slot as it is: no transpose, diagonal or factor.
  Value plain(const Node& node) { return plain(value(node)); }
  int number(const Node& node) { return value(node).slot; }
  Value name(const Node& node);
  Value index(const Node& node);
  int parts(const std::vector<NodePointer>& parts, size_t first, const Type& of);
  Value transpose(const Node& node);
  Value power(const Node& node);
  Value sum(const Node& node);
  Value addValues(Value left, Value right, bool minus, const Type& type);
  Value beside(const Node& node);
  Value times(Value left, Value right);
  Value inverseTimes(const Value& left, Value right);
  Value toMatrix(const Value& multiple, const Size& size);
  const Node* gramOf(const Node& base, std::vector<const Node*>& shifts) const;
  int gramKind(const Node& node) const;
  bool isJ(const Node& node) const;
  Value pseudoBase(const Node& node);
  Value product(const Node& node);
  Value map1(Map1 map, Value of);
  Value map2(Map2 map, Value left, Value right, Type type);
  std::optional<double> size(const Node& node) const;
  int evaluateCondition(const Node& condition) const;
  Value choose(const Node& node);
  Value logic(const Node& node);
  Value list(const Node& node);
  Value each(const Node& node);
  Value call(const Node& node);
  Value reduce(Reduction reduction, const Node& node, const Type& type);
  Value made(Op op, const Type& type, int a, int b, int c, int flag, double steps);

  const Checked& text_;
  const Sizes sizes_;
  CostCounter spending_;
  Program program_;
  std::vector<int> symbolSlots_ = {};
  std::vector<char> needed_ = std::vector<char>(32, 0);
  // True if the work of a given value is already counted.
  std::vector<char> counted_ = std::vector<char>(32, 0);
  std::vector<Loop*> loops_ = {};
  bool learning_ = false;
  int line_ = 0;
  double factor_ = 1;                 // Largest number of times that the code being compiled runs.
  std::vector<double> factors_ = {};  // Values of factor_ outside each of the enclosing loops.
  double work_ = 0;
  double arena_ = 0;
};

}  // namespace iklab::formula
