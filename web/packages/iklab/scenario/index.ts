/** The scenario: its types, how it is read, checked, linked; presets; exact arithmetic. */

export { DEGREE, inDegrees, TURN, wrapped } from './angles.ts';
export { arcTangent, hypot, sineCosine } from './arithmetic.ts';
export {
  MAX_BUILD,
  MAX_BYTES,
  MAX_COUNT,
  MAX_EFFECTORS,
  MAX_FAULTS,
  MAX_JOINTS,
  MAX_LINK_BYTES,
  MAX_MAGNITUDE,
  MAX_METHODS,
  MAX_NAME,
  MAX_NOTE,
  MAX_PATH_POINTS,
  MAX_RESTARTS,
  MAX_SEED,
} from './bounds.ts';
export { cardSceneDocument } from './cardScene.ts';
export type { CarriedFrame, RowFrames } from './carriedFrame.ts';
export type {
  CardScene,
  Catalogue,
  DescribedCatalogue,
  DescribedMethod,
  DescribedParam,
  Group,
  MethodRow,
  Param,
  Reference,
} from './catalogue.ts';
export {
  bibEntry,
  bibliography,
  bibtex,
  cited,
  each,
  papersAbout,
  papersOf,
  texText,
} from './citation.ts';
export { coupled, couplingOf, type Drive, drives, narrowed } from './coupling.ts';
export { decodeLink, LONGEST } from './decodeLink.ts';
export {
  clampDefaults,
  freeDefaults,
  jointDefaults,
  restartsDefaults,
  runDefaults,
  secondaryDefaults,
} from './defaults.ts';
export type { JointDocument, TreeDocument } from './document.ts';
export { bounded, encodeLink, LinkFault } from './encodeLink.ts';
export { boundText, Faults, faultsText, type PathKey, pathText, refused } from './faults.ts';
export { Fnv64 } from './fnv.ts';
export {
  chainTo,
  jointFrames,
  jointValues,
  moved,
  type PlacedJoint,
  tipFrames,
} from './forward.ts';
export { AXES, anyTurnFree, coneOf, namedTurns, spinOf, turns, unturned } from './free.ts';
export { type MethodPreset, methodPreset, methodPresets } from './methodPresets.ts';
export { drawnOf, kindOf, type MotionKind, planeName, planes } from './motions.ts';
export { naClamp, tableTwo, toPrinted, toRadians } from './naYangJia.ts';
export { PackingFault, pack, unpack } from './packing.ts';
export { holds, initialValue, type KeyedParam, keyedParams, methodRow } from './params.ts';
export { namedMethods, parse } from './parse.ts';
export {
  knownScenarioIds,
  mechanismPresets,
  type ScenarioPreset,
  scenarioPreset,
  scenarioPresetIds,
  treePreset,
  treePresetIds,
} from './presets.ts';
export { pretty } from './pretty.ts';
export { resolve } from './resolve.ts';
export {
  anglesOf,
  type Frame,
  frameOf,
  inverse,
  type Matrix3,
  ORIGIN,
  product,
  quaternionOf,
  rotationAbout,
  rotationOf,
  rotationOfQuaternion,
  turned,
  within,
} from './rigidFrame.ts';
export { shelf } from './robotShelf.ts';
export {
  anything,
  boolean,
  choice,
  integer,
  isRecord,
  list,
  lone,
  number,
  pair,
  record,
  text,
  variant,
  vector,
} from './shapes.ts';
export { preferredSlot, slotFor } from './slots.ts';
export { isStill } from './still.ts';
export { type Draft, draftOf } from './structure.ts';
export { parseText, readJson, tooLong } from './text.ts';
export {
  articulated,
  clampTo,
  hasLimits,
  moves,
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
  type View,
} from './types.ts';
export { cross, DIRECTIONS, distance, dot, lengthOf, plus, times, unit } from './vectors.ts';
export { describe, didYouMean, fileName, listed, quote } from './words.ts';
export { compact, compactest, full, type PlainObject, same } from './write.ts';
