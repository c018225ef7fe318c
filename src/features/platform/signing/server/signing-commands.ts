import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { activeSigner, type SigningConfig } from './active-signer.ts'
import { forgetKey } from './command-signer.ts'
import { listKeys, revokeKey, rotateKey } from './signing-keys.ts'

const operator = { userName: 'Operator (command line)' }

/** Retires the active key and creates the next one, or takes over that of the operator's command; returns its id. */
export async function rotateSigningKey(tx: Tx, config: SigningConfig): Promise<string> {
  if (!config.signingCommand) return rotateKey(tx, encryptorFor(config), operator)
  forgetKey(config.signingCommand)
  const before = (await listKeys(tx)).find(({ status }) => status === 'active')?.keyId
  const { keyId } = await activeSigner(tx, config)
  if (keyId === before)
    throw new StartupError(`SIGNING_COMMAND still has the key ${keyId}: give it the next one first, then run this`)
  return keyId
}

/** Revokes a key. Releases that it signed do not verify any more; deliver them again. */
export async function revokeSigningKey(tx: Tx, id: string, reason: string): Promise<void> {
  if (!(await revokeKey(tx, id, reason, operator)))
    throw new StartupError(`there is no key ${id}, or it is already revoked`)
}

/** The commands of `headend signing`; each returns the text to print. */
export const signingCommands: Readonly<
  Record<
    string,
    (from: { tx: Tx; config: SigningConfig; args: readonly string[]; reason: string | undefined }) => Promise<string>
  >
> = {
  async list({ tx }) {
    const keys = await listKeys(tx)
    return keys.map(({ keyId, status, created }) => `${keyId} ${status} since ${created}`).join('\n') || 'no key yet'
  },
  rotate: async ({ tx, config }) => `${await rotateSigningKey(tx, config)} is the active signing key`,
  async revoke({ tx, args: [id = ''], reason }) {
    if (!reason) throw new StartupError('headend signing revoke KEY --reason "why"')
    await revokeSigningKey(tx, id, reason)
    return `${id} was revoked`
  },
}
