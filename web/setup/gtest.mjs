/**
 * Runs a GoogleTest program in as many processes as there are cores, each with its shard; `limit`:
 * minutes until the program is ended; by default none.
 */
import { relative } from 'node:path';
import { jobs, root, run, SetupError } from './tools.mjs';

export async function gtest(program, limit) {
  const shards = Array.from({ length: jobs }, (_, i) => {
    const env = { GTEST_TOTAL_SHARDS: String(jobs), GTEST_SHARD_INDEX: String(i) };
    const more = {
      GTEST_BRIEF: '1',
      UBSAN_OPTIONS: 'print_stacktrace=1',
      ASAN_OPTIONS: 'handle_sigill=1', // Also prints the stack of checks that trap.
    };
    return run(program, [], { quiet: true, limit, env: { ...env, ...more } });
  });
  const ended = await Promise.allSettled(shards);
  const failed = ended.find(({ status }) => status === 'rejected')?.reason;
  const outputs = ended.map(({ value, reason }) => value ?? reason.output ?? '');
  if (failed)
    throw Object.assign(failed, { output: [...outputs, alone(program, outputs)].join('\n') });
  const passed = outputs.map((output) =>
    Number(output.match(/\[ {2}PASSED {2}\] (\d+) test/)?.[1]),
  );
  const count = passed.reduce((sum, each) => sum + each, 0);
  if (!(count > 0)) throw new SetupError(`no test in ${program}`);
  if (outputs.some((output) => output.includes('SKIPPED')))
    throw new SetupError('a test is skipped');
  return count;
}

function alone(program, outputs) {
  const names = outputs.flatMap((output) =>
    [...output.matchAll(/^\[ {2}FAILED {2}\] (\S+)/gm)].map(([, name]) => name.replace(/,$/, '')),
  );
  const filter = [...new Set(names.filter((name) => name.includes('.')))].join(':');
  return filter && `Alone: ${relative(root, program)} --gtest_filter='${filter}'`;
}
