import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Catalogue, MethodRow, Showing } from '../scenario/catalogue.ts';
import { papersAbout } from '../scenario/citation.ts';
import { encodeLink } from '../scenario/codec.ts';
import { parse } from '../scenario/parse.ts';
import { showingDocument } from '../scenario/showing.ts';
import { demoFragment } from '../session/demo.ts';
import { dial } from '../session/dial.ts';
import { family, type Place, pathTo } from '../session/family.ts';
import { number } from '../session/format.ts';
import { methodAddress } from '../session/mode.ts';
import { Cite } from './cite.tsx';
import { Icon } from './icon.tsx';
import { Verdict } from './inspector.tsx';
import './methods.css';
import { Cost } from './methodsCost.tsx';
import { Live } from './methodsLive.tsx';
import { FamilyMap } from './methodsMap.tsx';
import type { Page } from './page.ts';
import { Subscripts } from './subscripts.tsx';

/** The family as a map, and the page of one method. */
export function MethodsPage({ page, id }: { readonly page: Page; readonly id: string }) {
  const { catalogue, engine } = page.desk;
  const places = useMemo(() => family(catalogue.methods), [catalogue]);
  const chosen = places.find(({ row }) => row.id === id) ?? places[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const article = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${chosen?.row.name ?? 'Methods'} · Methods · IK Lab`;
    article.current?.scrollTo(0, 0);
    // where the page takes the place of the list, the focus goes along
    if (!first.current && id !== '' && getComputedStyle(article.current as Element).order === '1')
      heading.current?.focus();
    first.current = false;
  }, [id]);
  if (!chosen) return null;
  const { row } = chosen;
  const unknown = id !== '' && row.id !== id;
  return (
    <div class="methods-two" data-open={id !== '' && !unknown}>
      <FamilyMap places={places} chosen={chosen} engine={engine} />
      <article ref={article} aria-labelledby="method-name" key={row.id}>
        {unknown && (
          <p class="unknown" role="alert">
            There is no method “{id.slice(0, 40)}”. The family has {catalogue.methods.length}.
          </p>
        )}
        <Crumbs place={chosen} />
        <h1 id="method-name" tabIndex={-1} ref={heading}>
          {row.name}
        </h1>
        <p class="lead">{row.summary}</p>
        <p class="idea">{row.idea}</p>
        <Live engine={engine} row={row} still={page.byHand}>
          <div>
            <Cost engine={engine} place={chosen} still={page.byHand} />
            <section>
              <h2>Good and bad</h2>
              <Verdict row={row} />
            </section>
          </div>
        </Live>
        <div class="halves">
          <Showings title="See it shine" showings={row.strengths} catalogue={catalogue} />
          <Showings title="See it fail" showings={row.failures} catalogue={catalogue} />
        </div>
        <div class="halves">
          <section>
            <Cite references={papersAbout(row)} />
            <a class="button" href={demoFragment(row.id, row.parent)}>
              <Icon name="open" />
              Open in Compare
            </a>
          </section>
        </div>
        <Parameters row={row} catalogue={catalogue} />
      </article>
    </div>
  );
}

/** What it grows out of. */
function Crumbs({ place }: { place: Place }) {
  const path = pathTo(place);
  return (
    <nav class="crumbs" aria-label="Grows out of">
      <a class="back" href={methodAddress('')}>
        The family
      </a>
      {path.map(({ row }) =>
        row === place.row ? (
          <b key={row.id}>{row.name}</b>
        ) : (
          <a key={row.id} href={methodAddress(row.id)}>
            {row.name}
          </a>
        ),
      )}
    </nav>
  );
}

interface ShowingsProps {
  readonly title: string;
  readonly showings: readonly Showing[];
  readonly catalogue: Catalogue;
}

/** Scenes that show it beside another method, each a link into Compare. */
function Showings({ title, showings, catalogue }: ShowingsProps) {
  const [links, setLinks] = useState<readonly string[]>([]);
  useEffect(() => {
    let wanted = true;
    const all = showings.map((showing) => linkOf(showing, catalogue));
    Promise.all(all).then((made) => wanted && setLinks(made));
    return () => {
      wanted = false;
    };
  }, [showings, catalogue]);
  return (
    <section>
      <h2>{title}</h2>
      <ul class="failures">
        {showings.map(({ title, text, sign }, i) => (
          <li key={title}>
            <a href={links[i]} data-sign={sign}>
              <span>
                <b>{title}</b>
                <small>{text}</small>
              </span>
              <Icon name="open" size={14} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function linkOf(showing: Showing, catalogue: Catalogue): Promise<string> {
  const read = parse(showingDocument(showing), catalogue);
  return read.ok ? encodeLink(read.value, catalogue) : '';
}

function Parameters({ row, catalogue }: { row: MethodRow; catalogue: Catalogue }) {
  if (row.params.length === 0) return null;
  const nameOf = (id: string) => catalogue.methods.find((each) => each.id === id)?.name ?? id;
  return (
    <section>
      <h2>Parameters</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Default</th>
            <th scope="col">Range</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {row.params.map((param) => {
            const { key, label, help, scale, options, min, max, initial } = param;
            const { unit, text } = dial(param);
            const value = (x: number) =>
              `${number(Number(text(x)))}${unit === '°' ? unit : ` ${unit}`}`.trim();
            const words = scale === 'method' ? options.map(nameOf) : options;
            const toggle = scale === 'toggle' ? ['off', 'on'] : words;
            return (
              <tr key={key}>
                <th scope="row">
                  <Subscripts text={label} />
                </th>
                <td>{toggle.length > 0 ? toggle[initial] : value(initial)}</td>
                <td>{toggle.length > 0 ? toggle.join(', ') : `${value(min)} to ${value(max)}`}</td>
                <td>{help}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
