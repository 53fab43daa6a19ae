/** The 3D view of a run. */

export { ArrowName } from './arrowName.ts';
export { makeClipGhost } from './clipGhost.ts';
export { CrowdView } from './crowdView.ts';
export { DiagnosticsOverlay } from './diagnosticsOverlay.ts';
export type { EditedJoint, EditedPart } from './editedPart.ts';
export { loadMachineDrawing, prepareDrawing } from './machineLoader.ts';
export type { MakePaneMarks } from './paneMarks.ts';
export type { PaneOverlay } from './paneOverlay.ts';
export type { PictureOptions } from './pictureRequests.ts';
export type { PlaneCells } from './planeCells.ts';
export { PlaneMarks } from './planeMarks.ts';
export { runWithPauses } from './readVisuals.ts';
export { RunThumbnails, type ThumbnailRun } from './runThumbnails.ts';
export { SceneInput } from './sceneInput.ts';
export { planeCorners, type ScenePlane } from './scenePlane.ts';
export { Stage } from './stage.ts';
export type { SceneInputEvents } from './targetMover.ts';
