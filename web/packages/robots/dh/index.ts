/** Reads, edits and writes Denavit–Hartenberg tables. */

export {
  DH_CELL_NAMES,
  type DhAngleUnit,
  type DhCellName,
  dhTableToTree,
  type EditableDhRow,
  type EditableDhTable,
  explainDhTableRefusal,
  treeToDhTable,
} from './chainTable.ts';
export { hasDhTable } from './dhSource.ts';
export { type DhConvention, makeDhRobot } from './dhTable.ts';
export { computeRowFrames } from './rowFrames.ts';
export {
  addRow,
  exampleDhTable,
  moveRow,
  parsePastedTable,
  removeRow,
  setCell,
  setConvention,
  setRowType,
} from './tableEdits.ts';
export { formatTable } from './tableText.ts';
export { type CellFault, formatCell, isLengthCell, parseTypedCell } from './typedCell.ts';
