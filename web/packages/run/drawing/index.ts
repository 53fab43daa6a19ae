/** Draws runs and scenes as line drawings. */

export { drawSketch, type SceneSketch } from './drawSketch.ts';
export {
  type FlatPoint,
  projectOnto,
  rangesOf,
  svgCoordinatesText,
  svgPaths,
  tiltAxes,
  toPoints,
} from './flatDrawing.ts';
export { FlatView } from './flatView.ts';
export { logSpaced, type MethodGlyph, makeGlyph, makePresetScene } from './methodGlyph.ts';
