import { type MethodConstant, methodConstants } from '@iklab/core/document/edits';
import type { MethodPanel } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { Study } from './study.ts';

type ConstantsSource = Pick<Study, 'scenario'> & Partial<Pick<Study, 'sweep'>>;

function listConstants(
  { scenario, sweep = [] }: ConstantsSource,
  catalogue: Catalogue,
): MethodConstant[][] {
  const variedIn = (method: number) =>
    sweep.flatMap(({ path }) => {
      const [, index, key] = /^methods\[(\d+|\*)\]\.(.*)$/.exec(path) ?? [];
      return key !== undefined && (index === '*' || Number(index) === method) ? [key] : [];
    });
  return scenario.methods.map((panel, i) =>
    methodConstants(panel, scenario, catalogue, variedIn(i)),
  );
}

/** Returns one line per method with constants: `DLS: lambda 0.052 m (fitted)`. */
export const methodConstantLines = (ran: ConstantsSource, catalogue: Catalogue): string[] =>
  methodLines(
    ran.scenario,
    listConstants(ran, catalogue).map((constants) => constants.map(({ text }) => text)),
  );

/** Greatest number of exceptions for a constant that is listed for all methods. */
const MAX_EXCEPTIONS = 2;

/**
 * Returns lines of constants with their symbols. Constants of (nearly) all methods share a line.
 */
export function methodConstantSymbolLines(ran: ConstantsSource, catalogue: Catalogue): string[] {
  const { methods } = ran.scenario;
  const all = listConstants(ran, catalogue).map((constants) =>
    constants.map(({ displayText: shown }) => shown),
  );
  const common = [...new Set(all.flat())].flatMap((words) => {
    const lacking = methods.filter((_, i) => !all[i]?.includes(words));
    const having = methods.length - lacking.length;
    return having > 1 && having > lacking.length && lacking.length <= MAX_EXCEPTIONS
      ? [{ words, who: ['All methods', ...lacking.map(({ label }) => label)] }]
      : [];
  });
  const uncommon = all.map((each) =>
    each.filter((words) => common.every((c) => c.words !== words)),
  );
  const whoms = new Set(common.map(({ who }) => scopeText(who)));
  const shared = [...whoms].map((whom) => {
    const words = common.filter(({ who }) => scopeText(who) === whom).map((each) => each.words);
    return `${whom}: ${words.join(', ')}`;
  });
  return [...methodLines(ran.scenario, uncommon), ...shared];
}

const scopeText = ([all = '', ...exceptions]: readonly string[]): string =>
  exceptions.length > 0 ? `${all} but ${exceptions.join(' and ')}` : all;

const methodLines = (
  { methods }: { readonly methods: readonly MethodPanel[] },
  constants: readonly (readonly string[])[],
): string[] =>
  methods.flatMap(({ label }, i) => {
    const texts = constants[i] ?? [];
    return texts.length > 0 ? [`${label}: ${texts.join(', ')}`] : [];
  });
