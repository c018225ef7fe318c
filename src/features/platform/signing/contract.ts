import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'

/** A current or former signing key of the portal. */
const SigningKey = z.object({
  /** SHA-256 of the public key (DER), hexadecimal. */
  keyId: z.string(),
  algorithm: z.string(),
  publicKey: z.string(),
  status: z.enum(['active', 'retired', 'revoked']),
  created: z.iso.datetime(),
  retired: z.nullable(z.iso.datetime()),
  revoked: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
})
export type SigningKey = z.output<typeof SigningKey>
export const listSigningKeys = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'listSigningKeys',
  method: 'GET',
  url: '/.well-known/headend-keys.json',
  summary: 'List the current and former public keys of signatures',
  reply: z.object({ keys: z.array(SigningKey) }),
  problems: [],
})
export const downloadSigningKeys = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'downloadSigningKeys',
  method: 'GET',
  url: '/.well-known/headend-keys.pem',
  summary: 'Read the same keys as one PEM file for verify.sh',
  media: { produces: 'application/x-pem-file' },
  problems: [],
})

export const downloadMinisignKey = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'downloadMinisignKey',
  method: 'GET',
  url: '/.well-known/headend-keys.minisign.pub',
  summary: 'Read the active key, or the one of an id, as minisign reads it',
  query: z.strictObject({ key: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))) }),
  media: { produces: 'text/plain' },
  problems: [kitProblems['not-found']],
})
export const downloadKeyList = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'downloadKeyList',
  method: 'GET',
  url: '/.well-known/headend-keys.list',
  summary: 'Read the list of keys that the offline root signed, for --root of the verifiers',
  media: { produces: 'text/plain' },
  problems: [kitProblems['not-found']],
})
/** The offline roots whose fingerprints customers pin; two while one takes over from the other. */
export const RootFacts = z.object({
  fingerprints: z.array(z.string()),
  version: z.int(),
  expires: z.iso.datetime(),
})
export type RootFacts = z.output<typeof RootFacts>
export const readSigningRoot = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'readSigningRoot',
  method: 'GET',
  url: '/.well-known/headend-root.json',
  summary: 'Read the fingerprint of the offline root, and version and expiry of the list that it signed',
  reply: z.object({ root: z.nullable(RootFacts) }),
  problems: [],
})

export const keyListImported = defineEvent('signing-key.list-imported', {
  audience: 'vendor',
  text: 'published a list of signing keys',
  data: { version: z.int(), roots: z.array(z.string()), newRoot: z.boolean() },
})
export const signingKeyMade = defineEvent('signing-key.created', {
  audience: 'vendor',
  text: 'created the signing key',
})
export const signingKeyRevoked = defineEvent('signing-key.revoked', {
  audience: 'vendor',
  text: 'revoked a signing key',
  data: { reason: z.string() },
})
