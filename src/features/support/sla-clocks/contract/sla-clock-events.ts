import { defineEvent } from '#kit/contract/event.ts'

export const clockWarned = defineEvent('case.clock-warned', 'vendor')
export const clockBreached = defineEvent('case.clock-breached', 'vendor')
export const slaHoursEdited = defineEvent('sla.hours-edited', 'account')
export const slaTargetEdited = defineEvent('sla.target-edited', 'vendor')
