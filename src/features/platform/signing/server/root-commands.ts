import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { StartupError } from '#kit/server/startup-error.ts'
import type { SigningKey } from '../contract.ts'
import { fingerprintOf, type ListedKey, readKeyList, signKeyList } from './key-list.ts'

/** What the commands of the offline root are given on the command line. */
export type RootCall = {
  readonly args: readonly string[]
  readonly write: string | undefined
  readonly days: string | undefined
  /** Encrypts the file of the root. */
  readonly passphrase: string | undefined
}

const USUAL_DAYS = 365

/**
 * The commands of `headend signing root` that need no portal: they run on a machine without a network. Each returns what
 * to print.
 */
export const rootCommands: Readonly<Record<string, (call: RootCall) => string>> = { init, sign }

/** Makes a root; its private half stays in the file. */
function init({ args: [file], passphrase }: RootCall): string {
  if (file === undefined) throw new StartupError('headend signing root init FILE')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const encryption = passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption })
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx', flush: true })
  } catch (failure) {
    throw new StartupError(`${file} was not written: ${failure instanceof Error ? failure.message : failure}`)
  }
  return `The root is in ${file}. Its fingerprint, which customers pin:\n${fingerprintOf(publicKey)}\n`
}

/**
 * Signs the keys of a portal (headend-keys.json) as the next list, with one root or two. The version is one above that
 * of the list before, which `--after` names: 1 without.
 */
function sign({ args: [keysFile, ...given], write, days = String(USUAL_DAYS), passphrase }: RootCall): string {
  const after = given.find((word) => word.endsWith('.list'))
  const rootFiles = given.filter((word) => word !== after)
  if (keysFile === undefined || rootFiles.length === 0 || write === undefined)
    throw new StartupError('headend signing root sign headend-keys.json ROOT [ROOT] [BEFORE.list] --write NEXT.list')
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new StartupError('--days must be from 1 to 9999')
  const { keys } = JSON.parse(readFileSync(keysFile, 'utf8')) as { keys: SigningKey[] }
  const version = after === undefined ? 1 : readKeyList(readFileSync(after, 'utf8')).version + 1
  const expires = new Date(Date.now() + Number(days) * 86_400_000)
  const roots = rootFiles.map((file) => readRoot(file, passphrase))
  const text = signKeyList({ version, expires, keys: keys.map(listedKey) }, roots)
  readKeyList(text)
  writeFileSync(write, text)
  const names = roots.map((root) => fingerprintOf(createPublicKey(root)))
  return `${write} is version ${version} with ${keys.length} keys, valid until ${expires.toISOString().slice(0, 10)}, signed by ${names.join(' and ')}\n`
}

function listedKey({ keyId, status, publicKey }: SigningKey): ListedKey {
  return { keyId, status, publicKey }
}

function readRoot(file: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key: readFileSync(file), ...(passphrase ? { passphrase } : {}) })
  } catch (failure) {
    throw new StartupError(
      `${file} is not a root that can be read: ${failure instanceof Error ? failure.message : failure}`,
    )
  }
}
