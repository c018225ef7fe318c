import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { CasePriority, CaseStatus } from '#features/support/case-access/contract.ts'
import { Milestone } from '#features/support/cases/contract.ts'
import { rndStatuses } from './rnd-state.ts'

export const RndStatus = z.enum(rndStatuses)

/** An R&D issue as the list shows it. */
export const RndIssueRow = z.object({
  key: z.string(),
  subject: z.string(),
  priority: CasePriority,
  status: RndStatus,
  fixBundle: z.nullable(z.object({ id: z.string(), name: z.string() })),
  owner: z.nullable(UserRef),
  caseCount: z.int(),
  accountCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type RndIssueRow = z.output<typeof RndIssueRow>

/** A case that is linked to an R&D issue, with what its customer reads of it. */
export const RndCase = z.object({
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  internal: z.boolean(),
  subject: z.string(),
  priority: CasePriority,
  status: CaseStatus,
  productVersion: z.nullable(z.string()),
  linkedBy: UserRef,
  linked: z.iso.datetime(),
  milestone: Milestone,
})
export type RndCase = z.output<typeof RndCase>

/** An R&D issue as its page shows it. */
export const RndIssue = z.extend(RndIssueRow, {
  description: z.string(),
  createdBy: UserRef,
  reproduced: z.nullable(z.iso.datetime()),
  started: z.nullable(z.iso.datetime()),
  fixed: z.nullable(z.iso.datetime()),
  cases: z.array(RndCase),
})
export type RndIssue = z.output<typeof RndIssue>

/** What R&D writes about an issue: neither a comment nor an internal comment, and never sent to a customer. */
export const RndText = z.object({
  id: z.string(),
  kind: z.literal('rnd'),
  author: UserRef,
  body: z.string(),
  created: z.iso.datetime(),
})
export type RndText = z.output<typeof RndText>
