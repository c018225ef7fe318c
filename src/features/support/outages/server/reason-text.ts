import type { OutageReason } from '../contract.ts'
import { pageTexts } from '../texts.ts'

/** The reason of an outage in words. */
export function reasonText(reason: OutageReason): string {
  return pageTexts.reason[reason]
}
