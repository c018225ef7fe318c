import type { BitReader, BitWriter } from './bits.ts'

/** A quotient this large is written as an escape, followed by the number in 53 bits. */
const ESCAPE = 20
/** Forms without differences: all numbers are the same, or all steps are. 0 and 1 are the order of the differences. */
const CONSTANT = 2
const LINEAR = 3

/**
 * Appends whole numbers (below 2^49 in size) as their differences, or as the differences of those where that is shorter,
 * in Rice coding: near the entropy of measured values.
 */
export function packIntegers(out: BitWriter, numbers: readonly number[]): void {
  const first = zigzagAll(differences(numbers))
  if (first.every((one) => one === 0)) {
    out.write(CONSTANT, 2)
    out.writeVarint(zigzag(numbers[0] ?? 0))
    return
  }
  const second = zigzagAll(differences(differences(numbers)))
  if (second.every((one) => one === 0)) {
    out.write(LINEAR, 2)
    out.writeVarint(zigzag(numbers[0]!))
    out.writeVarint(zigzag(numbers[1]! - numbers[0]!))
    return
  }
  const plans = [first, second].map((codes) => ({ codes, ...bestWidth(codes) }))
  const order = plans[1]!.bits < plans[0]!.bits ? 1 : 0
  const { codes, width } = plans[order]!
  out.write(order, 2)
  out.write(width, 6)
  out.writeVarint(zigzag(numbers[0]!))
  if (order === 1) out.writeVarint(zigzag((numbers[1] ?? numbers[0]!) - numbers[0]!))
  for (const code of codes) {
    const quotient = Math.floor(code / 2 ** width)
    out.writeUnary(Math.min(quotient, ESCAPE))
    if (quotient < ESCAPE) out.write(code % 2 ** width, width)
    else out.write(code, 53)
  }
}

/** Reads numbers that `packIntegers` wrote, as many as `numbers` has places. */
export function unpackIntegers(from: BitReader, numbers: Float64Array): void {
  const order = from.read(2)
  const width = order < CONSTANT ? from.read(6) : 0
  let value = unzigzag(from.readVarint())
  if (order === CONSTANT) {
    numbers.fill(value)
    return
  }
  let step = order === 0 ? 0 : unzigzag(from.readVarint())
  const { length } = numbers
  for (let index = 0; index < length; index += 1) {
    if (index > 0) {
      if (order === 0) step = unzigzag(from.readRice(width, ESCAPE))
      else if (order === 1 && index > 1) step += unzigzag(from.readRice(width, ESCAPE))
      value += step
    }
    numbers[index] = value
  }
}

function differences(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((one, index) => one - numbers[index]!)
}

function zigzagAll(numbers: readonly number[]): number[] {
  return numbers.map(zigzag)
}

function zigzag(one: number): number {
  return one < 0 ? -2 * one - 1 : 2 * one
}

function unzigzag(code: number): number {
  return code % 2 === 1 ? -(code + 1) / 2 : code / 2
}

/** The Rice parameter with the shortest result, near the one that suits the mean. */
function bestWidth(codes: readonly number[]): { width: number; bits: number } {
  if (codes.length === 0) return { width: 0, bits: 0 }
  const mean = codes.reduce((sum, code) => sum + code, 0) / codes.length
  const middle = Math.max(0, Math.floor(Math.log2(mean + 1)))
  const widths = [middle - 2, middle - 1, middle, middle + 1].filter((width) => width >= 0 && width <= 52)
  const pricedWidths = widths.map((width) => ({
    width,
    bits: codes.reduce((sum, code) => {
      const quotient = Math.floor(code / 2 ** width)
      return sum + (quotient < ESCAPE ? quotient + 1 + width : ESCAPE + 54)
    }, 0),
  }))
  return pricedWidths.reduce((best, one) => (one.bits < best.bits ? one : best))
}
