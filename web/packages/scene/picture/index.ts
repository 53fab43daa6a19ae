/** The 3D view of a run: panes, bodies, targets and overlays in Three.js. */

export { loadHousingDrawingCode, prepareSceneDrawing } from './bodies/machineLoader.ts';
export { CrowdView } from './crowdView.ts';
export { runWithPauses } from './meshes/readVisuals.ts';
export { ArrowNameLabel } from './overlays/arrowName.ts';
export { makeRecordedMotionGhost } from './overlays/clipGhost.ts';
export { DiagnosticsOverlay } from './overlays/diagnosticsOverlay.ts';
export type { PaneOverlay } from './overlays/paneOverlay.ts';
export type { PictureOptions } from './pictureRequests.ts';
export { RunThumbnails, type ThumbnailRun } from './runThumbnails.ts';
export { Stage } from './stage.ts';
