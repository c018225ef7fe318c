import type { ServiceUsage } from '../contract.ts'

/** The share of a limit from which its bar warns. */
const NEAR = 0.9

type Usage = Pick<ServiceUsage, 'used' | 'limit' | 'exceeded'>

/** The used share of a limit, 0 to 1; 0 without a limit. */
export function shareOf({ used, limit }: Usage): number {
  return limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
}

/** The colour of a limit's bar: red beyond it, orange near it. */
export function toneOf(usage: Usage): 'red' | 'orange' | undefined {
  return usage.exceeded ? 'red' : shareOf(usage) >= NEAR ? 'orange' : undefined
}
