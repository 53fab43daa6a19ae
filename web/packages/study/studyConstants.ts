/** The constants of a study's methods, to stand beside its results. */
import { type MethodConstant, methodConstants } from 'iklab/document';
import type { Catalogue, MethodPanel } from 'iklab/scenario';
import type { Study } from './study.ts';

/** A scenario whose methods were run, and what a sweep varied of it. */
type Ran = Pick<Study, 'scenario'> & Partial<Pick<Study, 'sweep'>>;

/** Of each method of the scenario, without what the sweep varies. */
function constantsOf({ scenario, sweep = [] }: Ran, catalogue: Catalogue): MethodConstant[][] {
  const variedIn = (method: number) =>
    sweep.flatMap(({ path }) => {
      const [, index, key] = /^methods\[(\d+|\*)\]\.(.*)$/.exec(path) ?? [];
      return key !== undefined && (index === '*' || Number(index) === method) ? [key] : [];
    });
  return scenario.methods.map((panel, i) =>
    methodConstants(panel, scenario, catalogue, variedIn(i)),
  );
}

/** `DLS: lambda 0.052 m (fitted)`, of each method that has any. */
export const constantsLines = (ran: Ran, catalogue: Catalogue): string[] =>
  linesOf(
    ran.scenario,
    constantsOf(ran, catalogue).map((own) => own.map(({ text }) => text)),
  );

/** What more than half of the methods have is said once, unless more than so many do not have it. */
const MOST_OTHERS = 2;

/** The same by their symbols, of a catalogue that has them; what (nearly) all methods have is said once. */
export function constantsShown(ran: Ran, catalogue: Catalogue): string[] {
  const { methods } = ran.scenario;
  const all = constantsOf(ran, catalogue).map((own) => own.map(({ shown }) => shown));
  const common = [...new Set(all.flat())].flatMap((words) => {
    const others = methods.filter((_, i) => !all[i]?.includes(words));
    const having = methods.length - others.length;
    return having > 1 && having > others.length && others.length <= MOST_OTHERS
      ? [{ words, who: ['All methods', ...others.map(({ label }) => label)] }]
      : [];
  });
  const own = all.map((each) => each.filter((words) => common.every((c) => c.words !== words)));
  const whoms = new Set(common.map(({ who }) => textOf(who)));
  const shared = [...whoms].map((whom) => {
    const words = common.filter(({ who }) => textOf(who) === whom).map((each) => each.words);
    return `${whom}: ${words.join(', ')}`;
  });
  return [...linesOf(ran.scenario, own), ...shared];
}

const textOf = ([all = '', ...others]: readonly string[]): string =>
  others.length > 0 ? `${all} but ${others.join(' and ')}` : all;

const linesOf = (
  { methods }: { readonly methods: readonly MethodPanel[] },
  constants: readonly (readonly string[])[],
): string[] =>
  methods.flatMap(({ label }, i) => {
    const own = constants[i] ?? [];
    return own.length > 0 ? [`${label}: ${own.join(', ')}`] : [];
  });
