import { pageAddress } from '@iklab/core/document';
import { addMethod } from '@iklab/core/document/edits';
import { withCardTexts } from '@iklab/core/engine';
import { paramRangeText, paramValueText } from '@iklab/core/format';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  type DescribedMethod,
  isLengthParam,
  isParamAutomaticAtZero,
  listAllMethodPapers,
} from '@iklab/core/scenario/methods';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { CLOSED_FORM_PAGE_ID } from '../../ui/pageModeNavigation.tsx';
import { PaperReferences } from '../../ui/paperReferences.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { SubscriptedText } from '../../ui/subscriptedText.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { toggleSolutions } from '../../ui/viewSwitches.ts';
import { addFormulaToPage } from '../formula/formulaPanelAccess.ts';
import { countFormulaLines } from '../formula/startFormula.ts';
import { startFormulaForMethod } from '../formula/startFormulas.ts';
import { MethodProsAndCons } from '../method/methodInspector.tsx';
import {
  findMethodAncestry,
  layoutMethodFamily,
  type MethodFamilyNode,
} from './layoutMethodFamily.ts';
import { LiveMethodDemo, useSymbolHighlight } from './liveMethodDemo.tsx';
import { findMethodColourSlot } from './methodColourSlots.ts';
import methodsCardScenesCss from './methodExampleScenes.module.css';
import { MethodExampleScenes } from './methodExampleScenes.tsx';
import { MethodFamilyMap } from './methodFamilyMap.tsx';
import { MethodPaperFigure } from './methodPaperFigure.tsx';
import css from './methods.module.css';
import { MethodUpdateCost } from './methodUpdateCost.tsx';

interface MethodsPageProps {
  readonly page: Page;
  readonly id: string;
  /** The contents of the page about the closed form. */
  readonly closedForm: ComponentChildren;
}

export function MethodsPage({ page, id, closedForm }: MethodsPageProps) {
  const { catalogue } = page.doc;
  const { services } = page.scope;
  const nodes = useMemo(() => layoutMethodFamily(withCardTexts(catalogue).methods), [catalogue]);
  const isClosedForm = id === CLOSED_FORM_PAGE_ID;
  const chosen = nodes.find(({ row }) => row.id === id) ?? nodes[0];
  const name = useUniqueId();
  const heading = useRef<HTMLHeadingElement>(null);
  const article = useSymbolHighlight<HTMLElement>();
  const first = useRef(true);
  useLayoutEffect(() => {
    const title = isClosedForm ? 'Closed form' : (chosen?.row.fullName ?? 'Methods');
    services.setTitle(`${title} · Methods · IK Lab`);
    article.current?.scrollTo(0, 0);
    // If the page replaces the list, the focus moves to the page.
    if (!first.current && id !== '' && getComputedStyle(article.current as Element).order === '1')
      heading.current?.focus();
    first.current = false;
  }, [id]);
  if (!chosen) return null;
  const { row } = chosen;
  const isUnknown = id !== '' && row.id !== id && !isClosedForm;
  return (
    <div class={css.methodsTwo} data-open={id !== '' && !isUnknown}>
      <MethodFamilyMap nodes={nodes} chosen={isClosedForm ? null : chosen} page={page} />
      <article ref={article} aria-labelledby={name}>
        {isUnknown && (
          <p class={css.unknown} role="alert">
            There is no method “{id.slice(0, 40)}”. The family has {catalogue.methods.length}.
          </p>
        )}
        <Breadcrumbs path={isClosedForm ? [] : findMethodAncestry(chosen)} />
        <header>
          <h1 id={name} class="method-name" tabIndex={-1} ref={heading}>
            {isClosedForm ? 'Closed form' : <MethodTitle page={page} row={row} />}
          </h1>
          {isClosedForm ? <ShowSolutionsLink page={page} /> : <AddButtons page={page} row={row} />}
        </header>
        {isClosedForm ? closedForm : <MethodDescription page={page} node={chosen} />}
      </article>
    </div>
  );
}

function MethodTitle({ page, row }: { page: Page; row: DescribedMethod }) {
  const { catalogue, editor } = page.doc;
  return (
    <>
      <SlotMarkIcon slot={findMethodColourSlot(editor.scenario.value, row.id, catalogue)} />
      {row.fullName}
      {row.name !== row.fullName && <small class={css.shortName}>{row.name}</small>}
    </>
  );
}

