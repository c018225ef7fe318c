import * as z from 'zod/mini'
import { accountName } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import { JoinRequest, JoinStatus, reviewJoinRequests } from './join-request.ts'

export const listJoinRequests = endpoint({
  tag: 'Join requests',
  guard: reviewJoinRequests,
  name: 'listJoinRequests',
  method: 'GET',
  url: '/api/accounts/join/requests',
  summary: 'List the join requests that you can decide',
  query: listQuery(['updatedAt', 'createdAt'], {
    requestStatus: z.optional(z.array(JoinStatus)),
    account: z.optional(z.array(accountName)),
  }),
  reply: halList('requests', JoinRequest),
  problems: [],
})

/** A join request of an account was created or decided. */
export const joinRequestsChanged = topic({
  destination: '/topic/join-requests',
  summary: 'A join request that the user can decide was created or decided',
  guard: reviewJoinRequests,
  message: z.object({ id: z.string(), account: z.string(), requestStatus: JoinStatus }),
})
