import { problems } from '#kit/contract/problem.ts'

export const providerProblems = problems({
  'provider-not-found': { status: 404, text: 'The identity provider {id} was not found.' },
  'provider-exists': { status: 409, text: 'The ID {id} is taken. Choose another one.' },
  'provider-domain-taken': { status: 409, text: '{domain} is already routed to {name}. Remove it there first.' },
  'provider-issuer-taken': {
    status: 409,
    text: '{name} already has this issuer. An issuer identifies users, so it can be used only once.',
  },
  'provider-not-set-up-here': {
    status: 409,
    text: 'This provider cannot be changed here: it is built in, or it is configured in the environment of the server.',
  },
  'provider-has-users': { status: 409, text: 'The issuer cannot be changed: {count} users sign in with it.' },
  'last-admin-sign-in-method': {
    status: 409,
    text: 'No administrator would be able to sign in without {name}. Give one of them a portal password first.',
  },
  'insufficient-privilege': {
    status: 403,
    text: 'Portal administrators sign in with this provider, so only a portal administrator can change it.',
  },
  'provider-disabled': { status: 409, text: '{name} is disabled, so users cannot sign in with it.' },
  'provider-enabled': { status: 409, text: '{name} is enabled and in use for sign-in. Disable it first.' },
  'provider-incomplete': { status: 409, text: '{name} cannot be tested: settings are missing, or it is built in.' },
  'provider-untested': {
    status: 409,
    text: 'No sign-in through {name} has succeeded since its connection was changed. Test it first, or enter its name to enable it anyway.',
  },
  'metadata-unreadable': { status: 400, text: 'This metadata cannot be used: {reason}.' },
  'attempt-not-found': { status: 404, text: 'This sign-in is no longer stored.' },
})
