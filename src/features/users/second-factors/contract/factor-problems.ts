import { problems } from '#kit/contract/problem.ts'

export const factorProblems = problems({
  'code-wrong': { status: 400, text: 'The code is not correct, or it was already used. Wait for the next one.' },
  'factor-not-found': { status: 404, text: 'This second factor was not found.' },
  'factor-exists': { status: 409, text: 'An authenticator is already set up. Remove it first.' },
  'factor-required': { status: 409, text: 'Your role requires a second factor, so it cannot be removed.' },
  'passkey-rejected': {
    status: 400,
    text: 'The passkey was not accepted. Try again, and confirm on your device within five minutes.',
  },
  'passkeys-full': { status: 409, text: 'You already have {count} passkeys. Remove one first.' },
  'passkeys-unavailable': { status: 409, text: 'Passkeys cannot be used at this URL of the portal.' },
  'managed-by-external-provider': {
    status: 409,
    text: "Your company's identity provider manages your password and second factors.",
  },
})
