import { degreesText, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import { FloatingLabel } from '../../dom/createElement.ts';
import { stylePixel as pixel } from '../../dom/stylePixel.ts';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';

const JOINT_DISTANCE = 16; // Distance from the joint, px of the style sheets.
const EDGE = 8; // Horizontal distance to the border of the pane, px.
const HIGH = 24; // Vertical distance to the border of the pane, px of the style sheets.
const MAX_NAME_WIDTH = 150; // Width of a name, px: closer to the right border it is left of the joint.

export class JointNameLabel extends FloatingLabel {
  constructor() {
    super('joint-name');
  }

  show(name: string, value: string, cell: PaneCell, { x, y }: PanePoint): void {
    const isLeft = x > cell.width - MAX_NAME_WIDTH * pixel();
    const offset = (isLeft ? -JOINT_DISTANCE : JOINT_DISTANCE) * pixel();
    this.setText(`${name}  ${value}`);
    this.place([cell.x + x + offset, cell.y + y], [isLeft ? 1 : 0, 0.5]);
  }

  /** Centres the label at a position of the cell, px. The label stays inside the cell. */
  showCentred(name: string, value: string, cell: PaneCell, { x, y }: PanePoint): void {
    this.setText(`${name}  ${value}`);
    const inside = (coordinate: number, size: number, margin: number): number =>
      Math.min(size - margin, Math.max(margin, coordinate));
    const [wide, high] = [this.element.offsetWidth / 2 + EDGE, HIGH * pixel()];
    const across = inside(x, cell.width, wide);
    this.place([cell.x + across, cell.y + inside(y, cell.height, high)], [0.5, 0.5]);
  }
}

export const jointValueText = (value: number, slides: boolean, unit: LengthUnit): string =>
  slides
    ? `${value < 0 ? '-' : ''}${valueWithUnitText(lengthWithUnit(Math.abs(value), unit))}`
    : degreesText(value);
