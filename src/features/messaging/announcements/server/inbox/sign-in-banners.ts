import { sql } from 'kysely'
import { plainLine } from '#features/messaging/templates/contract.ts'
import type { SignInNotice } from '#features/sign-in/identity-providers/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { SignInBanner } from '../../contract/inbox-shapes.ts'

/** The banners as notices of the sign-in page. */
export async function signInBanners(db: Database): Promise<SignInNotice[]> {
  return (await findSignInBanners(db)).map(({ title, message, type }) => ({ title, message: plainLine(message), type }))
}

/** The banners of the sign-in page, newest first: delivered, not expired. */
export async function findSignInBanners(db: Database): Promise<SignInBanner[]> {
  const { rows } = await sql<SignInBanner>`
    select a.id::text, a.title, a.message, a.type from announcements a
    where a.state = 'ENABLED' and a.recipients_type = 'EVERYONE_AND_SIGN_IN' and (a.expiration_at is null or a.expiration_at > now())
      and exists (select from announcement_deliveries d where d.announcement_id = a.id and (d.state = 'DONE' or d.delivered > 0))
    order by a.id desc limit 5`.execute(db)
  return rows
}
