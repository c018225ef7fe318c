import * as z from 'zod/mini'
import { accountName, accountProblems, manageAccountTokens } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { ticketProblems } from './ticket.ts'

/** Tokens per account, at most. */
export const MOST_TOKENS = 20
/** Subscriptions per account, at most. */
export const MOST_SUBSCRIPTIONS = 10
/** What a token may do: read tickets, file and change them, subscribe to notifications. */
export const tokenRights = ['READ', 'WRITE', 'HUB'] as const
export type TokenRight = (typeof tokenRights)[number]

/** A token of an account. The token is shown once, when it is created. */
export const AccountToken = z.object({
  id: z.string(),
  name: z.string(),
  rights: z.array(z.enum(tokenRights)),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type AccountToken = z.output<typeof AccountToken>

/** An address that a token subscribed to notifications. */
export const TicketSubscription = z.object({
  id: z.string(),
  callback: z.string(),
  /** The name of the token. */
  token: z.string(),
  query: z.string(),
  /** PAUSED after 24 hours of failures. */
  state: z.enum(['ACTIVE', 'PAUSED']),
  waiting: z.int(),
  lastSuccess: z.nullable(z.iso.datetime()),
  lastError: z.nullable(z.string()),
  created: z.iso.datetime(),
})
export type TicketSubscription = z.output<typeof TicketSubscription>

const url = '/api/ticket-exchange'
const exchange = { tag: 'Ticket exchange', guard: manageAccountTokens } as const
const query = z.strictObject({ account: accountName })
const noAccount = accountProblems['account-not-found']

export const readTicketExchange = endpoint({
  ...exchange,
  name: 'readTicketExchange',
  method: 'GET',
  url,
  summary: 'Read how ticket systems of an account reach the portal: address, tokens, subscriptions',
  query,
  reply: z.object({
    address: z.string(),
    tokens: z.array(AccountToken),
    subscriptions: z.array(TicketSubscription),
  }),
  problems: [noAccount],
})
export const createAccountToken = endpoint({
  ...exchange,
  name: 'createAccountToken',
  method: 'POST',
  url: `${url}/tokens`,
  status: 201,
  encryptStoredResponse: true,
  forbiddenWhileImpersonating: true,
  summary: 'Create a token of an account; the response holds the token and its signing secret, not shown again',
  query,
  body: z.strictObject({
    name: oneLine(80).check(notBlank),
    rights: z.array(z.enum(tokenRights)).check(z.minLength(1), z.maxLength(3)),
  }),
  reply: z.extend(AccountToken, { token: z.string(), signingSecret: z.string() }),
  problems: [noAccount, ticketProblems['account-token-limit-reached']],
})
export const revokeAccountToken = endpoint({
  ...exchange,
  name: 'revokeAccountToken',
  method: 'DELETE',
  url: `${url}/tokens/{id}`,
  forbiddenWhileImpersonating: true,
  summary: 'Revoke a token of an account immediately, and delete its subscriptions',
  params: z.strictObject({ id: z.uuid() }),
  query,
  problems: [noAccount, ticketProblems['account-token-not-found']],
})
export const deleteTicketSubscription = endpoint({
  ...exchange,
  name: 'deleteTicketSubscription',
  method: 'DELETE',
  url: `${url}/subscriptions/{id}`,
  summary: 'Delete a subscription of an account',
  params: z.strictObject({ id: z.uuid() }),
  query,
  problems: [noAccount, ticketProblems['ticket-subscription-not-found']],
})
