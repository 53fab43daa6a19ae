import { pageAddress } from '@iklab/core/document';
import { type MethodGlyph, makeMethodGlyph } from '@iklab/run/drawing';
import { stylePixel } from '@iklab/scene/dom';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { GlyphPicture } from '../../ui/glyphPicture.tsx';
import { pixelsToRem } from '../../ui/icon.tsx';
import { CLOSED_FORM_PAGE_ID } from '../../ui/pageModeNavigation.tsx';
import { useWindowEvents } from '../../ui/useWindowEvents.ts';
import { findMethodAncestry, type MethodFamilyNode } from './layoutMethodFamily.ts';
import { preferredMethodColourSlot } from './methodColourSlots.ts';
import css from './methodFamilyMap.module.css';

// The style sheet has the same numbers.
const WIDTH = 110;
const MIN_PITCH = 80; // Minimum height of a line.
const MAX_PITCH = 112;
const FOOT = 8; // Space below the map.
const SIZE = 32; // Size of a drawing.
const INSET = [6, 5] as const; // Position of a drawing in its cell.
const ROUND = 8;

interface MapProps {
  readonly nodes: readonly MethodFamilyNode[];
  /** Null: the page of the closed form. */
  readonly chosen: MethodFamilyNode | null;
  readonly page: Page;
}

export function MethodFamilyMap({ nodes, chosen, page }: MapProps) {
  const { engine, catalogue } = page.doc;
  const glyphs = useMemo(
    () => new Map(nodes.map(({ row }) => [row.id, makeMethodGlyph(engine, row.id)])),
    [nodes, engine],
  );
  const path = chosen ? findMethodAncestry(chosen) : [];
  const columns = 1 + Math.max(...nodes.map(({ column }) => column));
  const lines = 1 + Math.max(...nodes.map(({ line }) => line));
  const [scroll, pitch] = usePitch(lines);
  return (
    <section class={css.family} aria-label="The family">
      <h2>Family tree</h2>
      <p class="small">
        Each step to the right changes one thing. Curve: filter τ(σ), the joint response to an error
        along a singular direction. Dots: path of an end effector, one per update.
      </p>
      <a
        class={css.closedForm}
        href={pageAddress('methods', CLOSED_FORM_PAGE_ID)}
        aria-current={chosen ? undefined : 'page'}
      >
        <b>Closed form</b>
        <small>not a method: every solution, without updates</small>
      </a>
      <div class={css.mapScroll} ref={scroll}>
        <div
          class="map"
          style={{ '--columns': columns, '--lines': lines, '--pitch': pixelsToRem(pitch) }}
        >
          <svg viewBox={`0 0 ${columns * WIDTH} ${lines * pitch}`} aria-hidden="true">
            {nodes.map(
              (node) => node.parent && <Edge key={node.row.id} node={node} pitch={pitch} />,
            )}
            {path.map(
              (node) => node.parent && <Edge key={node.row.id} node={node} pitch={pitch} on />,
            )}
          </svg>
          <ul>
            {nodes.map((node) => (
              <MethodNode
                key={node.row.id}
                node={node}
                drawn={glyphs.get(node.row.id)}
                slot={preferredMethodColourSlot(node.row.id, catalogue)}
                on={path.includes(node)}
                chosen={node === chosen}
              />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

interface NodeProps {
  readonly node: MethodFamilyNode;
  readonly drawn: MethodGlyph | undefined;
  readonly slot: number | null;
  readonly on: boolean;
  readonly chosen: boolean;
}

function MethodNode({ node, drawn, slot, on, chosen }: NodeProps) {
  const { row, column, line: below } = node;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (chosen) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <li style={{ '--column': column, '--line': below }} class={on ? 'on' : undefined}>
      <a
        ref={link}
        href={pageAddress('methods', row.id)}
        title={row.fullName}
        aria-current={chosen ? 'page' : undefined}
      >
        <GlyphPicture drawn={drawn} slot={slot} size={SIZE} />
        <b>{row.name}</b>
        <small>{row.change}</small>
      </a>
    </li>
  );
}

function Edge({
  node,
  pitch,
  on = false,
}: {
  node: MethodFamilyNode;
  pitch: number;
  on?: boolean;
}) {
  const parent = node.parent as MethodFamilyNode;
  const [left, top] = INSET;
  const middle = top + SIZE / 2;
  const [x1, y1] = [parent.column * WIDTH + left + SIZE, parent.line * pitch + middle];
  const [x2, y2] = [node.column * WIDTH + left, node.line * pitch + middle];
  const trunk = x2 - 14;
  const down = `H${trunk - ROUND}q${ROUND} 0 ${ROUND} ${ROUND}V${y2 - ROUND}q0 ${ROUND} ${ROUND} ${ROUND}`;
  return <path class={on ? 'edge on' : 'edge'} d={`M${x1} ${y1}${y1 === y2 ? '' : down}H${x2}`} />;
}

function usePitch(lines: number) {
  const scroll = useRef<HTMLDivElement>(null);
  const [pitch, set] = useState(MIN_PITCH);
  const measure = (): void => {
    const space = (window.innerHeight - (scroll.current?.offsetTop ?? 0)) / stylePixel() - FOOT;
    set(Math.max(MIN_PITCH, Math.min(MAX_PITCH, Math.floor(space / lines))));
  };
  useLayoutEffect(measure, [lines]);
  useWindowEvents(['resize'], measure);
  return [scroll, pitch] as const;
}
