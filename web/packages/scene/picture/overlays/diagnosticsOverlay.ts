import { mixColors } from '../palette.ts';
import { type ArrowDirection, Arrows } from './arrows.ts';
import { Ellipsoids } from './ellipsoids.ts';
import type { MakeOverlay, PaneOverlay } from './paneOverlay.ts';

export type FindEllipsoidAxes = (angles: Float64Array) => (target: number) => ArrayLike<number>;

interface ShownDirection {
  readonly panel: number;
  readonly direction: ArrowDirection;
}

interface PaneDrawings {
  readonly arrows: Arrows;
  readonly ellipsoids: Ellipsoids;
}

export class DiagnosticsOverlay {
  readonly #drawn: PaneDrawings[] = [];
  readonly #find: FindEllipsoidAxes;
  /**
   * Singular direction under the pointer (`#pointed`), and a blocking direction (`#blocks`), which
   * is shown in preference to it.
   */
  #pointed: ShownDirection | null = null;
  #blocks: ShownDirection | null = null;
  #axes = false;

  constructor(find: FindEllipsoidAxes) {
    this.#find = find;
  }

  readonly make: MakeOverlay = (resources, panel): PaneOverlay => {
    const { tree } = resources.scene;
    const drawn = {
      arrows: new Arrows(tree, resources.tips, resources.shape.unit, resources.goals.resolution),
      ellipsoids: new Ellipsoids(resources.tips, resources.goals.resolution),
    };
    this.#drawn[panel] = drawn;
    this.#updateArrows(panel);
    return {
      lines: [...drawn.arrows.parts, drawn.ellipsoids.lines],
      update: (armature, angles) => {
        drawn.arrows.update(armature);
        if (this.#axes) drawn.ellipsoids.update(armature, this.#find(angles));
      },
      get named() {
        return drawn.arrows.namedArrow;
      },
      paint: (palette, slot) => {
        drawn.arrows.paint(palette);
        const color = palette.slots[slot - 1] ?? palette.joint;
        drawn.ellipsoids.paint(mixColors(palette.surface, color, 0.8));
      },
      dispose: () => {
        drawn.arrows.dispose();
        drawn.ellipsoids.dispose();
      },
    };
  };

  setPointed(panel: number, direction: ArrowDirection | null): void {
    this.#pointed = direction && { panel, direction };
    this.#showAll();
  }

  setBlocking(panel: number, direction: ArrowDirection | null): void {
    this.#blocks = direction && { panel, direction };
    this.#showAll();
  }

  #showAll(): void {
    this.#drawn.forEach((_, i) => {
      this.#updateArrows(i);
    });
  }

  /** Shows or hides the manipulability ellipsoids; returns whether that changes anything. */
  showEllipsoids(on: boolean): boolean {
    const before = this.#axes;
    this.#axes = on;
    if (!on) for (const { ellipsoids } of this.#drawn) ellipsoids.hide();
    return on !== before;
  }

  #updateArrows(panel: number): void {
    const visible = this.#blocks ?? this.#pointed;
    this.#drawn[panel]?.arrows.show(visible?.panel === panel ? visible.direction : null);
  }
}
