// Verifies a release offline, as verify.sh does, with Node (18 or newer) alone.
//
//   node headend-verify.mjs [--root FINGERPRINT] [--without-images] [--receipt FILE [--deployment NAME] [--sign KEY]] KEYS ACCOUNT [DIRECTORY]
//
// The arguments are explained in headend-verify.sh. Use a copy that you fetched from the portal
// (https://<portal>/.well-known/headend-verify.mjs) and kept. Ends with 0 and "verified"; with 1 and what is wrong with the release; or with 2 and why it could not be checked.
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const KIT = ['release.dsse.json', 'release.json', 'release.pae', 'release.sig', 'manifest.json', 'SHA256SUMS']
const OPTIONAL = ['verify.sh', 'release.json.minisig']
const LAYOUT = 'release.images'
const LAYOUT_SUMS = 'release.images.sha256'
const TYPE = 'application/vnd.in-toto+json'
const LIST = 'headend-key-list 1\n'

/** What is wrong with the release. */
class NotVerified extends Error {}
const fail = (text) => {
  throw new NotVerified(text)
}
/** Why the release could not be checked: nothing is known about it. */
class NotChecked extends Error {}
const stop = (text) => {
  throw new NotChecked(text)
}
/** The release is verified, and its receipt was not written. */
class NoReceipt extends Error {}
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** The facts of a verified release; throws when it is not the signed one. */
async function verifyRelease({ root, keysFile, account, directory, withoutImages }) {
  const text = textOf(keysFile)
  if (!existsSync(directory)) stop(`there is no directory ${directory}`)
  const at = (name) => join(directory, name)
  const keys = root === undefined ? plainKeys(keysFile, text) : listedKeys(keysFile, text, root)
  if (!/^# key [0-9a-f]/m.test(keys)) stop(`there are no public keys of the portal in ${keysFile}`)
  for (const name of KIT) if (!lstatSync(at(name), { throwIfNoEntry: false })?.isFile()) fail(`${name} is missing`)
  const { payload, signature, keyId } = envelopeOf(at)
  const key = keyOf(keys, keyId, keysFile)
  if (!verify(null, preAuthentication(payload), key, signature)) fail('the signature is not valid')
  requireMinisig(at, key)
  const { predicate } = JSON.parse(payload.toString())
  if (predicate.accountName !== account) fail(`this release is for the account ${predicate.accountName}`)
  const signed = {
    SHA256SUMS: predicate.sha256sums,
    'manifest.json': predicate.manifest,
    'verify.sh': predicate.verifyScript,
    [LAYOUT_SUMS]: predicate.imageSums,
  }
  for (const [name, digest] of Object.entries(signed))
    if (existsSync(at(name)) && lstatSync(at(name)).isFile() && sha256(readFileSync(at(name))) !== digest)
      fail(`${name} is not the signed one`)
  const files = sumsOf(at('SHA256SUMS'))
  const hasImages = predicate.imageSums !== undefined
  if (hasImages && !lstatSync(at(LAYOUT_SUMS), { throwIfNoEntry: false })?.isFile()) fail(`${LAYOUT_SUMS} is missing`)
  const folders = hasImages && !withoutImages ? [LAYOUT] : []
  await requireFiles(directory, files, { keysFile, folders, more: hasImages ? [LAYOUT_SUMS] : [] })
  const images = folders.length > 0 ? await verifyImages(directory, sumsOf(at(LAYOUT_SUMS))) : undefined
  return { keyId, files, images, payload, predicate }
}

/** The names and digests of a file of checksums. */
function sumsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => [line.slice(66), line.slice(0, 64)])
}

/** The images: an OCI layout whose every file is the signed one, and no other is there. Returns their digests. */
async function verifyImages(directory, sums) {
  if (!lstatSync(join(directory, LAYOUT), { throwIfNoEntry: false })?.isDirectory())
    fail(`${LAYOUT} is missing: download the whole release, or give --without-images`)
  const there = [...walk(directory, LAYOUT)]
  const odd = there.filter(({ entry }) => !entry.isFile() && !entry.isDirectory()).map(({ name }) => name)
  if (odd.length > 0) fail(`these are no plain files: ${odd.slice(0, 3).join('\n')}`)
  for (const [name, digest] of sums) await requireDigest(directory, name, digest)
  const known = new Set([...sums.map(([name]) => name), `${LAYOUT}/blobs`, `${LAYOUT}/blobs/sha256`])
  const extra = there.map(({ name }) => name).filter((name) => !known.has(name))
  if (extra.length > 0) fail(`these were not signed: ${extra.sort().slice(0, 3).join('\n')}`)
  const { manifests } = JSON.parse(readFileSync(join(directory, LAYOUT, 'index.json'), 'utf8'))
  return manifests.map(({ digest }) => digest.slice(7))
}

