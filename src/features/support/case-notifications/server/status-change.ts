import * as z from 'zod/mini'
import { CaseStatus } from '#features/support/case-access/contract.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'

const WithStatus = z.object({ changes: z.object({ status: z.tuple([CaseStatus, CaseStatus]) }) })

/** The status before and after an event of a case, whichever it is; undefined where it did not change. */
export function statusChangeIn({ data }: RecordedEvent): readonly [CaseStatus, CaseStatus] | undefined {
  return WithStatus.safeParse(data).data?.changes.status
}
