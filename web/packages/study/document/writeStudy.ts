import {
  compactDocument,
  type DocumentVersion,
  deepEqual,
  fullDocument,
  type PlainObject,
} from '@iklab/core/scenario';
import { isRecord, MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { Fnv64Hash } from '@iklab/core/scenario/numbers';
import { isGridSampling, samplingDefaults } from './problemSampling.ts';
import type { Study } from './study.ts';
import { restartDefaults, studyDefaults, sweepAxisDefaults } from './studyDocument.ts';

/** Returns a study document with all defaults filled in. */
export function fullStudyDocument(study: Study): PlainObject {
  const { iklabStudy, name, note, scenario, sampling, sweep, restarts } = study;
  const { sharedRestarts, levels, conditions, causes, solutions, count, looks, seed, view } = study;
  const document = {
    iklabStudy,
    name,
    note,
    scenario: fullDocument(scenario),
    sampling,
    sweep,
    restarts,
  };
  const settings = { sharedRestarts, levels, conditions, count, looks, seed, view };
  // Studies without these keep the hash that they had before these were introduced.
  const added = { ...(causes > 0 && { causes }), ...(solutions && { solutions }) };
  return structuredClone({ ...document, ...settings, ...added });
}

/** Returns a study document without values that equal their defaults. */
export function compactStudyDocument(study: Study, catalogue: Catalogue): PlainObject {
  const { iklabStudy, name, note, written, scenario, sampling, sweep, restarts } = study;
  const { sharedRestarts, levels, conditions, causes, solutions, count, looks, seed, view } = study;
  const parts = {
    name,
    note,
    sampling: withoutDefaults(sampling, samplingDefaults),
    sweep: sweep.map((axis) => withoutDefaults(axis, sweepAxisDefaults)),
    restarts: restarts && withoutDefaults(restarts, restartDefaults),
    sharedRestarts,
    levels,
    conditions,
    causes,
    solutions,
    count,
    looks,
    seed,
    view: withoutDefaults(view, studyDefaults.view),
  };
  const isFullGrid = isGridSampling(sampling) && sampling.columns * sampling.rows === count;
  const defaults = {
    ...studyDefaults,
    sampling: { kind: 'reachable' },
    view: {},
    ...(isFullGrid && { count }),
  };
  const short = shorterJson(
    withoutStudyVersion(written, iklabStudy),
    withoutStudyVersion(compactDocument(scenario, catalogue, iklabStudy), iklabStudy),
  );
  return structuredClone({ iklabStudy, scenario: short, ...withoutDefaults(parts, defaults) });
}

export function withoutStudyVersion(scenario: PlainObject, version: DocumentVersion): PlainObject {
  const { iklab, ...rest } = scenario;
  return iklab === undefined || iklab === version ? rest : scenario;
}

const shorterJson = <T>(a: T, b: T): T =>
  JSON.stringify(b).length < JSON.stringify(a).length ? b : a;

export function withoutDefaults(object: object, defaults: object): PlainObject {
  const base = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => !deepEqual(value, base.get(key))),
  );
}

const hashes = new WeakMap<Study, string>();

/**
 * Returns the hash of a study, 16 hexadecimal digits. It covers what determines the rows, so names,
 * for example, do not change it.
 */
export function studyHash(study: Study): string {
  const hash = hashes.get(study) ?? computeHash(study);
  hashes.set(study, hash);
  return hash;
}

function computeHash(study: Study): string {
  const { name: _, note: __, view: ___, looks: ____, ...rest } = fullStudyDocument(study);
  return rowsHash(rest);
}

/** Returns the hash of a study document; it leaves out name, note and view of the scenario. */
export function rowsHash({ scenario, ...rest }: PlainObject): string {
  const { name: _, note: __, view: ___, ...solved } = scenario as PlainObject;
  const hash = new Fnv64Hash();
  // All defaults are filled in, so the rows do not depend on the version of the document.
  const run = omitDefaultRestarts(solved.run as PlainObject);
  run.maxRises ??= MAX_RUN_COUNT;
  const text = JSON.stringify(
    { ...omitDefaultRestarts(rest), iklabStudy: 1, scenario: { ...solved, iklab: 1, run } },
    sorted,
  );
  for (const byte of new TextEncoder().encode(text)) hash.addByte(byte);
  return hash.hex;
}

/** Leaves out settings of restarts that older hashes do not have, if they are the defaults. */
function omitDefaultRestarts({ restarts, ...rest }: PlainObject): PlainObject {
  if (restarts === undefined) return rest;
  if (!isRecord(restarts)) return { ...rest, restarts };
  const { from, maxSlow, ...hashed } = restarts;
  return {
    ...rest,
    restarts: {
      ...hashed,
      ...(from !== restartDefaults.from && { from }),
      ...(maxSlow !== restartDefaults.maxSlow && { maxSlow }),
    },
  };
}

/**
 * Sorts the keys of an object for `JSON.stringify`, so that their order does not change the hash.
 */
const sorted = (_: string, value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
