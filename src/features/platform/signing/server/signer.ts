/**
 * The active signing key, wherever its private half is. Failures of one that is elsewhere are a
 * `SigningFailed`.
 */
export type Signer = {
  /** SHA-256 of the public key (DER), hexadecimal. */
  readonly keyId: string
  /** The Ed25519 signature of the bytes: 64 bytes. */
  sign(bytes: Buffer): Promise<Buffer>
}

/** Nothing was signed; the message is for users who deliver releases. */
export class SigningFailed extends Error {}
