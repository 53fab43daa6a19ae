/** Files of robots in this browser, and what was made of them: the last robots that came. */
import { signal } from '@preact/signals';
import { del, get, keys, set } from 'idb-keyval';
import { isRecord } from 'iklab/scenario';
import { briefStore } from './briefStore.ts';
import { kept } from './kept.ts';

const LIST = 'iklab.robots';
const MOST = 6; // as many as the page's own memory has
const MOST_WAYS = 24; // trees of one robot: other effectors, other arguments

/** How a tree was made of the files. */
export interface RobotWay {
  /** By the frames of the tree. */
  readonly key: string;
  readonly args: readonly (readonly [string, string])[];
  readonly base: 'held' | 'free';
}

/** As it is listed. */
export interface KeptRobot {
  readonly id: string;
  /** What was dropped, as its owner calls it. */
  readonly name: string;
  readonly bytes: number;
}

interface Entry extends KeptRobot {
  readonly ways: readonly RobotWay[];
}

export interface StoredRobot {
  readonly id: string;
  readonly way: RobotWay;
  readonly archive: Uint8Array;
}

const store = briefStore('iklab-robots', 'archives');

/** What is no longer kept because it was told so. */
export const forgotten = signal<ReadonlySet<string>>(new Set());

/** The newest first. */
export const keptRobots = (): readonly KeptRobot[] => [...entries()].reverse();

/** Its files are gone from this browser. Throws where its storage does not answer. */
export async function forgetRobot(id: string): Promise<void> {
  await del(id, store);
  write(entries().filter((entry) => entry.id !== id));
  forgotten.value = new Set([...forgotten.peek(), id]);
}

/** There is any at all. */
export const keepsRobots = (): boolean => entries().length > 0;

export const hasRobot = (key: string): boolean => entryOf(key) !== undefined;

/** Null: it is not there, or not any more. */
export async function storedRobot(key: string): Promise<StoredRobot | null> {
  const entry = entryOf(key);
  const way = entry?.ways.findLast((each) => each.key === key);
  if (!entry || !way) return null;
  const archive: unknown = await get(entry.id, store);
  return archive instanceof Uint8Array ? { id: entry.id, way, archive } : null;
}

type Named = Pick<KeptRobot, 'id' | 'name'>;

/** What is being stored; the next waits, or each would take the other for what no list knows. */
let storing: Promise<unknown> = Promise.resolve();

/** `archive`: of all that it needs. Throws where nothing may be stored, or not as much. */
export function storeRobot(robot: Named, way: RobotWay, archive: Uint8Array): Promise<void> {
  const stored = storing.then(() => storeNext(robot, way, archive));
  storing = stored.catch(() => undefined);
  return stored;
}

async function storeNext({ id, name }: Named, way: RobotWay, archive: Uint8Array): Promise<void> {
  const others = entries().filter((entry) => entry.id !== id);
  let left = others.slice(-(MOST - 1));
  await keepOnly([...left.map((entry) => entry.id), id]);
  for (;;) {
    try {
      await set(id, archive, store);
      break;
    } catch (error) {
      // an older robot makes room
      const [oldest, ...rest] = left;
      if (!oldest || !(error instanceof DOMException) || error.name !== 'QuotaExceededError')
        throw error;
      await del(oldest.id, store);
      left = rest;
    }
  }
  write([...left, withWay({ id, name, bytes: archive.length, ways: [] }, way)]);
  forgotten.value = new Set([...forgotten.peek()].filter((each) => each !== id));
}

/** Another tree of files that are kept, which are the newest then; false: they are not. */
export function storeWay(id: string, way: RobotWay): boolean {
  const entry = entries().find((each) => each.id === id);
  if (!entry) return false;
  write([...entries().filter((each) => each.id !== id), withWay(entry, way)]);
  return true;
}

function withWay(entry: Entry, way: RobotWay): Entry {
  const ways = entries().find(({ id }) => id === entry.id)?.ways ?? [];
  return { ...entry, ways: [...ways.filter(({ key }) => key !== way.key), way].slice(-MOST_WAYS) };
}

/** What no list knows goes too. */
async function keepOnly(ids: readonly string[]): Promise<void> {
  for (const id of await keys<string>(store)) if (!ids.includes(id)) await del(id, store);
}

const entryOf = (key: string): Entry | undefined =>
  entries().findLast(({ ways }) => ways.some((way) => way.key === key));

/** The newest last. */
function entries(): readonly Entry[] {
  const list = kept(LIST);
  return Array.isArray(list) ? list.filter(isEntry) : [];
}

/** Throws where it may not be written: what nobody finds again is not kept. */
const write = (list: readonly Entry[]): void => localStorage.setItem(LIST, JSON.stringify(list));

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.bytes === 'number' &&
  Array.isArray(value.ways) &&
  value.ways.every(isWay);

const isWay = (value: unknown): value is RobotWay =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  (value.base === 'held' || value.base === 'free') &&
  Array.isArray(value.args) &&
  value.args.every((each) => Array.isArray(each) && each.every((text) => typeof text === 'string'));
