export * from './decodeLink.ts';
export * from './encodeLink.ts';
export * from './linkSettings.ts';
