import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../../../page.ts';
import { downloadBlob } from '../../../ui/downloadBlob.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { figurePngBlob, figureSvgText } from './figureFile.ts';
import {
  buildVersionText,
  type CurveLegendEntry,
  type FigureTexts,
  withFigureSheet,
} from './figureSheet.tsx';
import css from './figures.module.css';
import { useElementWidth } from './plotFrame.tsx';
import { pageProvenance } from './studyFiles.ts';

interface FigureCardProps {
  readonly page: Page;
  readonly title: string;
  readonly file: string;
  readonly about?: readonly string[];
  /** Legend of the curves for exported files; empty if the figure contains a legend. */
  readonly curves?: readonly CurveLegendEntry[];
  readonly source: string;
  readonly choices?: ComponentChildren;
  readonly draw: (width: number) => ComponentChildren;
}

/** Converts a figure's sheet to the content of a file. `root`: element with the theme. */
export type FigureSheetEncoder = (sheet: SVGSVGElement, root: HTMLElement) => Blob | Promise<Blob>;

export interface FigureWithTexts {
  readonly figure: SVGSVGElement;
  readonly words: FigureTexts;
}

const wordsByCard = new WeakMap<Element, FigureTexts>();

export const findFiguresWithTexts = (root: ParentNode | null): readonly FigureWithTexts[] =>
  [...(root?.querySelectorAll(`.${css.figureCard}`) ?? [])].flatMap((card) => {
    const figure = card.querySelector<SVGSVGElement>(`.${css.plot}`);
    const words = wordsByCard.get(card);
    return figure && words ? [{ figure, words }] : [];
  });

export function FigureCard(props: FigureCardProps) {
  const { page, title, file, about = [], curves = [], source, choices, draw } = props;
  const { host, width } = useElementWidth();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (card.current) wordsByCard.set(card.current, { title, about, key: curves });
  });
  const saveAs = async (kind: string, take: FigureSheetEncoder): Promise<void> => {
    const figure = card.current?.querySelector<SVGSVGElement>(`.${css.plot}`);
    if (!figure) return;
    const made = [source, buildVersionText(pageProvenance(page))];
    const sheet = { title, about, key: curves, source: made };
    downloadBlob(
      await withFigureSheet(figure, sheet, (drawn) => take(drawn, page.scope.services.root)),
      `${file}.${kind}`,
    );
  };
  const items = [
    { label: 'SVG', act: () => void saveAs('svg', figureSvgBlob) },
    { label: 'PNG', act: () => void saveAs('png', figurePngBlob) },
  ];
  return (
    <section class={css.figureCard} ref={card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Menu class="iconb s" name={`Save: ${title}`} items={items}>
          <Icon name="save" size={14} />
        </Menu>
      </header>
      {choices}
      <div ref={host}>{width > 0 && draw(width)}</div>
    </section>
  );
}

export const figureSvgBlob: FigureSheetEncoder = (sheet, root) =>
  new Blob([figureSvgText(sheet, root)], { type: 'image/svg+xml' });
