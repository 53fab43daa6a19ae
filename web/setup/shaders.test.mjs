import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lean, leanThree, pruned } from './shaders.mjs';
import { root } from './tools.mjs';

test('comments and space go, directives keep their lines', () => {
  const glsl = `
    // of a light
    #ifdef   A
      float x = a - -b; /* two
      lines */ x += 1.0;

    #endif
    #include <common>
    void main( ) { y = x ; }`;
  expect(lean(glsl)).toBe(
    '#ifdef A\nfloat x=a - -b;x +=1.0;\n#endif\n#include <common>\nvoid main(){y=x;}',
  );
});

const absent = new Set(['GONE', 'LOST']);
const branches = (condition) => pruned(`#if ${condition}\na\n#else\nb\n#endif`, absent);

test.each([
  ['defined( GONE )', 'b'],
  ['GONE > 0', 'b'],
  ['defined( GONE ) || defined( LOST )', 'b'],
  ['defined( GONE ) && defined( HERE )', 'b'],
  ['( defined( GONE ) || defined ( HERE ) ) && LOST > 0', 'b'],
])('%s never holds', (condition, left) => expect(branches(condition)).toBe(left));

test.each([
  'defined( HERE )',
  'HERE > 0',
  'defined( GONE ) || defined( HERE )',
  'defined( HERE ) && ( defined( GONE ) || defined( THERE ) )',
  '! defined( HERE ) || defined( GONE )',
  'GONE < HERE',
  'HERE == 3200',
])('%s may hold', (condition) => {
  expect(branches(condition)).toBe(`#if ${condition}\na\n#else\nb\n#endif`);
});

test('branches inside branches, and what follows one that never holds', () => {
  const glsl = `1
#ifdef HERE
2
#ifdef GONE
3
#elif defined( THERE )
4
#endif
#endif
#ifdef GONE
#ifdef HERE
5
#endif
#endif
6`;
  const left = '1\n#if defined( HERE )\n2\n#if defined( THERE )\n4\n#endif\n#endif\n6';
  expect(pruned(glsl, absent)).toBe(left);
});

const three = readFileSync(join(root, 'node_modules/three/build/three.module.js'), 'utf8');

test('Three.js: what is kept finds all it includes, the rest says that it is gone', () => {
  const code = leanThree(three, []);
  expect(code.length).toBeLessThan(three.length - 100_000);
  const table = code.match(/^const ShaderChunk = \{[\s\S]*?^\};/m)?.[0] ?? '';
  const text = (name) => {
    const variable = table.match(new RegExp(`\\b${name}: ([\\w$]+)`))?.[1].replace('$', '\\$');
    const line = new RegExp(`^(?:const|var) ${variable} = (".*");$`, 'm');
    return JSON.parse(code.match(line)?.[1] ?? '""');
  };
  const whole = (name) => text(name).replace(/#include <(\w+)>/g, (_, inner) => whole(inner));
  const count = (shader, pattern) => shader.match(pattern)?.length ?? 0;
  for (const name of ['meshphysical', 'meshbasic'].flatMap((n) => [`${n}_vert`, `${n}_frag`])) {
    const shader = whole(name);
    expect(shader).toContain('void main(){');
    expect(shader).not.toMatch(/#error left out: [a-z]/); // a shader; names of switches are in capitals
    expect(count(shader, /^#if/gm)).toBeGreaterThan(10);
    expect(count(shader, /^#if/gm)).toBe(count(shader, /^#endif/gm));
  }
  expect(text('sprite_frag')).toBe('#error left out: sprite_frag');
  expect(() => leanThree(three, ['nothing'])).toThrow('no shader nothing');
});
