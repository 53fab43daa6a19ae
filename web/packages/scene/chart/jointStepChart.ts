import { numberText, positionNotation } from '@iklab/core/format';
import { chooseRoundTicks, roundUpToRoundNumber } from './axisRange.ts';
import { PerJointChart } from './perJointChart.ts';
import type { PlotArea, PlotAxis } from './plotArea.ts';

const MIN_HALF_RANGE = 0.01; // Smallest half range of the axis, in displayed units.
const DEGREES = 180 / Math.PI;

export class JointStepChart extends PerJointChart {
  readonly #length = positionNotation(this.parts.scene().scenario.unit);
  /** Factor of each joint from its internal unit to degrees or the scene's unit of length. */
  readonly #factors = this.joints.map(({ type }) =>
    type === 'prismatic' ? this.#length.toShown(1) : DEGREES,
  );

  protected values(panel: number): number[] {
    const steps = this.parts.history.step(this.entry, panel);
    return this.#factors.map((factor, joint) => (steps[joint] as number) * factor);
  }

  protected axis(): PlotAxis {
    const { methods } = this.parts.scene().scenario;
    const steps = methods.flatMap((_, panel) =>
      panel === this.parts.chosen() || this.visible[panel] ? this.values(panel) : [],
    );
    const most = roundUpToRoundNumber(Math.max(MIN_HALF_RANGE, ...steps.map(Math.abs)));
    const unit = this.#unit(this.#factors.includes(DEGREES));
    const { axis } = this.parts.theme();
    const named = (value: number): string => `${sign(value)}${numberText(Math.abs(value))}${unit}`;
    const rows = chooseRoundTicks([-most, most]).map((value) => ({ value, text: named(value) }));
    return {
      range: [-most, most],
      ticks: rows.map((row) => (row.value === 0 ? { ...row, color: axis } : row)),
    };
  }

  protected position(_joint: number, value: number): number {
    return value;
  }

  protected valueText(joint: number, value: number): string {
    const unit = this.#unit(this.#factors[joint] === DEGREES);
    return `${this.joints[joint]?.id}: ${numberText(value).replace('-', '−')}${unit}`;
  }

  protected drawChosen({ painter, x, y }: PlotArea, values: number[], width: number): void {
    const slot = this.parts.scene().scenario.methods[this.parts.chosen()]?.slot ?? 1;
    values.forEach((value, joint) => {
      painter.line(painter.color(slot), [x(joint), y(0), x(joint), y(value)], width);
    });
  }

  protected describe(label: string, values: number[]): string {
    const sizes = values.map(Math.abs);
    const largest = sizes.indexOf(Math.max(...sizes));
    const largestText =
      largest < 0 ? '' : ` The largest: ${this.valueText(largest, values[largest] as number)}.`;
    return `Change of each joint in the last update, ${label}.${largestText}`;
  }

  #unit(isAngle: boolean): string {
    return isAngle ? '°' : ` ${this.#length.unit}`;
  }
}

const sign = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '');
