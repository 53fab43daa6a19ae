import { DirectionalLight, HemisphereLight, type Scene } from 'three';
import type { Palette } from '../palette.ts';
import { SUN_DIRECTION } from './capsuleShadows.ts';

export class Lights {
  readonly #sky = new HemisphereLight(0xffffff);
  readonly #key = new DirectionalLight(0xfffaf2);
  readonly #fill = new DirectionalLight(0xeef4ff);
  readonly #rim = new DirectionalLight(0xffffff);

  constructor(scene: Scene) {
    this.#key.position.copy(SUN_DIRECTION).multiplyScalar(10);
    this.#fill.position.set(-0.9, 0.35, 0.7);
    this.#rim.position.set(-0.35, 0.5, -1);
    scene.add(this.#sky, this.#key, this.#fill, this.#rim);
  }

  paint({ dark }: Palette): void {
    this.#sky.groundColor.set(dark ? 0x33373f : 0xd2cec6);
    this.#sky.intensity = dark ? 1.15 : 1.5;
    this.#key.intensity = dark ? 2.45 : 1.95;
    this.#fill.intensity = dark ? 0.35 : 0.32;
    this.#rim.intensity = dark ? 2.1 : 0.7;
  }
}
