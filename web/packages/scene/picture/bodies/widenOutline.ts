import type { MeshBasicMaterial } from 'three';
import type { PaneResolution } from '../thickLines.ts';

const EDGE = 1.15; // Width, px.
const STRONG = 2; // If the user prefers more contrast.

/**
 * Moves vertices with attribute `wide` 1 outward by the outline width. `material` draws back faces.
 */
export function widenOutline(material: MeshBasicMaterial, resolution: PaneResolution): void {
  const strong = matchMedia('(prefers-contrast: more)').matches;
  const width = strong ? STRONG : EDGE;
  material.onBeforeCompile = (shader) => {
    shader.uniforms.resolution = resolution;
    const wider = `
      float pixel = 2. / (projectionMatrix[1][1] * resolution.y) * -mvPosition.z;
      mvPosition.xyz += normalMatrix * objectNormal * wide * ${width.toFixed(2)} * pixel;
      gl_Position = projectionMatrix * mvPosition;`;
    const project = '#include <project_vertex>';
    const text = shader.vertexShader.replace(project, `${project}\n${wider}`);
    shader.vertexShader = `attribute float wide;\nuniform vec2 resolution;\n${text}`;
  };
}