function* walk(directory, folder) {
  for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`
    yield { name, entry }
    if (entry.isDirectory()) yield* walk(directory, name)
  }
}

async function requireDigest(directory, name, digest) {
  const path = join(directory, name)
  if (!existsSync(path)) fail(`${name}: FAILED open or read`)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  if (hash.digest('hex') !== digest) fail(`${name}: FAILED`)
}

/** The text of the file of keys, whatever its way through another system did to its line ends. */
function textOf(file) {
  let bytes
  try {
    bytes = readFileSync(file)
  } catch {
    stop(`the file of public keys cannot be read: ${file}`)
  }
  if (bytes.includes(0)) stop(`${file} is not plain text (perhaps UTF-16): keep it as the portal sends it`)
  return bytes
    .toString()
    .replace(/^\ufeff/, '')
    .replaceAll('\r', '')
}

function plainKeys(file, text) {
  if (text.startsWith('headend-key-list '))
    stop(`${file} is a signed list of keys: give --root and the fingerprint of the vendor's root`)
  return text
}

/** The keys of a list that the root signed, is not expired, and not older than one that was seen before. */
function listedKeys(file, list, given) {
  const root = given
    .toLowerCase()
    .replace(/^sha256:/, '')
    .replaceAll(/[: ]/g, '')
  if (!/^[0-9a-f]{64}$/.test(root)) stop('the fingerprint of the root must be 64 hexadecimal digits')
  const [first, encoded = '', ...signatures] = list.split('\n')
  if (`${first}\n` !== LIST) stop(`${file} is not a signed list of keys`)
  const keys = Buffer.from(encoded, 'base64')
  if (keys.length === 0) stop(`the list of keys cannot be read: ${file}`)
  const signed = Buffer.concat([Buffer.from(LIST), keys])
  const trusted = signatures.some((line) => {
    const [key = '', signature = ''] = line.split(' ').map((part) => Buffer.from(part, 'base64'))
    if (sha256(key) !== root) return false
    return verify(null, signed, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
  })
  if (!trusted) fail(`the list of keys is not signed by the root ${root}`)
  const text = keys.toString()
  const version = Number(/^# list (\d{1,9})$/m.exec(text)?.[1])
  const expires = Number(/^# expires (\d{1,12})$/m.exec(text)?.[1])
  if (!version || !expires) stop('the list of keys has no version or no expiry')
  if (Date.now() / 1000 >= expires) fail('the list of keys has expired: fetch a new one')
  const remembered = `${file}.version`
  const seen = existsSync(remembered) ? readFileSync(remembered, 'utf8').trim() : '0'
  if (!/^\d*$/.test(seen)) stop(`${remembered} is not the number of a version`)
  if (version < Number(seen)) fail(`the list of keys has version ${version}, and version ${seen} was seen before`)
  try {
    if (version !== Number(seen)) writeFileSync(remembered, `${version}\n`)
  } catch {
    // A folder that cannot be written: the version is not remembered.
  }
  return text
}

function envelopeOf(at) {
  let envelope
  try {
    envelope = JSON.parse(readFileSync(at('release.dsse.json'), 'utf8'))
  } catch {
    fail('release.dsse.json is not an envelope')
  }
  const payload = Buffer.from(envelope.payload ?? '', 'base64')
  const signature = Buffer.from(envelope.signatures?.[0]?.sig ?? '', 'base64')
  if (payload.length === 0 || signature.length === 0) fail('release.dsse.json is not an envelope')
  if (!payload.equals(readFileSync(at('release.json')))) fail('release.json is not the payload of the envelope')
  if (!preAuthentication(payload).equals(readFileSync(at('release.pae'))))
    fail('release.pae is not the payload of the envelope')
  if (!signature.equals(readFileSync(at('release.sig')))) fail('release.sig is not the signature of the envelope')
  return { payload, signature, keyId: String(envelope.signatures[0].keyid) }
}

function preAuthentication(payload) {
  return Buffer.concat([Buffer.from(`DSSEv1 ${TYPE.length} ${TYPE} ${payload.length} `), payload])
}

function keyOf(keys, keyId, file) {
  if (!/^[0-9a-f]+$/.test(keyId)) fail('the envelope names no key')
  const [, status, roles] = new RegExp(`^# key ${keyId} ([a-z]*)(?: ([a-z,-]*))?$`, 'm').exec(keys) ?? []
  if (status === 'revoked') fail(`the key ${keyId} was revoked`)
  if (status !== 'active' && status !== 'retired') fail(`the key ${keyId} is not among those in ${file}`)
  if (roles !== undefined && !roles.split(',').includes('releases')) fail(`the key ${keyId} may not sign releases`)
  const pem = keys
    .slice(keys.indexOf(`# key ${keyId} `))
    .match(/-----BEGIN PUBLIC KEY-----[^#]*?-----END PUBLIC KEY-----/)
  const der = Buffer.from(pem?.[0].replaceAll(/-----.*-----/g, '') ?? '', 'base64')
  if (sha256(der) !== keyId) fail(`the key in ${file} is not the one that its line names`)
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

function requireMinisig(at, key) {
  if (!existsSync(at('release.json.minisig'))) return
  const line = readFileSync(at('release.json.minisig'), 'utf8').split('\n')[1] ?? ''
  const hash = createHash('blake2b512')
    .update(readFileSync(at('release.json')))
    .digest()
  if (!verify(null, hash, key, Buffer.from(line, 'base64').subarray(-64)))
    fail('release.json.minisig is not a signature of release.json')
}

/** Plain files, no links; each is there with its digest, and no other file is. */
async function requireFiles(directory, files, { keysFile, folders, more }) {
  const there = readdirSync(directory, { withFileTypes: true })
  const odd = there.filter((entry) => !entry.isFile() && !folders.includes(entry.name)).map(({ name }) => name)
  if (odd.length > 0) fail(`these are no plain files: ${odd.slice(0, 3).join('\n')}`)
  for (const [name, digest] of files) await requireDigest(directory, name, digest)
  const known = new Set([...files.map(([name]) => name), ...KIT, ...OPTIONAL, ...folders, ...more])
  if (dirname(keysFile) === directory) for (const end of ['', '.version']) known.add(basename(keysFile) + end)
  const extra = there.map(({ name }) => name).filter((name) => !known.has(name))
  if (extra.length > 0) fail(`these were not signed: ${extra.sort().slice(0, 3).join('\n')}`)
}

/** A receipt of what was verified, signed with the customer's own key where there is one. */
function writeReceipt(file, { payload, predicate, files, images = [] }, { account, deployment = '', sign: keyFile }) {
  const receipt = {
    account,
    components: [...new Set([...files.map(([, digest]) => digest), ...images])].sort(),
    deployment,
    nonce: randomBytes(16).toString('hex'),
    receiptVersion: 1,
    releaseId: predicate.release.id,
    statement: sha256(payload),
    verifiedAt: new Date().toISOString().replace(/\.\d+/, ''),
  }
  const text = `headend-receipt 1\n${JSON.stringify(receipt)}\n`
  let signature = ''
  if (keyFile !== undefined) {
    if (!existsSync(keyFile)) throw new NoReceipt(`${keyFile} cannot be read`)
    try {
      const key = createPrivateKey(readFileSync(keyFile))
      const keyId = sha256(createPublicKey(key).export({ format: 'der', type: 'spki' }))
      signature = `${keyId} ${sign(null, Buffer.from(text), key).toString('base64')}\n`
    } catch {
      throw new NoReceipt(`${keyFile} is not a key that signs`)
    }
  }
  try {
    writeFileSync(file, text + signature)
  } catch {
    throw new NoReceipt(`it was not written: ${file}`)
  }
}

async function main(words) {
  const options = {}
  let withoutImages = false
  while (['--root', '--receipt', '--deployment', '--sign', '--without-images'].includes(words[0])) {
    if (words[0] === '--without-images') {
      withoutImages = true
      words.shift()
      continue
    }
    const [name, value] = words.splice(0, 2)
    options[name.slice(2)] = value || stop(`${name} needs a value`)
  }
  const { root, receipt } = options
  const [keysFile, account, directory = '.'] = words
  if (account === undefined)
    stop(
      'usage: node headend-verify.mjs [--root FINGERPRINT] [--without-images] [--receipt FILE [--deployment NAME] [--sign KEY]] KEYS ACCOUNT [DIRECTORY]',
    )
  if (/[^A-Za-z0-9 ._-]/.test(options.deployment ?? ''))
    stop('the name of a deployment has letters, digits, spaces, dots, _ and - only')
  const asked = { root, keysFile: resolve(keysFile), account, directory: resolve(directory), withoutImages }
  const verified = await verifyRelease(asked)
  const { files, images, keyId } = verified
  const andImages = images ? ` and ${images.length} images` : ''
  if (receipt !== undefined) writeReceipt(receipt, verified, { ...options, account })
  console.log(`verified: ${files.length} files${andImages}, signed for ${account} with key ${keyId}`)
}

main(process.argv.slice(2)).catch((failure) => {
  const outcome =
    failure instanceof NotVerified
      ? 'NOT VERIFIED'
      : failure instanceof NoReceipt
        ? 'VERIFIED, BUT NO RECEIPT'
        : 'COULD NOT CHECK'
  console.error(`${outcome}: ${failure.message}`)
  process.exitCode = failure instanceof NotVerified ? 1 : 2
})
