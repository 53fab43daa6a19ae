/** Input by pointer and keyboard in the 3D view: targets, links, joints and planes. */

export { CurveMarks, type MarkedCurve } from './curve/curveMarks.ts';
export type { MakePaneMarks } from './draggable.ts';
export type { EditedJoint, EditedRobotPart } from './mechanism/editedRobotPart.ts';
export type { PlaneCellColors } from './plane/planeCellsMesh.ts';
export { PlaneMarks } from './plane/planeMarks.ts';
export { planeCorners, type ScenePlane } from './plane/scenePlane.ts';
export type { SceneInputEvents } from './sceneInput.ts';
