/** Line drawings of a run. */

export { drawSketch, type Sketch } from './drawSketch.ts';
export {
  coordinatesText,
  type Point,
  projectOnto,
  rangesOf,
  svgPaths,
  tiltAxes,
  toPoints,
} from './flatDrawing.ts';
export { FlatView } from './flatView.ts';
export { type Glyph, logSpaced, makeGlyph, makePresetScene } from './methodGlyph.ts';
