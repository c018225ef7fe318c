/** The clocks of a case. */
export type ClockKind = 'FIRST_RESPONSE' | 'NEXT_UPDATE' | 'RESOLUTION'
export const slaPlans = ['CONNECTED', 'ESSENTIALS', 'ENTERPRISE'] as const
export type SlaPlan = (typeof slaPlans)[number]

/** The SLA plan with the name of a subscription's plan; undefined = none has it. */
export function slaPlanNamed(name: string | null | undefined): SlaPlan | undefined {
  return slaPlans.find((plan) => plan === name?.toUpperCase())
}
