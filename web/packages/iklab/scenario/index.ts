/** The scenario: types, parsing, links, presets, exact arithmetic. */

export { DEGREE, TWO_PI, toDegrees, wrapAngle } from './angles.ts';
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
  allPapersOf,
  bibEntry,
  bibliography,
  bibtex,
  citationText,
  distinctReferences,
  escapeTex,
  papersOf,
} from './citation.ts';
export {
  type Drive,
  findCoupling,
  jointDrives,
  narrowLimits,
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
export { checkFragment, encodeLink, LinkFault } from './encodeLink.ts';
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
  isPlaceholder,
  isSameMethod,
  mentionsFormula,
  panelRow,
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
  moveFrame,
  type PlacedJoint,
  tipFrames,
} from './forward.ts';
export {
  AXES,
  coneOf,
  hasFreeRotation,
  hasOrientationRows,
  namedAxes,
  spinOf,
  withoutFreeRotation,
} from './free.ts';
export { joinBytes } from './joinBytes.ts';
export { defaultOrientationWeight, isLength, type Lengths, lengthsFor } from './lengths.ts';
export { type MethodPreset, methodPreset, methodPresets } from './methodPresets.ts';
export {
  commonNormal,
  type MotionPlane,
  planeDirections,
  projectOntoPlane,
  targetPlane,
  targetPlanes,
} from './motionPlane.ts';
export { findMotionKind, findMotionShape, type MotionKind, planeName, planes } from './motions.ts';
export { printedClamp, tableTwoCases, toPrinted, toRadians } from './naYangJia.ts';
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
  composeFrames,
  type Frame,
  inverseFrame,
  type Matrix3,
  makeFrame,
  matrixProduct,
  ORIGIN,
  quaternionFromRotation,
  rotateVector,
  rotationAbout,
  rotationFromQuaternion,
  rotationFromRpy,
  rpyFromRotation,
} from './rigidFrame.ts';
export { shelfRobots } from './robotShelf.ts';
export { scalarObservableNames, scalarObservables } from './scalarObservables.ts';
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
export { preferredSlot, slotFor } from './slots.ts';
export { isStationaryMotion } from './stationaryMotion.ts';
export { type Draft, readDraft } from './structure.ts';
export { parseText, readJson, tooLongFault } from './text.ts';
export {
  clampTo,
  hasLimits,
  isAtLimit,
  isIndependentJoint,
  isMovable,
  limitSpans,
  resolveTree,
  typicalDistance,
} from './trees.ts';
export {
  type Axis,
  type Effector,
  type Fault,
  type Free,
  type FreeRotation,
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
  scaleVector,
  unitVector,
  vectorLength,
} from './vectors.ts';
export { CURRENT_VERSION, VERSIONS, versionDefaults, versionFault } from './versions.ts';
export { withTool } from './withTool.ts';
export {
  describeValue,
  didYouMean,
  fileName,
  gotText,
  listWords,
  oneLine,
  quote,
} from './words.ts';
export {
  compactDocument,
  deepEqual,
  fullDocument,
  type PlainObject,
  shortestDocument,
} from './write.ts';
