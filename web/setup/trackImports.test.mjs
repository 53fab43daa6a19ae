import { expect, test } from 'vitest';
import { withCountedImports } from './trackImports.mjs';

test('counts every dynamic import of a script, whatever its quotes', () => {
  const code = "const a = import('./a.ts');\nconst b = async () => (await import(`iklab/run`)).b;";
  expect(withCountedImports(code)).toBe(
    "import { threadActivity as __activity } from '@iklab/core/time';" +
      "const a = __activity.track('script', import('./a.ts'));\n" +
      "const b = async () => (await __activity.track('script', import(`iklab/run`))).b;",
  );
});

test('does not change a script without dynamic imports', () => {
  expect(withCountedImports("import { a } from './a.ts';\nimport.meta.url;")).toBeNull();
});
