import { defineEvent } from '#kit/contract/event.ts'

export const findingOpened = defineEvent('finding.opened', 'account')
export const findingCleared = defineEvent('finding.cleared', 'account')
export const findingAcknowledged = defineEvent('finding.acknowledged', 'account')
export const findingReopened = defineEvent('finding.reopened', 'account')
export const findingFiled = defineEvent('finding.filed', 'account')
export const insightGroupingEdited = defineEvent('insight.grouping-edited', 'vendor')
