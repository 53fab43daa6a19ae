/**
 * Building blocks of the document's schema: schemas of valibot with our own messages. Every unknown
 * key is reported, arrays are not accepted as objects, and items beyond the allowed counts are not
 * read.
 */
import * as v from 'valibot';
import { MAX_LENGTH_OR_ANGLE, MAX_REPORTED_FAULTS } from './bounds.ts';
import { listWords, nearestWordSuggestion, receivedValueText } from './words.ts';

type Issue = v.BaseIssue<unknown>;
type Output = v.OutputDataset<unknown, Issue>;
type RunSchema = (dataset: v.UnknownDataset, config: v.Config<Issue>) => Output;

/** Type of the issue that reports an unknown key. The rest of the object stays valid. */
export const UNKNOWN_KEY_ISSUE = 'unknown_key';

export const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

const mustBe = (expected: string) => (issue: Issue) =>
  `must be ${expected}; ${receivedValueText(issue.input)}`;

function withReader<S extends v.GenericSchema>(schema: S, run: RunSchema): S {
  return { ...schema, '~run': run };
}

function refuse(
  schema: v.GenericSchema,
  dataset: v.UnknownDataset,
  config: v.Config<Issue>,
  message?: string,
): Output {
  v._addIssue(schema, 'type', dataset, config, message === undefined ? undefined : { message });
  return dataset as unknown as Output;
}

/** Adds a check before a schema: input is refused with the text that `reason` returns, if any. */
export function checkedInputSchema<S extends v.GenericSchema>(
  schema: S,
  reason: (input: unknown) => string | null,
): S {
  return withReader(schema, (dataset, config) => {
    const message = reason(dataset.value);
    if (message === null) return schema['~run'](dataset, config);
    return refuse(schema, dataset, config, message);
  });
}

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  /** Lower bound that the number must exceed; `min` applies too. */
  readonly above?: number;
}

type Numeric = v.GenericSchema<number>;
type Check = v.PipeAction<number, number, Issue>;

/** Returns the schema of a number in a range. Reads -0 as 0. */
function checkedNumber(
  { min, max = MAX_LENGTH_OR_ANGLE, above }: NumberRange,
  more: readonly Check[] = [],
): Numeric {
  const least = min ?? above ?? -MAX_LENGTH_OR_ANGLE;
  const lower = above === least ? [] : [v.minValue(least, mustBe(`≥ ${magnitudeText(least)}`))];
  const aboveCheck =
    above === undefined ? [] : [v.gtValue(above, mustBe(`> ${magnitudeText(above)}`))];
  return v.pipe(
    v.number((issue) => mustBe(Number.isNaN(issue.input) ? 'a finite number' : 'a number')(issue)),
    v.finite<number, v.ErrorMessage<Issue>>(mustBe('a finite number')),
    ...([...aboveCheck, ...lower] as unknown as [Check]),
    v.maxValue<number, number, v.ErrorMessage<Issue>>(max, mustBe(`≤ ${magnitudeText(max)}`)),
    ...(more as [Check]),
    v.transform((x: number) => x + 0),
  );
}

const magnitudeText = (x: number) =>
  Math.abs(x) === MAX_LENGTH_OR_ANGLE ? `${x < 0 ? '-' : ''}1e15` : String(x);

export const numberSchema = (range: NumberRange = {}): Numeric => checkedNumber(range);

export function integerSchema(min: number, max: number): Numeric {
  return checkedNumber({ min, max }, [
    v.integer<number, v.ErrorMessage<Issue>>(mustBe('a whole number')),
  ]);
}

/** Returns the schema of a string with a range of lengths in characters (code points). */
export function textSchema(min: number, max: number) {
  const count = (s: string) => (s.length > 2 * max ? s.length : [...s].length);
  const longest = v.maxLength<string, number>(max);
  const limit: typeof longest = {
    ...longest,
    '~run'(dataset, config) {
      const length = dataset.typed ? count(dataset.value) : 0;
      const message = `must have at most ${max} characters; got ${length}`;
      if (length > max) v._addIssue(this, 'length', dataset, config, { message });
      return dataset;
    },
  };
  return v.pipe(v.string(mustBe('a string')), v.minLength(min, 'must not be empty; got ""'), limit);
}

export const booleanSchema = () => v.boolean(mustBe('true or false'));

/**
 * Returns the schema of one of several words. `all`: the words that a fault lists, if other
 * variants accept more words.
 */
export function choiceSchema<const O extends readonly string[]>(
  options: O,
  all: readonly string[] = options,
) {
  return v.picklist(
    options,
    (issue) => `must be one of ${listWords(all)}; ${receivedValueText(issue.input)}`,
  );
}

