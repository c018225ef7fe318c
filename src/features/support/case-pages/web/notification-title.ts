import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { text } from '../texts.ts'

/** What happened in a case. */
export type Change = { readonly event: string; readonly status: CaseStatus; readonly key: string }

/** The notification of a case, in one line: "Ingrid Berg resolved NORD-2288". */
export function notificationTitle({ event, status, key }: Change, name: string): string {
  if (event.includes('comment')) return text('bell.commented', { name, key })
  if (!event.endsWith('status-changed')) return text('bell.updated', { name, key })
  if (status === 'RESOLVED') return text('bell.resolved', { name, key })
  if (status === 'CLOSED') return text('bell.closed', { name, key })
  return text('bell.moved', { name, key, status: text(`status.${status}`) })
}
