import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../controls/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import { download } from '../../controls/saveFile.ts';
import { pngOf, svgText } from './figureFile.ts';
import { useWidth } from './plotFrame.tsx';
import './figures.css';

interface FigureCardProps {
  readonly title: string;
  /** Of its files, without an ending. */
  readonly file: string;
  /** What is chosen of it. */
  readonly choices?: ComponentChildren;
  readonly draw: (width: number) => ComponentChildren;
}

/** A figure with its title, and as a file. */
export function FigureCard({ title, file, choices, draw }: FigureCardProps) {
  const { host, width } = useWidth();
  const card = useRef<HTMLElement>(null);
  const figure = (): SVGSVGElement => card.current?.querySelector('.plot') as SVGSVGElement;
  const items = [
    {
      label: 'SVG',
      act: () => download(new Blob([svgText(figure())], { type: 'image/svg+xml' }), `${file}.svg`),
    },
    { label: 'PNG', act: async () => download(await pngOf(figure()), `${file}.png`) },
  ];
  return (
    <section class="figure-card" ref={card} aria-label={title}>
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
