/** A study in a link: `#study=1.DATA`, compressed like a scenario. */
import {
  type Catalogue,
  checkedFragment,
  gotText,
  isRecord,
  MAX_BUILD,
  MAX_LINK_BYTES,
  MAX_LINK_TEXT,
  PackingFault,
  pack,
  quote,
  type Result,
  readJson,
  refusedResult,
  unpack,
} from 'iklab/scenario';
import { type AnyStudy, compactAnyStudy, parseAnyStudy } from './follow/anyStudy.ts';
import { parseStudy } from './parseStudy.ts';
import type { Study } from './study.ts';

export interface OpenedStudy<S = Study> {
  readonly study: S;
  /** Short version of the build that created the link; null if it is not stated. */
  readonly build: string | null;
  /** As in the link. */
  readonly document: unknown;
}

const KEY = 'study';
const bad = (reason: string) => refusedResult(reason, 'link');

/** Whether a fragment, or an address that ends in one, contains a study. */
export const isStudyLink = (text: string) => /^[^#]*#study=/.test(text.trim());

/** Returns the fragment; throws a LinkFault if it would be too long. */
export async function encodeStudyLink(study: AnyStudy, catalogue: Catalogue): Promise<string> {
  const document = { ...compactAnyStudy(study, catalogue), build: catalogue.build };
  return checkedFragment(`#${KEY}=1.${await pack(JSON.stringify(document))}`);
}

/**
 * `text`: a fragment with or without '#', or an address that ends in one. Invalid links give
 * faults.
 */
export const decodeStudyLink = (text: string, catalogue: Catalogue): Promise<Result<OpenedStudy>> =>
  decoded(text, catalogue, parseStudy);

/** The same, and also accepts studies along a path. */
export const decodeAnyStudyLink = (
  text: string,
  catalogue: Catalogue,
): Promise<Result<OpenedStudy<AnyStudy>>> => decoded(text, catalogue, parseAnyStudy);

type Parse<S> = (input: unknown, catalogue: Catalogue) => Result<S>;

async function decoded<S>(
  text: string,
  catalogue: Catalogue,
  parse: Parse<S>,
): Promise<Result<OpenedStudy<S>>> {
  const trimmed = text.trim();
  const fragment = trimmed.slice(trimmed.indexOf('#') + 1);
  if (fragment.length > MAX_LINK_BYTES)
    return bad(`must be at most ${MAX_LINK_TEXT}; got ${fragment.length}`);
  const [, version, packed] = /^study=([^.]*)\.?(.*)$/s.exec(fragment) ?? [];
  if (version === undefined || packed === undefined)
    return bad('contains no study; expected a link that starts with #study=1.');
  if (version !== '1')
    return bad(`must begin with study=1., the version of the link; got study=${quote(version)}`);
  const document = await unpacked(packed);
  return document.ok ? opened(document.value, catalogue, parse) : document;
}

async function unpacked(packed: string): Promise<Result<unknown>> {
  try {
    const read = readJson(await unpack(packed));
    return read.ok ? read : { ok: false, faults: read.faults.map((f) => ({ ...f, path: 'link' })) };
  } catch (error) {
    if (error instanceof PackingFault) return bad(error.message);
    throw error;
  }
}

function opened<S>(
  document: unknown,
  catalogue: Catalogue,
  parse: Parse<S>,
): Result<OpenedStudy<S>> {
  const { build = null, ...own } = isRecord(document) ? document : {};
  if (build !== null && (typeof build !== 'string' || build.length > MAX_BUILD))
    return refusedResult(
      `must be a string of at most ${MAX_BUILD} characters; ${gotText(build)}`,
      'build',
    );
  const read = isRecord(document) ? own : document;
  const study = parse(read, catalogue);
  return study.ok ? { ok: true, value: { study: study.value, build, document: read } } : study;
}
