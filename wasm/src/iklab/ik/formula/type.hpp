// What a value of a method's text is: its form, and of what it has entries. Sizes have names, so
// that a text is right in all scenes or in none.
#pragma once

#include <string>

namespace iklab::formula {

enum class SizeKind : unsigned char {
  one,
  joints,
  rows,
  directions,
  targets,
  blocks,
  rank,
  rowsOf,  // Of the target `which`.
  count,   // `which` entries.
  span,    // Of a list: the span `which`.
};

struct Size {
  SizeKind kind = SizeKind::one;
  int which = 0;
  bool operator==(const Size&) const = default;
};

inline constexpr Size kOne = {}, kJoints = {SizeKind::joints}, kRows = {SizeKind::rows},
                      kDirections = {SizeKind::directions}, kTargets = {SizeKind::targets},
                      kBlocks = {SizeKind::blocks}, kRank = {SizeKind::rank},
                      kThree = {SizeKind::count, 3};

enum class Form : unsigned char {
  unknown,  // Of a part with a fault: it goes with everything.
  number,
  choice,  // A parameter whose options have names.
  vector,
  row,  // A vector, transposed.
  matrix,
  diagonal,
  identity,  // A multiple of I.
  inverse,   // Of a square matrix: a factor.
};

struct Type {
  Form form = Form::unknown;
  bool truth = false;  // Number and vector: yes or no.
  Size rows = {}, columns = {};
  bool symmetric = false;  // A matrix that is it by form.
  // Of a number: it counts these (loop variables).
  Size counts = {};

  bool is(Form one) const { return form == one; }
  bool unknown() const { return form == Form::unknown; }
  bool square() const { return rows == columns; }
};

inline Type numberType() { return {Form::number}; }
inline Type truthType() { return {Form::number, true}; }
inline Type vectorType(Size size, bool truth = false) { return {Form::vector, truth, size}; }
inline Type rowType(Size size) { return {Form::row, false, {}, size}; }
inline Type diagonalType(Size size) { return {Form::diagonal, false, size, size, true}; }
inline Type matrixType(Size rows, Size columns, bool symmetric = false) {
  return {Form::matrix, false, rows, columns, symmetric};
}

// The same but for what is a matter of form.
bool alike(const Type& a, const Type& b);
Type transposed(Type type);
// "rows × joints", "directions", "number", "yes/no"; spans have their texts.
std::string shapeOf(const Type& type);
std::string sizeName(const Size& size);   // "rows", "3".
std::string perEach(const Size& size);    // "per row"
std::string entriesOf(const Size& size);  // "one entry per row", "3 entries".

}  // namespace iklab::formula
