/** Types of a formula's reading, re-exported from the core. */
import type { FormulaReading } from '@iklab/core/scenario/methods';

export {
  emptyReading,
  FORMULA_METHOD_ID,
  type FormulaFault,
  type FormulaFix,
  type FormulaName as KnownName,
  type FormulaReading,
  TOKEN_KINDS,
  type TokenKind,
} from '@iklab/core/scenario/methods';

export type LineShape = FormulaReading['lines'][number];
