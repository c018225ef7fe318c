import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { changesOf, fromTo } from '#kit/server/events/event.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type Account,
  accountEvents,
  type createAccount,
  federateAccounts,
  isTimeZone,
  type updateAccount,
  updateAccounts,
} from '../contract.ts'
import { lockAccountNames, requireDistinctDisplayName } from './check-display-name.ts'
import { requireFreeName } from './check-name.ts'
import { requireCrmId } from './crm-id.ts'
import { setCsm } from './csm.ts'
import { setParent } from './federation.ts'
import { accountReply, accountWhere, lockAccount, withVersionBump } from './stored-account.ts'

type Fields = Partial<CommandContext<typeof updateAccount>['body']>
/** The fields of a new account. */
type NewAccount = Fields & {
  readonly name: string
  readonly displayName: string
  readonly region: Account['region']
}

/** Inserts an account; its name must be free. Returns its id. */
export async function insertAccount(tx: Tx, { name, ...fields }: NewAccount): Promise<number> {
  requireTimeZone(fields)
  await requireFreeName(tx, name)
  await requireDistinctDisplayName(tx, fields.displayName)
  if (fields.crmId) await requireCrmId(tx, fields.crmId)
  const { id } = await tx
    .insertInto('accounts')
    .values({
      name,
      display_name: fields.displayName.trim(),
      region: fields.region,
      project_key: await projectKeyFor(tx, name),
      ...columnsOf(fields),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Handles creating an account, with its parent and customer-success manager where given. */
export async function create(call: CommandContext<typeof createAccount>) {
  const { tx, body, query } = call
  const { csm, ...fields } = body
  const id = await insertAccount(tx, fields)
  const account = (await accountWhere(tx, sql`a.id = ${id}`))!
  if (query.parentAccount) await setParent(tx, account, query.parentAccount)
  if (csm) await setCsm(tx, account, Number(csm))
  await call.record(accountEvents.created, { account: id, subject: id, data: { name: body.name, fields: body } })
  return accountReply(tx, call.session, id, 201)
}

/** Handles updating an account. A change of visibility between accounts also needs the permission to federate. */
export async function update(call: CommandContext<typeof updateAccount>) {
  const { tx, session, params, query, body } = call
  if (body.displayName !== undefined) await lockAccountNames(tx)
  const account = await lockAccount(tx, session, params.id, updateAccounts)
  requireVersion(call, account.version)
  requireTimeZone(body)
  const before = (await accountReply(tx, session, account.id)).value as Account
  const changes = changesOf(before as Fields, body)
  const { parentAccount } = query
  const moves = parentAccount !== undefined && parentAccount !== account.parentName
  if (moves || 'viewOnly' in changes) requirePermission(call, federateAccounts)
  if (body.isParent === false) await requireNoChildren(tx, account.id)
  if (moves) {
    await setParent(tx, account, parentAccount)
    const data = { changes: { parentAccount: fromTo(account.parentName, parentAccount) } }
    await call.record(accountEvents.federated, { account: account.id, subject: account.id, data })
  }
  if ('displayName' in changes) await requireDistinctDisplayName(tx, body.displayName!, account.id)
  if ('crmId' in changes && body.crmId) await requireCrmId(tx, body.crmId, account.id)
  if (Object.keys(changes).length > 0) {
    await tx
      .updateTable('accounts')
      .set({ ...columnsOf(body), ...withVersionBump })
      .where('id', '=', account.id)
      .execute()
    await call.record(accountEvents.edited, { account: account.id, subject: account.id, data: { changes } })
  }
  return accountReply(tx, session, account.id)
}

async function requireNoChildren(tx: Tx, id: number): Promise<void> {
  const child = await tx
    .selectFrom('accounts')
    .select('id')
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (child) throwFieldProblem('isParent', 'is required while the account has child accounts')
}

function requireTimeZone({ timeZone }: Fields): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throwFieldProblem('timeZone', 'is not a time zone')
}

function columnsOf(fields: Fields) {
  const { displayName, description, accountType, partnerType, stage, region, country, city, address } = fields
  const { timeZone, crmId, isParent, viewOnly, selfJoin } = fields
  const columns = {
    display_name: displayName?.trim(),
    description,
    account_type: accountType,
    partner_type: partnerType,
    stage,
    region,
    country,
    city,
    address,
    time_zone: timeZone,
    crm_id: crmId,
    is_parent: isParent,
    view_only: viewOnly,
    self_join: selfJoin,
  }
  // An absent field stays unchanged.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** The prefix of the account's case keys: from its name, upper case, at most 10 characters, and unique. */
async function projectKeyFor(tx: Tx, name: string): Promise<string> {
  const letters = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^\d+/, '')
  const stem = letters.length >= 2 ? letters.slice(0, 8) : `AC${letters}`
  const { rows } = await sql<{ key: string }>`
    select key from (
      select ${stem}::text as key, 0 as place union all select left(${stem}, 7) || n, n from generate_series(2, 999) n
    ) wished where not exists (select 1 from accounts a where a.project_key = wished.key) order by place limit 1`.execute(
    tx,
  )
  return rows[0]!.key
}
