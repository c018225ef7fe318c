import * as z from 'zod/mini'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'

export const reportSaved = defineEvent('case.outage-report-saved', {
  audience: 'vendor',
  text: 'saved the draft of the reason-for-outage report of {subject}',
  data: {
    caseId: z.int(),
    revision: z.int(),
    changes: changesTo({
      what: z.string(),
      who: z.string(),
      times: z.string(),
      cause: z.string(),
      actions: z.string(),
      prevention: z.string(),
    }),
  },
})
export const reportPublished = defineEvent('case.outage-report-published', {
  audience: 'account',
  text: 'published the reason-for-outage report of {subject}',
  data: { caseId: z.int(), revision: z.int(), byVendor: z.boolean() },
})

factsForAccounts('case', ['revision'])
