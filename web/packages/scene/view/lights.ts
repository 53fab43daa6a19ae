import { DirectionalLight, HemisphereLight, type Scene } from 'three';
import type { Palette } from './palette.ts';

/** Sky, key and rim. */
export class Lights {
  readonly #sky = new HemisphereLight(0xffffff);
  readonly #key = new DirectionalLight(0xffffff);
  readonly #rim = new DirectionalLight(0xffffff);

  constructor(scene: Scene) {
    this.#key.position.set(2.6, 5, 4.2);
    this.#rim.position.set(-4, 2, -3);
    scene.add(this.#sky, this.#key, this.#rim);
  }

  paint({ dark }: Palette): void {
    this.#sky.groundColor.set(dark ? 0x2a2e36 : 0xb9b6b0);
    this.#sky.intensity = dark ? 1.15 : 1.75;
    this.#key.intensity = dark ? 2.1 : 1.75;
    this.#rim.intensity = dark ? 1.1 : 0.5;
  }
}
