import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { type SignedFormat, type SignedMonth, slaProblems } from '../../contract.ts'
import type { MonthRef } from '../month-source.ts'

const fileJson = (format: SignedFormat) =>
  `'${format}', json_build_object('sha256', encode(sha256(g.${format}), 'hex'), 'size', length(g.${format}))`

/** Every revision of the months, newest first. */
export async function signedMonthsOf(db: Database, months: readonly MonthRef[]): Promise<SignedMonth[]> {
  const { rows } = await sql<{ row: SignedMonth }>`
    select json_build_object('id', r.account_id || '-' || r.month, 'yearMonth', r.month, 'revision', r.revision, 'madeAt', ${sql.raw(isoJson('r.made_at'))},
      'reason', r.reason, 'signed', case when g.key_id is not null then json_build_object('at', ${sql.raw(isoJson('g.signed_at'))}, 'keyId', g.key_id,
        'files', json_build_object(${sql.raw([fileJson('json'), fileJson('csv'), fileJson('pdf')].join(', '))})) end) as row
    from unnest(${months.map(({ accountId }) => accountId)}::bigint[], ${months.map(({ month }) => month)}::text[]) w (account_id, month)
      join sla_revisions r using (account_id, month) left join signed_sla_months g using (account_id, month, revision)
    order by r.month desc, r.revision desc`.execute(db)
  return rows.map(({ row }) => row)
}

type FileQuery = { readonly format: SignedFormat; readonly revision?: number | undefined }
type SignedFile = {
  readonly revision: number
  readonly account: string
  readonly content: Buffer
  readonly signature: Buffer
}

/** A file of a month that the session may read; a problem says why it is not there. */
export async function signedFile(
  db: Database,
  { accountId, month }: MonthRef,
  fileQuery: FileQuery,
): Promise<SignedFile> {
  const { format } = fileQuery
  const { rows } = await sql<{
    account: string
    revision: number | null
    content: Buffer | null
    signature: Buffer | null
  }>`
    select a.name as account, r.revision, g.${sql.ref(format)} as content, g.${sql.ref(`${format}_signature`)} as signature
    from accounts a left join sla_months s on s.account_id = a.id and s.month = ${month}
      left join sla_revisions r on r.account_id = s.account_id and r.month = s.month and r.revision = coalesce(${fileQuery.revision ?? null}::int, s.revision)
      left join signed_sla_months g on g.account_id = r.account_id and g.month = r.month and g.revision = r.revision
    where a.id = ${accountId}`.execute(db)
  const [row] = rows
  if (!row) throwProblem(slaProblems['sla-stat-not-found'])
  const { account, revision, content, signature } = row
  if (revision === null)
    throwProblem(slaProblems[fileQuery.revision === undefined ? 'sla-month-not-closed' : 'sla-stat-not-found'])
  if (content === null || signature === null) throwProblem(slaProblems['sla-month-not-signed'])
  return { revision, account, content, signature }
}
