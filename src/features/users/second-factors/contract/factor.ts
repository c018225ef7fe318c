import * as z from 'zod/mini'
import { proof, reauthentication } from '#features/users/passwords/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
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

/** A passkey as its holder sees it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Stored by a password manager on several devices, not by one device alone. */
  synced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Since when it is suspended because its signature counter did not grow: it may have been copied. */
  suspendedAt: z.nullable(z.iso.datetime()),
})
export type Passkey = z.output<typeof Passkey>

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(8_192))
const credentialType = z.literal('public-key')
const name = oneLine(80).check(notBlank)
const passkeys = { tag: 'Sign-in factors', guard: 'signed-in' } as const

export const beginPasskey = endpoint({
  ...passkeys,
  name: 'beginPasskey',
  encryptStoredResponse: true,
  method: 'POST',
  url: '/api/users/me/factors/passkeys/options',
  summary: 'Start adding a passkey: returns the WebAuthn options for the browser, valid for five minutes',
  body: z.strictObject(proof),
  reply: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
    excludeCredentials: z.array(z.object({ id: z.string(), type: credentialType })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
    /** Milliseconds. */
    timeout: z.int(),
  }),
  problems: [
    ...reauthentication,
    factorProblems['managed-by-external-provider'],
    factorProblems['passkeys-unavailable'],
  ],
})

export const addPasskey = endpoint({
  ...passkeys,
  name: 'addPasskey',
  method: 'POST',
  url: '/api/users/me/factors/passkeys',
  summary: 'Add the passkey that the browser created',
  body: z.strictObject({
    name,
    /** The needed part of the browser's response (WebAuthn: RegistrationResponseJSON). */
    credential: z.strictObject({
      id: base64url.check(z.maxLength(1_400)),
      clientDataJSON: base64url,
      attestationObject: base64url,
    }),
  }),
  reply: Passkey,
  status: 201,
  problems: [
    kitProblems['reauthentication-required'],
    factorProblems['passkey-rejected'],
    factorProblems['passkeys-full'],
    factorProblems['managed-by-external-provider'],
    factorProblems['passkeys-unavailable'],
  ],
})

const params = z.strictObject({ id: z.string().check(z.regex(/^\d{1,18}$/)) })

export const renamePasskey = endpoint({
  ...passkeys,
  name: 'renamePasskey',
  method: 'PATCH',
  url: '/api/users/me/factors/passkeys/{id}',
  summary: 'Rename one of my passkeys',
  params,
  body: z.strictObject({ name }),
  reply: Passkey,
  problems: [kitProblems['reauthentication-required'], factorProblems['factor-not-found']],
})

export const resumePasskey = endpoint({
  ...passkeys,
  name: 'resumePasskey',
  method: 'POST',
  url: '/api/users/me/factors/passkeys/{id}/resume',
  summary: 'Enable a suspended passkey again; within 10 minutes of sign-in',
  params,
  reply: Passkey,
  problems: [kitProblems['reauthentication-required'], factorProblems['factor-not-found']],
})

export const removePasskey = endpoint({
  ...passkeys,
  name: 'removePasskey',
  method: 'DELETE',
  url: '/api/users/me/factors/passkeys/{id}',
  summary: 'Remove one of my passkeys; within 10 minutes of sign-in',
  params,
  problems: [
    kitProblems['reauthentication-required'],
    factorProblems['factor-not-found'],
    factorProblems['factor-required'],
  ],
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
