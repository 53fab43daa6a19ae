/** Formulas for the tests of this folder, and a reader that knows only these. */
import {
  type CatalogueParam,
  emptyFormulaReading,
  type FormulaReading,
  type MethodRow,
} from './catalogue.ts';

type ParamInput = Partial<CatalogueParam> & Pick<CatalogueParam, 'key' | 'initial'>;
type MakeParam = (input: ParamInput) => CatalogueParam;
type MakeRow = (
  id: string,
  name: string,
  params: readonly CatalogueParam[],
  maxStep?: MethodRow['maxStep'],
  traits?: MethodRow['traits'],
) => MethodRow;

export const sampleFormulas = {
  damped: `# Damped least squares
param λ = 1.1 m in 0..1000 log "Damping"
param rule = constant | sigma "λ by"
param often = 8 in 2..64 even "Power"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
`,
  edited: `# Damped least squares
param λ = 0.5 m in 0..10 log "Damping"
param rule = sigma | manipulability "λ by"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
`,
  plain: 'Δθ = J⁺ e',
  elsewhere: 'param constructor = yes\na = f_at(Jᵀe)\nΔθ = a Jᵀe\n',
  faulty: `# Damped

λ = 1
Δθ = Jᵀ (J Jᵀ + lamda² I)⁻¹ e
`,
} as const;

export function makeSampleFormulaReader(
  row: MakeRow,
  param: MakeParam,
): (text: string) => FormulaReading {
  const makeRow = (
    params: readonly CatalogueParam[],
    traits: MethodRow['traits'] = [],
  ): MethodRow => row('formula', 'Formula', params, Math.PI / 4, traits);
  const lambda = { key: 'λ', unit: 'm', scale: 'log', label: 'Damping', help: '' } as const;
  const choice = (...options: string[]) =>
    param({ key: 'rule', initial: 0, scale: 'choice', options, max: options.length - 1 });
  const often = param({ key: 'often', initial: 8, scale: 'even', min: 2, max: 64 });
  const rows = new Map<string, MethodRow>([
    [
      sampleFormulas.damped,
      makeRow([param({ ...lambda, initial: 1.1 }), choice('constant', 'sigma'), often]),
    ],
    [
      sampleFormulas.edited,
      makeRow([param({ ...lambda, initial: 0.5, max: 10 }), choice('sigma', 'manipulability')]),
    ],
    [sampleFormulas.plain, makeRow([])],
    [
      sampleFormulas.elsewhere,
      makeRow([param({ key: 'constructor', initial: 1, scale: 'toggle', max: 1 })], ['unclamped']),
    ],
  ]);
  return (text) => {
    const match = rows.get(text);
    return match
      ? { ...emptyFormulaReading, row: match }
      : { ...emptyFormulaReading, faults: [makeFault(text)] };
  };
}

function makeFault(text: string) {
  const from = Math.max(0, text.indexOf('lamda'));
  const before = text.slice(0, from).split('\n');
  return {
    from,
    to: from + 5,
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    message: 'Unknown name **lamda**. Did you mean **λ**?',
    fixes: [{ label: 'Use λ', from, to: from + 5, text: 'λ' }],
  };
}