function MethodDescription({ page, node }: { page: Page; node: MethodFamilyNode }) {
  const { catalogue, editor, engine } = page.doc;
  const { row } = node;
  return (
    <>
      <p class={css.lead}>{row.summary}</p>
      <LiveMethodDemo
        key={row.id}
        engine={engine}
        row={row}
        slot={findMethodColourSlot(editor.scenario.value, row.id, catalogue)}
        isStatic={page.isManual}
        belowFigure={
          <div class={`${css.halves} ${methodsCardScenesCss.showings}`}>
            <MethodExampleScenes kind="shine" cardScenes={row.strengths} page={page} />
            <MethodExampleScenes kind="fail" cardScenes={row.failures} page={page} />
          </div>
        }
      >
        <div>
          <section>
            <h2>Strengths and weaknesses</h2>
            <MethodProsAndCons row={row} />
          </section>
          <MethodUpdateCost page={page} node={node} />
        </div>
      </LiveMethodDemo>
      <section>
        <h2>The idea</h2>
        <p class={css.idea}>{row.idea}</p>
      </section>
      <MethodPaperFigure key={`${row.id} in papers`} engine={engine} id={row.id} />
      <Parameters row={row} catalogue={catalogue} />
      <PaperReferences references={listAllMethodPapers(row)} />
    </>
  );
}

/** A six-joint arm with a closed form, in Compare, with its solutions. */
const ShowSolutionsLink = ({ page }: { readonly page: Page }) => (
  // biome-ignore lint/a11y/useValidAnchor: it opens a scene; the click also shows the solutions
  <a
    class={`button ${css.open}`}
    href="#preset=arm-6"
    onClick={() => {
      if (!page.viewState.solutions.peek()) toggleSolutions(page.viewState);
    }}
  >
    <Icon name="open" size={14} />
    Show every solution
  </a>
);

function AddButtons({ page, row }: { page: Page; row: DescribedMethod }) {
  const { doc } = page;
  if (doc.session.value === null) return null;
  const full = doc.editor.scenario.value.methods.length >= MAX_METHODS;
  const why = full ? `The scene has ${MAX_METHODS} methods` : undefined;
  const written = startFormulaForMethod(row.id);
  const lead = async (): Promise<void> => {
    await doc.address.writeNow();
    page.scope.services.address.follow(doc.address.fragment);
  };
  const add = (): void => {
    const scenario = doc.editor.scenario.peek();
    doc.edit(`Add ${row.name}`, addMethod(row.id, scenario, doc.catalogue));
    lead();
  };
  const write = async (): Promise<void> => {
    if (!written) return;
    const panel = { label: `${written.title}, written`, text: written.text };
    if (await addFormulaToPage(page, panel)) lead();
  };
  return (
    <span class={css.adds}>
      {written && (
        <button
          type="button"
          class="button"
          disabled={full}
          title={
            why ??
            `Add it to the scene as a formula of ${countFormulaLines(written)} lines that can be edited`
          }
          onClick={write}
        >
          <Icon name="pen" />
          Show as formula
        </button>
      )}
      <button type="button" class="button" disabled={full} title={why} onClick={add}>
        <Icon name="plus" />
        Add to the scene
      </button>
    </span>
  );
}

/** Links to the ancestors of a method. `path` is empty on the page about the closed form. */
function Breadcrumbs({ path }: { path: readonly MethodFamilyNode[] }) {
  return (
    <nav class={css.crumbs} aria-label="Based on">
      <a class="back" href={pageAddress('methods')}>
        The family
      </a>
      {path.slice(0, -1).map(({ row }) => (
        <a key={row.id} href={pageAddress('methods', row.id)}>
          {row.name}
        </a>
      ))}
      <b>{path.at(-1)?.row.name ?? 'Closed form'}</b>
    </nav>
  );
}

function Parameters({ row, catalogue }: { row: DescribedMethod; catalogue: Catalogue }) {
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
            <th scope="col">Effect</th>
          </tr>
        </thead>
        <tbody>
          {row.params.map((param) => {
            const { key, label, help, scale, options, initial } = param;
            const words = scale === 'method' ? options.map(nameOf) : options;
            const toggle = scale === 'toggle' ? ['off', 'on'] : words;
            const automatic = isParamAutomaticAtZero(param);
            const first = automatic && initial === 0 ? 'automatic' : paramValueText(param, initial);
            const range = automatic
              ? `above ${paramRangeText(param)}, or automatic`
              : paramRangeText(param);
            return (
              <tr key={key}>
                <th scope="row">
                  <SubscriptedText text={label} />
                </th>
                <td>{toggle.length > 0 ? toggle[initial] : first}</td>
                <td>{toggle.length > 0 ? toggle.join(', ') : range}</td>
                <td>{help}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {row.params.some(isLengthParam) && (
        <p class="fits">In a scene, lengths are scaled to the mechanism.</p>
      )}
    </section>
  );
}
