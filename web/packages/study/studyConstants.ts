/** The constants of a study's methods, shown beside its results. */
import { type MethodConstant, methodConstants } from 'iklab/document';
import type { Catalogue, MethodPanel } from 'iklab/scenario';
import type { Study } from './study.ts';

/** The scenario whose methods ran, and the sweep that varied it. */
type Ran = Pick<Study, 'scenario'> & Partial<Pick<Study, 'sweep'>>;

/** Constants of each method, without those that the sweep varies. */
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

/** Lines such as `DLS: lambda 0.052 m (fitted)`, one per method that has constants. */
export const constantsLines = (ran: Ran, catalogue: Catalogue): string[] =>
  linesOf(
    ran.scenario,
    constantsOf(ran, catalogue).map((own) => own.map(({ text }) => text)),
  );

/**
 * A constant that more than half of the methods share is listed once, unless more than this many
 * methods lack it.
 */
const MOST_OTHERS = 2;

/**
 * The same with symbols, for a catalogue that has them; constants that (nearly) all methods share
 * are listed once.
 */
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
