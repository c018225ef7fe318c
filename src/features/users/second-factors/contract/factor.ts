import * as z from 'zod/mini'
import { proof, reauthentication } from '#features/users/passwords/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { problems } from '#kit/contract/problem.ts'
import { Passkey } from './passkey-calls.ts'

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

/** The credentials of a user. */
export const Factors = z.object({
  password: z.object({ set: z.boolean(), changedAt: z.nullable(z.iso.datetime()) }),
  totp: z.object({ enabled: z.boolean(), since: z.nullable(z.iso.datetime()) }),
  recoveryCodes: z.object({ left: z.int() }),
  passkeys: z.array(Passkey),
  /** Whether passkeys can be added here: not where the portal is reached by a bare network address. */
  passkeysPossible: z.boolean(),
  /** Whether a role or an account of the user requires a second factor. */
  required: z.boolean(),
  /** The identity provider that manages all of these; null where the portal does. */
  provider: z.nullable(z.string()),
})

export const readMyFactors = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'readMyFactors',
  method: 'GET',
  url: '/api/users/me/factors',
  summary: 'Read my sign-in methods',
  reply: Factors,
  problems: [],
})

export const beginTotp = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'beginTotp',
  encryptStoredResponse: true,
  method: 'POST',
  url: '/api/users/me/factors/totp',
  summary: 'Start setting up an authenticator; it is active when confirmed with a code',
  body: z.strictObject(proof),
  reply: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  problems: [...reauthentication, factorProblems['factor-exists'], factorProblems['managed-by-external-provider']],
})

export const confirmTotp = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'confirmTotp',
  encryptStoredResponse: true,
  method: 'POST',
  url: '/api/users/me/factors/totp/confirm',
  summary: 'Confirm the authenticator with a code; returns the recovery codes once',
  body: z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/, 'Enter the six digits of the code.')) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: [factorProblems['code-wrong'], factorProblems['factor-not-found'], factorProblems['factor-exists']],
})

export const removeTotp = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'removeTotp',
  method: 'DELETE',
  url: '/api/users/me/factors/totp',
  summary: 'Remove my authenticator and its recovery codes; within 10 minutes of sign-in',
  problems: [
    kitProblems['reauthentication-required'],
    factorProblems['factor-not-found'],
    factorProblems['factor-required'],
  ],
})

export const renewRecoveryCodes = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'renewRecoveryCodes',
  encryptStoredResponse: true,
  method: 'POST',
  url: '/api/users/me/factors/recovery-codes',
  summary: 'Create new recovery codes; the old ones stop working',
  body: z.strictObject(proof),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: [...reauthentication, factorProblems['factor-not-found']],
})
