import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { change, changeWhere, newVersion } from './user-table.ts'

/** What a profile says; what is undefined stays as it is. */
type Profile = {
  readonly fullName?: string | undefined
  readonly jobTitle?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly managerEmail?: string | null | undefined
  readonly subscriptions?: readonly string[] | undefined
  readonly notificationBlocking?: boolean | undefined
}

/** Changes the profile of a user. */
export function editProfile(tx: Tx, id: number, profile: Profile): Promise<void> {
  const { fullName, jobTitle, phone, managerEmail, subscriptions, notificationBlocking } = profile
  return change(tx, id, {
    ...(fullName !== undefined && { full_name: fullName }),
    ...(jobTitle !== undefined && { job_title: jobTitle }),
    ...(phone !== undefined && { phone }),
    ...(managerEmail !== undefined && { manager_email: managerEmail }),
    ...(subscriptions !== undefined && { subscriptions: [...subscriptions] }),
    ...(notificationBlocking !== undefined && { notification_blocking: notificationBlocking }),
    ...newVersion,
  })
}

/** A user has another, confirmed address; users whom they manage name the new one. */
export async function changeEmail(tx: Tx, id: number, { from, to }: { from: string; to: string }): Promise<void> {
  await change(tx, id, { email: to, ...newVersion })
  await changeWhere(tx, sql<boolean>`manager_email = ${from}`, { manager_email: to })
}

/** A user gets mail about a subject, or none. */
export function subscribeUser(tx: Tx, id: number, { about, on }: { about: string; on: boolean }): Promise<void> {
  const without = sql<string[]>`array_remove(subscriptions, ${about})`
  const subscriptions = on ? sql<string[]>`array_append(${without}, ${about})` : without
  return change(tx, id, { subscriptions, version: newVersion.version })
}

/** Switches a plugin of a user on or off; false when it was so. */
export async function switchPlugin(
  tx: Tx,
  id: number,
  { plugin, enabled }: { plugin: string; enabled: boolean },
): Promise<boolean> {
  const off = enabled
    ? sql<string[]>`array_remove(plugins_off, ${plugin})`
    : sql<string[]>`array_append(plugins_off, ${plugin})`
  const whom = sql<boolean>`id = ${id} and (${plugin} = any(plugins_off)) = ${enabled}`
  return (await changeWhere(tx, whom, { plugins_off: off, ...newVersion })) > 0
}

/** The plugins of users of a condition on the columns of `users` are refreshed now. */
export async function notePluginRefresh(tx: Tx, whom: RawBuilder<boolean>): Promise<void> {
  await changeWhere(tx, whom, { plugins_refreshed_at: sql<Date>`now()` })
}

/** Something of a user that other tables hold, such as their roles, has changed. */
export function touchUser(tx: Tx, id: number): Promise<void> {
  return change(tx, id, newVersion)
}
