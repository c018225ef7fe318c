import * as z from 'zod/mini'
import type { DirectoryEvent } from '#features/users/user-management/server/index.ts'

const id = z.string().check(z.minLength(1), z.maxLength(100))
/** An entry of Okta's system log, and of its event hooks, as far as it is read. */
const LogEvent = z.object({
  uuid: id,
  published: z.iso.datetime(),
  eventType: z.string(),
  target: z.array(z.object({ id, type: z.string() })),
})

const profile = 'user.account.update_profile'
const memberAdded = 'group.user_membership.add'
const memberRemoved = 'group.user_membership.remove'

/** The types of events after which the portal's copy of a user may be wrong. */
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
  memberAdded,
  memberRemoved,
]

/** The filter of the system log for those alone. */
export const aboutUsers = kinds.map((kind) => `eventType eq "${kind}"`).join(' or ')

/** The data about users in an event; nothing when its type does not matter here, or a required field is missing. */
export function toDirectoryEvent(line: unknown): DirectoryEvent[] {
  const event = LogEvent.safeParse(line)
  if (!event.success || !kinds.includes(event.data.eventType)) return []
  const { uuid, published: publishedAt, eventType, target } = event.data
  const subject = target.find(({ type }) => type === 'User')?.id
  const groupId = target.find(({ type }) => type === 'UserGroup')?.id
  if (subject === undefined) return []
  const group = groupId ? { id: groupId, isMember: eventType === memberAdded } : null
  return [{ id: uuid, at: new Date(publishedAt), subject, profile: eventType === profile, group }]
}
