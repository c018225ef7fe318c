import { type RawBuilder, sql } from 'kysely'
import { isRecipientVariable, placeholdersOf } from '#features/messaging/templates/contract.ts'
import { recipientRow, templateOf } from '#features/messaging/templates/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { AnnouncementRecord } from './announcement-record.ts'

/** Rows of accounts that are shown. */
const SHOWN = 20

/** What the dry run reads for an announcement with a template. */
export type PreviewValues = {
  /** The values of the user `u` as JSON (`RecipientRow`); null without a template. */
  readonly ofUser: RawBuilder<unknown>
  /** Accounts of the users in `reached` that have no value for a variable of the template, as a JSON list. */
  readonly missing: RawBuilder<unknown>
}

/** The values of recipients as SQL, for the template of the announcement. */
export async function previewValues(db: Database, record: AnnouncementRecord): Promise<PreviewValues> {
  if (record.templateId === null) return { ofUser: sql`null::json`, missing: sql`'[]'::json` }
  const template = await templateOf(db, record.templateId)
  const variables = [...new Set(placeholdersOf(template).map(({ name }) => name))].filter(
    (name) => isRecipientVariable(name) && name.startsWith('account.'),
  )
  const row = recipientRow(sql`${record.recipients.accounts ?? []}::text[]`)
  if (variables.length === 0) return { ofUser: row, missing: sql`'[]'::json` }
  return {
    ofUser: row,
    missing: sql`(select coalesce(json_agg(m), '[]') from (
      select v.account, v.variables, count(*)::int as users
      from reached r join users u on u.id = r.id cross join lateral (
        select given.row ->> 'account.name' as account,
          array(select name from unnest(${variables}::text[]) name where given.row ->> name is null) as variables
        from (select ${row} as row) given) v
      where v.variables <> '{}' group by 1, 2 order by 3 desc, 1 limit ${SHOWN}) m)`,
  }
}
