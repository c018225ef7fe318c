import { problems } from '#kit/contract/problem.ts'

export const accountProblems = problems({
  'account-not-found': {
    status: 404,
    text: 'The account {name} was not found, or you do not have permission to see it.',
  },
  'accounts-of-user-not-found': {
    status: 404,
    text: 'The user {user} was not found, or you do not have permission to see them.',
  },
  'account-name-unfit': { status: 422, text: 'The name {name} cannot be used: {why}.' },
  'account-name-taken': { status: 409, text: 'The name {name} cannot be used: {why}.' },
  'display-name-taken': {
    status: 409,
    text: 'The account {other} has this display name, or one that looks the same. Choose another one.',
  },
  'account-in-use': { status: 409, text: 'The account cannot be deleted: {why}.' },
  'account-restore-too-late': {
    status: 409,
    text: 'The account was deleted more than 30 days ago. Its personal data has been erased.',
  },
  'parent-not-possible': { status: 409, text: '{parent} cannot be the parent: {why}.' },
  'invalid-logo': { status: 422, text: 'This file cannot be the logo: {why}.' },
  'crm-id-taken': { status: 409, text: '{account} has this CRM ID. Each account needs its own.' },
  'logo-not-found': { status: 404, text: 'The account has no logo.' },
  'period-limit-reached': {
    status: 429,
    text: '{service} of {account}: {used} of {limit} are used. The count starts again on {resets} (time zone {zone}). Ask {contact} for a larger plan.',
  },
})
