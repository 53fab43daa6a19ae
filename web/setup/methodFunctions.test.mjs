/** The methods of the npm package are those of the solver's table. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describedMethods } from '../npm/testMethods.ts';
import { methodsFile, methodsText } from './methodFunctions.mjs';

test('methods.ts is up to date; otherwise run `node web/setup/methodFunctions.mjs`', async () => {
  const methods = await describedMethods();
  expect(readFileSync(methodsFile, 'utf8')).toBe(methodsText(methods));
  const [{ row, fits }] = methods;
  const wider = {
    row: { ...row, params: row.params.map((param) => ({ ...param, max: 7 })) },
    fits,
  };
  expect(methodsText([wider])).toContain('From 0 to 7');
});
