/** Variables that have a value for each recipient. */
export const recipientVariables = [
  'user.name',
  'user.firstName',
  'user.email',
  'account.name',
  'account.region',
  'account.timeZone',
  'account.csm',
  'date.today',
] as const
export type RecipientVariable = (typeof recipientVariables)[number]

const caseVariables = ['case.key', 'case.subject', 'case.status', 'case.priority', 'case.change'] as const
const bundleVariables = ['bundle.name', 'bundle.reason'] as const

/** The events that can be bound to a template, with the variables that each one gives. */
export const eventVariables = {
  RELEASE_DELIVERED: ['bundle.name', 'release.name'],
  BUNDLE_ON_HOLD: bundleVariables,
  BUNDLE_END_OF_LIFE: bundleVariables,
  CASE_UPDATED: caseVariables,
  OUTAGE_OPENED: caseVariables,
  OUTAGE_CLOSED: caseVariables,
  SUBSCRIPTION_EXPIRING: ['subscription.plan', 'subscription.expires'],
  SUBSCRIPTION_REMINDER: ['subscription.plan', 'subscription.expires', 'subscription.daysLeft'],
  CREDENTIAL_EXPIRING: ['credential.name', 'credential.expires'],
} as const
export type BindableEvent = keyof typeof eventVariables
export type EventVariable = (typeof eventVariables)[BindableEvent][number]
export type BackendVariable = RecipientVariable | EventVariable

/** The events that can be bound to a template. */
export const bindableEvents = Object.keys(eventVariables) as BindableEvent[]

/** Events whose template is the text of their own mails alone: they make no announcement. */
export const mailOnlyEvents: readonly BindableEvent[] = ['SUBSCRIPTION_REMINDER']

/** Every variable that the portal fills. */
export const backendVariables: readonly BackendVariable[] = [
  ...recipientVariables,
  ...new Set(Object.values(eventVariables).flat()),
]

/** The events that give a value for the variable; none for a recipient's. */
export function eventsOf(variable: BackendVariable): BindableEvent[] {
  return bindableEvents.filter((event) => (eventVariables[event] as readonly string[]).includes(variable))
}

/** Whether the variable has a value for each recipient. */
export function isRecipientVariable(name: string): name is RecipientVariable {
  return (recipientVariables as readonly string[]).includes(name)
}
