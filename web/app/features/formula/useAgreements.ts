import type { Agreement } from 'iklab/run';
import type { Scenario } from 'iklab/scenario';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { FORMULA_SHELF } from './startFormulas.ts';

type Agreements = ReadonlyMap<string, Agreement>;

const NONE: Agreements = new Map();
const cache = new WeakMap<Scenario, Agreements>();

/**
 * For each formula to start from: whether it agrees with the method that it restates, in the
 * current scene.
 */
export function useAgreements({ doc }: Page): Agreements {
  const scenario = doc.session.value?.scene.scenario;
  const [, count] = useState(0);
  useEffect(() => {
    if (!scenario) return;
    let end = (): void => {};
    let over = false;
    const found = cache.get(scenario) ?? NONE;
    const texts = FORMULA_SHELF.flatMap((group) => group.texts).filter(
      ({ id, builtIn }) => builtIn !== null && !found.has(id),
    );
    const begin = async (): Promise<void> => {
      const part = await doc.loadPart(import('./findAgreements.ts'));
      if (over || !part) return;
      end = part.findAgreements(scenario, texts, ({ id }, agreement) => {
        cache.set(scenario, new Map([...(cache.get(scenario) ?? NONE), [id, agreement]]));
        count((renders) => renders + 1);
      });
    };
    if (texts.length > 0) begin();
    return () => {
      over = true;
      end();
    };
  }, [scenario]);
  return (scenario && cache.get(scenario)) ?? NONE;
}
