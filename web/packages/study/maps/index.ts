/** Maps of a plane of targets. */

export { findStartMapBranches, findTargetMapBranches } from './branches.ts';
export {
  CELL_MISSED,
  CELL_REACHED,
  CELL_UNKNOWN,
  errorRange,
  MAP_RESOLUTIONS,
  MapLayer,
  maxReachedUpdates,
} from './mapLayer.ts';
export {
  availablePlanes,
  cellCentre,
  chainToEffector,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  mapDomainEnds,
  type PlaneKind,
  planeBasis,
  reachOfEffector,
  type StartMap,
  type TargetMap,
  variableStartJoints,
} from './mapPlane.ts';
export { MapRun } from './mapRun.ts';
export { computeStartPoints, mapCellDocument } from './mapScene.ts';
export { makeMapStudy, mapFromStudy, type StudyMap } from './mapStudy.ts';
export { cellCause, type MethodMap, mapJson, mapTable } from './mapText.ts';
export { mapFromPlane, mapSampling, placeMapSquare } from './placedPlane.ts';
