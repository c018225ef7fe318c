import type { Samples } from '#features/monitoring/promql/server/index.ts'
import { BitReader, BitWriter } from './bits.ts'
import { packDoubles, unpackDoubles } from './pack-doubles.ts'
import { packIntegers, unpackIntegers } from './pack-integers.ts'

const VERSION = 1
/** Values that no scaled integer stands for. */
const specials = [Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0]
const STALE = 0
const LARGEST = 2 ** 49
const powers = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent)

/**
 * Packs samples: times and values as integers with few bits per sample. Measured values have few decimals, so they
 * become scaled integers; others are packed as doubles, XORed with their predecessor.
 */
export function packChunk({ times, values, stale }: Samples): Buffer {
  const out = new BitWriter()
  out.write(VERSION, 4)
  const plain = Float64Array.from(values)
  const markedValues: [number, number][] = []
  for (let index = 0; index < plain.length; index += 1) {
    const kind = specialKind(plain[index]!, stale?.[index] === 1)
    if (kind < 0) continue
    markedValues.push([index, kind])
    plain[index] = index === 0 ? 0 : plain[index - 1]!
  }
  const scaledValues = scaledIntegers(plain)
  out.write(scaledValues ? scaledValues.exponent : 15, 4)
  out.writeVarint(times.length)
  packIntegers(out, Array.from(times))
  out.writeVarint(markedValues.length)
  for (const [index, kind] of markedValues) {
    out.writeVarint(index)
    out.write(kind, 3)
  }
  if (scaledValues) packIntegers(out, scaledValues.numbers)
  else packDoubles(out, plain)
  return out.bytes()
}

/** The samples that `packChunk` packed. */
export function unpackChunk(data: Uint8Array): Samples {
  return unpackChunks([data])
}

/** The samples of chunks of one series, in their order, as one: in one array each, because a week has 84 chunks. */
export function unpackChunks(chunks: readonly Uint8Array[]): Samples {
  const openChunks = chunks.map(openChunk)
  const total = openChunks.reduce((sum, { count }) => sum + count, 0)
  const [times, values] = [new Float64Array(total), new Float64Array(total)]
  let stale: Uint8Array | null = null
  let start = 0
  for (const { from, exponent, count } of openChunks) {
    unpackIntegers(from, times.subarray(start, start + count))
    const markedValues = Array.from({ length: from.readVarint() }, () => [from.readVarint(), from.read(3)] as const)
    unpackValues(from, exponent, values.subarray(start, start + count))
    for (const [index, kind] of markedValues) {
      values[start + index] = specials[kind]!
      if (kind !== STALE) continue
      stale ??= new Uint8Array(total)
      stale[start + index] = 1
    }
    start += count
  }
  return { times, values, stale }
}

function openChunk(data: Uint8Array) {
  const from = new BitReader(data)
  if (from.read(4) !== VERSION) throw new Error('a chunk of metrics has an unknown format')
  return { from, exponent: from.read(4), count: from.readVarint() }
}

function unpackValues(from: BitReader, exponent: number, values: Float64Array): void {
  if (exponent === 15) {
    values.set(unpackDoubles(from, values.length))
    return
  }
  unpackIntegers(from, values)
  if (exponent === 0) return
  const power = powers[exponent]!
  const { length } = values
  for (let index = 0; index < length; index += 1) values[index] = values[index]! / power
}

function specialKind(value: number, isStale: boolean): number {
  if (isStale) return STALE
  if (Number.isNaN(value)) return 1
  return specials.findIndex((special) => Object.is(special, value) && !Number.isNaN(special))
}

/** The values times a power of ten as whole numbers, where every value comes back exactly. */
function scaledIntegers(values: Float64Array): { exponent: number; numbers: number[] } | undefined {
  let exponent = 0
  for (const value of values) {
    while (exponent < powers.length && !isWhole(value, powers[exponent]!)) exponent += 1
    if (exponent === powers.length) return undefined
  }
  const power = powers[exponent]!
  if (!values.every((value) => isWhole(value, power))) return undefined
  return { exponent, numbers: Array.from(values, (value) => Math.round(value * power)) }
}

function isWhole(value: number, power: number): boolean {
  const whole = Math.round(value * power)
  return Math.abs(whole) < LARGEST && whole / power === value
}
