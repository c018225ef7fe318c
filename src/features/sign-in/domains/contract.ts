import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { domainProblems, manageAllowed, manageForbidden } from './contract/domain-permissions.ts'

export { confirmFreeMail, domainProblems, manageAllowed, manageForbidden } from './contract/domain-permissions.ts'
export { domainOf, entriesFor, matchesDomain, normaliseDomain } from './contract/domain-rule.ts'

export const domainAllowed = defineEvent('account.domain-allowed', {
  audience: 'account',
  text: 'allowed an e-mail domain',
  data: { domain: z.string() },
})
export const domainDisallowed = defineEvent('account.domain-disallowed', {
  audience: 'account',
  text: 'removed an allowed e-mail domain',
  data: { domain: z.string() },
})
/** Proof of ownership of the domain was required, or is no longer. */
export const domainProofAsked = defineEvent('account.domain-verification-requested', {
  audience: 'account',
  text: 'requested verification of an e-mail domain',
  data: { domain: z.string() },
})
export const domainProofWaived = defineEvent('account.domain-verification-cancelled', {
  audience: 'account',
  text: 'cancelled the verification of a domain',
  data: { domain: z.string() },
})
/** The record was found for the first time, or again; or it is no longer found. */
export const domainProven = defineEvent('account.domain-verified', {
  audience: 'account',
  text: 'verified an e-mail domain',
  data: { domain: z.string() },
})
export const domainProofLost = defineEvent('account.domain-verification-lost', {
  audience: 'account',
  text: 'lost the verification of a domain',
  data: { domain: z.string() },
})
export const domainForbidden = defineEvent('domain.forbidden', { audience: 'vendor', text: 'forbade an e-mail domain' })
export const domainUnforbidden = defineEvent('domain.unforbidden', {
  audience: 'vendor',
  text: 'removed a forbidden e-mail domain',
})

const domains = { tag: 'Domains' } as const
const allowedDomains = { ...domains, guard: manageAllowed } as const
const forbiddenDomains = { ...domains, guard: manageForbidden } as const
/** The specification's name: the field is called e-mail and holds a domain; of an address the domain is used. */
const body = z.strictObject({ email: z.string().check(z.minLength(1), z.maxLength(320)) })
const domain = z.string().check(z.minLength(1), z.maxLength(320))
const noAccount = accountProblems['account-not-found']

/** UNPROVEN until the record is found, LOST once it is no longer found. */
export const VerificationState = z.enum(['UNPROVEN', 'PROVEN', 'LOST'])
/** Proof of ownership of a domain, where required: the TXT record to publish, and its state. */
export const DomainProof = z.object({
  domain: z.string(),
  host: z.string(),
  value: z.string(),
  state: VerificationState,
  since: z.iso.datetime(),
  checkedAt: z.nullable(z.iso.datetime()),
  /** The last check got no response, so the state is of an earlier one. */
  unanswered: z.boolean(),
})
export type DomainProof = z.output<typeof DomainProof>

export const AllowedDomains = z.object({
  account: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  whitelistedDomains: z.array(z.string()),
  selfJoin: z.boolean(),
  /** Of the domains that need proof; until it is there, they admit no users. */
  proofs: z.array(DomainProof),
})
export type AllowedDomains = z.output<typeof AllowedDomains>

