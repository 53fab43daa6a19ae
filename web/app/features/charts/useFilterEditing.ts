import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OpenDocument } from '../../page.ts';
import type { FilterEditingContext } from '../bend/filterEditing.ts';
import type { ChartSlot } from './chartSlot.ts';

export type FilterEditingHost = FilterEditingContext & {
  readonly doc: Pick<OpenDocument, 'engine' | 'loadPart'>;
};

type Parts = typeof import('../bend/filterEditingParts.ts');
interface OpenBend {
  readonly bend: InstanceType<Parts['FilterEditing']>;
  readonly Layer: Parts['FilterKnotLayer'];
}

export function useFilterEditing(chartSlot: ChartSlot, host: FilterEditingHost) {
  const open = useSignal<OpenBend | null>(null);
  const picture = chartSlot.filter.picture.value;
  const close = (): void => {
    open.peek()?.bend.close();
    open.value = null;
  };
  const begin = async (): Promise<void> => {
    const { doc } = host;
    const [parts] =
      (await doc.loadPart(
        Promise.all([import('../bend/filterEditingParts.ts'), doc.engine.loadFullModule()]),
      )) ?? [];
    if (!parts || open.peek() || !chartSlot.filter.picture.peek()) return;
    open.value = { bend: new parts.FilterEditing(host, chartSlot), Layer: parts.FilterKnotLayer };
  };
  useEffect(() => {
    if (!picture) close(); // Another kind of chart is shown.
  }, [picture === null]);
  useEffect(() => close, []);
  return {
    open: open.value,
    picture,
    offered: open.value !== null || Boolean(picture?.chosen?.filter),
    close,
    toggle: (): void => {
      if (open.peek()) close();
      else void begin();
    },
  };
}
