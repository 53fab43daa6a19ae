import { type Object3D, type PerspectiveCamera, Vector3 } from 'three';
import { FloatingLabel } from '../../dom/createElement.ts';
import { stylePixel } from '../../dom/stylePixel.ts';
import { type PaneCell, paneTitleHeight, scalePaneCell } from '../panes/paneCells.ts';
import type { PaneOverlay } from './paneOverlay.ts';

const BELOW = 26; // Distance from the lower end of an arrow, and a ring there, to its name, px.
const HALF = 104; // Half the width of a long name, px.
const EDGE = 12;
const projected = new Vector3();

export class ArrowNameLabel extends FloatingLabel {
  constructor() {
    super('arrow-name');
  }

  update(
    named: PaneOverlay['named'],
    world: Object3D,
    camera: PerspectiveCamera,
    cell: PaneCell | null,
  ): void {
    this.element.hidden = !named || !cell;
    if (!named || !cell) return;
    const spots = named.ends.map((end) => {
      projected.copy(end).applyMatrix4(world.matrixWorld).project(camera);
      return { x: (projected.x / 2 + 0.5) * cell.width, y: (0.5 - projected.y / 2) * cell.height };
    });
    const [{ x, y } = { x: 0, y: 0 }] = spots.sort((a, b) => b.y - a.y);
    const pixel = stylePixel();
    const half = Math.min(HALF * pixel, cell.width / 2);
    const centreX = Math.max(half, Math.min(x, cell.width - half));
    const high = pixel * (paneTitleHeight(scalePaneCell(cell, pixel)) + EDGE);
    const top = Math.max(high, Math.min(y + BELOW * pixel, cell.height - EDGE * pixel));
    this.setText(named.text);
    this.place([cell.x + centreX, cell.y + top], [0.5, 0.5]);
  }
}
