import { type RawBuilder, sql } from 'kysely'
import { dayText, type RecipientVariable, type Values } from '../contract.ts'

/** The time zone of the user `u`: chosen, else that of their account. */
export const zoneOfUser: RawBuilder<string> = sql<string>`coalesce(
  (select us.settings ->> 'timeZone' from user_settings us where us.user_id = u.id),
  (select za.time_zone from role_grants zg join accounts za on za.id = zg.account_id where zg.user_id = u.id order by za.id limit 1), 'UTC')`

/** The values of a recipient as the database has them; `zone` is the recipient's time zone. */
export type RecipientRow = Readonly<Record<Exclude<RecipientVariable, 'date.today'> | 'zone', string | null>>

/** The values of the user `u` as JSON (`RecipientRow`). Of several accounts the first of `preferredAccounts` (text[]) counts. */
export function recipientRow(preferredAccounts: RawBuilder<unknown>): RawBuilder<RecipientRow> {
  return sql<RecipientRow>`(select json_build_object('user.name', u.full_name, 'user.firstName', split_part(u.full_name, ' ', 1),
    'user.email', u.email, 'account.name', v.display_name, 'account.region', v.region, 'account.timeZone', v.time_zone,
    'account.csm', v.csm, 'zone', ${zoneOfUser})
    from (select) one left join lateral (
      select va.display_name, va.region, va.time_zone, (select m.full_name from users m where m.id = va.csm_id) as csm
      from accounts va where va.deleted_at is null and (va.id in (select vg.account_id from role_grants vg where vg.user_id = u.id)
        or va.name = any(${preferredAccounts}) and va.parent_id in (select vg.account_id from role_grants vg where vg.user_id = u.id))
      order by coalesce(va.name = any(${preferredAccounts}), false) desc, va.id limit 1) v on true)`
}

/** The values of a recipient on a day. */
export function recipientValues({ zone, ...row }: RecipientRow, at: Date | string): Values {
  const values = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]))
  return {
    ...values,
    'account.region': row['account.region'] ? regions[row['account.region']] : undefined,
    'account.timeZone': row['account.timeZone']?.replaceAll('_', ' '),
    'date.today': dayText(new Date(at).getTime(), zone ?? 'UTC'),
  }
}

const regions: Readonly<Record<string, string>> = {
  NORTH_AMERICA: 'North America',
  SOUTH_AMERICA: 'South America',
  EMEA: 'EMEA',
  ASIA_PACIFIC: 'Asia-Pacific',
}
