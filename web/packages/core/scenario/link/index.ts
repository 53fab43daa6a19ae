/** A scenario as the text of a link. */

export { decodeLink, MAX_LINK_TEXT } from './decodeLink.ts';
export { joinBytes } from './joinBytes.ts';
export { LAYOUTS, type LinkSettings } from './linkSettings.ts';
export { PackingFault, pack, unpack } from './packing.ts';
