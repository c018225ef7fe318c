import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { readAccounts } from './account-permissions.ts'

/** Days of a support trend; the last one ends now. */
export const TREND_DAYS = 30

/** Support figures of an account at the end of each of the past `TREND_DAYS` days of 24 hours, oldest first. */
export const SupportTrend = z.object({
  open: z.array(z.int()),
  outages: z.array(z.int()),
  /** Median minutes to the first response of each day; null = no first response. */
  firstResponse: z.array(z.nullable(z.number())),
})
export type SupportTrend = z.output<typeof SupportTrend>

export const readSupportTrends = endpoint({
  tag: 'Accounts',
  guard: readAccounts,
  name: 'readSupportTrends',
  method: 'GET',
  url: '/api/accounts/support-trends',
  summary: 'Read support statistics of the past 30 days: account name → open cases, open outages, first response',
  query: z.strictObject({}),
  reply: z.object({ map: z.record(z.string(), SupportTrend), readAt: z.iso.datetime() }),
  problems: [],
})
