/** Links, and the commands that list what is available. */
import { writeFileSync } from 'node:fs';
import { loadedScenarioPresetIds } from '@iklab/core/scenario/presets';
import { describe, expect, test } from 'vitest';
import { useTestFolder } from './study/testRows.ts';
import { runCommandLine } from './testCalls.ts';
import { launchCli, makePresetDocumentText, splitNonEmptyLines } from './testLaunch.ts';

const at = useTestFolder();

describe('a link', () => {
  test('restores a document exactly; opened with --full, it gives the same link', async () => {
    const document = {
      iklab: 2,
      name: 'two',
      tree: { planar: { links: [1, 2] } },
      start: [0.1, -0.2],
      targets: [{ effector: 'tip', position: [1, 1.5, 0] }],
      methods: [{ id: 'dls', params: { lambda: 0.3 } }],
      run: { mode: 'converge' },
    };
    const link = await runCommandLine(['link', '-'], JSON.stringify(document));
    expect(link.out).toMatch(/^#s=1\.[\w-]+\n$/);
    const { status, out, err } = await runCommandLine(['open', link.out.trim()]);
    expect([status, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(document);
    const whole = await runCommandLine([
      'open',
      `https://example.org/lab/${link.out.trim()}`,
      '--full',
    ]);
    expect(JSON.parse(whole.out)).toMatchObject({ ...document, limitPolicy: 'clamp', note: '' });
    const again = await runCommandLine(['link', '-'], whole.out);
    expect(again.out).toBe(link.out);
  });

  test('of a version 1 document upgrades to version 2 with the same hash', async () => {
    const old = JSON.stringify({
      iklab: 1,
      preset: 'ur5e',
      methods: [{ id: 'dls' }],
      run: { mode: 'converge' },
    });
    const upgraded = await runCommandLine(['upgrade', '-'], old);
    const document = JSON.parse(upgraded.out);
    expect(document).toMatchObject({
      iklab: 2,
      run: { maxRises: 3, minImprovement: 1e-5 },
      methods: [{ id: 'dls', params: { lambda: 1.1 } }],
    });
    const hash = async (text: string) => (await runCommandLine(['hash', '-'], text)).out;
    expect(await hash(upgraded.out)).toBe(await hash(old));
    const link = (await runCommandLine(['link', '-'], old)).out.trim();
    for (const words of [
      ['upgrade', link],
      ['upgrade', '-'],
    ]) {
      const { out } = await runCommandLine(words, upgraded.out);
      expect(JSON.parse(out)).toEqual(document);
    }
  });

  test('of a version 1 study upgrades the study together with its scenario', async () => {
    const old = {
      iklabStudy: 1,
      scenario: { preset: 'ur5e', methods: [{ id: 'dls' }] },
      count: 10,
    };
    const { out } = await runCommandLine(['upgrade', '-'], JSON.stringify(old));
    expect(JSON.parse(out)).toMatchObject({
      iklabStudy: 2,
      scenario: { iklab: 2, run: { maxRises: 3 }, methods: [{ params: { lambda: 1.1 } }] },
    });
  });

  test('restores a path study exactly, and with defaults if opened with --full', async () => {
    const document = {
      iklabStudy: 1,
      scenario: {
        tree: { planar: { links: [1, 2] } },
        start: [0.1, -0.2],
        targets: [{ effector: 'tip', position: [1, 1.5, 0] }],
        methods: [{ id: 'dls', params: { lambda: 0.3 } }],
      },
      sampling: {
        kind: 'follow',
        path: { shape: 'circle', radius: 0.2 },
        points: 60,
        turn: 'free',
      },
    };
    const link = await runCommandLine(['link', '-'], JSON.stringify(document));
    expect(link.out).toMatch(/^#study=1\.[\w-]+\n$/);
    const { status, out, err } = await runCommandLine(['open', link.out.trim()]);
    expect([status, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(document);
    const whole = await runCommandLine(['open', link.out.trim(), '--full']);
    expect(JSON.parse(whole.out).sampling).toMatchObject({ starts: 16, rounds: 3, points: 60 });
  });

  test('is rejected above 32 KiB, and the error suggests sharing the file', async () => {
    const digits = (seed: number) => Math.abs(Math.sin(seed));
    const joints = Array.from({ length: 256 }, (_, i) => ({
      id: `joint${i}`,
      parent: i === 0 ? null : `joint${i - 1}`,
      xyz: [1, 2, 3].map((k) => digits(15 * i + k)),
      rpy: [4, 5, 6].map((k) => digits(15 * i + k)),
      axis: [7, 8, 9].map((k) => digits(15 * i + k)),
      limits: [-digits(15 * i + 10), 1 + digits(15 * i + 11)],
      comfort: digits(15 * i + 12),
      weight: digits(15 * i + 13),
    }));
    const tree = { joints, effectors: [{ id: 'tip', parent: 'joint255' }] };
    const targets = [{ effector: 'tip', position: [0, 0, 1] }];
    const document = { iklab: 1, tree, targets, methods: [{ id: 'sdls' }] };
    const { status, out, err } = await runCommandLine(['link', '-'], JSON.stringify(document));
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^link: must be at most 32 KiB \(32768 characters\), would have \d+; share the file instead\n$/,
    );
  });

  test('in readable form opens as a document', async () => {
    const { out } = await runCommandLine(['open', '#preset=y&methods=dls-clamped']);
    expect(JSON.parse(out)).toMatchObject({
      tree: { preset: 'y' },
      methods: [{ id: 'dls', label: 'DLS′' }],
    });
  });

  test('from another build opens, with a note on standard error', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const packed = deflateRawSync(makePresetDocumentText('y', { build: 'ffffffff' })).toString(
      'base64url',
    );
    const { status, err } = await runCommandLine(['open', `#s=1.${packed}`]);
    expect(status).toBe(0);
    expect(err).toMatch(/^note: the link was created by build "ffffffff"; this is [0-9a-f]{8}\n$/);
  });
});

describe('the command', () => {
  test('hash prints 16 hex digits, the same for the short and the full document', async () => {
    const { out } = await runCommandLine(['hash', '-'], makePresetDocumentText('y'));
    expect(out).toMatch(/^[0-9a-f]{16}\n$/);
    const open = await runCommandLine(['open', '#preset=y', '--full']);
    expect((await runCommandLine(['hash', '-'], open.out)).out).toBe(out);
  });

  test('methods lists methods and presets as text, and as JSON', async () => {
    const table = await runCommandLine(['methods']);
    expect(table.out).toMatch(/^transpose: Transpose\. /);
    expect(table.out).toMatch(/^ {2}lambda +1\.1 +from 0 to 1000 m {2}\(Damping λ\)$/m);
    expect(table.out).toMatch(/^ {2}dls-clamped +Buss & Kim: damping 0\.7, targets clamped$/m);
    const { methods, presets, build } = JSON.parse(
      (await launchCli(['methods', '--format', 'json'])).out,
    );
    expect(build).toMatch(/^[0-9a-f]{8}$/);
    const sdls = methods.find(({ id }: { id: string }) => id === 'sdls');
    expect(sdls.params.find(({ key }: { key: string }) => key === 'clampForm')).toMatchObject({
      default: 'hard',
      options: ['hard', 'soft'],
    });
    expect(sdls).toMatchObject({ parent: 'truncated', failures: [{ sign: expect.any(String) }] });
    expect(sdls.equation).toContain('\\gamma_{\\max}');
    expect(presets.map(({ id }: { id: string }) => id)).toContain('tabaczynski-dls');
  });

  test('presets lists all presets, and prints the document of one', async () => {
    const { out } = await runCommandLine(['presets']);
    expect(splitNonEmptyLines(out)).toHaveLength(loadedScenarioPresetIds().length);
    expect(out).toMatch(/^double-y +Double Y \(25 joints, 4 targets\)$/m);
    const document = await runCommandLine(['presets', 'planar-3-link']);
    expect((await runCommandLine(['hash', '-'], document.out)).status).toBe(0);
  });

  test('import works in the built program as in the test process', async () => {
    const path = at('arm.urdf');
    const joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>';
    writeFileSync(path, `<robot name="arm"><link name="a"/><link name="b"/>${joint}</robot>`);
    const { status, out } = await launchCli(['import', path]);
    expect(status).toBe(0);
    expect(out).toBe((await runCommandLine(['import', path])).out);
    expect(JSON.parse(out).tree.joints).toHaveLength(1);
  });

  test('--version prints version and build; --help lists commands, and each has its own help', async () => {
    expect((await launchCli(['--version'])).out).toMatch(
      /^iklab \d+\.\d+\.\d+ \(build [0-9a-f]{8}\)\n$/,
    );
    const help = await runCommandLine(['--help']);
    for (const name of [
      'run',
      'study',
      'merge',
      'link',
      'open',
      'hash',
      'methods',
      'formula',
      'presets',
    ]) {
      expect(help.out).toContain(`iklab ${name}`);
      const own = await runCommandLine([name, '--help']);
      expect(own.status).toBe(0);
      expect(own.out).toMatch(new RegExp(`^iklab ${name}.*\\n\\n[\\s\\S]*\\n  iklab ${name}`));
    }
  });
});
