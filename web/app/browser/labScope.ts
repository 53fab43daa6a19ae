import { effect } from '@preact/signals';
import type { Services } from './services.ts';

/** Services, host element and end signal of a lab. A document may contain several labs. */
export interface LabScope {
  readonly services: Services;
  readonly host: HTMLElement;
  readonly endSignal: AbortSignal;
}

export interface WithLabScope {
  readonly scope: LabScope;
}

/**
 * Returns a function that returns the state of a feature, created once per lab on first use:
 *
 *     const panel = perLab(() => new PanelState());
 *     panel(page).open.value
 */
export function memoizePerLab<T, Of extends WithLabScope = WithLabScope>(
  make: (owner: Of) => T,
): (owner: Of) => T {
  const made = new WeakMap<LabScope, { readonly state: T }>();
  return (owner) => {
    let one = made.get(owner.scope);
    if (!one) {
      one = { state: make(owner) };
      made.set(owner.scope, one);
    }
    return one.state;
  };
}

/**
 * Listens to an event until the lab ends. The target is the window, or the element that replaces
 * the window for a lab inside a document.
 */
export function onLabEvent<K extends keyof WindowEventMap>(
  { services, endSignal }: LabScope,
  kind: K,
  hear: (event: WindowEventMap[K]) => void,
  options: AddEventListenerOptions = {},
): void {
  services.eventTarget.addEventListener(kind, hear as EventListener, {
    ...options,
    signal: endSignal,
  });
}

/** Calls `act` when the lab ends, or at once after its end. */
export function onLabEnd({ endSignal }: LabScope, act: () => void): void {
  if (endSignal.aborted) act();
  else endSignal.addEventListener('abort', act, { once: true });
}

export const startLabEffect = (scope: LabScope, act: () => void): void =>
  onLabEnd(scope, effect(act));
