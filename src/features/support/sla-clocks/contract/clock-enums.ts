/** The clocks of a case. */
export type ClockKind = 'FIRST_RESPONSE' | 'NEXT_UPDATE' | 'RESOLUTION'
export const slaPlans = ['CONNECTED', 'ESSENTIALS', 'ENTERPRISE'] as const
export type SlaPlan = (typeof slaPlans)[number]
