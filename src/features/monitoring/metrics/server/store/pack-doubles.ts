import type { BitReader, BitWriter } from './bits.ts'

/** Appends doubles, each XORed with its predecessor without the zero bits on both sides. */
export function packDoubles(out: BitWriter, values: Float64Array): void {
  const words = new Uint32Array(values.slice().buffer)
  let [low, high] = [0, 0]
  for (let index = 0; index < values.length; index += 1) {
    const [lowNow, highNow] = [words[2 * index]!, words[2 * index + 1]!]
    writeHalf(out, (high ^ highNow) >>> 0)
    writeHalf(out, (low ^ lowNow) >>> 0)
    low = lowNow
    high = highNow
  }
}

/** Reads `count` doubles that `packDoubles` wrote. */
export function unpackDoubles(from: BitReader, count: number): Float64Array {
  const words = new Uint32Array(2 * count)
  for (let index = 0; index < count; index += 1) {
    const high = readHalf(from)
    const low = readHalf(from)
    words[2 * index] = (index > 0 ? words[2 * index - 2]! ^ low : low) >>> 0
    words[2 * index + 1] = (index > 0 ? words[2 * index - 1]! ^ high : high) >>> 0
  }
  return new Float64Array(words.buffer)
}

/** 32 bits: a zero for none set, else a one, the number of leading zeros, the width, and the bits between the zeros. */
function writeHalf(out: BitWriter, bits: number): void {
  if (bits === 0) {
    out.write(0, 1)
    return
  }
  const leading = Math.clz32(bits)
  const trailing = 31 - Math.clz32(bits & -bits)
  const width = 32 - leading - trailing
  out.write(1, 1)
  out.write(leading, 5)
  out.write(width - 1, 5)
  out.write(bits >>> trailing, width)
}

function readHalf(from: BitReader): number {
  if (from.read(1) === 0) return 0
  const leading = from.read(5)
  const width = from.read(5) + 1
  return (from.read(width) * 2 ** (32 - leading - width)) >>> 0
}
