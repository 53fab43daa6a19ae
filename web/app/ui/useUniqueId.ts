import { useState } from 'preact/hooks';

let made = 0;

/** An id that nothing else in the document has: Preact's `useId` counts each of its trees from 0. */
export function useUniqueId(): string {
  const [id] = useState(() => `ik-${++made}`);
  return id;
}
