import { effect } from '@preact/signals';
import type { Services } from './services.ts';

/** The services and lifetime of one lab; a document may have several labs. */
export interface LabScope {
  readonly services: Services;
  readonly host: HTMLElement;
  /** Aborted when the lab is disposed of; listeners use it as their `signal`. */
  readonly ended: AbortSignal;
}

/** An object that belongs to a lab, such as its page or its document. */
export interface InLab {
  readonly scope: LabScope;
}

/**
 * The state of a feature, created once per lab on first use:
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

/** Listens to events of this lab until the lab ends. */
export function onLabEvent<K extends keyof WindowEventMap>(
  { services, ended }: LabScope,
  kind: K,
  hear: (event: WindowEventMap[K]) => void,
  options: AddEventListenerOptions = {},
): void {
  services.eventTarget.addEventListener(kind, hear as EventListener, { ...options, signal: ended });
}

/** Calls back once when the lab ends, at once if it has ended. */
export function onLabEnd({ ended }: LabScope, act: () => void): void {
  if (ended.aborted) act();
  else ended.addEventListener('abort', act, { once: true });
}

export const labEffect = (scope: LabScope, act: () => void): void => onLabEnd(scope, effect(act));
