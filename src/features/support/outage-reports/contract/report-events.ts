import { defineEvent, factsForAccounts } from '#kit/contract/event.ts'

export const reportSaved = defineEvent('case.outage-report-saved', 'vendor')
export const reportPublished = defineEvent('case.outage-report-published', 'account')

factsForAccounts('case', ['revision'])
