import { sign } from 'node:crypto'
import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor, type SecretKeys } from '#kit/server/encryption.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { commandSigner, forgetKey, type SigningCommand } from './command-signer.ts'
import { type Signer, SigningFailed } from './signer.ts'
import { activeKey, adoptExternalKey } from './signing-keys.ts'

/** The operator's settings of signing: without a command, the private key is stored in the database. */
export type SigningConfig = SecretKeys & { readonly signingCommand: SigningCommand | undefined }

/**
 * The signer of the active key: behind the operator's command, or stored here. The key is created, or the one of the
 * command taken over, when it is first used.
 */
export async function activeSigner(tx: Tx, config: SigningConfig): Promise<Signer> {
  if (config.signingCommand) return externalSigner(tx, config.signingCommand)
  const { id: keyId, privateKey } = await activeKey(tx, encryptorFor(config))
  return { keyId, sign: async (bytes) => sign(null, bytes, privateKey) }
}

/** The same outside of a transaction: a command may take longer than one may last. */
export async function openSigner(db: Database, config: SigningConfig): Promise<Signer> {
  if (config.signingCommand) await commandSigner(config.signingCommand)
  return inTransaction(db, (tx) => activeSigner(tx, config))
}

/** Where the key that was read is retired or revoked, the command may have another one by now. */
async function externalSigner(tx: Tx, command: SigningCommand): Promise<Signer> {
  const signer = await commandSigner(command)
  try {
    await adoptExternalKey(tx, signer)
    return signer
  } catch (failure) {
    if (!(failure instanceof SigningFailed)) throw failure
    forgetKey(command)
    const fresh = await commandSigner(command)
    if (fresh.keyId === signer.keyId) throw failure
    await adoptExternalKey(tx, fresh)
    return fresh
  }
}
