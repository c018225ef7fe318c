import type { OutageReason } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The reason of an outage in words. */
export function reasonText(reason: OutageReason): string {
  return en.reason[reason]
}
