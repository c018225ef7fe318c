import { sql } from 'kysely'
import { caseProblems, caseTexts, createCases, seeInternal } from '#features/support/case-access/contract.ts'
import { accountFor, eventTypeFor, requireRecipients } from '#features/support/case-access/server/index.ts'
import { draftFilesInto } from '#features/support/case-files/server/index.ts'
import { columnOf } from '#kit/server/columns.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { caseCreated, type createCase, internalCaseEvents, type NewCase } from '../contract.ts'
import { changedCasePage } from './case-page.ts'
import { indexCase } from './case-writes.ts'
import { withPictures } from './with-pictures.ts'

const SERVICE_DOWN = 'service-down'

/** What filing a case needs of a request. */
type Filing = Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>
/** A case to file; a hardware return has its own form. */
type FiledCase = Omit<NewCase, 'type'> & {
  readonly type: 'CASE' | 'RMA'
  /** It was not written in the form whose draft is stored. */
  readonly keepsDraft?: true
}

/** Files the case of the request. */
export async function createOne(call: CommandContext<typeof createCase>) {
  return (await fileCase(call, call.query.account, call.body)).page
}

/** Files a case: its number, watchers, files of the draft, words and event in one transaction. */
export async function fileCase(call: Filing, accountName: string, caseInput: FiledCase) {
  const { tx, session } = call
  const { accountId, account } = await accountFor(tx, session, createCases, accountName)
  const body = caseInput.serviceDown ? serviceDown(caseInput) : caseInput
  const internal = body.internal === true
  if (internal) requirePermission(call, seeInternal, account)
  await requireDeployment(tx, accountId, body.deploymentId)
  const users = await requireRecipients(tx, session, { accountId, account, internal }, body.addressees ?? [])

  const { id, key, files, pictures } = await insertCase(tx, session.userId, accountId, body, users)
  const description = withPictures(body.description, key, pictures)
  if (description !== body.description)
    await tx.updateTable('cases').set({ description }).where('id', '=', id).execute()
  await indexCase(tx, id)
  await call.record(eventTypeFor({ internal }, caseCreated, internalCaseEvents.created), {
    account: accountId,
    subject: key,
    data: {
      caseId: id,
      subject: body.subject,
      priority: body.priority,
      addressees: users.map(({ username }) => username),
      files,
      ...(body.serviceDown ? { serviceDown: true } : {}),
    },
  })
  return { id, key, page: await changedCasePage(tx, session, key) }
}

/** A report that service is down has high priority, and a label to search for. */
function serviceDown(caseInput: FiledCase): FiledCase {
  return { ...caseInput, priority: 'HIGH', labels: [...(caseInput.labels ?? []), SERVICE_DOWN] }
}

async function requireDeployment(tx: Tx, accountId: number, deploymentId: string | undefined): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from deployments where account_id = ${accountId}`.execute(
    tx,
  )
  if (rows.length === 0) throwProblem(caseProblems['deployment-missing'])
  if (deploymentId !== undefined && !rows.some(({ id }) => id === deploymentId))
    throwFieldProblem('deploymentId', 'must be a deployment of the account')
}

/**
 * The key comes from the account's collection in the same statement: no two cases ever get one number. Filings of one
 * account wait for each other from here to their commit, so watchers, addressees and the draft's files are added in it;
 * the draft is emptied, if the case is from its form.
 */
async function insertCase(
  tx: Tx,
  userId: number,
  accountId: number,
  body: FiledCase,
  users: readonly { readonly id: number; readonly username: string }[],
) {
  const addressees = users.map(({ id }) => id)
  const wantedFiles = [...new Set(body.draftFileIds ?? [])]
  const { rows } = await sql<{ id: number; key: string; files: string[]; attached: string[] }>`
    with numbered as (
      update case_list_versions set next_number = next_number + 1, version = version + 1, updated_at = now()
      where account_id = ${accountId} returning next_number - 1 as number
    ), filed as (
      insert into cases (account_id, key, type, internal, priority, subject, description, deployment_id, labels, reporter_id, updated_by, ${sql.raw(caseTexts.map(columnOf).join(', '))})
      select a.id, a.project_key || '-' || numbered.number, ${body.type}, ${body.internal === true}, ${body.priority}, ${body.subject}, ${body.description},
        ${body.deploymentId ?? null}::bigint, ${[...new Set(body.labels ?? [])]}::text[], ${userId}, ${userId},
        ${sql.join(caseTexts.map((text) => sql`${body[text] ?? null}::text`))}
      from numbered, accounts a where a.id = ${accountId} returning id, key
    ), addressed as (
      insert into case_addressees (case_id, user_id) select id, unnest(${addressees}::bigint[]) from filed
    ), watching as (
      insert into case_watchers (case_id, user_id) select id, unnest(${[...new Set([userId, ...addressees])]}::bigint[]) from filed
    ), ${draftFilesInto({ userId, accountId, keepsDraft: body.keepsDraft === true, wanted: wantedFiles })}
    select id, key, array(select filename from attached order by id) as files, array(select id::text from attached order by id) as attached from filed`.execute(
    tx,
  )
  const filedCase = rows[0]!
  if (filedCase.files.length < wantedFiles.length)
    throwFieldProblem('draftFileIds', 'must be files of your draft for this account')
  // Both by the order of upload.
  const ids = wantedFiles.sort((one, other) => Number(one) - Number(other))
  return { ...filedCase, pictures: new Map(ids.map((id, index) => [id, filedCase.attached[index]!])) }
}
