/** Drawings of the icons: 16 px with round 1.5 px strokes. Each use makes new elements. */
const PATHS = {
  check: () => <path d="m3.2 8.6 3 3 6.6-7" />,
  alert: () => (
    <>
      <path d="M8 3.2v6" />
      <circle cx="8" cy="12.4" r=".9" fill="currentColor" stroke="none" />
    </>
  ),
  dots: () => (
    <g fill="currentColor" stroke="none">
      <circle cx="4" cy="8" r="1" />
      <circle cx="8" cy="8" r="1" />
      <circle cx="12" cy="8" r="1" />
    </g>
  ),
  wave: () => <path d="M1.5 8c1.6-5 3.3-5 4.9 0s3.3 5 4.9 0c.9-2.8 1.9-4 3.2-3.6" />,
  help: () => (
    <path d="M6 6.2a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M8 12v.1M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8" />
  ),
  close: () => <path d="m4 4 8 8M12 4l-8 8" />,
  first: () => <path d="M3.5 3.5v9M12.5 3.8 6.5 8l6 4.2Z" />,
  back: () => <path d="M10.8 3.8 4.8 8l6 4.2Z" />,
  forward: () => <path d="M5.2 3.8 11.2 8l-6 4.2Z" />,
  play: () => <path d="M5 3.2 12.5 8 5 12.8Z" fill="currentColor" />,
  again: () => <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3" />,
  pause: () => <path d="M5.5 3.5v9M10.5 3.5v9" />,
  fit: () => (
    <>
      <path d="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3" />
      <circle cx="8" cy="8" r="1.6" />
    </>
  ),
  down: () => <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  undo: () => <path d="M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.8 3.5l-3 3 3 3" />,
  redo: () => <path d="M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.2 3.5l3 3-3 3" />,
  share: () => <path d="M8 9.8V2.4M5.2 5 8 2.2 10.8 5M3 8.5v5h10v-5" />,
  more: () => (
    <g fill="currentColor" stroke="none">
      <circle cx="3.2" cy="8" r="1.2" />
      <circle cx="8" cy="8" r="1.2" />
      <circle cx="12.8" cy="8" r="1.2" />
    </g>
  ),
  menu: () => (
    <g fill="currentColor" stroke="none">
      <circle cx="8" cy="3.4" r="1.15" />
      <circle cx="8" cy="8" r="1.15" />
      <circle cx="8" cy="12.6" r="1.15" />
    </g>
  ),
  eye: () => (
    <>
      <path d="M1.6 8S4 3.8 8 3.8 14.4 8 14.4 8 12 12.2 8 12.2 1.6 8 1.6 8Z" />
      <circle cx="8" cy="8" r="1.9" />
    </>
  ),
  closed: () => (
    <path d="M1.6 7.2S4 10.6 8 10.6s6.4-3.4 6.4-3.4M4 9.6l-1.2 2M8 10.8v2.2M12 9.6l1.2 2" />
  ),
  pen: () => <path d="m2.8 13.2.7-3.3 7.2-7.2 2.6 2.6-7.2 7.2ZM9.2 4.2l2.6 2.6" />,
  plus: () => <path d="M8 3.2v9.6M3.2 8h9.6" />,
  ellipse: () => (
    <g transform="rotate(-35 8 8)">
      <ellipse cx="8" cy="8" rx="6.2" ry="3" />
      <path d="M8 5v6" />
    </g>
  ),
  grid: () => <path d="M2.5 2.5h11v11h-11zM8 2.5v11M2.5 8h11" />,
  overlay: () => <path d="M2.5 2.5h8v8h-8zM5.5 5.5h8v8h-8z" />,
  one: () => <path d="M2.5 2.5h11v11h-11z" />,
  trail: () => (
    <>
      <path d="M2.5 12.5c1-6 4-2 6-5" />
      <path d="M8.5 7.5c1-1.5 1.5-3 4-3.8" stroke-dasharray="1.5 2.5" />
    </>
  ),
  linked: () => (
    <path d="M6.8 9.2a2.6 2.6 0 0 1 0-3.6l2-2a2.6 2.6 0 0 1 3.6 3.6l-1 1M9.2 6.8a2.6 2.6 0 0 1 0 3.6l-2 2a2.6 2.6 0 0 1-3.6-3.6l1-1" />
  ),
  axis: () => (
    <>
      <path d="M8 1.8v12.4" />
      <path d="M4.5 5.8h7v4.4h-7z" />
    </>
  ),
  limit: () => <path d="M2.8 12.5 8 8M8 8l5.2 4.5M3.2 9.6a5.4 5.4 0 0 1 9.6 0" />,
  solutions: () => (
    <>
      <path d="M3 13 4.2 5.4l8.3-1.9M3 13l8.2-1.2 1.3-8.3" />
      <circle cx="12.5" cy="3.5" r="1.6" fill="currentColor" stroke="none" />
    </>
  ),
  seal: () => (
    <>
      <path d="m8 1.6 1.7 1.2 2.1 0 .6 2 1.7 1.2-.7 2 .7 2-1.7 1.2-.6 2-2.1 0L8 14.4l-1.7-1.2-2.1 0-.6-2L1.9 10l.7-2-.7-2 1.7-1.2.6-2 2.1 0Z" />
      <path d="m5.8 8.1 1.6 1.6 2.9-3.2" />
    </>
  ),
  strobe: () => <path d="M3 13 4 3.5M3 13 9 5M3 13 13 8.5" />,
  map: () => (
    <>
      <path d="M2.5 2.5h11v11h-11z" />
      <path
        d="M2.5 2.5h5.5v5.5h-5.5zM8 8h5.5v5.5H8z"
        fill="currentColor"
        stroke="none"
        opacity=".55"
      />
    </>
  ),
  search: () => <path d="M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0ZM10.2 10.2l3.3 3.3" />,
  scenes: () => (
    <path d="M2.5 2.5h4.6v4.6H2.5zM8.9 2.5h4.6v4.6H8.9zM2.5 8.9h4.6v4.6H2.5zM8.9 8.9h4.6v4.6H8.9z" />
  ),
  copy: () => <path d="M5.5 5.5h8v8h-8zM10.5 3.5v-1h-8v8h1" />,
  paste: () => <path d="M5.5 3.5h-2v10h9v-10h-2M5.5 2h5v3h-5zM8 7v4M6.3 9.5 8 11.2l1.7-1.7" />,
  save: () => <path d="M8 2.5v7.2M5.2 7 8 9.8 10.8 7M3 11v2.5h10V11" />,
  open: () => <path d="M9.5 2.5h4v4M13.5 2.5l-6 6M11.5 9.5v4h-9v-9h4" />,
  list: () => <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />,
  table: () => <path d="M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6 6.5v6" />,
  chart: () => <path d="M2.5 2.5v11h11M5 10.5l2.5-4 2.5 2 3-5" />,
} as const;

export type IconName = keyof typeof PATHS;

export const pixelsToRem = (pixels: number): string => `${pixels / 16}rem`;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      width={pixelsToRem(size)}
      height={pixelsToRem(size)}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {PATHS[name]()}
    </svg>
  );
}

export function IconButton(props: {
  readonly name: string;
  readonly icon: IconName;
  readonly press: () => void;
  readonly small?: boolean;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly title?: string;
}) {
  const { name, icon, press, small, disabled, pressed, title } = props;
  return (
    <button
      type="button"
      class={`iconb${small ? ' s' : ''}`}
      aria-label={name}
      aria-pressed={pressed}
      title={title ?? name}
      disabled={disabled}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Logo() {
  return (
    <svg
      class="icon"
      width={pixelsToRem(20)}
      height={pixelsToRem(20)}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d="M3 13 7.2 6.6 12 8.4" />
      <circle cx="3" cy="13" r="1.4" fill="currentColor" stroke="none" />
      <circle cx="7.2" cy="6.6" r="1.4" fill="currentColor" stroke="none" />
      <circle cx="13" cy="4.2" r="2.1" class="accent" />
    </svg>
  );
}
