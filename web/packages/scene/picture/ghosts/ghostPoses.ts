import { DataTexture, FloatType, NearestFilter, type Object3D, RGBAFormat, Vector3 } from 'three';
import type { LinkSegment } from '../../drawn/linkage.ts';
import type { Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';
import { GhostMaterials, STYLE_TEXELS } from './ghostMaterials.ts';
import type { PoseGhost } from './poseGhost.ts';

/** Maximum number of ghosts; more could not be distinguished. */
export const MAX_GHOSTS = 16;

/** Opacities of a ghost: surface seen face on, surface at the rim, outline. */
type GhostOpacities = readonly [face: number, rim: number, outline: number];
const PLAIN: GhostOpacities = [0.13, 0.42, 0.85];
const FAINT: GhostOpacities = [0.06, 0.2, 0.55];
const HIGHLIGHTED: GhostOpacities = [0.66, 0.88, 1];
const BESIDE_HIGHLIGHTED: GhostOpacities = [0.04, 0.12, 0.34];

// Fractions of the length from base to effector: about the elbow, then along the forearm.
const LABEL_FRACTIONS = [0.5, 0.58, 0.66, 0.42, 0.74, 0.34, 0.82, 0.26];

/** Poses and styles of the ghosts of a scene, in a texture that all panes share. */
export class GhostPoses {
  readonly materials: GhostMaterials;
  /** Number of changes of the ghost poses. */
  version = 0;
  readonly #resources: SceneResources;
  readonly #texture: DataTexture;
  readonly #texels: Float32Array;
  readonly #bones: readonly Object3D[];
  readonly #segments: readonly LinkSegment[];
  #ghosts: readonly PoseGhost[] = [];
  #labelPoints: readonly (readonly Vector3[])[] = [];
  #colors: Palette['branches'] = [];

  constructor(resources: SceneResources) {
    this.#resources = resources;
    const { joints } = resources.scene.tree;
    const { world, points } = resources.poser;
    this.#bones = [world, ...points.slice(0, joints.length)];
    this.#segments = segmentsToEffector(resources, this.#bones);
    const width = 4 * this.#bones.length + STYLE_TEXELS;
    this.#texels = new Float32Array(4 * width * MAX_GHOSTS);
    this.#texture = new DataTexture(this.#texels, width, MAX_GHOSTS, RGBAFormat, FloatType);
    this.#texture.minFilter = this.#texture.magFilter = NearestFilter;
    this.materials = new GhostMaterials(
      this.#texture,
      this.#bones.length,
      resources.body,
      resources.goals.resolution,
    );
  }

  get ghosts(): readonly PoseGhost[] {
    return this.#ghosts;
  }

  /** Possible label points of each ghost in the y-up frame, the best point first. */
  get labelPoints(): readonly (readonly Vector3[])[] {
    return this.#labelPoints;
  }

  show(ghosts: readonly PoseGhost[]): void {
    this.#ghosts = ghosts.slice(0, MAX_GHOSTS);
    this.version++;
    this.#labelPoints = this.#ghosts.map(({ theta }, row) => {
      this.#resources.poser.setPose(theta);
      this.#resources.poser.world.updateMatrixWorld(true);
      this.#bones.forEach(({ matrixWorld }, bone) => {
        matrixWorld.toArray(this.#texels, this.#texel(row, 4 * bone));
      });
      const line = this.#segments.flatMap(({ bone, from, to }) =>
        [from, to].map((end) =>
          end.clone().applyMatrix4((this.#bones[bone] as Object3D).matrixWorld),
        ),
      );
      return LABEL_FRACTIONS.map((fraction) => pointAlong(line, fraction));
    });
    this.#writeStyles();
  }

  paint({ branches }: Palette): void {
    this.#colors = branches;
    this.#writeStyles();
  }

  #texel(row: number, column: number): number {
    return 4 * (row * this.#texture.image.width + column);
  }

  #writeStyles(): void {
    const highlights = this.#ghosts.some(({ highlighted }) => highlighted);
    this.#ghosts.forEach((ghost, row) => {
      const at = this.#texel(row, 4 * this.#bones.length);
      this.#colors[(ghost.number - 1) % this.#colors.length]?.toArray(this.#texels, at);
      this.#texels.set(opacities(ghost, highlights), at + 4);
    });
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    this.materials.dispose();
  }
}

function opacities({ faint, highlighted }: PoseGhost, highlights: boolean): GhostOpacities {
  if (highlighted) return HIGHLIGHTED;
  if (highlights) return BESIDE_HIGHLIGHTED;
  return faint ? FAINT : PLAIN;
}

/** Returns the segments of the centre line from the base to the effector of the first target. */
function segmentsToEffector(
  { tips, poser, shape }: SceneResources,
  bones: readonly Object3D[],
): LinkSegment[] {
  const carriers: number[] = [];
  for (let part = poser.points[tips[0] ?? -1]?.parent ?? null; part; part = part.parent)
    carriers.unshift(bones.indexOf(part));
  return carriers.flatMap((carrier) => shape.segments.filter(({ bone }) => bone === carrier));
}

/** Returns the point of a polyline at a fraction of its length. */
function pointAlong(line: readonly Vector3[], fraction: number): Vector3 {
  const lengths = line.map((end, i) => (i === 0 ? 0 : end.distanceTo(line[i - 1] as Vector3)));
  let rest = fraction * lengths.reduce((sum, length) => sum + length, 0);
  for (let i = 1; i < line.length; i++) {
    const length = lengths[i] as number;
    if (rest <= length && length > 0)
      return new Vector3().lerpVectors(line[i - 1] as Vector3, line[i] as Vector3, rest / length);
    rest -= length;
  }
  return line.at(-1)?.clone() ?? new Vector3();
}
