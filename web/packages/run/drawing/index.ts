export { drawRunSketch, type SceneSketch } from './drawRunSketch.ts';
export {
  type FlatPoint,
  makeFlatProjection,
  makeSvgPathWriters,
  rangesOfPoints,
  splitIntoPositions,
  svgCoordinatesText,
  tiltDrawingAxes,
} from './flatDrawing.ts';
export { FlatView } from './flatView.ts';
export {
  logSpacedNumbers,
  type MethodGlyph,
  makeMethodGlyph,
  makePresetScene,
} from './methodGlyph.ts';
