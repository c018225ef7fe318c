import { webcrypto } from 'node:crypto'

/** The X.509 library on the cryptography of Node.js; loaded at its first use. */
export async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  // The library's own metadata needs this to be set first.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as Crypto)
  return x509
}
/** The loaded library. */
export type X509 = Awaited<ReturnType<typeof loadX509>>

/** Signatures with P-256: small certificates that every client accepts. */
export const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
