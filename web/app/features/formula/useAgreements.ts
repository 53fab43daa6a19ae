import type { Agreement } from 'iklab/run';
import type { Scenario } from 'iklab/scenario';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { SHELF } from './shelf.ts';

type Found = ReadonlyMap<string, Agreement>;

const NONE: Found = new Map();
const known = new WeakMap<Scenario, Found>();

/**
 * For each formula to start from: whether it agrees with the method that it restates, in the
 * current scene.
 */
export function useAgreements({ doc }: Page): Found {
  const scenario = doc.session.value?.scene.scenario;
  const [, count] = useState(0);
  useEffect(() => {
    if (!scenario) return;
    let end = (): void => {};
    let over = false;
    const found = known.get(scenario) ?? NONE;
    const texts = SHELF.flatMap((group) => group.texts).filter(
      ({ id, builtIn }) => builtIn !== null && !found.has(id),
    );
    const begin = async (): Promise<void> => {
      const part = await doc.loadPart(import('./agreementPool.ts'));
      if (over || !part) return;
      end = part.findAgreements(scenario, texts, ({ id }, agreement) => {
        known.set(scenario, new Map([...(known.get(scenario) ?? NONE), [id, agreement]]));
        count((told) => told + 1);
      });
    };
    if (texts.length > 0) begin();
    return () => {
      over = true;
      end();
    };
  }, [scenario]);
  return (scenario && known.get(scenario)) ?? NONE;
}
