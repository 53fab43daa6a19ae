import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';

/** Returns null until the hash is computed in the background. */
export function useReplayHash(page: Page): string | null {
  const [hash, set] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    page.doc
      .replayHash(() => wanted)
      .then((value) => {
        if (wanted) set(value);
      });
    return () => {
      wanted = false;
    };
  }, []);
  return hash;
}
