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
  type FrameGreeting,
  type MessageFault,
  makeAnswer,
  makeEventMessage,
  makeFault,
  makeRefusalMessage,
  parseRequest,
} from './frameMessages.ts';
