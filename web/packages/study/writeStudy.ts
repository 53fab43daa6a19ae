/** A study as a plain document again: whole, or as short as it can be said. And its hash. */
import {
  type Catalogue,
  compactDocument,
  deepEqual,
  Fnv64,
  fullDocument,
  isRecord,
  MAX_COUNT,
  type PlainObject,
  type Version,
} from 'iklab/scenario';
import { isGrid, samplingDefaults } from './sampling.ts';
import type { Study } from './study.ts';
import { axisDefaults, restartDefaults, studyDefaults } from './studyDocument.ts';

/** The document with its defaults filled in. */
export function fullStudy(study: Study): PlainObject {
  const { iklabStudy, name, note, scenario, sampling, sweep, restarts } = study;
  const { sharedRestarts, levels, conditions, causes, count, looks, seed, view } = study;
  const what = {
    iklabStudy,
    name,
    note,
    scenario: fullDocument(scenario),
    sampling,
    sweep,
    restarts,
  };
  const asked = { sharedRestarts, levels, conditions, count, looks, seed, view };
  // studies without causes have the hash that they had before there were any
  return structuredClone({ ...what, ...asked, ...(causes > 0 && { causes }) });
}

/** The document without what need not be said. */
export function compactStudy(study: Study, catalogue: Catalogue): PlainObject {
  const { iklabStudy, name, note, written, scenario, sampling, sweep, restarts } = study;
  const { sharedRestarts, levels, conditions, causes, count, looks, seed, view } = study;
  const parts = {
    name,
    note,
    sampling: without(sampling, samplingDefaults),
    sweep: sweep.map((axis) => without(axis, axisDefaults)),
    restarts: restarts && without(restarts, restartDefaults),
    sharedRestarts,
    levels,
    conditions,
    causes,
    count,
    looks,
    seed,
    view: without(view, studyDefaults.view),
  };
  const whole = isGrid(sampling) && sampling.columns * sampling.rows === count;
  const defaults = {
    ...studyDefaults,
    sampling: { kind: 'reachable' },
    view: {},
    ...(whole && { count }),
  };
  const short = shorter(
    inStudy(written, iklabStudy),
    inStudy(compactDocument(scenario, catalogue, iklabStudy), iklabStudy),
  );
  return structuredClone({ iklabStudy, scenario: short, ...without(parts, defaults) });
}

/** A scenario without the version that its study says. */
export function inStudy(scenario: PlainObject, version: Version): PlainObject {
  const { iklab, ...rest } = scenario;
  return iklab === undefined || iklab === version ? rest : scenario;
}

const shorter = <T>(a: T, b: T): T => (JSON.stringify(b).length < JSON.stringify(a).length ? b : a);

/** Its entries but for those that the defaults say. */
export function without(object: object, defaults: object): PlainObject {
  const base = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => !deepEqual(value, base.get(key))),
  );
}

const hashes = new WeakMap<Study, string>();

/** 16 hexadecimal digits: the same for studies whose rows are the same, whatever they are called. */
export function studyHash(study: Study): string {
  const known = hashes.get(study) ?? hashed(study);
  hashes.set(study, known);
  return known;
}

function hashed(study: Study): string {
  const { name: _, note: __, view: ___, looks: ____, ...rest } = fullStudy(study);
  return rowsHash(rest);
}

/** Of all of a study's document that its rows hang on; of its scenario name, note and view are left out. */
export function rowsHash({ scenario, ...rest }: PlainObject): string {
  const { name: _, note: __, view: ___, ...solved } = scenario as PlainObject;
  const hash = new Fnv64();
  // the document is whole: its rows do not depend on its version
  const run = { ...(solved.run as PlainObject) };
  run.maxRises ??= MAX_COUNT;
  const text = JSON.stringify(
    { ...rest, iklabStudy: 1, scenario: { ...solved, iklab: 1, run } },
    sorted,
  );
  for (const byte of new TextEncoder().encode(text)) hash.addByte(byte);
  return hash.hex;
}

/** Keys in an order that does not hang on who wrote them. */
const sorted = (_: string, value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
