/** A study in a link: `#study=1.DATA`, compressed like a scenario. */

import type { Result } from '@iklab/core/scenario';
import {
  isRecord,
  MAX_BUILD_VERSION_CHARACTERS,
  MAX_LINK_BYTES,
  quoteInOneLine,
  receivedValueText,
  refusedResult,
} from '@iklab/core/scenario/checks';
import {
  MAX_LINK_SIZE_TEXT,
  PackingFault,
  packLinkText,
  unpackLinkText,
} from '@iklab/core/scenario/link';
import { checkFragmentLength } from '@iklab/core/scenario/link/encodeLink';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { readJson } from '@iklab/core/scenario/text';
import { type AnyStudy, compactAnyStudyDocument, parseAnyStudy } from '../follow/anyStudy.ts';
import { parseStudy } from './parseStudy.ts';
import type { Study } from './study.ts';

export interface StudyFromLink<S = Study> {
  readonly study: S;
  readonly build: string | null;
  readonly document: unknown;
}

const KEY = 'study';
const linkFault = (reason: string) => refusedResult(reason, 'link');

/** Returns whether a text is a link to a study: a fragment, or an address that ends in one. */
export const isStudyLink = (text: string) => /^[^#]*#study=/.test(text.trim());

/** Returns a link fragment; throws a LinkFault if it would be too long. */
export async function encodeStudyLink(study: AnyStudy, catalogue: Catalogue): Promise<string> {
  const document = { ...compactAnyStudyDocument(study, catalogue), build: catalogue.build };
  return checkFragmentLength(`#${KEY}=1.${await packLinkText(JSON.stringify(document))}`);
}

/**
 * Decodes a link to a study: a fragment with or without '#', or an address that ends in one.
 * Invalid links give faults.
 */
export const decodeStudyLink = (
  text: string,
  catalogue: Catalogue,
): Promise<Result<StudyFromLink>> => decodeWith(text, catalogue, parseStudy);

export const decodeAnyStudyLink = (
  text: string,
  catalogue: Catalogue,
): Promise<Result<StudyFromLink<AnyStudy>>> => decodeWith(text, catalogue, parseAnyStudy);

type StudyParser<S> = (input: unknown, catalogue: Catalogue) => Result<S>;

async function decodeWith<S>(
  text: string,
  catalogue: Catalogue,
  parse: StudyParser<S>,
): Promise<Result<StudyFromLink<S>>> {
  const trimmed = text.trim();
  const fragment = trimmed.slice(trimmed.indexOf('#') + 1);
  if (fragment.length > MAX_LINK_BYTES)
    return linkFault(`must be at most ${MAX_LINK_SIZE_TEXT}; got ${fragment.length}`);
  const [, version, packed] = /^study=([^.]*)\.?(.*)$/s.exec(fragment) ?? [];
  if (version === undefined || packed === undefined)
    return linkFault('contains no study; expected a link that starts with #study=1.');
  if (version !== '1')
    return linkFault(
      `must begin with study=1., the version of the link; got study=${quoteInOneLine(version)}`,
    );
  const document = await unpackDocument(packed);
  return document.ok ? readDocument(document.value, catalogue, parse) : document;
}

async function unpackDocument(packed: string): Promise<Result<unknown>> {
  try {
    const read = readJson(await unpackLinkText(packed));
    return read.ok ? read : { ok: false, faults: read.faults.map((f) => ({ ...f, path: 'link' })) };
  } catch (error) {
    if (error instanceof PackingFault) return linkFault(error.message);
    throw error;
  }
}

function readDocument<S>(
  document: unknown,
  catalogue: Catalogue,
  parse: StudyParser<S>,
): Result<StudyFromLink<S>> {
  const { build = null, ...withoutBuild } = isRecord(document) ? document : {};
  if (build !== null && (typeof build !== 'string' || build.length > MAX_BUILD_VERSION_CHARACTERS))
    return refusedResult(
      `must be a string of at most ${MAX_BUILD_VERSION_CHARACTERS} characters; ${receivedValueText(build)}`,
      'build',
    );
  const read = isRecord(document) ? withoutBuild : document;
  const study = parse(read, catalogue);
  return study.ok ? { ok: true, value: { study: study.value, build, document: read } } : study;
}
