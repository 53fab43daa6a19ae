import {
  angleText,
  lengthWithUnit,
  numberText,
  toSubscript,
  valueWithUnitText,
} from '@iklab/core/format';
import {
  countSingularDirections,
  type InstanceSpectrum,
  logSpacedSamples,
  nearestSingularDirection,
  sigmaPlotRange,
  sigmaRangeText,
  singularDirectionMotion,
  tauPlotRange,
  undampedJointStep,
} from '@iklab/core/measure';
import { TimeSlicer } from '@iklab/run/session';
import type { AxisRange } from './axisRange.ts';
import { CanvasChart } from './canvasChart.ts';
import { singularDirectionStepBound } from './observables.ts';
import type { CanvasPoint, Painter } from './painter.ts';
import type { PlotArea } from './plotArea.ts';
import {
  drawClippedToPlot,
  drawErrorComponents,
  drawFilterChartAxes,
  drawFilterChartLegend,
  drawFilterCurve,
  drawSingularDirection,
  drawSingularDirectionResponses,
  drawSpectrumFacts,
  drawUpdateNumber,
  isSpectrumChartWide,
  spectrumPlotArea,
} from './spectrumDrawing.ts';
import { drawSpectrumLabels } from './spectrumLabels.ts';

const NEAR = 14; // Largest distance at which the pointer selects a mark, px.

type Instance = Pick<InstanceSpectrum, 'slot' | 'label' | 'instance'>;

/**
 * Chart of the filter curve τ(σ) of each method, with a mark per singular value of J, and of the
 * components of the error e.
 */
export class SpectrumChart extends CanvasChart {
  readonly #timeSlicer = new TimeSlicer();
  #spectra: readonly InstanceSpectrum[] = [];
  #computedEntry = 0;
  /** True if the chart may show an earlier update because its computation is slow. */
  #late = false;
  #across: AxisRange = [-1, 1];
  #upward: AxisRange = [-1, 1];
  #area: PlotArea | null = null;
  #pointed: number | null = null;

  override update(visible: readonly boolean[]): void {
    this.visible = visible;
    this.#timeSlicer.run(() => this.#computeSpectra());
    this.#late = this.#timeSlicer.busy;
    if (this.#late) this.#show();
  }

  override setCursor(entry: number | null): void {
    if (entry === this.marked) return;
    this.marked = entry;
    this.#timeSlicer.stop();
    this.update(this.visible);
  }

  override close(): void {
    this.#timeSlicer.stop();
    this.parts.events.pointDirection(this.parts.chosen(), null);
    super.close();
  }

  *#computeSpectra(): Generator<void> {
    const { history, scene, chosen } = this.parts;
    if (history.length === 0) return;
    const { entry } = this;
    const instances = scene()
      .scenario.methods.map(({ slot, label }, instance) => ({ slot, label, instance }))
      .filter(({ instance }) => this.visible[instance] || instance === chosen());
    let looked = yield* this.#inspectInstances(entry, instances, this.#across);
    const fitted = sigmaPlotRange(looked.map(({ found }) => found));
    const [across] = this.#ranges(fitted, this.#upward);
    if (across.some((end, i) => end !== this.#across[i]))
      looked = yield* this.#inspectInstances(entry, instances, across);
    const high = tauPlotRange(
      looked.map(({ found }) => found),
      across,
    );
    [this.#across, this.#upward] = this.#ranges(across, high);
    this.#spectra = looked;
    this.#computedEntry = entry;
    this.#show();
  }

  #ranges(across: AxisRange, upward: AxisRange): readonly [AxisRange, AxisRange] {
    return this.parts.filterLayer?.ranges(across, upward) ?? [across, upward];
  }

  *#inspectInstances(
    entry: number,
    instances: readonly Instance[],
    across: AxisRange,
  ): Generator<void, InstanceSpectrum[]> {
    const sigmas = logSpacedSamples(across);
    const looked: InstanceSpectrum[] = [];
    for (const each of instances) {
      const { found, filter } = yield* this.parts.diagnostics.inspectSliced(
        entry,
        each.instance,
        sigmas,
      );
      looked.push({ ...each, found, filter: filter.every(Number.isNaN) ? null : filter });
      yield;
    }
    return looked;
  }

  #show(): void {
    this.redraw();
    const { chosen, events, scene } = this.parts;
    const [direction, spectral] = [this.#direction, this.#chosen];
    const hasDirection = spectral && direction !== null;
    const { targets } = scene().scenario;
    events.pointDirection(
      chosen(),
      hasDirection ? singularDirectionMotion(spectral.found, direction, targets) : null,
    );
  }

  get #chosen(): InstanceSpectrum | undefined {
    const instance = this.parts.chosen();
    return this.#spectra.find((spectral) => spectral.instance === instance);
  }

