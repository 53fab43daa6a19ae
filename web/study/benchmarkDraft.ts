/** A benchmark as it is being written: a study of a scene, the methods at hand, what stands in fields. */
import { addMethod, sizeOf } from '../document/fittedLengths.ts';
import type { Catalogue } from '../scenario/catalogue.ts';
import { methodRow } from '../scenario/params.ts';
import { parse } from '../scenario/parse.ts';
import { resolve } from '../scenario/resolve.ts';
import type { MethodPanel, Scenario } from '../scenario/types.ts';
import { full, type PlainObject } from '../scenario/write.ts';
import type { Study } from './study.ts';
import { fullStudy } from './writeStudy.ts';

/** Of families that do not do the same: what is asked of a robot first. */
const SIX = ['dls', 'sdls', 'qp', 'weighted-least-norm', 'bfgs', 'two-stage'];
const SLOTS = 8;
const COUNT = 1000;
/** Of a scene that says nothing of it: what does not get there by then mostly never does. */
const UPDATES = 500;
const UNSAID = 4000;

export interface BenchmarkDraft {
  /** A study document but for its methods. */
  readonly base: PlainObject;
  readonly methods: readonly MethodPanel[];
  /** The same as a document has them. */
  readonly written: readonly unknown[];
  /** Places of those that take part. */
  readonly chosen: readonly number[];
  /** What was typed, by the path of its number in the document. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Of the scene at work: its own methods take part, those of the six that it has not are at hand. */
export function draftOf(scenario: Scenario, catalogue: Catalogue): BenchmarkDraft {
  const { view: _, name, ...written } = full(scenario);
  const { restarts, ...run } = scenario.run;
  const maxUpdates = run.maxUpdates === UNSAID ? UPDATES : run.maxUpdates;
  const base = {
    iklabStudy: 1,
    name,
    scenario: { ...written, name, run: { ...run, mode: 'converge', maxUpdates } },
    sampling: { kind: 'reachable', start: 'given' },
    restarts: restarts ? { most: restarts.most, every: restarts.every } : null,
    count: COUNT,
    seed: 1,
  };
  return withSix(base, scenario, catalogue);
}

/** Of a study from elsewhere: its methods take part, the six are at hand. */
export const draftOfStudy = (study: Study, catalogue: Catalogue): BenchmarkDraft =>
  withSix(fullStudy(study), study.scenario, catalogue);

function withSix(base: PlainObject, scenario: Scenario, catalogue: Catalogue): BenchmarkDraft {
  const known = SIX.filter((id) => methodRow(catalogue, id));
  const missing = known.filter((id) => scenario.methods.every((method) => method.id !== id));
  const methods = [...scenario.methods];
  for (const id of missing) methods.push(fitted(id, scenario, methods, catalogue));
  const taking = [...scenario.methods.keys()];
  const written = full({ ...scenario, methods }).methods as readonly unknown[];
  return { base, methods, written, chosen: taking, texts: {} };
}

/** With the constants that a method gets which is added by hand, in a colour that is still free. */
function fitted(
  id: string,
  scenario: Scenario,
  others: readonly MethodPanel[],
  catalogue: Catalogue,
): MethodPanel {
  const draft = { ...full(scenario), methods: [] };
  addMethod(id, scenario, catalogue)(draft as never);
  const read = parse(draft, catalogue);
  const [panel] = read.ok ? read.value.methods : [];
  if (!panel) throw new Error(`the method "${id}" does not go with this scene`);
  const slots = Array.from({ length: SLOTS }, (_, i) => i + 1);
  const free = slots.find((slot) => others.every((other) => other.slot !== slot)) ?? 1;
  return { ...panel, slot: free as MethodPanel['slot'] };
}

/** As it stands: what is typed is in it, right or wrong. */
export function documentOf({ base, written, chosen, texts }: BenchmarkDraft): PlainObject {
  const document = structuredClone(base) as PlainObject & { scenario: PlainObject };
  document.scenario.methods = chosen.flatMap((place) => written[place] ?? []);
  for (const [path, text] of Object.entries(texts)) put(document, path, numberOr(text));
  const { most } = (document.restarts ?? {}) as { most?: unknown };
  if (most === 0) document.restarts = null;
  return document;
}

/** A number where it is one; else the text, which the schema refuses in its own words. */
function numberOr(text: string): number | string {
  const bare = text.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return bare !== '' && Number.isFinite(Number(bare)) ? Number(bare) : text;
}

const keysOf = (path: string): (string | number)[] =>
  path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : [/^\d+$/.test(key) ? +key : key]));

type Node = Record<string | number, unknown>;

function put(document: PlainObject, path: string, value: unknown): void {
  const keys = keysOf(path);
  const last = keys.pop() ?? '';
  let node = document as Node;
  for (const key of keys) {
    if (typeof node[key] !== 'object' || node[key] === null) node[key] = {};
    node = node[key] as Node;
  }
  node[last] = value;
}

/** What stands in a field: as typed, or as the document has it. */
export function textOf({ base, texts }: BenchmarkDraft, path: string, otherwise = ''): string {
  const typed = texts[path];
  if (typed !== undefined) return typed;
  let node: unknown = base;
  for (const key of keysOf(path)) node = (node as Node | null | undefined)?.[key];
  return node === undefined || node === null ? otherwise : String(node);
}

export const typed = (draft: BenchmarkDraft, path: string, text: string): BenchmarkDraft => ({
  ...draft,
  texts: { ...draft.texts, [path]: text },
});

/** Another way to draw problems; numbers of the way before go. */
export function sampled(
  draft: BenchmarkDraft,
  kind: string,
  start: string,
  catalogue: Catalogue,
): BenchmarkDraft {
  const box = kind === 'box' ? boxOf(draft, catalogue) : {};
  const texts = Object.fromEntries(
    Object.entries(draft.texts).filter(([path]) => !path.startsWith('sampling.')),
  );
  const spread = start === 'near' ? { spread: 0.5 } : {};
  const near = start === 'near' && kind === 'box' ? 'given' : start;
  const sampling = { kind, ...box, start: near, ...(near === 'near' && spread) };
  return { ...draft, base: { ...draft.base, sampling }, texts };
}

/** A cube about the base, in which most of the robot's reach lies. */
function boxOf({ base, written }: BenchmarkDraft, catalogue: Catalogue) {
  const document = { ...(base.scenario as PlainObject), methods: written.slice(0, 1) };
  const read = parse(document, catalogue);
  const reach = read.ok ? sizeOf(resolve(read.value)) : 1;
  const side = Number((0.5 * (reach > 0 ? reach : 1)).toPrecision(1));
  return { low: [-side, -side, -side], high: [side, side, side], anyTurn: false };
}

export const toggled = (draft: BenchmarkDraft, place: number): BenchmarkDraft => {
  const { chosen } = draft;
  const without = chosen.filter((each) => each !== place);
  const next = without.length < chosen.length ? without : [...chosen, place];
  return { ...draft, chosen: next.sort((a, b) => a - b) };
};
