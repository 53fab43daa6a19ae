export interface ChecksummedValue {
  readonly result: unknown;
  readonly sum: number;
}

/** Adds a checksum to a value. The checksum includes `name`, the storage location. */
export const addChecksum = (name: string, result: unknown): ChecksummedValue => ({
  result,
  sum: new Checksum(name).compute(result),
});

/** Returns a stored value without its checksum; undefined if the checksum does not match. */
export function verifyChecksum(name: string, stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('result' in stored) || !('sum' in stored))
    return undefined;
  return new Checksum(name).compute(stored.result) === stored.sum ? stored.result : undefined;
}

const MAX_DEPTH = 50;

/**
 * Computes a 52-bit checksum of any value that a structured clone can contain. Types count, too.
 */
class Checksum {
  #a = 0x811c9dc5;
  #b = 0x9747b28c;
  readonly #number = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#number.buffer);

  constructor(name: string) {
    this.#text(name);
  }

  compute(value: unknown): number {
    if (!this.#add(value, 0)) return Number.NaN;
    return (this.#a >>> 6) * 2 ** 26 + (this.#b >>> 6);
  }

  #add(value: unknown, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    if (typeof value === 'number') this.#double(value);
    else if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'boolean' || value === null || value === undefined)
      this.#word(KINDS.indexOf(String(value)));
    else if (value instanceof Float64Array || value instanceof Float32Array) this.#row(value);
    else if (Array.isArray(value)) return this.#list(value, depth);
    else if (Object.getPrototypeOf(value) === Object.prototype)
      return this.#list(Object.entries(value).flat(), depth);
    else return false;
    return true;
  }

  #list(values: readonly unknown[], depth: number): boolean {
    this.#word(KINDS.length);
    this.#word(values.length);
    return values.every((value) => this.#add(value, depth + 1));
  }

  #row(values: Float64Array | Float32Array): void {
    this.#word(values.BYTES_PER_ELEMENT);
    this.#word(values.length);
    for (const value of values) this.#double(value);
  }

  #text(text: string): void {
    this.#word(text.length);
    for (let i = 0; i < text.length; i++) this.#word(text.charCodeAt(i));
  }

  #double(value: number): void {
    this.#number[0] = Number.isNaN(value) ? Number.NaN : value; // One bit pattern for all NaNs.
    this.#word(this.#halves[0] ?? 0);
    this.#word(this.#halves[1] ?? 0);
  }

  #word(bits: number): void {
    this.#a = Math.imul(this.#a ^ bits, 0x01000193);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b ^ bits, 0x5bd1e995);
    this.#b ^= this.#b >>> 13;
  }
}

const KINDS = ['null', 'undefined', 'true', 'false'];
