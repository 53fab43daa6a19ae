/** The last scenes that were worked on, kept in this browser; the newest first. */
import { type Catalogue, compact, isRecord, parse, type Scenario, same } from 'iklab/scenario';

const KEY = 'iklab.scenes';
export const MOST_KEPT = 5;

/** Scenes by the moment at which their work began; `last`: that to be opened next, null: none. */
interface Shelf {
  readonly last: number | null;
  readonly scenes: readonly Entry[];
}

interface Entry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly document: unknown;
}

export interface Kept {
  readonly id: number;
  readonly time: number;
  readonly scenario: Scenario;
}

/** A place for a scene whose work begins now. */
export function newPlace(): number {
  const ids = read().scenes.map(({ id }) => id);
  let id = Date.now();
  while (ids.includes(id)) id++;
  return id;
}

/** Keeps the scene at work; false: nothing may be stored, or not as much. */
export function save(id: number, scenario: Scenario, catalogue: Catalogue): boolean {
  const document = compact(scenario, catalogue);
  const others = read().scenes.filter(
    (entry) => entry.id !== id && !same(entry.document, document),
  );
  const scenes = [{ id, time: Date.now(), document }, ...others].slice(0, MOST_KEPT);
  return write({ last: id, scenes });
}

/** Those that this version can read. */
export const kept = (catalogue: Catalogue): Kept[] =>
  read().scenes.flatMap(({ id, time, document }) => {
    const scenario = parse(document, catalogue);
    return scenario.ok ? [{ id, time, scenario: scenario.value }] : [];
  });

/** The one to be opened for a visitor who asks for nothing. */
export function lastKept(catalogue: Catalogue): Kept | null {
  const { last } = read();
  return kept(catalogue).find(({ id }) => id === last) ?? null;
}

export const isKept = (id: number): boolean => read().scenes.some((entry) => entry.id === id);

/** The next visit begins with the scene of the program; what is kept stays. */
export const beginAnew = (): boolean => write({ ...read(), last: null });

/** One scene is kept no longer. */
export function forget(id: number): void {
  const { last, scenes } = read();
  write({ last: last === id ? null : last, scenes: scenes.filter((entry) => entry.id !== id) });
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value.id === 'number' && typeof value.time === 'number';

function read(): Shelf {
  try {
    const shelf: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isRecord(shelf) || !Array.isArray(shelf.scenes)) return { last: null, scenes: [] };
    const last = typeof shelf.last === 'number' ? shelf.last : null;
    return { last, scenes: shelf.scenes.filter(isEntry) };
  } catch {
    return { last: null, scenes: [] };
  }
}

function write(shelf: Shelf): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(shelf));
    return true;
  } catch {
    return false; // storage is full or forbidden
  }
}
