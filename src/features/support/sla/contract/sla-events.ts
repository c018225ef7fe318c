import { defineEvent } from '#kit/contract/event.ts'

export const slaMonthClosed = defineEvent('sla.month-closed', 'account')
export const slaMonthEdited = defineEvent('sla.month-edited', 'account')
/** A customer disputes the line of an outage. */
export const slaLineDisputed = defineEvent('sla.line-disputed', 'account')
/** The files of a revision were made and signed. */
export const slaMonthSigned = defineEvent('sla.month-signed', 'account')
export const slaMonthRecounted = defineEvent('sla.month-recounted', 'account')
