import { degreesText, figureText, lengthFigure } from 'iklab/format';
import type { LengthUnit } from 'iklab/scenario';
import { FloatingLabel } from '../dom/element.ts';
import { unit as pixel } from '../dom/unit.ts';
import type { Cell } from './paneCells.ts';
import type { PanePoint } from './pointDrag.ts';

const BESIDE = 16; // px of the style sheets from the joint
const EDGE = 8; // px to the edge of the pane
const HIGH = 24; // px of the style sheets, likewise
const ROOM = 150; // px that a name may take: nearer to the edge it stands on the other side

/** The joint that a link in hand or under the pointer would turn: its name and where it stands. */
export class JointName extends FloatingLabel {
  constructor() {
    super('joint-name');
  }

  /** `at`: where the joint is seen in its pane. */
  show(name: string, value: string, cell: Cell, { x, y }: PanePoint): void {
    const left = x > cell.width - ROOM * pixel();
    const beside = (left ? -BESIDE : BESIDE) * pixel();
    this.setText(`${name}  ${value}`);
    this.place([cell.x + x + beside, cell.y + y], [left ? 1 : 0, 0.5]);
  }

  /** Its middle over a place, as far as the pane has room for that. */
  at(name: string, value: string, cell: Cell, { x, y }: PanePoint): void {
    this.setText(`${name}  ${value}`);
    const inside = (place: number, size: number, room: number): number =>
      Math.min(size - room, Math.max(room, place));
    const [wide, high] = [this.element.offsetWidth / 2 + EDGE, HIGH * pixel()];
    const across = inside(x, cell.width, wide);
    this.place([cell.x + across, cell.y + inside(y, cell.height, high)], [0.5, 0.5]);
  }
}

export const standing = (value: number, slides: boolean, unit: LengthUnit): string =>
  slides
    ? `${value < 0 ? '-' : ''}${figureText(lengthFigure(Math.abs(value), unit))}`
    : degreesText(value);
