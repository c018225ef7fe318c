import { problems } from '#kit/contract/problem.ts'

export const scimProblems = problems({
  'scim-token-invalid': {
    status: 401,
    text: 'The token is missing, unknown or revoked. Create one on the page of the identity provider.',
  },
  'scim-provider-disabled': {
    status: 403,
    text: '{name} is disabled in the portal, so its directory changes no users.',
  },
  'scim-user-not-found': { status: 404, text: 'There is no user with this id among those of the provider.' },
  'scim-user-exists': { status: 409, text: '{userName} is a user already.' },
  'scim-domain-not-routed': {
    status: 400,
    text: 'Addresses of {domain} are not routed to {name}. An administrator adds the domain to the provider first.',
  },
  'scim-credentials-elsewhere': {
    status: 409,
    text: '{email} still has a password in the portal. An administrator moves the user to {name} first.',
  },
  'scim-value-invalid': { status: 400, text: '{attribute} {flaw}.' },
  'scim-filter-invalid': {
    status: 400,
    text: 'The filter cannot be answered. Comparisons with eq of userName, externalId, id, displayName, active and emails can, joined with and.',
  },
  'scim-path-invalid': { status: 400, text: 'The path {path} cannot be read.' },
  'scim-target-missing': { status: 400, text: 'An operation that removes needs a path.' },
  'scim-no-such-schema': { status: 404, text: 'There is no schema or type with this name.' },
})
