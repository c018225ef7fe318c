/** Writes numbers as bits, most significant first. */
export class BitWriter {
  #bytes = new Uint8Array(256)
  #bits = 0

  /** Appends the low `width` bits of a whole number below 2^53. */
  write(value: number, width: number): void {
    if (width > 24) {
      this.write(Math.floor(value / 0x1_00_00_00), width - 24)
      this.#append(value % 0x1_00_00_00, 24)
    } else this.#append(value, width)
  }

  /** Appends `count` ones and a zero. */
  writeUnary(count: number): void {
    for (let bitsLeft = count; bitsLeft > 0; bitsLeft -= 24)
      this.#append(2 ** Math.min(bitsLeft, 24) - 1, Math.min(bitsLeft, 24))
    this.#append(0, 1)
  }

  /** Appends a whole number below 2^53, small ones in fewer bits. */
  writeVarint(value: number): void {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#append(128 + (rest % 128), 8)
    this.#append(rest, 8)
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, Math.ceil(this.#bits / 8)))
  }

  #append(value: number, width: number): void {
    if (this.#bits + width > this.#bytes.length * 8) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    for (let bitsLeft = width; bitsLeft > 0; ) {
      const free = 8 - (this.#bits & 7)
      const takenBits = Math.min(free, bitsLeft)
      const part = (value >>> (bitsLeft - takenBits)) & (2 ** takenBits - 1)
      this.#bytes[this.#bits >>> 3]! |= part << (free - takenBits)
      this.#bits += takenBits
      bitsLeft -= takenBits
    }
  }
}

/** Reads what `BitWriter` wrote. */
export class BitReader {
  readonly #bytes: Uint8Array
  #bits = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(width: number): number {
    if (width > 24) {
      const high = this.read(width - 24)
      return high * 0x1_00_00_00 + this.#take(24)
    }
    return this.#take(width)
  }

  readUnary(): number {
    for (let count = 0; ; ) {
      const byte = this.#bytes[this.#bits >>> 3]
      if (byte === undefined) throw new Error('a chunk of metrics is cut short')
      const within = this.#bits & 7
      // The ones from here on are the zeros in front of the inverted bits; what is shifted in counts as their end.
      const ones = Math.clz32(~(byte << within) & 255) - 24
      count += ones
      this.#bits += ones
      if (ones === 8 - within) continue
      this.#bits += 1
      return count
    }
  }

  /**
   * A Rice code of this width: a quotient in unary, then the remainder. A quotient of `escapedWidth` is followed by the whole
   * number in 53 bits instead.
   */
  readRice(width: number, escapedWidth: number): number {
    const next = this.#next()
    const quotient = Math.clz32(~next)
    // Most codes are short enough to be cut from the next 25 bits at once.
    if (quotient + 1 + width > 25 || quotient >= escapedWidth || !this.#has(quotient + 1 + width)) {
      const long = this.readUnary()
      return long < escapedWidth ? long * 2 ** width + this.read(width) : this.read(53)
    }
    this.#bits += quotient + 1 + width
    return width === 0 ? quotient : quotient * 2 ** width + ((next << (quotient + 1)) >>> (32 - width))
  }

  readVarint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const part = this.#take(8)
      value += (part & 127) * scale
      if (part < 128) return value
    }
  }

  #take(width: number): number {
    if (!this.#has(width)) throw new Error('a chunk of metrics is cut short')
    const next = this.#next()
    this.#bits += width
    return width === 0 ? 0 : next >>> (32 - width)
  }

  #has(width: number): boolean {
    return this.#bits + width <= this.#bytes.length * 8
  }

  /** At least the next 25 bits, in the high bits of 32; zeros after the end. */
  #next(): number {
    const bytes = this.#bytes
    const at = this.#bits >>> 3
    const word =
      at + 3 < bytes.length
        ? (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
        : ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8)
    return word << (this.#bits & 7)
  }
}
