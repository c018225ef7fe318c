import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** What a signing key may sign. */
export const KEY_ROLES = 'releases,sla-months'
/** The first line of a list; it is signed with the list, so that a signature is of nothing else. */
const FORM = 'headend-key-list 1\n'

/** A key of the list. */
export type ListedKey = {
  readonly keyId: string
  readonly status: 'active' | 'retired' | 'revoked'
  readonly publicKey: string
}

/** A list of keys as it was read, with the roots that signed it. */
export type KeyList = {
  readonly version: number
  readonly expires: Date
  readonly keys: readonly ListedKey[]
  /** Fingerprints: SHA-256 of the public keys (DER), hexadecimal. */
  readonly roots: readonly string[]
}

/** The fingerprint of a root. */
export function fingerprintOf(key: KeyObject): string {
  return createHash('sha256').update(derOf(key)).digest('hex')
}

/** Signs the list with each of the roots: two while one takes over from the other. */
export function signKeyList({ version, expires, keys }: Omit<KeyList, 'roots'>, roots: readonly KeyObject[]): string {
  const blocks = keys.map(
    ({ keyId, status, publicKey }) => `# key ${keyId} ${status} ${KEY_ROLES}\n${publicKey.trim()}\n`,
  )
  const head = `# list ${version}\n# expires ${Math.floor(expires.getTime() / 1000)}\n`
  const payload = Buffer.from(head + blocks.join(''))
  const signedBytes = Buffer.concat([Buffer.from(FORM), payload])
  const signatures = roots.map(
    (root) =>
      `${derOf(createPublicKey(root)).toString('base64')} ${sign(null, signedBytes, root).toString('base64')}\n`,
  )
  return `${FORM}${payload.toString('base64')}\n${signatures.join('')}`
}

/** Reads a list with the roots whose signatures are valid; throws an error that says what is wrong with it. */
export function readKeyList(text: string): KeyList {
  const [, encodedList = '', ...lines] = text.split('\n')
  if (!text.startsWith(FORM)) throw new Error('it is not a signed list of keys')
  const payload = Buffer.from(encodedList, 'base64')
  const signedBytes = Buffer.concat([Buffer.from(FORM), payload])
  const roots = lines.filter((line) => line !== '').map((line) => rootOf(line, signedBytes))
  const list = payload.toString()
  const version = Number(/^# list (\d{1,9})$/m.exec(list)?.[1])
  const expires = Number(/^# expires (\d{1,12})$/m.exec(list)?.[1])
  if (!version || !expires) throw new Error('it has no version or no expiry')
  const pattern =
    /^# key ([0-9a-f]{64}) (active|retired|revoked) [a-z,-]+\n(-----BEGIN PUBLIC KEY-----[^#]+-----END PUBLIC KEY-----)$/gm
  const keys = [...list.matchAll(pattern)].map(([, keyId = '', status, publicKey = '']) => ({
    keyId,
    status: status as ListedKey['status'],
    publicKey,
  }))
  const lying = keys.find(({ keyId, publicKey }) => fingerprintOf(createPublicKey(publicKey)) !== keyId)
  if (lying) throw new Error(`the key ${lying.keyId} is not the one that its line names`)
  return { version, expires: new Date(expires * 1000), keys, roots }
}

function rootOf(line: string, signedBytes: Buffer): string {
  const [key = '', signature = ''] = line.split(' ')
  try {
    const root = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    if (verify(null, signedBytes, root, Buffer.from(signature, 'base64'))) return fingerprintOf(root)
  } catch {
    // Reported below: it is no key, or no signature.
  }
  throw new Error('a signature of a root is not valid')
}

function derOf(key: KeyObject): Buffer {
  return (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' })
}
