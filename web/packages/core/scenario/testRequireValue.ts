type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: unknown };

/** Returns the value of a result; throws its faults if it has none. */
export function requireValue<T>(result: Outcome<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
}
