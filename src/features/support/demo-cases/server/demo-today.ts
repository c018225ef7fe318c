import type { DemoCase } from './demo-case.ts'
import today from './demo-data/today.json' with { type: 'json' }

/** Current events of the demo: minutes and hours old, most of them at the account of the named users. */
export function todaysCases(): DemoCase[] {
  return today as DemoCase[]
}
