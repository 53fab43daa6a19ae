/** The drawn outline of what is made of triangles: as wide at any distance. */
import type { MeshBasicMaterial } from 'three';
import type { Resolution } from './lines.ts';

const EDGE = 1.15; // px
const STRONG = 2; // where more contrast is asked for

/** Vertices whose attribute `wide` is 1 go outward by that; the material is seen from inside. */
export function widen(material: MeshBasicMaterial, resolution: Resolution): void {
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
