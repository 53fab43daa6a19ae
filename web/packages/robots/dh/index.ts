/** Reads, edits and writes Denavit–Hartenberg tables. */

export {
  CELL_NAMES,
  type CellName,
  type ChainRow,
  type ChainTable,
  type DhAngleUnit,
  tableRefusal,
  tableToTree,
  treeToTable,
} from './chainTable.ts';
export { hasDhTable } from './dhSource.ts';
export { type DhConvention, makeDhRobot } from './dhTable.ts';
export { computeRowFrames } from './rowFrames.ts';
export {
  addRow,
  exampleTable,
  moveRow,
  parsePastedTable,
  removeRow,
  setCell,
  setConvention,
  setType,
} from './tableEdits.ts';
export { formatTable } from './tableText.ts';
export { type CellFault, formatCell, isLengthCell, parseTypedCell } from './typedCell.ts';
