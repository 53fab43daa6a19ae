export {
  findNumberedMapBranches,
  findStartMapBranches,
  findTargetMapBranches,
  NO_MAP_BRANCH,
} from './branches.ts';
export { makeMapStudy, mapFromStudy, type StudyMap } from './makeMapStudy.ts';
export { computeStartPoints, mapCellDocument } from './mapCellDocument.ts';
export {
  MAP_CELL_MISSED,
  MAP_CELL_REACHED,
  MAP_CELL_UNKNOWN,
  MAP_RESOLUTIONS,
  MapLayer,
  mapErrorRange,
  maxReachedCellUpdates,
} from './mapLayer.ts';
export {
  availableMapPlanes,
  jointsToEffector,
  type MapPlaneKind,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  mapCellCentre,
  mapDomainEnds,
  mapPlaneBasis,
  reachOfEffector,
  type StartMap,
  type TargetMap,
  variableStartJoints,
} from './mapPlane.ts';
export { MapRun } from './mapRun.ts';
export { type MethodMap, mapCellCause, mapJson, mapTable } from './mapText.ts';
export { mapFromPlacedSquare, mapSampling, placeMapSquare } from './placedMapSquare.ts';
