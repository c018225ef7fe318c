import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { AccountRequest, RequestBody, RequestStatus, RequestType } from './contract/account-request.ts'
import {
  askForAccounts,
  decideAccountRequests,
  readAccountRequests,
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
export { accountRequestsChanged, countAccountRequests, listAccountRequests } from './contract/request-list.ts'
export {
  askForAccounts,
  decideAccountRequests,
  editEveryAccountRequest,
  readAccountRequests,
  readEveryAccountRequest,
  requestProblems,
} from './contract/request-permissions.ts'

export const requestAsked = defineEvent('account-request.created', {
  audience: 'vendor',
  text: 'created an account request',
  data: { name: z.optional(z.string()), requestType: RequestType },
})
export const requestEdited = defineEvent('account-request.edited', {
  audience: 'vendor',
  text: 'edited an account request',
  data: { name: z.string() },
})
export const requestDeleted = defineEvent('account-request.deleted', {
  audience: 'vendor',
  text: 'deleted an account request',
  data: { requestedBy: z.int(), name: z.string() },
})
export const requestApproved = defineEvent('account-request.approved', {
  audience: 'vendor',
  text: 'approved an account request',
  data: { reason: z.nullable(z.string()) },
})
export const requestRejected = defineEvent('account-request.rejected', {
  audience: 'vendor',
  text: 'rejected an account request',
  data: { reason: z.nullable(z.string()) },
})

/** A request that the user created was changed or decided, or its provisioning progressed. */
export const myAccountRequestChanged = topic({
  destination: '/user/topic/account-requests',
  summary: 'A request that the user created changed',
  guard: 'signed-in',
  message: z.object({ id: z.string(), requestStatus: z.nullable(RequestStatus) }),
})

const requests = { tag: 'Account requests', guard: readAccountRequests } as const
const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const noRequest = requestProblems['account-request-not-found']
const decidedRequest = requestProblems['account-request-decided']

export const readAccountRequest = endpoint({
  ...requests,
  name: 'readAccountRequest',
  method: 'GET',
  url: '/api/accounts/requests/{id}',
  summary: 'Read a request with its provisioning steps',
  params: byId,
  reply: AccountRequest,
  problems: [noRequest],
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
  problems: [noRequest, decidedRequest],
})
export const deleteAccountRequest = endpoint({
  ...requests,
  name: 'deleteAccountRequest',
  method: 'DELETE',
  url: '/api/accounts/requests/{id}',
  summary: 'Delete a request: its creator while it is NEW, an ADMIN unless it is being provisioned',
  params: byId,
  problems: [noRequest, decidedRequest],
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
  problems: [noRequest, decidedRequest, requestProblems['account-request-own']],
})