  get #direction(): number | null {
    const chosen = this.#chosen;
    const direction = this.#pointed ?? this.parts.direction();
    return chosen && direction !== null && direction < countSingularDirections(chosen.found)
      ? direction
      : null;
  }

  protected override handlePointer(pointer: CanvasPoint | null): void {
    const [chosen, area] = [this.#chosen, this.#area];
    const before = this.#pointed;
    this.#pointed = null;
    if (chosen && area && pointer) {
      const [sigma, reach] = [area.valueAt(pointer[0]), area.valueAt(pointer[0] + NEAR)];
      this.#pointed = nearestSingularDirection(chosen.found, sigma, reach - sigma);
    }
    if (this.#pointed !== before) this.#show();
  }

  protected draw(painter: Painter): string | null {
    const spectra = this.#spectra;
    if (spectra.length === 0) return null;
    const labels = spectra.map(({ label }) => label);
    const area = spectrumPlotArea(painter, labels, this.#across, this.#upward);
    this.#area = area;
    drawFilterChartAxes(area, this.#across, this.#upward);
    const [chosen, direction] = [this.#chosen, this.#direction];
    drawClippedToPlot(area, () => {
      if (chosen) drawErrorComponents(area, chosen);
      for (const spectral of spectra) drawFilterCurve(area, this.#across, spectral);
      for (const spectral of spectra)
        drawSingularDirectionResponses(area, spectral, spectral === chosen);
    });
    drawSpectrumLabels(area, this.#across, spectra);
    const { history } = this.parts;
    if (this.#late && this.#computedEntry !== this.entry)
      drawUpdateNumber(area, history.update(this.#computedEntry, this.parts.chosen()));
    const facts = chosen && direction !== null ? this.#directionFacts(chosen, direction) : null;
    if (chosen && direction !== null && facts)
      drawSingularDirection(area, chosen, direction, facts);
    if (isSpectrumChartWide(painter) && facts) drawSpectrumFacts(area, facts);
    else if (isSpectrumChartWide(painter)) drawFilterChartLegend(area, spectra);
    this.#notifyLayer(area, painter, chosen ?? null);
    return this.#describe(direction, facts);
  }

  #notifyLayer(area: PlotArea, { width, height }: Painter, chosen: InstanceSpectrum | null): void {
    const { left, right, top, bottom } = area;
    const [across, upward] = [this.#across, this.#upward];
    const edges = { left, right, top, bottom, width, height };
    this.parts.filterLayer?.onDraw({ across, upward, ...edges, chosen });
  }

  #directionFacts({ found }: InstanceSpectrum, direction: number): string[] {
    const { unit } = this.parts.scene().scenario;
    const i = toSubscript(direction + 1);
    const component = (values: Float64Array): number => values[direction] as number;
    return [
      `σ${i} ${numberText(component(found.sigma))}`,
      `α${i} ${valueWithUnitText(lengthWithUnit(Math.abs(component(found.alpha)), unit))}`,
      `N/M ${numberText(component(found.reach) / component(found.cost))}`,
      `γ${i} ${angleText(singularDirectionStepBound(found, direction))}`,
      `needs ${angleText(Math.abs(undampedJointStep(found, direction)))}`,
      `τ ${numberText(component(found.response))}`,
    ];
  }

  #describe(direction: number | null, facts: readonly string[] | null): string {
    const all = this.#spectra.map(({ label, found }) => `${label} ${sigmaRangeText(found)}`);
    const pairs = facts?.flatMap((fact, i) => (i % 2 === 0 ? [`${fact}, ${facts[i + 1]}`] : []));
    const directionText = pairs ? ` Direction ${(direction ?? 0) + 1}: ${pairs.join('; ')}.` : '';
    return `Filter of each method against singular value, logarithmic: ${all.join('; ')}.${directionText}`;
  }
}
