import type { SliderParam } from '@iklab/core/format';
import type { MethodPanel } from '@iklab/core/scenario';
import type { CatalogueParam, DescribedMethod } from '@iklab/core/scenario/methods';
import { isParamAutomaticAtZero, paramConditionHolds } from '@iklab/core/scenario/methods';

/** Slider of a demonstration: for a parameter of the method, or else the step limit or the gain. */
export interface DemoSlider {
  readonly label: string;
  readonly help: string;
  readonly span: SliderParam;
  /** True if 0 means that the method chooses the value itself. */
  readonly automatic: boolean;
  apply(panel: MethodPanel, value: number): MethodPanel;
}

const NUMERIC_SCALES: readonly CatalogueParam['scale'][] = ['linear', 'log', 'integer', 'even'];

export function makeDemoSlider(row: DescribedMethod, panel: MethodPanel): DemoSlider {
  const param = row.params.find(
    (each) => NUMERIC_SCALES.includes(each.scale) && paramConditionHolds(each.when, panel.params),
  );
  if (param) {
    const { key, label, help } = param;
    const value = panel.params[key];
    const initial = typeof value === 'number' ? value : param.initial;
    return {
      label,
      help,
      span: { ...param, initial },
      automatic: isParamAutomaticAtZero(param),
      apply: (panel, value) => ({ ...panel, params: { ...panel.params, [key]: value } }),
    };
  }
  if (typeof panel.maxStep === 'number')
    return {
      label: 'Step limit',
      help: 'Largest joint step.',
      span: { unit: 'rad', min: 0.001, max: Math.PI, initial: panel.maxStep, scale: 'log' },
      automatic: false,
      apply: (panel, maxStep) => ({ ...panel, maxStep }),
    };
  return {
    label: 'Gain on e',
    help: 'Fraction of the error that one update aims to remove.',
    span: { unit: '', min: 0.05, max: 1.5, initial: panel.gain, scale: 'linear' },
    automatic: false,
    apply: (panel, gain) => ({ ...panel, gain }),
  };
}
