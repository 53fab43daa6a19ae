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
export { computeDhRowFrames } from './computeDhRowFrames.ts';
export { type DhConvention, makeDhRobot } from './dhTable.ts';
export { hasDhTable } from './findDhTable.ts';
export { formatDhTable } from './formatDhTable.ts';
export {
  type DhCellFault,
  formatDhCell,
  isLengthCell,
  parseTypedDhCell,
} from './parseTypedDhCell.ts';
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
