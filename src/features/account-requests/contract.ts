import * as z from 'zod/mini'
import { accountFields, isTimeZone } from '#features/account-management/contract.ts'
import { type DeploymentType, PersonRef, Stage } from '#features/accounts/contract.ts'
import { JobStep } from '#features/jobs/contract.ts'
import { roles } from '#features/roles/contract.ts'
import { accountName, email, fullName } from '#features/user-management/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { eventKind } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import en from './messages/en.json' with { type: 'json' }

/** Ask for an account, or for a deployment of one; a MANAGER for deployments of their own. */
export const askForAccounts = permission(
  'account-request:create',
  roles('HARMONIC_CSM', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'ADMIN', 'MANAGER'),
)
/** See requests; a MANAGER those of their own making. */
export const readAccountRequests = permission(
  'account-request:read',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER', 'CENTRAL', 'MANAGER'),
)
/** See everybody's requests. */
export const readEveryAccountRequest = permission(
  'account-request:read-every',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER', 'CENTRAL'),
)
/** Change and delete other people's requests too. */
export const editEveryAccountRequest = permission('account-request:edit-every', roles('ADMIN'))
/** Never about one's own. */
export const decideAccountRequests = permission('account-request:decide', roles('ADMIN', 'HARMONIC_MANAGER'))

export const requestProblems = problems(en.problems, {
  'account-request-not-found': 404,
  'account-request-decided': 409,
  'account-request-own': 403,
})

export const requestAsked = eventKind('account-request.asked', 'vendor')
export const requestEdited = eventKind('account-request.edited', 'vendor')
export const requestDeleted = eventKind('account-request.deleted', 'vendor')
export const requestApproved = eventKind('account-request.approved', 'vendor')
export const requestRejected = eventKind('account-request.rejected', 'vendor')

export const RequestType = z.enum(['ACCOUNT', 'DEPLOYMENT'])
export const RequestStatus = z.enum(['NEW', 'APPROVED', 'REJECTED'])
export type RequestStatus = z.output<typeof RequestStatus>
export const ProvisioningStatus = z.enum(['QUEUED', 'IN_PROGRESS', 'DONE', 'FAILED'])

const domains = z.array(z.string().check(z.maxLength(255))).check(z.maxLength(50))
const wish = {
  /** Why it is asked for. */
  note: z.optional(z.string().check(z.maxLength(2000))),
  /** Of an account: what it is to be called and where it is. */
  name: z.optional(z.string().check(z.maxLength(64))),
  displayName: z.optional(accountFields.displayName),
  accountType: z.optional(accountFields.accountType),
  partnerType: z.optional(accountFields.partnerType),
  region: z.optional(accountFields.region),
  country: z.optional(accountFields.country),
  address: z.optional(accountFields.address),
  timeZone: z.optional(accountFields.timeZone),
  stage: z.optional(Stage),
  domains: z.optional(domains),
  managerEmail: z.optional(z.nullable(email)),
  managerName: z.optional(z.nullable(fullName)),
  /** Of a deployment: whose it is. */
  account: z.optional(accountName),
  deployment: z.optional(
    z.strictObject({
      name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
      version: z.enum(['cOS-DOCSIS', 'cOS-DOCSIS v0.15.x', 'cOS-CN-DOCSIS', 'cOS-CN-PON']),
      stage: Stage,
    }),
  ),
} as const
export const RequestBody = z.strictObject({ requestType: RequestType, ...wish })
export type RequestBody = z.output<typeof RequestBody>

const ofAccounts = [
  'name',
  'displayName',
  'accountType',
  'partnerType',
  'region',
  'country',
  'address',
  'timeZone',
  'stage',
  'domains',
  'managerEmail',
  'managerName',
] as const
const needed = { ACCOUNT: ['name', 'displayName', 'region'], DEPLOYMENT: ['account', 'deployment'] } as const

/** What fields together make wrong; the schema has looked at each by itself. */
export function requestFlaws(body: RequestBody): { path: string; message: string }[] {
  const missing = needed[body.requestType].filter((path) => !body[path])
  const alien =
    body.requestType === 'DEPLOYMENT'
      ? ofAccounts.filter((path) => body[path] != null)
      : body.account
        ? ['account']
        : []
  const half = Boolean(body.managerEmail) !== Boolean(body.managerName)
  return [
    ...missing.map((path) => ({ path, message: en.flaw.required })),
    ...alien.map((path) => ({ path, message: en.flaw.notHere })),
    ...(half ? [{ path: body.managerEmail ? 'managerName' : 'managerEmail', message: en.flaw.managerWhole }] : []),
    ...(body.timeZone && !isTimeZone(body.timeZone) ? [{ path: 'timeZone', message: en.flaw.timeZone }] : []),
  ]
}

