/** Writes integers as varints (LEB128): seven bits per byte, the lowest bits first. */
export class NumberWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0

  add(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value >>> 0
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** Zigzag encoding, so that the value may be negative. */
  addSigned(value: number): void {
    this.add((value << 1) ^ (value >> 31))
  }

  addText(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.add(bytes.length)
    for (const byte of bytes) this.add(byte)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}

export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The stored authorship ends too early.')
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  nextSigned(): number {
    const value = this.next()
    return (value >>> 1) ^ -(value & 1)
  }

  nextText(): string {
    const length = this.next()
    return new TextDecoder().decode(Uint8Array.from({ length }, () => this.next()))
  }

  /** Reads a count, then that many values with `read`. */
  list<Value>(read: () => Value): Value[] {
    return Array.from({ length: this.next() }, read)
  }
}
