// The type of a value in a formula: its form and the sizes of its dimensions. Sizes are symbolic,
// so that a formula is valid in all scenes or in none.
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
  rowsOf,  // Rows of the target `index`.
  count,   // `index` entries.
  span,    // The range `index` of a list.
};

struct Size {
  SizeKind kind = SizeKind::one;
  int index = 0;
  bool operator==(const Size&) const = default;
};

inline constexpr Size kOne = {}, kJoints = {SizeKind::joints}, kRows = {SizeKind::rows},
                      kDirections = {SizeKind::directions}, kTargets = {SizeKind::targets},
                      kBlocks = {SizeKind::blocks}, kRank = {SizeKind::rank},
                      kThree = {SizeKind::count, 3};

enum class Form : unsigned char {
  unknown,  // Of a part with a fault: compatible with every form.
  number,
  choice,  // A parameter whose options have names.
  vector,
  row,  // A transposed vector.
  matrix,
  diagonal,
  identity,  // A multiple of I.
  inverse,   // Inverse of a square matrix: only used as a factor.
};

struct Type {
  Form form = Form::unknown;
  bool truth = false;  // The values of a number or vector are yes or no.
  Size rows = {}, columns = {};
  bool symmetric = false;  // The matrix is symmetric by form.
  // For a loop variable: the size that it counts.
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

// True if form, truth and sizes are equal.
bool isSameType(const Type& a, const Type& b);
Type transposed(Type type);
// "rows × joints", "directions", "number", "yes/no"; ranges as their texts.
std::string formatShape(const Type& type);
std::string sizeName(const Size& size);       // "rows", "3".
std::string formatPer(const Size& size);      // "per row"
std::string formatEntries(const Size& size);  // "one entry per row", "3 entries".

}  // namespace iklab::formula
