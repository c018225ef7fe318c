import { type RawBuilder, sql } from 'kysely'
import { subscribeUser } from '#features/access/user-records/server/index.ts'
import { notificationChannels } from '#kit/contract/notification-channels.ts'
import { allows } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type NotificationGroup, notificationGroups, notificationKinds } from '#kit/server/notification.ts'
import type { Session } from '#kit/server/session.ts'
import type { ChannelChoices, GroupChange, GroupSetting } from '../contract.ts'
import { choicesOf } from './delivery-to.ts'

/** What the caller chose for each group of which they can be notified with their permissions. */
export async function groupSettingsOf(db: Database | Tx, { userId, actor }: Session): Promise<GroupSetting[]> {
  const groups = notificationGroups().filter((group) =>
    notificationKinds().some(
      ({ group: { name }, readable, mailOnly }) =>
        name === group.name && !mailOnly && (readable?.some((permission) => allows(actor, permission)) ?? true),
    ),
  )
  const { rows } = await sql<{ choices: ChannelChoices[] }>`
    select json_build_array(${sql.join(groups.map(choicesOf))}) as choices from users u where u.id = ${userId}`.execute(
    db,
  )
  return groups.map(({ name, text, note, required = false }, index) => ({
    group: name,
    text,
    note,
    required,
    choices: rows[0]!.choices[index]!,
  }))
}

/** Changes what a user chose for groups; what is absent stays. */
export async function changeGroupSettings(tx: Tx, userId: number, changes: readonly GroupChange[]): Promise<void> {
  for (const [index, { group: name, ...choices }] of changes.entries()) {
    const group = notificationGroups().find((one) => one.name === name)
    if (!group) throwFieldProblem(`groups.${index}.group`, 'is no group of notifications')
    if (group.required) throwFieldProblem(`groups.${index}.group`, 'cannot be switched off')
    for (const channel of notificationChannels) {
      const choice = choices[channel]
      if (choice !== undefined) await choose(tx, userId, { group, channel, choice })
    }
  }
}

type Choice = {
  readonly group: NotificationGroup
  readonly channel: (typeof notificationChannels)[number]
  readonly choice: string
}

async function choose(tx: Tx, userId: number, { group, channel, choice }: Choice): Promise<void> {
  const { subscription } = group
  if (channel === 'mail' && subscription) await subscribeUser(tx, userId, { about: subscription, on: choice !== 'OFF' })
  // With a subscription, that alone says whether there is mail: what is stored is when.
  if (channel === 'mail' && subscription && choice === 'OFF') return
  await sql`
    insert into notification_settings (user_id, group_name, channel, choice) values (${userId}, ${group.name}, ${channel}, ${choice})
    on conflict (user_id, group_name, channel) do update set choice = excluded.choice, changed_at = clock_timestamp()`.execute(
    tx,
  )
}

/** The settings of users that are mail of a group by another name. */
const settingOf: Partial<Record<string, string>> = { CASES: 'mailCases', RELEASES: 'mailReleases' }

/** The user `u` switched the mail of the group on since then, in their settings or among their subscriptions. */
function isSubscribedSince({ subscription }: NotificationGroup, since: Date): RawBuilder<boolean> {
  if (!subscription) return sql<boolean>`false`
  const setting = settingOf[subscription] ?? ''
  return sql<boolean>`exists (select from events e where e.subject = 'user' and e.subject_id = u.id::text and e.at > ${since}
    and (e.data #> ${['changes', setting, '1']}::text[] = 'true'
      or e.data #> '{changes,subscriptions,1}' ? ${subscription} and not e.data #> '{changes,subscriptions,0}' ? ${subscription}))`
}

/**
 * Ends mail of these groups for a user, unless they chose it after `issued`; returns the groups that it ended and the name
 * of the user.
 */
export async function endGroupMail(
  tx: Tx,
  { userId, groups, issued }: { readonly userId: number; readonly groups: readonly string[]; readonly issued: Date },
): Promise<{ readonly ended: readonly string[]; readonly userName: string }> {
  const ended: string[] = []
  let userName = ''
  for (const group of notificationGroups().filter(({ name, required }) => groups.includes(name) && !required)) {
    const { rows } = await sql<{ userName: string }>`
      select u.full_name as "userName" from users u where u.id = ${userId} and u.erased_at is null and ${choicesOf(group)} ->> 'mail' <> 'OFF'
        and not exists (select from notification_settings s where s.user_id = u.id and s.group_name = ${group.name} and s.channel = 'mail' and s.changed_at > ${issued})
        and not ${isSubscribedSince(group, issued)}
        for update`.execute(tx)
    if (!rows[0]) continue
    await choose(tx, userId, { group, channel: 'mail', choice: 'OFF' })
    ended.push(group.name)
    userName = rows[0].userName
  }
  return { ended, userName }
}
