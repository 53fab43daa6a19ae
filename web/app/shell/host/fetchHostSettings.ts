import { type TimeSource, threadActivity } from '@iklab/core/time';
import { DEFAULT_HOST_SETTINGS, type HostSettings } from './hostSettings.ts';

const FILE = './iklab.json';
/** Matches the answer of a server without the file: an empty file or object, or an HTML page. */
const NO_FILE = /^\s*(\{\s*\}\s*|<.*)?$/s;

/**
 * Fetches the host's settings. Returns the defaults if the host has no file. Adds a fault if no
 * answer arrives within `patience` milliseconds.
 */
export const fetchHostSettings = (patience: number, time: TimeSource): Promise<HostSettings> =>
  threadActivity.track('request', fetchWithTimeout(patience, time));

async function fetchWithTimeout(patience: number, time: TimeSource): Promise<HostSettings> {
  const late = new AbortController();
  const cancel = time.schedule(patience, () => late.abort(), 'background');
  try {
    const response = await fetch(FILE, { cache: 'no-cache', signal: late.signal });
    const text = response.ok ? await response.text() : '';
    if (NO_FILE.test(text)) return DEFAULT_HOST_SETTINGS;
    const { readHostSettings } = await import('./readHostSettings.ts');
    return readHostSettings(text);
  } catch {
    return late.signal.aborted ? timeoutSettings(patience) : DEFAULT_HOST_SETTINGS;
  } finally {
    cancel();
  }
}

const timeoutSettings = (patience: number): HostSettings => {
  const reason = `no answer within ${patience / 1000} s; opened without it`;
  return { ...DEFAULT_HOST_SETTINGS, faults: [{ path: 'iklab.json', reason }] };
};
