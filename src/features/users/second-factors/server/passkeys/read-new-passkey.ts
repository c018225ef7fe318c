import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { isChallenge } from './challenge.ts'
import { loadWebauthn } from './load-webauthn.ts'
import type { RelyingParty } from './relying-party-id.ts'

/** COSE numbers of the accepted signatures: Ed25519, ECDSA with P-256, RSA with SHA-256. */
export const signatureKinds = [-8, -7, -257] as const

type NewPasskey = { readonly id: string; readonly clientDataJSON: string; readonly attestationObject: string }

/**
 * Parses and checks a browser's response with a new passkey (WebAuthn 3, §7.1); undefined when it is invalid.
 * `challenge` is yet to be used up.
 */
export async function readNewPasskey(
  { log }: Pick<AppContext, 'log'>,
  encrypt: Encryptor,
  { id, clientDataJSON, attestationObject }: NewPasskey,
  { holder, home }: { holder: string; home: RelyingParty },
) {
  let challenge = ''
  try {
    const { verifyRegistrationResponse } = await loadWebauthn()
    await requireNoCertificates(attestationObject)
    const { verified: isVerified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge(challengeText) {
        challenge = challengeText
        return isChallenge(encrypt, challengeText, { use: 'add', holder })
      },
      expectedOrigin: home.origin,
      expectedRPID: home.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...signatureKinds],
    })
    if (!isVerified) return undefined
    const { credential, credentialDeviceType } = registrationInfo
    return {
      challenge,
      passkey: {
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        synced: credentialDeviceType === 'multiDevice',
      },
    }
  } catch (failure) {
    log.warn({ err: failure }, 'a new passkey was rejected')
    return undefined
  }
}

/** We request no attestation. Certificates sent anyway would be checked, and name addresses to be fetched for it. */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await loadWebauthn()
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
  if (decodeAttestationObject(bytes).get('attStmt').get('x5c')) throw new Error('attested by certificates')
}
