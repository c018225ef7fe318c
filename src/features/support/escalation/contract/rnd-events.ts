import * as z from 'zod/mini'
import { milestoneNames, readRnd } from '#features/support/case-access/contract.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { RndStatus } from './rnd.ts'

export const rndIssueCreated = defineEvent('rnd-issue.created', {
  audience: 'vendor',
  text: 'created the R&D issue {subject}',
  data: { subject: z.string() },
})
export const rndIssueLinked = defineEvent('rnd-issue.linked', {
  audience: 'vendor',
  text: 'linked a case to the R&D issue {subject}',
  data: { changes: changesTo({ case: z.string() }) },
})
export const rndIssueReopened = defineEvent('rnd-issue.reopened', {
  audience: 'vendor',
  text: 'reopened the R&D issue {subject}',
  data: { changes: changesTo({ status: z.string() }) },
})
export const rndIssueEdited = defineEvent('rnd-issue.edited', {
  audience: 'vendor',
  text: 'changed the R&D issue {subject}',
  data: {
    changes: changesTo({
      subject: z.string(),
      description: z.string(),
      priority: z.string(),
      status: RndStatus,
      fixBundleId: z.string(),
      owner: z.string(),
    }),
  },
})
export const rndTextAdded = defineEvent('rnd-issue.text-added', {
  audience: 'vendor',
  text: 'added a text to the R&D issue {subject}',
  data: { textId: z.int() },
})
/** What the customer is notified of: the milestone alone. */
export const milestoneReached = defineEvent('case.milestone-reached', {
  audience: 'account',
  text: 'set a new milestone of {subject}',
  data: {
    caseId: z.int(),
    milestone: z.strictObject({
      name: z.enum(milestoneNames),
      bundle: z.nullable(z.string()),
      at: z.string(),
    }),
    changes: changesTo({ milestone: z.string() }),
  },
})

/** An R&D issue changed; pages refetch. */
export const rndIssuesUpdated = topic({
  destination: '/topic/rnd-issues/updated/{vendor}',
  summary: 'An R&D issue changed (vendor staff)',
  guard: readRnd,
  message: z.object({ key: z.string(), event: z.string() }),
})

factsForAccounts('case', ['milestone'])
