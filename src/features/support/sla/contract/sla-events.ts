import { defineEvent } from '#kit/contract/event.ts'

export const slaMonthClosed = defineEvent('sla.month-closed', 'account')
export const slaMonthEdited = defineEvent('sla.month-edited', 'account')
export const slaMonthRecounted = defineEvent('sla.month-recounted', 'account')