/** The type of what runs a version of the system. */
export function deploymentTypeOf(version: string): z.output<typeof DeploymentType> {
  if (version === 'cOS-CN-PON') return 'CN-PON'
  return version === 'cOS-CN-DOCSIS' ? 'CN-DOCSIS' : 'DOCSIS'
}

/** Somebody asks for a new account or a new deployment. */
export const AccountRequest = z.object({
  id: z.string(),
  requestType: RequestType,
  requestStatus: RequestStatus,
  /** How far what was approved is made; null before. */
  provisioningStatus: z.nullable(ProvisioningStatus),
  steps: z.array(JobStep),
  jobId: z.nullable(z.string()),
  wanted: z.object({ ...wish }),
  reason: z.nullable(z.string()),
  requestedBy: PersonRef,
  decidedBy: z.nullable(PersonRef),
  accountId: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  ownedByCurrentUser: z.boolean(),
  version: z.int(),
})
export type AccountRequest = z.output<typeof AccountRequest>

/** A request was made, changed, decided, or its provisioning went on. */
export const accountRequestsChanged = topic({
  destination: '/topic/account-requests',
  summary: 'A request for an account or a deployment changed',
  guard: readEveryAccountRequest,
  message: z.object({ id: z.string(), requestStatus: z.nullable(RequestStatus) }),
})
/** The same of one's own requests. */
export const myAccountRequestChanged = topic({
  destination: '/user/topic/account-requests',
  summary: 'A request that the person made changed',
  guard: 'signed-in',
  message: z.object({ id: z.string(), requestStatus: z.nullable(RequestStatus) }),
})

const requests = { tag: 'Account requests', guard: readAccountRequests } as const
const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const missing = requestProblems['account-request-not-found']
const decided = requestProblems['account-request-decided']

export const listAccountRequests = endpoint({
  ...requests,
  name: 'listAccountRequests',
  method: 'GET',
  url: '/api/accounts/requests',
  summary: 'Requests for accounts and deployments, the latest first',
  query: listQuery(['updatedAt', 'createdAt', 'requestStatus', 'requestType'], {
    requestStatus: z.optional(z.array(RequestStatus)),
    requestType: z.optional(z.array(RequestType)),
  }),
  reply: halList('requests', AccountRequest),
  problems: [],
})
export const readAccountRequest = endpoint({
  ...requests,
  name: 'readAccountRequest',
  method: 'GET',
  url: '/api/accounts/requests/{id}',
  summary: 'One request with the steps of its provisioning',
  params: byId,
  reply: AccountRequest,
  problems: [missing],
})
export const countAccountRequests = endpoint({
  ...requests,
  name: 'countAccountRequests',
  method: 'GET',
  url: '/api/accounts/requests/counters',
  summary: 'How many requests are NEW and REJECTED',
  reply: z.object({ requestCounters: z.object({ NEW: z.int(), REJECTED: z.int() }) }),
  problems: [],
})
export const askForAccount = endpoint({
  ...requests,
  guard: askForAccounts,
  name: 'askForAccount',
  method: 'POST',
  url: '/api/accounts/requests',
  summary: 'Ask for an account or a deployment',
  body: RequestBody,
  reply: AccountRequest,
  status: 201,
  problems: [],
})
export const changeAccountRequest = endpoint({
  ...requests,
  name: 'changeAccountRequest',
  method: 'PUT',
  url: '/api/accounts/requests/{id}',
  summary: 'Change a request: its creator while it is NEW, an ADMIN also when its provisioning failed',
  params: byId,
  body: RequestBody,
  reply: AccountRequest,
  problems: [missing, decided],
})
export const deleteAccountRequest = endpoint({
  ...requests,
  name: 'deleteAccountRequest',
  method: 'DELETE',
  url: '/api/accounts/requests/{id}',
  summary: 'Delete a request: its creator while it is NEW, an ADMIN unless it is being provisioned',
  params: byId,
  problems: [missing, decided],
})
export const decideAccountRequest = endpoint({
  ...requests,
  guard: decideAccountRequests,
  asOneself: true,
  name: 'decideAccountRequest',
  method: 'POST',
  url: '/api/accounts/requests/{id}/status',
  summary: 'Approve or reject a request that somebody else made; what is approved is provisioned at once',
  params: byId,
  query: z.strictObject({ requestStatus: z.enum(['APPROVED', 'REJECTED']) }),
  body: z.optional(z.strictObject({ reason: z.optional(z.string().check(z.maxLength(500))) })),
  reply: AccountRequest,
  status: 200,
  problems: [missing, decided, requestProblems['account-request-own']],
})
