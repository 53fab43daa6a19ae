import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { type LabScope, memoizePerLab, onLabEnd, onLabEvent, startLabEffect } from './labScope.ts';

/** The members of a lab that these tests use. */
function lab() {
  const over = new AbortController();
  const eventTarget = new EventTarget();
  const scope = { services: { eventTarget }, endSignal: over.signal } as unknown as LabScope;
  return { over, eventTarget, scope };
}

test('a per-lab value is created once per lab, on first use', () => {
  let made = 0;
  const count = memoizePerLab(() => ({ number: made++ }));
  const [one, other] = [lab(), lab()];
  expect([count(other).number, count(one).number, count(other).number]).toEqual([0, 1, 0]);
  // an object with a scope is resolved to the lab of that scope
  expect(count({ scope: one.scope })).toBe(count(one));
});

test('ending a lab stops its effects and listeners; a later end callback runs at once', () => {
  const { over, eventTarget, scope } = lab();
  const turn = signal(0);
  const events: string[] = [];
  startLabEffect(scope, () => {
    events.push(`turn ${turn.value}`);
  });
  onLabEvent(scope, 'keydown', () => events.push('key'));
  onLabEnd(scope, () => events.push('end'));
  turn.value = 1;
  eventTarget.dispatchEvent(new Event('keydown'));
  over.abort();
  turn.value = 2;
  eventTarget.dispatchEvent(new Event('keydown'));
  onLabEnd(scope, () => events.push('late'));
  expect(events).toEqual(['turn 0', 'turn 1', 'key', 'end', 'late']);
});
