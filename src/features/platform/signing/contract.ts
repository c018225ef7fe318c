import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'

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

export const signingKeyMade = defineEvent('signing-key.created', 'vendor', 'signing-key.made')
export const signingKeyRevoked = defineEvent('signing-key.revoked', 'vendor')
