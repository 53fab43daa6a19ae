export { decodeLink, MAX_LINK_SIZE_TEXT } from './decodeLink.ts';
export { joinBytes } from './joinBytes.ts';
export { type LinkSettings, PANE_LAYOUTS } from './linkSettings.ts';
export { PackingFault, packLinkText, unpackLinkText } from './packing.ts';
