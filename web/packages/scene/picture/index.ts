/** The 3D view of a run: panes, bodies, targets and overlays in Three.js. */

export { loadHousingDrawingCode, prepareSceneDrawing } from './bodies/loadHousingDrawingCode.ts';
export { CrowdView } from './crowdView.ts';
export type { PoseGhost } from './ghosts/poseGhost.ts';
export type { PosePictureOptions, PosePictureSize } from './ghosts/posePictures.ts';
export { runWithPauses } from './meshes/readVisualMeshes.ts';
export { ArrowNameLabel } from './overlays/arrowNameLabel.ts';
export { DiagnosticsOverlay } from './overlays/diagnosticsOverlay.ts';
export { makeRecordedMotionGhost } from './overlays/makeRecordedMotionGhost.ts';
export type { PaneOverlay } from './overlays/paneOverlay.ts';
export type { PictureOptions } from './pictureRequests.ts';
export { RunThumbnails, type ThumbnailRun } from './runThumbnails.ts';
export { Stage } from './stage.ts';
