import {
  type BufferGeometry,
  type Color,
  DetachedBindMode,
  type Material,
  Matrix4,
  Skeleton,
  SkinnedMesh,
  Sphere,
} from 'three';
import type { CapsuleShadows } from '../ground/capsuleShadows.ts';
import { mixColors, type Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { Armature } from './armature.ts';
import { BodyMaterial } from './bodyMaterial.ts';
import { MechanismOutline } from './mechanismOutline.ts';

const IDENTITY = new Matrix4();
const DUMMY_SPHERE = new Sphere(); // Otherwise every vertex is read to sort the meshes.
const TINT = 0.4; // Share of the method's colour on links if several methods share a view.

export class MechanismMeshes {
  readonly #resources: SceneResources;
  readonly #add: (mesh: SkinnedMesh) => void;
  readonly #skeleton: Skeleton;
  readonly #coat: BodyMaterial;
  readonly #solids: readonly SkinnedMesh[];
  #outline: MechanismOutline | null = null;

  /** `shadows` are shadows on the mechanism itself, or null. `add` adds a mesh to the view. */
  constructor(
    resources: SceneResources,
    { world, points }: Armature,
    shadows: CapsuleShadows | null,
    add: (mesh: SkinnedMesh) => void,
  ) {
    this.#resources = resources;
    this.#coat = new BodyMaterial(shadows);
    this.#add = add;
    const bones = [world, ...points.slice(0, resources.scene.tree.joints.length)];
    this.#skeleton = new Skeleton(
      bones,
      bones.map(() => IDENTITY),
    );
    const { solid, edge } = resources.body;
    this.#solids = [
      this.#bindMesh(solid, this.#coat.material),
      this.#bindMesh(edge, resources.edge),
    ];
  }

  #bindMesh(solid: BufferGeometry, material: Material): SkinnedMesh {
    const mesh = new SkinnedMesh(solid, material);
    mesh.bindMode = DetachedBindMode;
    mesh.bind(this.#skeleton, IDENTITY);
    mesh.frustumCulled = false;
    mesh.boundingSphere = DUMMY_SPHERE;
    this.#add(mesh);
    return mesh;
  }

  get parts() {
    const [robot, edge] = this.#solids as [SkinnedMesh, SkinnedMesh];
    return { robot: [robot], edge: [edge], outline: this.#outline?.meshes ?? [] };
  }

  get colors(): BodyMaterial['colors'] {
    return this.#coat.colors;
  }

  /**
   * Shows the mechanism, or only its outline if `solid` is false. `pins` adds the pins of joint
   * axes.
   */
  show(solid: boolean, pins: boolean): void {
    const { solid: body, pinless } = this.#resources.body;
    body.setDrawRange(0, pins ? Number.POSITIVE_INFINITY : pinless);
    for (const mesh of this.#solids) mesh.visible = solid;
    if (!solid) this.#outline ??= this.#makeOutline();
    if (this.#outline) this.#outline.isShown = !solid;
  }

  #makeOutline(): MechanismOutline {
    const { body, goals } = this.#resources;
    return new MechanismOutline(
      body.edge,
      (solid, material) => this.#bindMesh(solid, material),
      goals.resolution,
    );
  }

  paint(palette: Palette, color: Color, tinted: boolean): void {
    const { link, joint, cap, pin } = this.#coat.colors;
    joint.copy(palette.joint);
    cap.copy(color);
    pin.copy(palette.axis);
    const plain = !tinted || this.#resources.shape.meshes; // Meshes are never tinted.
    link.copy(plain ? palette.link : mixColors(palette.link, color, TINT));
    this.#outline?.paint(palette, color);
  }

  dispose(): void {
    this.#coat.dispose();
    this.#outline?.dispose();
    this.#skeleton.dispose();
  }
}
