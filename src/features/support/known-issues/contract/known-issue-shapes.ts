import * as z from 'zod/mini'
import { CaseStatus } from '#features/support/case-access/contract.ts'
import { knownIssueStates } from './known-issue-enums.ts'
import { knownIssueFields, knownIssueNoteFields } from './known-issue-fields.ts'

/** A known issue as customers read it. */
export const KnownIssue = z.object({
  key: z.string(),
  ...knownIssueFields,
  state: z.enum(knownIssueStates),
  /** Linked cases that the caller may read. */
  caseCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type KnownIssue = z.output<typeof KnownIssue>

/** What only vendor staff reads of a known issue: another type and another table, so that a leak does not compile. */
export const InternalKnownIssueNote = z.object({ key: z.string(), ...knownIssueNoteFields })
export type InternalKnownIssueNote = z.output<typeof InternalKnownIssueNote>

/** A deployment with an affected version. */
export const AffectedDeployment = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  version: z.string(),
})
export type AffectedDeployment = z.output<typeof AffectedDeployment>

/** A known issue with the deployments that it affects, as far as the caller may see them. */
export const KnownIssueDetail = z.extend(KnownIssue, {
  /** At most 50. */
  deployments: z.array(AffectedDeployment),
  deploymentCount: z.int(),
})
export type KnownIssueDetail = z.output<typeof KnownIssueDetail>

/** A case that has a known issue. */
export const KnownIssueCase = z.object({
  key: z.string(),
  subject: z.string(),
  status: CaseStatus,
  type: z.enum(['CASE', 'OUTAGE', 'RMA']),
  internal: z.boolean(),
  account: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  updated: z.iso.datetime(),
})
export type KnownIssueCase = z.output<typeof KnownIssueCase>

/** A known issue with its similarity to a text (0 to 1), and the common words. */
export const MatchingKnownIssue = z.extend(KnownIssue, { likeness: z.number(), matched: z.array(z.string()) })
export type MatchingKnownIssue = z.output<typeof MatchingKnownIssue>

/** The known issues of a case: the linked ones, and others whose texts and versions match it. */
export const CaseKnownIssues = z.object({ linked: z.array(KnownIssue), matching: z.array(MatchingKnownIssue) })
export type CaseKnownIssues = z.output<typeof CaseKnownIssues>

export const NewKnownIssue = z.strictObject({
  ...knownIssueFields,
  note: z.optional(knownIssueNoteFields.note),
  detect: z.optional(knownIssueNoteFields.detect),
})
export const KnownIssueChanges = z.partial(NewKnownIssue)
