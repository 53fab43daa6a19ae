export {
  EMBED_HIDDEN,
  type EmbedHidden,
  type EmbedSettings,
  makeEmbedAddress,
  parseEmbedSettings,
} from './embedAddress.ts';
export {
  type EmbedEvents,
  type EmbedRequest,
  type EmbedResult,
  type EmbedState,
  type Greeting,
  type MessageFault,
  makeAnswer,
  makeEventMessage,
  makeFault,
  makeRefusal,
  parseRequest,
} from './frameMessages.ts';
