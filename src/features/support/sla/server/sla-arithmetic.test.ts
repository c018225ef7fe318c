import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SharedLine, shareMinutes } from '../contract/share-minutes.ts'
import { availabilityOf, slaViews, summedFigure, viewFigure } from '../contract/sla-arithmetic.ts'
import { type GoldenOutage, goldenFederation, goldenMonths, goldenQuarter } from './golden/sla-golden.ts'

const unknown = { cn: null, cnD31: null, nonCn: null, d31: null, onu: null }
const lineOf = (outage: GoldenOutage) => ({
  counted: outage.counted,
  totalCmsAffectedCounted: outage.totalCmsAffected,
  countedMinutes: outage.countedMinutes ?? outage.outageTime,
  isVendorIssue: outage.isVendorIssue,
  byFamily: outage.byFamily ?? unknown,
})

test.each(goldenMonths.map((month) => [month.id, month] as const))(
  '%s has the golden figures in every view',
  (_, month) => {
    const lines = month.outages.map(lineOf)
    for (const view of slaViews) {
      const { families, ...expected } = month.expected[view]
      const figure = viewFigure(month.counts, month.minutesInMonth, lines, view)
      expect(figure).toMatchObject(expected)
      if (families) expect(figure.families).toEqual(families)
    }
  },
)

/** Wrong ways to compute a figure, and the golden months that show each of them. */
const traps = {
  roundedInstead: {
    compute: (total: number, lost: number) => (100 * (1 - lost / total)).toFixed(3),
    shownBy: ['G02', 'G03', 'G05', 'G06', 'G07', 'G08', 'G09', 'G10', 'G13', 'G14', 'G15', 'G16'],
  },
  floatTruncation: {
    compute: (total: number, lost: number) => (Math.floor(100 * (1 - lost / total) * 1000) / 1000).toFixed(3),
    shownBy: ['G04', 'G15'],
  },
}
/** Months whose blended figure is another one than this arithmetic computes. */
const failingMonths = (compute: (total: number, lost: number) => string | null) =>
  goldenMonths.filter(({ counts, minutesInMonth, outages, expected }) => {
    const { totalModemMinutes, lostModemMinutes } = viewFigure(counts, minutesInMonth, outages.map(lineOf), 'blended')
    return compute(totalModemMinutes!, lostModemMinutes) !== expected.blended.availability
  })

test('no golden month fails with the arithmetic of the product', () => {
  expect(failingMonths(availabilityOf)).toEqual([])
})

test.each(Object.entries(traps))('%s gives the figures of its trap, and fails golden months', (name, trap) => {
  for (const { id, traps: wrong, counts, minutesInMonth, expected } of goldenMonths)
    if (wrong)
      expect([id, trap.compute(counts.total * minutesInMonth, expected.blended.lostModemMinutes)]).toEqual([
        id,
        wrong[name as keyof typeof traps],
      ])
  const withFigure = failingMonths(trap.compute).filter((month) => month.traps)
  expect(withFigure.map(({ id }) => id)).toEqual(trap.shownBy)
})

test('a quarter and a federation are sums, not means of percentages', () => {
  const quarter = goldenQuarter.months.map(({ devices, minutes, lost }) => ({
    totalModemMinutes: devices * minutes,
    lostModemMinutes: lost,
  }))
  expect(summedFigure(quarter)).toEqual({
    lostModemMinutes: goldenQuarter.lost,
    totalModemMinutes: goldenQuarter.total,
    availability: goldenQuarter.availability,
  })
  const accounts = goldenFederation.accounts.map(({ devices, lost }) => ({
    totalModemMinutes: devices * goldenFederation.minutesInMonth,
    lostModemMinutes: lost,
  }))
  expect(summedFigure(accounts).availability).toBe(goldenFederation.availability)
})

test('a family whose modems are not known in one outage has no figure', () => {
  const line = { counted: true, totalCmsAffectedCounted: 5, countedMinutes: 10, isVendorIssue: true, byFamily: unknown }
  const counts = { cn: 100, cnD31: null, nonCn: 0, d31: null, onu: 0, total: 100 }
  const { families, availability } = viewFigure(counts, 43_200, [line], 'vendor')
  expect(availability).toBe('99.998')
  expect(families.cn).toEqual({ devices: 100, lostModemMinutes: null, availability: null })
  expect(viewFigure(counts, 43_200, [line], 'nonVendor').families.cnD31.availability).toBeNull()
})

/** Counts minute by minute, modem by modem: who comes first takes the modems that are there. */
function countEachMinute(lines: readonly SharedLine[]): number[] {
  const lost = lines.map(() => 0)
  for (let minute = 0; minute < 200; minute += 1) {
    const down = new Map<string, number>()
    for (const [index, { deployment, devices, from, minutes, modems }] of lines.entries()) {
      if (minute < from || minute >= from + minutes) continue
      for (let modem = 0; modem < modems; modem += 1) {
        const before = down.get(deployment ?? `none ${index}`) ?? 0
        if (devices > 0 && before >= devices) break
        down.set(deployment ?? `none ${index}`, before + 1)
        lost[index]! += 1
      }
    }
  }
  return lost
}

test('in no minute a deployment loses more modems than it has, in whatever order its outages overlap', () => {
  const sizes = { north: 40, south: 7, never: 0 } as const
  const line = fc
    .record({
      deployment: fc.constantFrom('north' as const, 'south' as const, 'never' as const, null),
      from: fc.nat(100),
      minutes: fc.nat(60),
      modems: fc.nat(50),
    })
    .map((one) => ({ ...one, devices: one.deployment === null ? 0 : sizes[one.deployment] }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 7 }), (given) => {
      const lines = given.toSorted((one, other) => one.from - other.from)
      const parts = shareMinutes(lines)
      const lost = parts.map((own) => own.reduce((all, { minutes, modems }) => all + minutes * modems, 0))
      expect(lost).toEqual(countEachMinute(lines))
      for (const [index, own] of parts.entries())
        expect(own.reduce((all, { minutes }) => all + minutes, 0)).toBe(lines[index]!.minutes)
    }),
    { numRuns: 300 },
  )
})

test('families share what is still counted, and add up to it', () => {
  const byFamily = { cn: 5, cnD31: 2, nonCn: 3, d31: 2, onu: 1 }
  const line = {
    counted: true,
    totalCmsAffectedCounted: 9,
    countedMinutes: 10,
    isVendorIssue: false,
    byFamily,
    parts: [
      { minutes: 4, modems: 9 },
      { minutes: 6, modems: 2 },
    ],
  }
  const counts = { cn: 100, cnD31: 50, nonCn: 100, d31: 50, onu: 100, total: 300 }
  const { lostModemMinutes, families } = viewFigure(counts, 43_200, [line], 'blended')
  expect(lostModemMinutes).toBe(48)
  const of = (name: 'cn' | 'nonCn' | 'onu') => families[name].lostModemMinutes!
  expect(of('cn') + of('nonCn') + of('onu')).toBe(48)
})
