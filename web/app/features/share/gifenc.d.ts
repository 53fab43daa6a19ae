/** Types for the used part of gifenc, which has no types. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[];
  interface FrameOptions {
    readonly palette?: Palette;
    /** Duration of the frame in milliseconds. */
    readonly delay?: number;
    /** Number of repetitions of the animation; 0 repeats for ever. */
    readonly repeat?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
