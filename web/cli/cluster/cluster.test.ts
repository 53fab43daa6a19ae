// @module-tag full
/** Scripts that run a study on a cluster: their rows equal those of a single command. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { useTestFolder } from '../study/testRows.ts';
import { runCommandLine } from '../testCalls.ts';
import { launcherPath, makeNodeCommandWords } from '../testLaunch.ts';

const run = promisify(execFile);
const at = useTestFolder();
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let whole: Buffer;
beforeAll(async () => {
  const scenario = { preset: 'ur5e', methods: [{ id: 'dls' }], run: { maxUpdates: 20 } };
  const study = { iklabStudy: 1, scenario, sampling: { kind: 'reachable' }, count: 900 };
  writeFileSync(at('study.json'), JSON.stringify(study));
  await runCommandLine(['study', at('study.json'), '--out', at('whole.rows')]);
  whole = readFileSync(at('whole.rows'));
});

/** Puts a program of this name first in the PATH; returns that PATH. */
function program(name: string, script: string): string {
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at(`bin/${name}`), `#!/bin/bash\n${script}\n`);
  chmodSync(at(`bin/${name}`), 0o755);
  return `${at('bin')}:${process.env.PATH}`;
}

test('GNU parallel gives identical rows, and a second call skips complete shards', async () => {
  const words = [beside('parallel.sh'), at('study.json'), at('parallel.rows'), '3'];
  await run('bash', words);
  expect(readFileSync(at('parallel.rows')).equals(whole)).toBe(true);
  expect(readdirSync(at('parallel.rows.shards')).sort()).toEqual([
    '1-3.rows',
    '2-3.rows',
    '3-3.rows',
  ]);
  const { stderr } = await run('bash', words);
  expect(stderr.match(/is already complete/g)).toHaveLength(3);
});

test('Slurm submits an array, and a merge that depends on it, with identical rows', async () => {
  // A scheduler that runs its tasks immediately, one after another.
  const PATH = program(
    'sbatch',
    `for word; do case $word in --array=1-*) tasks=\${word#--array=1-};; --dependency=*) after=\${word#*=};; esac; done
    echo "$*" >>"$LOG"
    if [ -n "$tasks" ]; then
      for task in $(seq "$tasks"); do
        SLURM_JOB_ID=41 SLURM_ARRAY_TASK_ID=$task bash "\${!#}" >/dev/null 2>&1 || exit 1
      done
      echo 41
    else
      SLURM_JOB_ID=42 bash "\${!#}" || exit 1
      echo 42
    fi`,
  );
  const words = [beside('slurm.sh'), at('study.json'), at('slurm.rows'), '4'];
  const env = { ...process.env, PATH, LOG: at('calls') };
  const { stdout } = await run('bash', words, { env });
  expect(stdout).toBe('array 41\nmerge 42\n');
  expect(readFileSync(at('slurm.rows')).equals(whole)).toBe(true);
  const [array, merge] = readFileSync(at('calls'), 'utf8').split('\n');
  expect(array).toContain('--array=1-4');
  expect(merge).toContain('--dependency=afterok:41');
});

test('Kubernetes: pods of an Indexed Job solve the shards, and the last one merges them', async () => {
  const [claim, job] = parseAllDocuments(readFileSync(beside('kubernetes.yaml'), 'utf8')).map((d) =>
    d.toJS(),
  );
  const { completionMode, completions, parallelism, template } = job.spec;
  const [{ env, command, args, volumeMounts }] = template.spec.containers;
  const given = Object.fromEntries(
    env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  expect([completionMode, completions, parallelism]).toEqual([
    'Indexed',
    Number(given.SHARDS),
    completions,
  ]);
  expect(template.spec.volumes[1].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  expect(volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
    '/study',
    given.ROWS,
  ]);
  const PATH = program('iklab', `exec node ${makeNodeCommandWords(launcherPath).join(' ')} "$@"`);
  mkdirSync(at('rows'));
  // Three pods: a pod depends only on its index and on the number of shards.
  const shards = 3;
  for (const index of [1, 2, 0]) {
    const own = { SHARDS: String(shards), STUDY: at('study.json'), ROWS: at('rows') };
    const pod = { ...process.env, PATH, ...own, JOB_COMPLETION_INDEX: String(index) };
    await run(command[0], [...command.slice(1), ...args], { env: pod });
    expect(readdirSync(at('rows')).includes('study.parquet')).toBe(index === 0);
  }
  const parts = Array.from({ length: shards }, (_, i) => at(`rows/${i + 1}-${shards}.rows`));
  await runCommandLine(['merge', ...parts, '--out', at('pods.rows')]);
  expect(readFileSync(at('pods.rows')).equals(whole)).toBe(true);
});
