import { effect } from '@preact/signals';
import type { Services } from './services.ts';

/** One lab in a document that may have several: what it is given, and when it is over. */
export interface LabScope {
  readonly services: Services;
  /** It is drawn in here. */
  readonly host: HTMLElement;
  /** Aborted when the lab is disposed of; listeners take it as their `signal`. */
  readonly ended: AbortSignal;
}

/** What belongs to a lab: its page, its document. */
export interface InLab {
  readonly scope: LabScope;
}

/**
 * The state of a feature, one for each lab, made when it is first asked for:
 *
 *     const panel = perLab(() => new PanelState());
 *     panel(page).open.value
 */
export function perLab<T, Of extends InLab = InLab>(make: (of: Of) => T): (of: Of) => T {
  const made = new WeakMap<LabScope, { readonly state: T }>();
  return (of) => {
    let one = made.get(of.scope);
    if (!one) {
      one = { state: make(of) };
      made.set(of.scope, one);
    }
    return one.state;
  };
}

/** Hears what is meant for this lab, as long as it lasts. */
export function onLabEvent<K extends keyof WindowEventMap>(
  { services, ended }: LabScope,
  kind: K,
  hear: (event: WindowEventMap[K]) => void,
  options: AddEventListenerOptions = {},
): void {
  services.eventTarget.addEventListener(kind, hear as EventListener, { ...options, signal: ended });
}

/** Calls back once, when the lab is over; at once where it is. */
export function onLabEnd({ ended }: LabScope, act: () => void): void {
  if (ended.aborted) act();
  else ended.addEventListener('abort', act, { once: true });
}

/** An effect that ends with the lab. */
export const labEffect = (scope: LabScope, act: () => void): void => onLabEnd(scope, effect(act));
