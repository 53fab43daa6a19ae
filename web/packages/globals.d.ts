/** Globals of every JavaScript engine with a clock, for packages that do not depend on a page. */

declare const performance: { now(): number };
declare function setTimeout(work: () => void, milliseconds?: number): number;
declare function clearTimeout(timer: number | undefined): void;
declare function structuredClone<T>(value: T): T;

declare function btoa(bytes: string): string;
declare function atob(text: string): string;
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

interface ByteStream {
  readonly readable: {
    getReader(): {
      read(): Promise<{ done: false; value: Uint8Array } | { done: true; value: undefined }>;
      cancel(): Promise<void>;
    };
  };
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> };
  };
}
declare class CompressionStream implements ByteStream {
  constructor(format: 'deflate-raw');
  readonly readable: ByteStream['readable'];
  readonly writable: ByteStream['writable'];
}
declare class DecompressionStream implements ByteStream {
  constructor(format: 'deflate-raw');
  readonly readable: ByteStream['readable'];
  readonly writable: ByteStream['writable'];
}

declare namespace WebAssembly {
  class RuntimeError extends Error {}
}

interface ImportMeta {
  glob<T>(pattern: string, options: { eager: true; import: 'default' }): Record<string, T>;
}
