import type { Database } from '#kit/server/database.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { openSigner, type SigningConfig } from './active-signer.ts'
import { SigningFailed } from './signer.ts'

/**
 * Reads the public key of the operator's command, so that it is published before it signs. A command that fails rejects
 * the start in one line.
 */
export async function prepareSigning(db: Database, config: SigningConfig): Promise<void> {
  if (!config.signingCommand) return
  try {
    await openSigner(db, config)
  } catch (failure) {
    throw failure instanceof SigningFailed ? new StartupError(`SIGNING_COMMAND: ${failure.message}`) : failure
  }
}
