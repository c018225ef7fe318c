import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** The allowed lists of accounts. */
export const manageAllowed = permission(
  'domain-list:manage-allowed',
  'Manage allowed domains of accounts',
  roles('ADMIN', 'HARMONIC_MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)
/** The one list of forbidden domains. */
export const manageForbidden = permission(
  'domain-list:manage',
  'Manage forbidden domains',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)

/** Allow a domain where anyone can get an address (a free mail service). */
export const confirmFreeMail = permission(
  'domain-list:confirm-free-mail',
  'Allow domains of free mail providers',
  roles('ADMIN'),
)

export const domainProblems = problems({
  'domain-invalid': { status: 400, text: '{domain} is not a valid domain.' },
  'domain-listed': { status: 409, text: '{domain} is already on the list.' },
  'domain-not-listed': { status: 404, text: '{domain} is not on the list.' },
  'domain-public-suffix': {
    status: 422,
    text: '{domain} is a public suffix: different owners register domains below it. Enter the domain of the company.',
  },
  'domain-free-mail': {
    status: 409,
    text: 'Anyone can get an address at {domain}, so users who do not belong to the account could sign up. An administrator can confirm the domain.',
  },
  'domain-forbidden': {
    status: 403,
    text: "Addresses of {domain} are not allowed. Use an address of your company, or ask the vendor's support.",
  },
  'domain-not-allowed': {
    status: 403,
    text: 'Addresses of {domain} are not allowed for this account. Ask a manager of the account to allow the domain, or to invite you.',
  },
  'proof-not-asked': { status: 404, text: 'Verification was not requested for {domain}.' },
})
