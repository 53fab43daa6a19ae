/** Pointer and keyboard in the picture: targets, links, joints and planes. */

export type { EditedJoint, EditedPart } from './mechanism/editedPart.ts';
export type { MakePaneMarks } from './paneMarks.ts';
export type { PlaneCells } from './plane/planeCells.ts';
export { PlaneMarks } from './plane/planeMarks.ts';
export { planeCorners, type ScenePlane } from './plane/scenePlane.ts';
export { SceneInput } from './sceneInput.ts';
export type { SceneInputEvents } from './targets/targetMover.ts';
