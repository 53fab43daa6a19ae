/** 16 px icons, 1.5 px strokes, round ends. */
const PATHS = {
  check: <path d="m3.2 8.6 3 3 6.6-7" />,
  alert: (
    <>
      <path d="M8 3.2v6" />
      <circle cx="8" cy="12.4" r=".9" fill="currentColor" stroke="none" />
    </>
  ),
  dots: (
    <g fill="currentColor" stroke="none">
      <circle cx="4" cy="8" r="1" />
      <circle cx="8" cy="8" r="1" />
      <circle cx="12" cy="8" r="1" />
    </g>
  ),
  wave: <path d="M1.5 8c1.6-5 3.3-5 4.9 0s3.3 5 4.9 0c.9-2.8 1.9-4 3.2-3.6" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  first: <path d="M3.5 3.5v9M12.5 3.8 6.5 8l6 4.2Z" />,
  play: <path d="M5 3.2 12.5 8 5 12.8Z" fill="currentColor" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  fit: (
    <>
      <path d="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3" />
      <circle cx="8" cy="8" r="1.6" />
    </>
  ),
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {PATHS[name]}
    </svg>
  );
}

export function Logo() {
  return (
    <svg class="icon" width="20" height="20" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 13 7.2 6.6 12 8.4" />
      <circle cx="3" cy="13" r="1.4" fill="currentColor" stroke="none" />
      <circle cx="7.2" cy="6.6" r="1.4" fill="currentColor" stroke="none" />
      <circle cx="13" cy="4.2" r="2.1" class="accent" />
    </svg>
  );
}
