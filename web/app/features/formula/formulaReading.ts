import type { FormulaReading } from '@iklab/core/scenario/methods';

export {
  emptyFormulaReading,
  FORMULA_METHOD_ID,
  FORMULA_TOKEN_KINDS,
  type FormulaFault,
  type FormulaFix,
  type FormulaName as KnownName,
  type FormulaReading,
  type FormulaTokenKind,
} from '@iklab/core/scenario/methods';

export type FormulaLineShape = FormulaReading['lines'][number];
