import * as z from 'zod/mini'
import { proof, reauthentication } from '#features/users/passwords/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { factorProblems } from './factor.ts'

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
