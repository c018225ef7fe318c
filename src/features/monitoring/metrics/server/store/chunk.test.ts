import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Samples } from '#features/monitoring/promql/server/index.ts'
import { packChunk, unpackChunk } from './chunk.ts'

const value = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map((one) => one / 100),
  fc.double(),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.maxSafeInteger(),
)
const samples = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 ** 42 }), value, fc.boolean()), {
    selector: ([at]) => at,
    maxLength: 150,
  })
  .map((rows): Samples => {
    const sorted = rows.sort(([a], [b]) => a - b)
    const isStale = sorted.map(([, , marked]) => marked)
    return {
      times: Float64Array.from(sorted, ([at]) => at),
      values: Float64Array.from(sorted, ([, one], index) => (isStale[index] ? Number.NaN : one)),
      stale: isStale.includes(true) ? Uint8Array.from(isStale, Number) : null,
    }
  })

test('every sample comes back exactly: negative zero, infinities, NaN and stale markers too', () => {
  const comesBack = fc.property(samples, (given) => {
    expect(unpackChunk(packChunk(given))).toEqual(given)
  })
  fc.assert(comesBack, { numRuns: 500 })
})

test('a chunk that is cut short is an error, and no endless loop', () => {
  fc.assert(
    fc.property(samples, fc.nat(), (given, cut) => {
      const packed = packChunk(given)
      const part = packed.subarray(0, cut % packed.length)
      expect(() => unpackChunk(part)).toThrow()
    }),
  )
})

test('two hours by the minute take few bytes a sample', () => {
  const minutes = Array.from({ length: 120 }, (_, minute) => minute)
  const bytes = (of: (minute: number) => number) =>
    packChunk({
      times: Float64Array.from(minutes, (minute) => 1_750_000_000_000 + minute * 60_000),
      values: Float64Array.from(minutes, of),
      stale: null,
    }).length
  const noise = (minute: number) => Math.abs(Math.sin(minute * 12.9898) * 43758.5453) % 1
  expect(bytes(() => 1)).toBeLessThan(25)
  expect(bytes((minute) => 400 - Math.floor(3 * noise(minute)))).toBeLessThan(80)
  expect(bytes((minute) => Math.round((36 + noise(minute)) * 10) / 10)).toBeLessThan(110)
  expect(bytes((minute) => 1e12 + minute * 4e8 + Math.floor(noise(minute) * 1e7))).toBeLessThan(440)
})
