import type { CaseStatus } from '#features/support/case-access/contract.ts'

/** The authors in a case of the demo. */
export type DemoAuthor = 'customer' | 'vendor' | 'noc' | 'internal'

/** A case of the demo before its users and times are known. */
export type DemoCase = {
  readonly account: string
  readonly deployment: string | null
  readonly internal: boolean
  readonly type: 'CASE' | 'OUTAGE' | 'RMA'
  readonly status: CaseStatus
  readonly priority: string
  readonly subject: string
  readonly description: string
  readonly product: string | null
  readonly version: string | null
  readonly labels: readonly string[]
  /** Days before now with the time of day at the account, or minutes before now. */
  readonly opened: { readonly daysAgo: number; readonly at: string } | { readonly minutesAgo: number }
  /** The comments, in minutes after opening. */
  readonly thread: readonly { readonly afterMinutes: number; readonly by: DemoAuthor; readonly text: string }[]
}
