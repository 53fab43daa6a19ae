import { findings, publishedTables } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import css from './papersGlance.module.css';
import type { PublishedState } from './publishedState.ts';

export function FoundOnTheWay({ at }: { readonly at: PublishedState }) {
  return (
    <section class={css.found}>
      <h2>Errata we found</h2>
      <ul>
        {findings.map(({ table, variant, lead, rest }) => (
          <li key={lead}>
            <a
              href={pageAddress('studies', table)}
              onClick={() => {
                const known = publishedTables.find(({ id }) => id === table);
                if (known) at.choose(known, { variant });
              }}
            >
              {lead}
            </a>{' '}
            {rest}
          </li>
        ))}
      </ul>
    </section>
  );
}
