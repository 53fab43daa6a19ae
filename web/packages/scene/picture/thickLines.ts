/** Makes thick lines. The width is in style sheet pixels or metres. */
import {
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type Vector2,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** Size of a pane, style sheet pixels. */
export interface PaneResolution {
  readonly value: Vector2;
}

type LineStyle = ConstructorParameters<typeof LineMaterial>[0];

const keepResolution = (): void => undefined;

/** Makes a buffer with two points or two colours per segment, six numbers. */
export const makeSegmentBuffer = (count: number): InstancedInterleavedBuffer =>
  new InstancedInterleavedBuffer(new Float32Array(6 * count), 6, 1);

/** Makes a buffer for segments that change every frame, six numbers each. */
export function makeDynamicSegmentBuffer(count: number): InstancedInterleavedBuffer {
  const ends = makeSegmentBuffer(count);
  ends.setUsage(DynamicDrawUsage);
  return ends;
}

/** `colors` has the colours of both ends of every segment; by default that of the material. */
export function makeSegmentGeometry(
  ends: InstancedInterleavedBuffer,
  colors?: InstancedInterleavedBuffer,
): LineSegmentsGeometry {
  const geometry = new LineSegmentsGeometry();
  const put = (name: string, from: InstancedInterleavedBuffer, offset: number) =>
    geometry.setAttribute(name, new InterleavedBufferAttribute(from, 3, offset));
  put('instanceStart', ends, 0);
  put('instanceEnd', ends, 3);
  if (colors) put('instanceColorStart', colors, 0);
  if (colors) put('instanceColorEnd', colors, 3);
  geometry.instanceCount = ends.count;
  return geometry;
}

/** `style` has the material options, with the line width in style sheet pixels. */
export function makeLineMaterial(style: LineStyle, resolution: PaneResolution): LineMaterial {
  const made = new LineMaterial(style);
  (made.uniforms as Record<string, unknown>).resolution = resolution;
  return made;
}

export function makeThickLines(
  geometry: LineSegmentsGeometry,
  lineMaterial: LineMaterial,
): LineSegments2 {
  const made = new LineSegments2(geometry, lineMaterial);
  made.frustumCulled = false;
  made.onBeforeRender = keepResolution; // The default sets the resolution in window pixels.
  return made;
}
