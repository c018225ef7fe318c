import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import { AccountRequest, RequestStatus, RequestType } from './account-request.ts'
import { readAccountRequests, readEveryAccountRequest } from './request-permissions.ts'

const requests = { tag: 'Account requests', guard: readAccountRequests } as const

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
export const countAccountRequests = endpoint({
  ...requests,
  name: 'countAccountRequests',
  method: 'GET',
  url: '/api/accounts/requests/counters',
  summary: 'Count the NEW and REJECTED requests',
  reply: z.object({ requestCounters: z.object({ NEW: z.int(), REJECTED: z.int() }) }),
  problems: [],
})

/** A request was created, changed, decided, or its provisioning progressed. */
export const accountRequestsChanged = topic({
  destination: '/topic/account-requests',
  summary: 'A request for an account or a deployment changed',
  guard: readEveryAccountRequest,
  message: z.object({ id: z.string(), requestStatus: z.nullable(RequestStatus) }),
})
