import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { knownIssueSeverities, knownIssueStates } from './known-issue.ts'

export const knownIssueDeclared = defineEvent('known-issue.declared', {
  audience: 'vendor',
  text: 'declared the known issue {subject}',
  data: { title: z.string(), published: z.boolean() },
})
export const knownIssueEdited = defineEvent('known-issue.edited', {
  audience: 'vendor',
  text: 'edited the known issue {subject}',
  data: {
    title: z.string(),
    changes: changesTo({
      note: z.string(),
      detect: z.string(),
      state: z.enum(knownIssueStates),
      title: z.string(),
      product: z.string(),
      component: z.string(),
      affected: z.string(),
      fixedIn: z.string(),
      severity: z.enum(knownIssueSeverities),
      symptom: z.string(),
      conditions: z.array(z.string()),
      signature: z.array(z.string()),
      workaround: z.string(),
      releaseNote: z.string(),
      published: z.boolean(),
    }),
  },
})
/** For vendor staff alone: the key of an unpublished known issue is not for customers. */
export const knownIssueLinked = defineEvent('case.known-issue-linked', {
  audience: 'vendor',
  text: 'linked {subject} to a known issue',
  data: { caseId: z.int(), changes: changesTo({ knownIssue: z.string() }) },
})
export const knownIssueUnlinked = defineEvent('case.known-issue-unlinked', {
  audience: 'vendor',
  text: 'removed a known issue from {subject}',
  data: { caseId: z.int(), changes: changesTo({ knownIssue: z.string() }) },
})
