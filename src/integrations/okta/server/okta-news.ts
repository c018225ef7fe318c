import type { News } from '#features/user-management/server/index.ts'
import type { components } from './okta.generated.ts'

/** A line of Okta's system log, and of what its event hooks tell. */
export type LogEvent = Pick<components['schemas']['LogEvent'], 'uuid' | 'published' | 'eventType' | 'target'>

const profile = 'user.account.update_profile'
const joined = 'group.user_membership.add'
const left = 'group.user_membership.remove'

/** The kinds of events after which the portal's copy of somebody may be wrong. */
const kinds: readonly string[] = [
  'user.lifecycle.create',
  'user.lifecycle.activate',
  'user.lifecycle.reactivate',
  'user.lifecycle.deactivate',
  'user.lifecycle.suspend',
  'user.lifecycle.unsuspend',
  'user.lifecycle.delete.initiated',
  'user.lifecycle.delete.completed',
  'user.account.lock',
  'user.account.unlock',
  'user.account.unlock_by_admin',
  'user.account.reset_password',
  'user.account.expire_password',
  'user.account.update_password',
  profile,
  joined,
  left,
]

/** Asks the system log for those alone. */
export const aboutPeople = kinds.map((kind) => `eventType eq "${kind}"`).join(' or ')

/** What an event says about people; nothing when it is of a kind that does not matter here, or lacks what one has to know. */
export function newsOf({ uuid, published, eventType, target }: LogEvent): News[] {
  const at = new Date(published ?? '')
  if (!uuid || !eventType || !kinds.includes(eventType) || Number.isNaN(at.getTime())) return []
  const subject = target?.find(({ type }) => type === 'User')?.id
  const groupId = target?.find(({ type }) => type === 'UserGroup')?.id
  if (!subject) return []
  const group = groupId ? { id: groupId, isMember: eventType === joined } : null
  return [{ id: uuid, at, subject, profile: eventType === profile, group }]
}
