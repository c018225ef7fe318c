import * as z from 'zod/mini'
import { accountName } from '#features/accounts/accounts/contract.ts'
import { domainProblems } from '#features/sign-in/domains/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import { JoinRequest, JoinStatus, reviewJoinRequests } from './contract/join-request.ts'

export { joinRequestsChanged, listJoinRequests } from './contract/join-request-list.ts'
export { JoinRequest, JoinStatus, reviewJoinRequests }

export const joinProblems = problems({
  'join-request-not-found': {
    status: 404,
    text: 'This request was not found, or you do not have permission to decide it.',
  },
  'join-request-open': { status: 409, text: 'You have already requested to join {account}.' },
  'join-request-decided': { status: 409, text: '{name} has already decided this request.' },
  'already-member': { status: 409, text: 'You are already a user of this account.' },
})

export const joinAsked = defineEvent('join-request.created', {
  audience: 'account',
  text: 'requested to join',
  data: { email: z.string(), name: z.string() },
})
export const joinApproved = defineEvent('join-request.approved', {
  audience: 'account',
  text: 'approved a join request',
  data: { bySelfJoin: z.optional(z.boolean()), reason: z.optional(z.nullable(z.string())) },
})
export const joinRejected = defineEvent('join-request.rejected', {
  audience: 'account',
  text: 'rejected a join request',
  data: { reason: z.nullable(z.string()) },
})

/** The user's own request was decided. */
export const myJoinRequestChanged = topic({
  destination: '/user/topic/join-requests',
  summary: 'A join request of the user was decided',
  guard: 'signed-in',
  message: z.object({ id: z.string(), requestStatus: JoinStatus }),
})

const joins = { tag: 'Join requests' } as const
const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
/** A path of our own as the link in the mail to the deciders. */
const landingPage = z.optional(z.string().check(z.maxLength(200), z.regex(/^\/account\/[a-z0-9-]{1,32}\/harmonicId$/)))

export const askToJoin = endpoint({
  ...joins,
  guard: 'signed-in',
  name: 'askToJoin',
  method: 'POST',
  url: '/api/accounts/me/join',
  summary: 'Request to join an account that allows my e-mail domain',
  query: z.strictObject({ accountName, landingPage }),
  limit: { count: 20, seconds: 3600 },
  reply: JoinRequest,
  status: 201,
  problems: [
    joinProblems['join-request-open'],
    joinProblems['already-member'],
    domainProblems['domain-forbidden'],
    domainProblems['domain-not-allowed'],
  ],
})

/** An account that the user may request to join. */
export const JoinableAccount = z.object({ name: z.string(), displayName: z.string() })
export const readMyJoins = endpoint({
  ...joins,
  guard: 'signed-in',
  name: 'readMyJoins',
  method: 'GET',
  url: '/api/accounts/me/join',
  summary: 'List my join requests and the accounts that allow my e-mail domain',
  reply: z.extend(halList('requests', JoinRequest), { joinable: z.array(JoinableAccount) }),
  problems: [],
})

export const approveJoin = endpoint({
  ...joins,
  guard: reviewJoinRequests,
  forbiddenWhileImpersonating: true,
  name: 'approveJoin',
  method: 'POST',
  url: '/api/accounts/join/requests/{id}/approve',
  summary: 'Approve a join request; the user gets the role USER',
  params: byId,
  reply: JoinRequest,
  problems: [
    joinProblems['join-request-not-found'],
    joinProblems['join-request-decided'],
    managedUserProblems['seats-taken'],
    managedUserProblems['roles-not-allowed'],
    managedUserProblems['managed-by-external-identity-provider'],
  ],
})
export const rejectJoin = endpoint({
  ...joins,
  guard: reviewJoinRequests,
  name: 'rejectJoin',
  method: 'POST',
  url: '/api/accounts/join/requests/{id}/reject',
  summary: 'Reject a join request; the user gets the reason',
  params: byId,
  body: z.optional(z.strictObject({ reason: z.optional(z.string().check(z.maxLength(500))) })),
  reply: JoinRequest,
  problems: [joinProblems['join-request-not-found'], joinProblems['join-request-decided']],
})
