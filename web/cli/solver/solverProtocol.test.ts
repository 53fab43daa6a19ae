/** Checks every field that a solver writes, with invalid values. */
import { describe, expect, test } from 'vitest';
import { parseReadyReply, parseSolverAnswers } from './solverProtocol.ts';

const SIZE = 2;
const RIGHT = '"id":0,"q":[1,-2],"claim":"solved"';

/** Reads the answer to problem 0 with these fields last in its JSON, where they override earlier ones. */
function answer(fields: string) {
  const read = parseSolverAnswers(
    `{"answers":[{${RIGHT}${fields === '' ? '' : `,${fields}`}}]}`,
    [0],
    SIZE,
  );
  if (typeof read === 'string') throw new Error(read);
  return read[0];
}
const reason = (fields: string): string => {
  const read = answer(fields);
  return read?.kind === 'broken' ? read.reason : `${read?.kind}`;
};

const COUNT = 'must be a whole number from 0 to 9007199254740991; got';
const JOINT = 'must be a number from -1000000000 to 1000000000; got';

describe('a broken answer', () => {
  test.each([
    ['"updates":1.5', `updates ${COUNT} 1.5`],
    ['"updates":-1', `updates ${COUNT} -1`],
    ['"updates":1e308', `updates ${COUNT} 1e+308`],
    ['"updates":1e999', `updates ${COUNT} Infinity`],
    ['"updates":9007199254740992', `updates ${COUNT} 9007199254740992`],
    ['"updates":"3"', `updates ${COUNT} "3"`],
    ['"updates":true', `updates ${COUNT} true`],
    ['"updates":[3]', `updates ${COUNT} [3]`],
    ['"updates":{}', `updates ${COUNT} an object`],
    ['"evaluations":0.25', `evaluations ${COUNT} 0.25`],
    ['"evaluations":-0.5', `evaluations ${COUNT} -0.5`],
    ['"time":-1e-9', 'time must be a number from 0 to 1000000000; got -1e-9'],
    ['"time":1e308', 'time must be a number from 0 to 1000000000; got 1e+308'],
    ['"time":"fast"', 'time must be a number from 0 to 1000000000; got "fast"'],
    ['"q":[1,1e308]', `q[1] ${JOINT} 1e+308`],
    ['"q":[1e999,1]', `q[0] ${JOINT} Infinity`],
    ['"q":[null,1]', `q[0] ${JOINT} null`],
    ['"q":["0",1]', `q[0] ${JOINT} "0"`],
    ['"q":[true,1]', `q[0] ${JOINT} true`],
    ['"q":[[0],1]', `q[0] ${JOINT} [0]`],
    ['"q":[1]', 'q must have 2 values, one per joint; got 1'],
    ['"q":[]', 'q must have 2 values, one per joint; got 0'],
    ['"q":{"0":1,"1":1,"length":2}', 'q must be a list of 2 numbers; got an object'],
    ['"q":"1 2"', 'q must be a list of 2 numbers; got "1 2"'],
    ['"q":null', 'q is missing, although claim is "solved"'],
    ['"claim":true', 'claim must be "solved" or "unsolved"; got true'],
    ['"claim":"Solved"', 'claim must be "solved" or "unsolved"; got "Solved"'],
    ['"claim":null', 'claim must be "solved" or "unsolved"; got null'],
    ['"refuse":false', 'refuse must be a reason as text; got false'],
    ['"refuse":7', 'refuse must be a reason as text; got 7'],
    ['"id":"0"', 'id must be 0; got "0"'],
    ['"id":1', 'id must be 0; got 1'],
    ['"id":null', 'id must be 0; got null'],
    ['"id":0.5', 'id must be 0; got 0.5'],
  ])('with %s is reported with problem, field, value and what is allowed', (fields, said) => {
    expect(reason(fields)).toBe(`problem 0: ${said}`);
  });

  test('does not affect the other answers in its message', () => {
    const one = (id: number, more = '') => `{"id":${id},"q":[0,0],"claim":"unsolved"${more}}`;
    const line = `{"answers":[${one(4)},${one(5, ',"updates":1.5')},7,${one(7)}]}`;
    const read = parseSolverAnswers(line, [4, 5, 6, 7], SIZE);
    if (typeof read === 'string') throw new Error(read);
    expect(read.map(({ kind }) => kind)).toEqual(['answer', 'broken', 'broken', 'answer']);
    expect(read.some((each) => each.kind === 'broken' && each.outOfStep)).toBe(false);
  });
});

