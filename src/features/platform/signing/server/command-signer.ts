import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { runSigningCommand, type SigningCommand } from './run-signing-command.ts'
import { type Signer, SigningFailed } from './signer.ts'

export type { SigningCommand } from './run-signing-command.ts'

/** A signer whose private key only the operator's command can use. */
type CommandSigner = Signer & { readonly publicKey: string }

/** The keys of commands, read once: at the start of the portal, or when it signs first. */
const commandSigners = new Map<string, CommandSigner>()

/** Reads the key of the command again when it is needed next: it may have another one. */
export function forgetKey({ words }: SigningCommand): void {
  commandSigners.delete(words.join(' '))
}

/**
 * The signer behind a command: `… public-key` prints the public key in PEM, `… sign` reads the bytes from its standard
 * input and prints the signature, as 64 bytes or in base64.
 */
export async function commandSigner(command: SigningCommand): Promise<CommandSigner> {
  const name = command.words.join(' ')
  const before = commandSigners.get(name)
  if (before) return before
  const key = readKey(await runSigningCommand(command, 'public-key'))
  const publicKey = String(key.export({ type: 'spki', format: 'pem' }))
  const keyId = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  const signer: CommandSigner = {
    keyId,
    publicKey,
    async sign(bytes) {
      const signature = readSignature(await runSigningCommand(command, 'sign', bytes))
      if (verify(null, bytes, key, signature)) return signature
      forgetKey(command)
      throw new SigningFailed(`The signing command returned a signature that is not of the key ${keyId}.`)
    },
  }
  commandSigners.set(name, signer)
  return signer
}

function readKey(output: Buffer): KeyObject {
  try {
    const key = createPublicKey(output)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below, as a key of another kind.
  }
  throw new SigningFailed('The signing command does not print an Ed25519 public key in PEM.')
}

function readSignature(output: Buffer): Buffer {
  if (output.length === 64) return output
  const text = output.toString('latin1').trim()
  if (/^[A-Za-z0-9+/]{86}==$/.test(text)) return Buffer.from(text, 'base64')
  throw new SigningFailed('The signing command did not print a signature.')
}
