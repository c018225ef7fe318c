import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { SCIM_API, type ScimUser, USER_SCHEMA } from '../contract.ts'
import type { ScimDirectory } from './directory-of-token.ts'

/** A user with what their directory last said of them. */
export type StoredUser = {
  readonly id: string
  readonly email: string
  readonly fullName: string
  readonly issuer: string | null
  readonly title: string | null
  readonly phone: string | null
  readonly active: boolean
  readonly userName: string | null
  readonly externalId: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly hasCredential: boolean
  readonly created: string
  readonly changed: string
  readonly version: number
}

/** Whether the user `u` was not deactivated. A suspension, or a mark for deletion, was decided here and says nothing. */
export const isActiveSql = sql<boolean>`(u.state not in ('deprovisioned', 'approvedForDeletion'))`

/**
 * Users `u` who belong to a directory: bound to its provider, or with an address of a domain routed to it and bound to no
 * other. Those whom it deleted are not there any more.
 */
function belongsTo({ id, issuer, domains }: ScimDirectory): RawBuilder<boolean> {
  return sql<boolean>`(u.erased_at is null and (u.issuer = ${issuer}
      or (u.issuer is null and split_part(u.email, '@', 2) = any(${domains}::text[])))
    and not exists (select from scim_users d where d.user_id = u.id and d.provider_id = ${id} and d.deleted_at is not null))`
}

/** Users of a directory in the order of their ids. */
export async function findUsers(
  db: Database | Tx,
  directory: ScimDirectory,
  condition: RawBuilder<boolean>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<StoredUser[]> {
  const { rows } = await sql<StoredUser>`
    select u.id::text, u.email, u.full_name as "fullName", u.issuer, u.job_title as title, u.phone, ${isActiveSql} as active,
      s.user_name as "userName", s.external_id as "externalId", s.given_name as "givenName", s.family_name as "familyName",
      (exists (select from user_passwords w where w.user_id = u.id) or exists (select from passkeys k where k.user_id = u.id)) as "hasCredential",
      ${isoSql('u.created_at')} as created, ${isoSql('coalesce(u.updated_at, u.created_at)')} as changed, u.version
    from users u left join scim_users s on s.user_id = u.id and s.provider_id = ${directory.id}
    where ${belongsTo(directory)} and ${condition} order by u.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countUsers(
  db: Database | Tx,
  directory: ScimDirectory,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u left join scim_users s on s.user_id = u.id and s.provider_id = ${directory.id}
    where ${belongsTo(directory)} and ${condition}`.execute(db)
  return rows[0]!.count
}

export async function findUser(
  db: Database | Tx,
  directory: ScimDirectory,
  condition: RawBuilder<boolean>,
): Promise<StoredUser | undefined> {
  return (await findUsers(db, directory, condition, { offset: 0, limit: 1 }))[0]
}

/** A user whom the directory deleted before, by their address. */
export async function findDeleted(tx: Tx, { id }: ScimDirectory, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join scim_users s on s.user_id = u.id
    where s.provider_id = ${id} and s.deleted_at is not null and u.email = ${email}`.execute(tx)
  return rows[0]?.id
}

/** Whether the directory calls another user so. */
export async function isNameTaken(tx: Tx, { id }: ScimDirectory, userName: string, except: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from scim_users where provider_id = ${id} and lower(user_name) = lower(${userName}) and deleted_at is null and user_id <> ${except}`.execute(
    tx,
  )
  return rows.length > 0
}

/** Stores what a directory says of a user beside what the portal keeps itself; one deleted before is there again. */
export async function storeSent(
  tx: Tx,
  { id }: ScimDirectory,
  userId: number,
  attributes: Pick<StoredUser, 'userName' | 'externalId' | 'givenName' | 'familyName'>,
): Promise<void> {
  const values = {
    user_name: attributes.userName,
    external_id: attributes.externalId,
    given_name: attributes.givenName,
    family_name: attributes.familyName,
    deleted_at: null,
  }
  await tx
    .insertInto('scim_users')
    .values({ provider_id: id, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider_id']).doUpdateSet(values))
    .execute()
}

/** Notes that the directory deleted a user. */
export async function noteDeleted(tx: Tx, { id }: ScimDirectory, userId: number): Promise<void> {
  await sql`
    insert into scim_users (provider_id, user_id, deleted_at) values (${id}, ${userId}, now())
    on conflict (user_id, provider_id) do update set deleted_at = now()`.execute(tx)
}

/** Removes what directories said of an erased user. */
export async function eraseSent(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('scim_users').where('user_id', '=', userId).execute()
}

/** A user in the form of SCIM; `base` is the portal's address. */
export function resourceOf(user: StoredUser, base: string): ScimUser {
  const { id, email, fullName, givenName, familyName, externalId, title, phone } = user
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: user.userName ?? email,
    name: {
      formatted: fullName,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    displayName: fullName,
    ...(title === null ? {} : { title }),
    emails: [{ value: email, type: 'work', primary: true }],
    ...(phone === null ? {} : { phoneNumbers: [{ value: phone, type: 'work', primary: true }] }),
    active: user.active,
    meta: {
      resourceType: 'User',
      created: user.created,
      lastModified: user.changed,
      location: `${base}${SCIM_API}/Users/${id}`,
      version: `W/"${user.version}"`,
    },
  }
}
