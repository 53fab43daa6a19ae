import type { RawLab, SolverModule } from '@iklab/core/engine';
import { loadTestSolverModule } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { checkCells } from './cells.ts';

const glue = await loadTestSolverModule();

/** Returns the module with a changed lab. */
function withLabs(change: Partial<RawLab>): SolverModule {
  function LabBuilder() {
    const builder = new glue.LabBuilder();
    const build = builder.build.bind(builder);
    return Object.assign(builder, { build: () => Object.assign(build() ?? {}, change) });
  }
  return Object.create(glue, { LabBuilder: { value: LabBuilder } });
}

test('hostile numbers in every cell of a lab are rejected or accepted, without findings', () => {
  expect(checkCells(glue, ['sdls'])).toEqual([]);
});

test('finds a fault that is not reported, and a module that crashes', () => {
  const silentFindings = checkCells(withLabs({ fault: () => '' }), ['sdls']);
  expect(silentFindings.join()).toMatch(/params\[14\] = NaN is not reported/);
  expect(silentFindings.join()).toMatch(/targets\[0\] = 1e\+300 is not reported/);
  expect(silentFindings.join()).toMatch(/probe\[0\] = NaN is not reported/);
  const inspect = () => {
    throw new WebAssembly.RuntimeError('alignment fault');
  };
  expect(checkCells(withLabs({ inspect })).join()).toMatch(/crashes: .*alignment fault/);
});
