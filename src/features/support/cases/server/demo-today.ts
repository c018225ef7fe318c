import type { DemoCase } from './demo-case.ts'
import today from './demo-data/today.json' with { type: 'json' }

/** What is going on in the demo right now: minutes and hours old, most of it at the account that the named people belong to. */
export function todaysCases(): DemoCase[] {
  return today as DemoCase[]
}
