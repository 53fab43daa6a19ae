import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { installWindow, testPage } from '../../testing.ts';
import { ChartsLoader } from './chartsLoader.ts';

installWindow();

/** Stands in for the loaded script. */
class ChartsAndOverlays {
  readonly story = () => [];
  readonly ellipsoids = vi.fn();
  readonly visible = vi.fn();
}

async function load(part: object | null, endsMeanwhile = false) {
  const { scope, viewState } = await testPage('y');
  const lab = new AbortController();
  const loadPart = async () => {
    if (endsMeanwhile) lab.abort();
    return part;
  };
  const loader = new ChartsLoader({
    ...{ scope: { ...scope, endSignal: lab.signal }, viewState, doc: { loadPart } },
    ...{ mountedSession: signal(null), history: null },
  } as unknown as ConstructorParameters<typeof ChartsLoader>[0]);
  const loaded = loader.load(document.createElement('div'));
  document.dispatchEvent(new Event('visibilitychange')); // nothing is drawn here
  await loaded;
  return loader;
}

test('creates the charts when their script is loaded', async () => {
  expect((await load({ ChartsAndOverlays })).story).not.toBeNull();
});

test('creates no charts if the lab has ended, or if their script cannot be loaded', async () => {
  expect((await load({ ChartsAndOverlays }, true)).story).toBeNull();
  expect((await load(null)).story).toBeNull();
});
