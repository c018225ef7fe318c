import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import { AccountRequest, RequestBody, RequestStatus, RequestType } from './contract/account-request.ts'
import {
  askForAccounts,
  decideAccountRequests,
  readAccountRequests,
  readEveryAccountRequest,
  requestProblems,
} from './contract/request-permissions.ts'

export {
  AccountRequest,
  deploymentTypeOf,
  RequestBody,
  RequestStatus,
  RequestType,
  requestFlaws,
} from './contract/account-request.ts'
export {
  askForAccounts,
  decideAccountRequests,
  editEveryAccountRequest,
  readAccountRequests,
  readEveryAccountRequest,
  requestProblems,
} from './contract/request-permissions.ts'

export const requestAsked = defineEvent('account-request.created', 'vendor', 'account-request.asked')
export const requestEdited = defineEvent('account-request.edited', 'vendor')
export const requestDeleted = defineEvent('account-request.deleted', 'vendor')
export const requestApproved = defineEvent('account-request.approved', 'vendor')
export const requestRejected = defineEvent('account-request.rejected', 'vendor')

/** A request was created, changed, decided, or its provisioning progressed. */
export const accountRequestsChanged = topic({
  destination: '/topic/account-requests',
  summary: 'A request for an account or a deployment changed',
  guard: readEveryAccountRequest,
  message: z.object({ id: z.string(), requestStatus: z.nullable(RequestStatus) }),
})
/** The same for the user's own requests. */
export const myAccountRequestChanged = topic({
  destination: '/user/topic/account-requests',
  summary: 'A request that the user created changed',
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
  summary: 'Read a request with its provisioning steps',
  params: byId,
  reply: AccountRequest,
  problems: [missing],
})
export const countAccountRequests = endpoint({
  ...requests,
  name: 'countAccountRequests',
  method: 'GET',
  url: '/api/accounts/requests/counters',
  summary: 'Count the NEW and REJECTED requests',
  reply: z.object({ requestCounters: z.object({ NEW: z.int(), REJECTED: z.int() }) }),
  problems: [],
})
export const askForAccount = endpoint({
  ...requests,
  guard: askForAccounts,
  name: 'askForAccount',
  method: 'POST',
  url: '/api/accounts/requests',
  summary: 'Request an account or a deployment',
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
  summary: 'Edit a request: its creator while it is NEW, an ADMIN also when its provisioning failed',
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
  forbiddenWhileImpersonating: true,
  name: 'decideAccountRequest',
  method: 'POST',
  url: '/api/accounts/requests/{id}/status',
  summary: "Approve or reject another user's request; an approved request is provisioned immediately",
  params: byId,
  query: z.strictObject({ requestStatus: z.enum(['APPROVED', 'REJECTED']) }),
  body: z.optional(z.strictObject({ reason: z.optional(z.string().check(z.maxLength(500))) })),
  reply: AccountRequest,
  status: 200,
  problems: [missing, decided, requestProblems['account-request-own']],
})
