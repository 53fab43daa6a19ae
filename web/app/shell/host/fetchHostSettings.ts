import { type HostSettings, NO_SETTINGS } from './hostSettings.ts';

const FILE = './iklab.json';
/** It says nothing; or the host has a page of its own for files that it has not. */
const NOTHING = /^\s*(\{\s*\}\s*|<.*)?$/s;

/** Where there is no file, or none within `patience` milliseconds, that of a host which says nothing. */
export async function fetchHostSettings(patience: number): Promise<HostSettings> {
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(FILE, { cache: 'no-cache', signal }).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => '') : '';
  if (NOTHING.test(text)) return NO_SETTINGS;
  const reader = await import('./readHostSettings.ts').catch(() => null);
  return reader?.readHostSettings(text) ?? NO_SETTINGS;
}