describe('a valid answer', () => {
  test.each([
    ['', {}],
    ['"updates":null,"evaluations":null,"time":null', {}],
    ['"updates":0,"evaluations":9007199254740991', { updates: 0, evaluations: 2 ** 53 - 1 }],
    ['"updates":-0,"time":-0', { updates: 0, time: 0 }],
    ['"updates":3.0e1,"time":5e-324', { updates: 30, time: 5e-324 }],
    ['"q":[1e9,-1e9],"refuse":null', { q: [1e9, -1e9] }],
    ['"__proto__":{"updates":1.5},"constructor":1,"weather":"fine"', {}],
  ])('with %s is accepted; missing fields are unknown', (fields, expected) => {
    const none = { updates: Number.NaN, evaluations: Number.NaN, time: Number.NaN };
    expect(answer(fields)).toEqual({
      ...{ kind: 'answer', q: [1, -2], claimed: true, ...none },
      ...expected,
    });
  });

  test('may refuse, with a reason that is made safe to print', () => {
    expect(answer('"refuse":"\\u001b[31mno\\u202e"')).toEqual({
      kind: 'refuse',
      reason: '\\u001b[31mno\\u202e',
    });
  });
});

test.each([
  ['{"answers":{}}', 'answers must be a list; got an object'],
  ['{"answers":null}', 'answers must be a list; got null'],
  ['{}', 'answers must be a list; it is missing'],
  ['{"answers":[]}', 'answers must have one entry per problem (1); got 0'],
  ['[]', 'wrote "[]", which is not a JSON object'],
  ['{"answers":[{"id":0,"updates":NaN}]}', /which is not a JSON object$/],
])('rejects the line %s', (line, said) => {
  const read = parseSolverAnswers(line, [0], SIZE);
  if (typeof said === 'string') expect(read).toBe(said);
  else expect(read).toMatch(said);
});

test('deeply nested JSON invalidates only the answer that contains it', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(parseSolverAnswers(`{"answers":[${deep}]}`, [0], SIZE)).toMatchObject([
    { kind: 'broken', reason: expect.stringContaining('an answer must be an object') },
  ]);
  expect(reason(`"updates":${deep}`)).toBe(`problem 0: updates ${COUNT} an array of 1`);
});

describe('the ready line', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('is rejected when its options are too deep or too long, with the path and the limit', () => {
    for (const levels of [33, 200_000])
      expect(parseReadyReply(`{"ready":true,"options":{"a b":${nested(levels - 1)}}}`)).toBe(
        `options may be nested at most 32 levels deep; got deeper at "options[\\"a b\\"]${'[0]'.repeat(31)}"`,
      );
    expect(parseReadyReply(`{"ready":true,"options":["${'x'.repeat(20_000)}"]}`)).toBe(
      'options may have at most 16384 characters as JSON; got 20004',
    );
  });

  test('accepts options of any type up to the maximum depth', () => {
    const readOptions = (options: string) => parseReadyReply(`{"ready":true,"options":${options}}`);
    expect(readOptions(nested(32))).toMatchObject({ options: JSON.parse(nested(32)) });
    for (const options of [null, true, 1.5, 'x', { eps: 1e-5 }])
      expect(readOptions(JSON.stringify(options))).toMatchObject({ options });
    expect(parseReadyReply('{"ready":true}')).toMatchObject({ options: null, threads: null });
  });

  test.each(['0', '-1', '1.5', '1e308', '"4"', 'true', '65537'])(
    'ignores the thread count %s with a remark',
    (threads) => {
      expect(parseReadyReply(`{"ready":true,"threads":${threads}}`)).toMatchObject({
        threads: null,
        remarks: [
          expect.stringMatching(
            /^threads must be a whole number from 1 to 65536; got .*; ignored$/,
          ),
        ],
      });
    },
  );

  test.each([
    ['{"ready":"true"}', 'ready must be true or false; got "true"'],
    ['{"ready":1}', 'ready must be true or false; got 1'],
    ['{}', 'ready must be true or false; it is missing'],
    ['null', 'wrote "null" instead of {"ready": true}'],
    ['{"ready":false,"reason":7}', { reason: 'no reason given' }],
  ])('%s gives %s', (line, said) => {
    expect(parseReadyReply(line)).toEqual(said);
  });

  test('has its solver name escaped for printing', () => {
    expect(parseReadyReply('{"ready":true,"solver":"\\u001b[31m\\n"}')).toMatchObject({
      solver: '\\u001b[31m\\u000a',
      threads: null,
      remarks: [],
    });
  });
});
