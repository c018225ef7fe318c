import { sql } from 'kysely'
import { staffWith } from '#features/access/scope/server/index.ts'
import { checkName, displayNameFlaw } from '#features/accounts/accounts/server/index.ts'
import { domainProblems, normaliseDomain } from '#features/sign-in/domains/contract.ts'
import { companyDomainFlaw } from '#features/sign-in/domains/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { type FieldProblem, fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { HttpProblem, throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import {
  type askForAccount,
  askForAccounts,
  type changeAccountRequest,
  decideAccountRequests,
  type deleteAccountRequest,
  editEveryAccountRequest,
  type RequestBody,
  requestAsked,
  requestDeleted,
  requestEdited,
  requestFlaws,
  requestProblems,
} from '../contract.ts'
import { accountRequestsPath } from '../paths.ts'
import { requestWaits, waitingRequest, whatOf } from './account-request-notifications.ts'
import { lockRequest, requestPage, type StoredRequest } from './request-store.ts'

/** Requests an account or a deployment, and notifies those who decide. */
export async function createRequest(portal: AppContext, call: CommandContext<typeof askForAccount>) {
  const { tx, session, body } = call
  const { requestType, ...requestBody } = await requireWhole(tx, session, body)
  const { id } = await tx
    .insertInto('account_requests')
    .values({
      request_type: requestType,
      wanted: JSON.stringify(requestBody),
      requested_by: session.userId,
      requested_by_impersonator: session.impersonator?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await call.record(requestAsked, { subject: id, data: { requestType, ...nameOf(body) } })
  await portal.notifier.notify(tx, requestWaits, {
    to: await staffWith(tx, decideAccountRequests, [session.userId, session.impersonator?.id ?? null]),
    values: { who: session.actor.fullName, what: whatOf(body) },
    link: accountRequestsPath({ id: id }),
    key: String(id),
    thread: waitingRequest(id),
    readable: { permission: decideAccountRequests, accountId: null },
  })
  const newRequest = await requestPage(tx, session, id)
  return respond(newRequest, { status: 201, etag: etagOf(newRequest.version) })
}

/** Changes a request: its creator while it is undecided, an ADMIN also when provisioning failed. */
export async function change(call: CommandContext<typeof changeAccountRequest>) {
  const { tx, session, body, params } = call
  const storedRequest = await lockRequest(tx, session, params.id)
  requireVersion(call, storedRequest.version)
  requireMayEdit(session, storedRequest)
  if (body.requestType !== storedRequest.requestType) throwFieldProblem('requestType', 'stays what it is')
  const { requestType: _, ...requestBody } = await requireWhole(tx, session, body, storedRequest)
  await tx
    .updateTable('account_requests')
    .set({
      ...(session.impersonator && { requested_by_impersonator: session.impersonator.id }),
      wanted: JSON.stringify(requestBody),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', storedRequest.id)
    .execute()
  await call.record(requestEdited, { subject: storedRequest.id, data: nameOf(body) })
  const changedRequest = await requestPage(tx, session, storedRequest.id)
  return respond(changedRequest, { etag: etagOf(changedRequest.version) })
}

/** Deletes a request; what was provisioned from it stays. */
export async function remove(
  portal: AppContext,
  call: CommandContext<typeof deleteAccountRequest>,
): Promise<undefined> {
  const { tx, session, params } = call
  const storedRequest = await lockRequest(tx, session, params.id)
  requireVersion(call, storedRequest.version)
  const admin = hasPermission(session, editEveryAccountRequest)
  if (!admin || storedRequest.provisioning === 'QUEUED' || storedRequest.provisioning === 'IN_PROGRESS')
    requireMayEdit(session, storedRequest)
  await tx.deleteFrom('account_requests').where('id', '=', storedRequest.id).execute()
  await portal.notifier.takeBack(tx, { thread: waitingRequest(storedRequest.id), keys: 'all' })
  const data = { ...nameOf(storedRequest.wanted), requestedBy: storedRequest.requestedBy }
  await call.record(requestDeleted, { subject: storedRequest.id, data })
  return undefined
}

/** Requires an open request and its creator, or an administrator. */
function requireMayEdit(session: Session, { status, provisioning, requestedBy }: StoredRequest): void {
  const admin = hasPermission(session, editEveryAccountRequest)
  if (!admin && requestedBy !== session.userId)
    throwProblem(kitProblems['access-denied'], { permission: editEveryAccountRequest.name })
  if (status === 'NEW' || (admin && provisioning === 'FAILED')) return
  throwProblem(requestProblems['account-request-decided'], { status: status.toLowerCase() })
}

/** Rejects inconsistent fields, unusable names, invalid domains, and accounts that are not the requester's. */
async function requireWhole(
  tx: Tx,
  session: Session,
  body: RequestBody,
  storedRequest?: StoredRequest,
): Promise<RequestBody> {
  const fields = requestFlaws(body)
  const domains = body.domains?.map((typedDomain) => ({ typed: typedDomain, domain: normaliseDomain(typedDomain) }))
  for (const [index, { domain }] of domains?.entries() ?? []) fields.push(...flawOfDomain(domain, `domains.${index}`))
  // An account that was already created keeps its name, which is now taken by itself.
  const isCreated = storedRequest?.accountId != null && body.name === storedRequest.wanted.name
  if (body.name !== undefined && !isCreated) {
    const { verdict, text } = await checkName(tx, body.name)
    if (verdict !== 'free') fields.push({ path: 'name', message: text })
  }
  const message = body.displayName && !isCreated && (await displayNameFlaw(tx, body.displayName))
  if (message) fields.push({ path: 'displayName', message })
  const where = body.requestType === 'DEPLOYMENT' ? body.account : undefined
  // Users with the permission everywhere may request an account; users of an account also a deployment of it.
  const may = where === undefined ? asksAnywhere(session) : hasPermission(session, askForAccounts, where)
  if (!may && body.requestType === 'ACCOUNT')
    throwProblem(kitProblems['access-denied'], { permission: askForAccounts.name })
  if (where !== undefined && (!may || !(await isThere(tx, where))))
    fields.push({ path: 'account', message: 'is not an account of yours' })
  if (fields.length > 0) throw new HttpProblem(kitProblems['validation-failed'], {}, { fields })
  return { ...body, ...(domains ? { domains: [...new Set(domains.map(({ domain }) => domain!))] } : {}) }
}

function flawOfDomain(domain: string | null, path: string): FieldProblem[] {
  if (domain === null) return [{ path, message: 'is not a domain' }]
  const flaw = companyDomainFlaw(domain)
  return flaw ? [{ path, message: fillText(domainProblems[flaw].text, { domain }) }] : []
}

/** Vendor staff with the permission: also LIFT managers, whose accounts do not exist yet. */
function asksAnywhere({ actor }: Session): boolean {
  return actor.roles.some(
    ({ role }) => role !== 'MANAGER' && askForAccounts.grants.some((grant) => grant.role === role),
  )
}

async function isThere(tx: Tx, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

function nameOf(requestBody: Partial<RequestBody>) {
  return { name: requestBody.name ?? `${requestBody.account}/${requestBody.deployment?.name}` }
}
