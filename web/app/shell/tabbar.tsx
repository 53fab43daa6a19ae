import type { Tab, ViewState } from 'iklab/run';
import { Icon, type IconName } from '../ui/icon.tsx';

const TABS: readonly (readonly [Tab, string, IconName])[] = [
  ['views', 'Views', 'grid'],
  ['methods', 'Methods', 'list'],
  ['charts', 'Charts', 'chart'],
  ['more', 'More', 'more'],
];

export function TabBar({ viewState: { tab, inspected } }: { readonly viewState: ViewState }) {
  return (
    <nav class="tabbar" aria-label="Sheet">
      {TABS.map(([id, name, icon]) => (
        <button
          key={id}
          type="button"
          aria-current={tab.value === id ? 'page' : undefined}
          onClick={() => {
            tab.value = id;
            inspected.value = null;
          }}
        >
          <Icon name={icon} size={20} />
          <span>{name}</span>
        </button>
      ))}
    </nav>
  );
}
