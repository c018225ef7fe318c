import * as z from 'zod/mini'

const count = z.int()
/** Minutes; null without a case to measure. */
const Spread = z.object({ median: z.nullable(z.number()), p90: z.nullable(z.number()), cases: count })
const figures = {
  filed: count,
  filedByType: z.object({ CASE: count, RMA: count, OUTAGE: count }),
  resolved: count,
  reopened: count,
  firstResponse: Spread,
  resolution: Spread,
}

/** Cases of the customer side in numbers. */
export const CasesReport = z.object({
  timeZone: z.string(),
  from: z.string(),
  until: z.string(),
  open: z.object({ total: count, CASE: count, RMA: count, OUTAGE: count, oldest: z.nullable(z.iso.datetime()) }),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** A status, type, priority, product or account name; null where a case has no product. */
      value: z.nullable(z.string()),
      label: z.nullable(z.string()),
      cells: z.array(count),
      total: count,
    }),
  ),
  months: z.array(z.object({ month: z.string(), ...figures })),
  period: z.object(figures),
})
export type CasesReport = z.output<typeof CasesReport>
