/** Maps of a plane of targets. */

export { findBranches, findSheets } from './branches.ts';
export {
  CELL_MISSED,
  CELL_REACHED,
  CELL_UNKNOWN,
  errorRange,
  MAP_LEVELS,
  MapLayer,
  maxUpdates,
} from './mapLayer.ts';
export {
  availablePlanes,
  cellCentre,
  chainToEffector,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  mapEnds,
  type PlaneKind,
  planeBasis,
  reachOfEffector,
  type StartMap,
  startJoints,
  type TargetMap,
} from './mapPlane.ts';
export { MapRun } from './mapRun.ts';
export { computeStartPoints, mapCellDocument } from './mapScene.ts';
export { type MapOfStudy, makeMapStudy, mapFromStudy } from './mapStudy.ts';
export { cellCause, type MethodMap, mapJson, mapTable } from './mapText.ts';
export { mapFromPlane, mapSampling, placePlane } from './placedPlane.ts';
