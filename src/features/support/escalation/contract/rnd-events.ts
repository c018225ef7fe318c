import * as z from 'zod/mini'
import { readRnd } from '#features/support/case-access/contract.ts'
import { defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'

export const rndIssueCreated = defineEvent('rnd-issue.created', 'vendor')
export const rndIssueLinked = defineEvent('rnd-issue.linked', 'vendor')
export const rndIssueReopened = defineEvent('rnd-issue.reopened', 'vendor')
export const rndIssueEdited = defineEvent('rnd-issue.edited', 'vendor')
export const rndTextAdded = defineEvent('rnd-issue.text-added', 'vendor')
/** What the customer is notified of: the milestone alone. */
export const milestoneReached = defineEvent('case.milestone-reached', 'account')

/** An R&D issue changed; pages refetch. */
export const rndIssuesUpdated = topic({
  destination: '/topic/rnd-issues/updated/{vendor}',
  summary: 'An R&D issue changed (vendor staff)',
  guard: readRnd,
  message: z.object({ key: z.string(), event: z.string() }),
})

factsForAccounts('case', ['milestone'])
