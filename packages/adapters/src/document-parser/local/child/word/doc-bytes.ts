/** Bytes of a binary Word file in which any offset can be read: what is beyond the end is 0. */
export class DocBytes {
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#bytes.byteLength
  }

  byte(at: number): number {
    return this.#bytes[at] ?? 0
  }

  short(at: number): number {
    return at >= 0 && at + 2 <= this.length ? this.#view.getUint16(at, true) : 0
  }

  long(at: number): number {
    return at >= 0 && at + 4 <= this.length ? this.#view.getUint32(at, true) : 0
  }

  part(start: number, length: number): DocBytes {
    return new DocBytes(this.slice(start, length))
  }

  slice(start: number, length: number): Uint8Array {
    return this.#bytes.subarray(Math.max(0, start), Math.max(0, start + length))
  }
}
