/** Reads, edits and writes Denavit–Hartenberg tables. */

export {
  DH_CELL_NAMES,
  type DhAngleUnit,
  type DhCellName,
  dhTableToTree,
  type EditableDhRow,
  type EditableDhTable,
  explainUnsupportedDhTree,
  treeToDhTable,
} from './chainTable.ts';
export { hasDhTable } from './dhSource.ts';
export { type DhConvention, makeDhRobot } from './dhTable.ts';
export { computeDhRowFrames } from './rowFrames.ts';
export {
  exampleDhTable,
  insertDhRow,
  moveDhRow,
  parsePastedDhTable,
  removeDhRow,
  setDhCell,
  setDhConvention,
  setDhRowType,
} from './tableEdits.ts';
export { formatDhTable } from './tableText.ts';
export { type DhCellFault, formatDhCell, isLengthCell, parseTypedDhCell } from './typedCell.ts';
