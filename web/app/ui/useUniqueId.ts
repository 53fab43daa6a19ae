import { useState } from 'preact/hooks';

let count = 0;

/** Returns an id that is unique in the document; Preact's `useId` starts at 0 for each tree. */
export function useUniqueId(): string {
  const [id] = useState(() => `ik-${++count}`);
  return id;
}
