/** The scenario in a link, there and back. The page reads at once, and writes when there is time. */
export * from './decodeLink.ts';
export * from './encodeLink.ts';
export * from './linkSettings.ts';
