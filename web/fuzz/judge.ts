/** Checks of what the program returns. Each violation is a finding in words. */

import {
  compactDocument,
  deepEqual,
  type Fault,
  fullDocument,
  type Result,
  type Scenario,
  shortestDocument,
} from '@iklab/core/scenario';
import { isRecord } from '@iklab/core/scenario/checks';
import { decodeLink } from '@iklab/core/scenario/link';
import { encodeLink, LinkTooLongError } from '@iklab/core/scenario/link/encodeLink';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';

export type FuzzFindings = readonly string[];

const MAX_FAULTS = 20;
const MAX_REASON_LENGTH = 3000;
const MAX_READING_TIME = 2000; // ms, on a busy core
// Control characters, line separators, and characters that change the direction of text.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
/** Words from errors of libraries and of the language. Quoted values do not count. */
const FOREIGN_WORDS =
  /undefined|\[object|Invalid|but received|Cannot read|is not a function|is NaN/;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Checks a text that a visitor may read: a fault, a notice or a message. */
export function checkVisitorText(text: string): FuzzFindings {
  const found: string[] = [];
  if (UNPRINTABLE.test(text)) found.push('control characters in a message');
  const foreign = FOREIGN_WORDS.exec(text.replace(QUOTED, '""'))?.[0];
  if (foreign) found.push(`the word ${foreign} in the message: ${text.slice(0, 200)}`);
  if (text.length > MAX_REASON_LENGTH) found.push(`a message of ${text.length} characters`);
  return found;
}

/**
 * Checks the faults of a rejected input. `mayLackPath`: a fault may concern the entire input and
 * then has no path.
 */
export function checkInputFaults(faults: readonly Fault[], mayLackPath = false): FuzzFindings {
  const found: string[] = [];
  if (faults.length === 0) found.push('rejected without a fault');
  if (faults.length > MAX_FAULTS) found.push(`${faults.length} faults`);
  for (const { path, reason } of faults) {
    if (path === '' && !mayLackPath) found.push(`a fault without a path: ${reason.slice(0, 200)}`);
    if (reason === '') found.push(`a fault without a reason, at ${path}`);
    if (UNPRINTABLE.test(path)) found.push('control characters in the path of a fault');
    found.push(...checkVisitorText(reason));
  }
  return found;
}

export const checkDocumentFaults = (document: unknown, read: Result<Scenario>): FuzzFindings =>
  read.ok ? [] : checkInputFaults(read.faults, !isRecord(document));

/** Checks that each way to write a scenario is read back as the same scenario. */
export function checkScenarioWriting(scenario: Scenario, catalogue: Catalogue): FuzzFindings {
  return [fullDocument, compactDocument, shortestDocument].flatMap((write) => {
    const text = JSON.stringify(write(scenario, catalogue));
    const read = parseScenarioDocument(JSON.parse(text), catalogue);
    if (read.ok && deepEqual(read.value, scenario)) return [];
    return [`${write.name} does not read back to the same scenario: ${text.slice(0, 300)}`];
  });
}

/** Checks that the link of a scenario is read back as the same scenario, unless it is too long. */
export async function checkScenarioLink(
  scenario: Scenario,
  catalogue: Catalogue,
): Promise<FuzzFindings> {
  const link = await encodeLink(scenario, catalogue).catch((error: unknown) => {
    if (error instanceof LinkTooLongError) return null;
    throw error;
  });
  if (link === null) return [];
  const decoded = await decodeLink(link, catalogue);
  if (decoded.ok && deepEqual(decoded.value.scenario, scenario)) return [];
  return [`a generated link does not read back to the same scenario: ${link.slice(0, 300)}`];
}

const countPrototypeKeys = () =>
  [Object.prototype, Array.prototype, String.prototype, Function.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).length)
    .join();
const initialKeyCounts = countPrototypeKeys();

/** Returns the findings of `make`, and whether it threw, took too long or changed a prototype. */
export async function collectFindings(
  make: () => FuzzFindings | Promise<FuzzFindings>,
  longest = MAX_READING_TIME,
): Promise<FuzzFindings> {
  const found: string[] = [];
  const start = performance.now();
  try {
    found.push(...(await make()));
  } catch (error) {
    found.push(`threw ${error instanceof Error ? error.stack : String(error)}`);
  }
  const took = performance.now() - start;
  if (took > longest) found.push(`took ${took.toFixed(0)} ms`);
  if (
    countPrototypeKeys() !== initialKeyCounts ||
    ({} as Record<string, unknown>).polluted !== undefined
  )
    found.push('a prototype is polluted');
  return found;
}
