/** The clocks of a case. */
export const clockKinds = ['FIRST_RESPONSE', 'NEXT_UPDATE', 'RESOLUTION'] as const
export type ClockKind = (typeof clockKinds)[number]
/** RUNNING may be overdue: its due time is in the past. */
export const clockStates = ['RUNNING', 'PAUSED', 'MET', 'MISSED'] as const
export const slaPlans = ['CONNECTED', 'ESSENTIALS', 'ENTERPRISE'] as const
export type SlaPlan = (typeof slaPlans)[number]
