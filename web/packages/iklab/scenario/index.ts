/** The scenario: types, parsing, links, presets, exact arithmetic. */

export { DEGREE, inDegrees, TURN, wrapped } from './angles.ts';
export { arcTangent, hypot, sineCosine, sineCosineInto } from './arithmetic.ts';
export {
  MAX_BUILD,
  MAX_BYTES,
  MAX_COUNT,
  MAX_EFFECTORS,
  MAX_FAULTS,
  MAX_FORMULA_BYTES,
  MAX_FORMULA_LINES,
  MAX_JOINTS,
  MAX_LINK_BYTES,
  MAX_MAGNITUDE,
  MAX_METHODS,
  MAX_NAME,
  MAX_NOTE,
  MAX_PATH_POINTS,
  MAX_RESTARTS,
  MAX_SEED,
  QUATERNION_SLACK,
} from './bounds.ts';
export { cardSceneDocument } from './cardScene.ts';
export type { CarriedFrame, RowFrames } from './carriedFrame.ts';
export {
  type CardScene,
  type Catalogue,
  type DescribedCatalogue,
  type DescribedMethod,
  type DescribedParam,
  type EffectorGoal,
  emptyReading,
  type FormulaReading,
  type Group,
  type MethodRow,
  type Param,
  type Reference,
} from './catalogue.ts';
export { formulaSizeFault } from './checkFormula.ts';
export {
  bibEntry,
  bibliography,
  bibtex,
  citationText,
  distinctReferences,
  papersAbout,
  papersOf,
  texText,
} from './citation.ts';
export {
  couplingOf,
  type Drive,
  jointDrives,
  narrowedLimits,
} from './coupling.ts';
export { decodeLink, MAX_LINK_TEXT } from './decodeLink.ts';
export {
  clampDefaults,
  freeDefaults,
  jointDefaults,
  restartsDefaults,
  runDefaults,
  secondaryDefaults,
} from './defaults.ts';
export type { JointDocument, TreeDocument } from './document.ts';
export { checkedFragment, encodeLink, LinkFault } from './encodeLink.ts';
export { boundText, Faults, faultsText, type PathKey, pathText, refusedResult } from './faults.ts';
export { figureOneScenes } from './figureOneScenes.ts';
export { Fnv64 } from './fnv.ts';
export {
  FORMULA,
  FORMULA_LANGUAGE,
  formulaLines,
  formulaSentence,
  formulaText,
  formulaTexts,
  formulaTitle,
  isHeld,
  mentionsFormula,
  panelRow,
  sameMethod,
} from './formula.ts';
export {
  type FormulaFault,
  type FormulaFindings,
  type FormulaFix,
  type FormulaName,
  TOKEN_KINDS,
  type TokenKind,
} from './formulaFindings.ts';
export {
  chainTo,
  jointFrames,
  jointValues,
  movedFrame,
  type PlacedJoint,
  tipFrames,
} from './forward.ts';
export {
  AXES,
  anyTurnFree,
  coneOf,
  freeWithoutTurn,
  hasOrientationRows,
  namedTurns,
  spinOf,
} from './free.ts';
export { joinedBytes } from './joinedBytes.ts';
export { isLength, type Lengths, lengthsFor, weightFor } from './lengths.ts';
export { type MethodPreset, methodPreset, methodPresets } from './methodPresets.ts';
export {
  commonNormal,
  type MotionPlane,
  ontoPlane,
  planeDirections,
  targetPlane,
  targetPlanes,
} from './motionPlane.ts';
export { drawnOf, kindOf, type MotionKind, planeName, planes } from './motions.ts';
export { naClamp, tableTwo, toPrinted, toRadians } from './naYangJia.ts';
export { PackingFault, pack, unpack } from './packing.ts';
export {
  allowedValue,
  conditionHolds,
  initialValue,
  isAutomaticAtZero,
  type KeyedParam,
  keyedParams,
  methodRow,
} from './params.ts';
export { namedMethods, parse } from './parse.ts';
export {
  knownScenarioIds,
  mechanismPresets,
  openingPreset,
  type ScenarioPreset,
  scenarioPreset,
  scenarioPresetIds,
  treePreset,
  treePresetIds,
} from './presets.ts';
export { prettyJson } from './prettyJson.ts';
export { resolve } from './resolve.ts';
export {
  anglesOf,
  composed,
  type Frame,
  frameOf,
  inverseFrame,
  type Matrix3,
  matrixProduct,
  ORIGIN,
  quaternionOf,
  rotated,
  rotationAbout,
  rotationOf,
  rotationOfQuaternion,
} from './rigidFrame.ts';
export { shelfRobots } from './robotShelf.ts';
export {
  anything,
  boolean,
  choice,
  integer,
  isRecord,
  list,
  number,
  pair,
  quaternion,
  record,
  singleKey,
  text,
  variant,
  vector,
} from './shapes.ts';
export { singleNames, singleNumbers } from './singleNumbers.ts';
export { preferredSlot, slotFor } from './slots.ts';
export { isStill } from './still.ts';
export { type Draft, draftOf } from './structure.ts';
export { parseText, readJson, tooLongFault } from './text.ts';
export {
  articulated,
  clampTo,
  hasLimits,
  isMovingJoint,
  limitSpans,
  onLimit,
  typicalDistance,
  writeTree,
} from './trees.ts';
export {
  type Axis,
  type Effector,
  type Fault,
  type Free,
  type FreeTurn,
  type InlineTree,
  type Joint,
  type JointType,
  JUDGED_BY,
  type LengthUnit,
  type MethodPanel,
  type Motion,
  type ParamValue,
  type PathMotion,
  type Quaternion,
  type Restarts,
  type Result,
  type Run,
  type Scenario,
  type Scene,
  type Secondary,
  type SineMotion,
  type Target,
  type TreeSource,
  type Vec3,
  type Version,
  type View,
} from './types.ts';
export {
  addScaled,
  cross,
  DIRECTIONS,
  distance,
  dot,
  lengthOf,
  scaled,
  unitVector,
} from './vectors.ts';
export { CURRENT, VERSIONS, versionDefaults, versionFault } from './versions.ts';
export { withTool } from './withTool.ts';
export { describeValue, didYouMean, fileName, gotText, listed, oneLine, quote } from './words.ts';
export {
  compactDocument,
  deepEqual,
  fullDocument,
  type PlainObject,
  shortestDocument,
} from './write.ts';