function numbers<const T extends readonly v.GenericSchema[]>(items: T, names: string) {
  const expected = `${items.length} numbers ${names}`;
  return checkedInputSchema(v.strictTuple(items), (input) => {
    if (!Array.isArray(input)) return `must be ${expected}; ${receivedValueText(input)}`;
    return input.length === items.length ? null : `must be ${expected}; got ${input.length}`;
  });
}

export const pairSchema = (names: string, n = numberSchema()) => numbers([n, n], names);
export const vectorSchema = (n = numberSchema()) => numbers([n, n, n], '[x, y, z]');
export const quaternionSchema = (n = numberSchema()) => numbers([n, n, n, n], '[x, y, z, w]');

/** Returns the schema of a list of `min` to `max` items. Further items are counted but not read. */
export function listSchema<const S extends v.GenericSchema>(
  item: S,
  items: string,
  min: number,
  max: number,
) {
  const schema = v.array(item, mustBe(`a list of ${items}`));
  const longest = v.maxLength<unknown[], number>(max);
  const cut = withReader(schema, (dataset, config) => {
    const input = dataset.value;
    if (!Array.isArray(input) || input.length <= max) return schema['~run'](dataset, config);
    const head = schema['~run']({ value: input.slice(0, max) }, config);
    const message = `must have at most ${max} ${items}; got ${input.length}`;
    v._addIssue(longest, 'length', head, config, { message });
    return head;
  });
  const fewest = `must have at least ${min} ${min === 1 ? items.replace(/s$/, '') : items}`;
  return v.pipe(
    cut,
    v.minLength(min, (issue) => `${fewest}; got ${issue.input.length}`),
    // Reported above, before the list is cut; repeated here for the published schema.
    v.maxLength(max),
  );
}

/**
 * Returns the schema of an object with only these keys. `alsoKnown`: keys that are read elsewhere,
 * also listed in messages.
 */
export function recordSchema<const E extends v.ObjectEntries>(
  entries: E,
  expected = 'an object',
  alsoKnown: readonly string[] = [],
) {
  const schema = v.strictObject(entries, mustBe(expected));
  const inner = v.object(entries);
  const knownKeys = Object.keys(entries);
  const required = knownKeys.filter((key) => entries[key]?.type !== 'optional');
  // Reads a missing required key as undefined, so that its own schema reports what it needs.
  const holes = Object.fromEntries(required.map((key) => [key, undefined]));
  return withReader(schema, (dataset, config) => {
    const input = dataset.value;
    if (!isRecord(input)) return refuse(schema, dataset, config);
    const output = inner['~run']({ value: { ...holes, ...input } }, config);
    for (const key of unknownKeys(input, knownKeys)) {
      const offered = [...knownKeys, ...alsoKnown];
      const message = `unknown key${nearestWordSuggestion(key, offered)}; known: ${listWords(offered, 20)}`;
      const path = [{ type: 'object', origin: 'key', input, key, value: input[key] }] as const;
      v._addIssue(
        { ...schema, type: UNKNOWN_KEY_ISSUE as 'strict_object' },
        'key',
        output,
        config,
        {
          message,
          path: [...path],
        },
      );
    }
    return output;
  });
}

export function singleKeySchema(key: string, schema: v.GenericSchema) {
  const inner = v.object({ [key]: schema });
  return withReader(inner, (dataset, config) => {
    // Reads a missing key as undefined, so that its own schema reports what it needs.
    if (!isRecord(dataset.value)) return refuse(inner, dataset, config);
    return inner['~run']({ value: { [key]: undefined, ...dataset.value } }, config);
  });
}

export function anyObjectSchema(expected: string) {
  const schema = v.record(v.string(), v.unknown(), mustBe(expected));
  return withReader(schema, (dataset, config) => {
    if (isRecord(dataset.value)) return { typed: true, value: dataset.value };
    return refuse(schema, dataset, config);
  });
}

function unknownKeys(input: object, knownKeys: readonly string[]): string[] {
  return Object.keys(input)
    .filter((key) => !knownKeys.includes(key))
    .slice(0, MAX_REPORTED_FAULTS + 1);
}

/** Returns the schema of several variants. Only the faults of the one from `pick` are reported. */
export function variantSchema<const O extends readonly v.GenericSchema[]>(
  options: O,
  pick: (input: unknown) => v.GenericSchema,
) {
  return withReader(v.union(options), (dataset, config) =>
    pick(dataset.value)['~run'](dataset, config),
  );
}
