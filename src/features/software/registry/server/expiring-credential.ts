import { dayText } from '#features/messaging/templates/contract.ts'

/** How many days before a credential expires its users are reminded. */
export const reminderDays = [30, 7, 1] as const

/** A credential whose reminder is due. */
export type Expiring = {
  readonly id: number
  readonly accountId: number
  readonly account: string
  /** The name of the account that users know. */
  readonly displayName: string
  readonly zone: string
  readonly name: string
  readonly expires: Date
  /** Which reminder: 30, 7 or 1 days before. */
  readonly days: number
  /** Days until it expires, rounded up. */
  readonly daysLeft: number
}

/** The values of it in templates. */
export function expiringValues({ name, expires, zone }: Pick<Expiring, 'name' | 'expires' | 'zone'>) {
  return { 'credential.name': name, 'credential.expires': dayText(expires.getTime(), zone) }
}
