import { expect, test } from 'vitest'
import { slaViews, summedFigure, viewFigure } from '../contract/sla-arithmetic.ts'
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

test('the traps differ from the golden figures: rounding and floating point are seen', () => {
  const blended = goldenMonths.map(({ expected, traps }) => [expected.blended.availability, traps] as const)
  expect(blended.some(([right, traps]) => traps && traps.roundedInstead !== right)).toBe(true)
  expect(blended.some(([right, traps]) => traps && traps.floatTruncation !== right)).toBe(true)
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
