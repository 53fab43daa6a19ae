import { expect, test, vi } from 'vitest';
import { installWindow, testPage } from '../../testing.ts';
import { openComputedCase } from './openStudyCase.ts';

installWindow();

test('opens a case in Compare that the full module makes', async () => {
  const page = await testPage('y');
  const makeDocument = vi.fn(() => ({ iklab: 1, preset: 'two-joints' }));
  await openComputedCase(page, makeDocument, 'problem 7', 'a benchmark');
  const [scene] = vi.mocked(page.doc.openScene).mock.calls[0] ?? [];
  expect(scene?.tree).toEqual({ planar: { links: [1, 0.8] } });
  expect(page.doc.notice.value?.title).toContain('problem 7');
  expect(page.openPage).toHaveBeenLastCalledWith(null);
});

test('shows Compare with its notice, and the same scene, if the full module cannot be loaded', async () => {
  const page = await testPage('y');
  page.doc.withFullModule = async () => null;
  const makeDocument = vi.fn(() => ({ iklab: 1 }));
  await openComputedCase(page, makeDocument, 'problem 7', 'a benchmark');
  expect(makeDocument).not.toHaveBeenCalled();
  expect(page.doc.openScene).not.toHaveBeenCalled();
  expect(page.openPage).toHaveBeenLastCalledWith(null);
});
