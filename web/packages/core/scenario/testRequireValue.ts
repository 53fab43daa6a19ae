type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: unknown };

/** Returns the value of a result, or throws the result's faults. */
export function requireValue<T>(result: Outcome<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
}
