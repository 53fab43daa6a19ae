import { expect, test } from 'vitest';
import { labFaults } from './labGlobals.mjs';

test.each([
  ['const at = location.hash;', 'location.hash'],
  ["history.replaceState(null, '', link);", 'history.replaceState'],
  ['const { hash } = location;', 'location'],
  ['window.location = to;', 'window.location'],
  ["document.title = 'IK Lab';", 'document.title'],
  ["localStorage.getItem('a');", 'localStorage'],
  ["useOnWindow(['hashchange'], again);", 'hashchange'],
  ['export const chosen = signal(0);', 'labs would share'],
  ['const all: Signal<number> = computed(() => 1);', 'labs would share'],
])('reports %s in code of a lab', (text, fault) => {
  expect(labFaults('web/app/ui/a.ts', text).join()).toContain(fault);
  expect(labFaults('web/app/browser/pageServices.ts', text)).toEqual([]);
});

test('ignores comments, local variables named history, and signals inside a lab', () => {
  const text =
    '// location.hash\nconst { last } = history;\nconst from = history.first;\n' +
    'const open = memoizePerLab(() => signal(false));\nclass A {\n  readonly b = signal(0);\n}\n';
  expect(labFaults('web/app/ui/a.ts', text)).toEqual([]);
});

test.each([
  ['document.documentElement.dataset.theme = "dark";', 'finds elements of other labs'],
  ["document.querySelector('.pane')?.focus();", 'finds elements of other labs'],
  ['const a = <p id="reading" />;', 'labs would share id="reading"'],
  ['const a = <p aria-describedby="reading" />;', 'labs would share aria-describedby'],
])('reports access outside of the element of a lab: %s', (text, fault) => {
  expect(labFaults('web/panel/a.tsx', text).join()).toContain(fault);
  expect(labFaults('web/panel/a.tsx', 'host.querySelector("b"); const a = <p id={id} />;')).toEqual(
    [],
  );
});