export const listAllowedDomains = endpoint({
  ...allowedDomains,
  name: 'listAllowedDomains',
  method: 'GET',
  url: '/api/account/whitelist',
  summary: 'List the allowed domains of every account that you manage',
  reply: halList('portalWhitelistDtoList', AllowedDomains),
  problems: [],
})
export const readAllowedDomains = endpoint({
  ...allowedDomains,
  name: 'readAllowedDomains',
  method: 'GET',
  url: '/api/account/whitelist/{account}',
  summary: 'List the allowed domains of an account',
  params: z.strictObject({ account: accountName }),
  reply: AllowedDomains,
  problems: [noAccount],
})
export const allowDomain = endpoint({
  ...allowedDomains,
  name: 'allowDomain',
  method: 'POST',
  url: '/api/account/whitelist/{account}',
  summary: 'Allow a domain for an account; `*.example.com` allows its subdomains',
  params: z.strictObject({ account: accountName }),
  body: z.extend(body, {
    /** Allows a free mail service; for administrators. */
    confirm: z.optional(z.boolean()),
  }),
  reply: AllowedDomains,
  problems: [
    noAccount,
    domainProblems['domain-invalid'],
    domainProblems['domain-public-suffix'],
    domainProblems['domain-free-mail'],
    domainProblems['domain-listed'],
    domainProblems['domain-forbidden'],
  ],
})
export const disallowDomain = endpoint({
  ...allowedDomains,
  name: 'disallowDomain',
  method: 'DELETE',
  url: '/api/account/whitelist/{account}/{domain}',
  summary: 'Remove an allowed domain of an account',
  params: z.strictObject({ account: accountName, domain }),
  problems: [noAccount, domainProblems['domain-not-listed']],
})

const ofDomain = {
  params: z.strictObject({ account: accountName, domain }),
  problems: [noAccount, domainProblems['domain-not-listed']],
} as const
export const requestDomainVerification = endpoint({
  ...allowedDomains,
  ...ofDomain,
  name: 'requestDomainVerification',
  method: 'POST',
  url: '/api/account/whitelist/{account}/{domain}/proof',
  summary: 'Request verification of a domain by a TXT record; until then users of the domain cannot sign up',
  reply: DomainProof,
})
export const checkDomainProof = endpoint({
  ...allowedDomains,
  ...ofDomain,
  name: 'checkDomainProof',
  method: 'POST',
  url: '/api/account/whitelist/{account}/{domain}/proof/check',
  summary: 'Check the TXT record now',
  limit: { count: 30, seconds: 60 },
  reply: DomainProof,
  problems: [noAccount, domainProblems['proof-not-asked']],
})
export const cancelDomainVerification = endpoint({
  ...allowedDomains,
  ...ofDomain,
  name: 'cancelDomainVerification',
  method: 'DELETE',
  url: '/api/account/whitelist/{account}/{domain}/proof',
  summary: 'Cancel the verification of a domain',
  problems: [noAccount, domainProblems['proof-not-asked']],
})

export const listForbiddenDomains = endpoint({
  ...forbiddenDomains,
  name: 'listForbiddenDomains',
  method: 'GET',
  url: '/api/user/blacklist',
  summary: 'List the forbidden domains; they override every allowed list',
  reply: z.object({ blacklistedDomains: z.array(z.string()) }),
  problems: [],
})
export const forbidDomain = endpoint({
  ...forbiddenDomains,
  name: 'forbidDomain',
  method: 'POST',
  url: '/api/user/blacklist',
  summary: 'Forbid a domain everywhere',
  body,
  reply: z.object({ blacklistedDomains: z.array(z.string()) }),
  problems: [domainProblems['domain-invalid'], domainProblems['domain-listed']],
})
export const unforbidDomain = endpoint({
  ...forbiddenDomains,
  name: 'unforbidDomain',
  method: 'DELETE',
  url: '/api/user/blacklist/{domain}',
  summary: 'Remove a forbidden domain',
  params: z.strictObject({ domain }),
  problems: [domainProblems['domain-not-listed']],
})

/**
 * Users affected by a change of a list, before it is made: they keep their access, but no new users come in that way.
 */
export const DomainChangePreview = z.object({
  domain: z.string(),
  users: z.int(),
  /** Names of their accounts, at most twenty. */
  accounts: z.array(z.string()),
})
export const previewDomainChange = endpoint({
  ...allowedDomains,
  name: 'previewDomainChange',
  method: 'GET',
  url: '/api/account/whitelist/preview',
  summary: 'Count the users with addresses of the domain, in all accounts or in one',
  query: z.strictObject({ domain, account: z.optional(accountName) }),
  reply: DomainChangePreview,
  problems: [domainProblems['domain-invalid']],
})
