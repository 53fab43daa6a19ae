/** A 64-bit FNV-1a hash, kept in two halves of 32 bits: exact and fast without BigInt. */
export class Fnv64Hash {
  private high = 0xcbf29ce4;
  private low = 0x84222325;
  private readonly one = new Float64Array(1);
  private readonly bytes = new DataView(this.one.buffer);

  addByte(byte: number): void {
    const low = (this.low ^ byte) >>> 0;
    // Multiplies by the prime 2^40 + 0x1b3.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x100000000);
    this.high = (Math.imul(this.high, 0x1b3) + carry + (low << 8)) >>> 0;
    this.low = product >>> 0;
  }

  addBytes(bytes: Uint8Array, from = 0, to = bytes.length): void {
    let { high, low } = this;
    for (let i = from; i < to; i++) {
      low ^= bytes[i] as number;
      const right = (low & 0xffff) * 0x1b3;
      const left = (low >>> 16) * 0x1b3 + (right >>> 16);
      high = (Math.imul(high, 0x1b3) + (left >>> 16) + (low << 8)) | 0;
      low = (left << 16) | (right & 0xffff);
    }
    this.high = high >>> 0;
    this.low = low >>> 0;
  }

  /** Adds the eight bytes of each number, little-endian; -0 counts as 0. */
  addNumbers(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) {
      this.bytes.setFloat64(0, (values[i] ?? 0) + 0, true);
      for (let b = 0; b < 8; b++) this.addByte(this.bytes.getUint8(b));
    }
  }

  get hex(): string {
    const half = (x: number) => x.toString(16).padStart(8, '0');
    return half(this.high) + half(this.low);
  }
}
