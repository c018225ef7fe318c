/** The longest name of a file in a bundle, in characters. */
const LONGEST_NAME = 200

/** Files that are part of every signed release, so no component may have such a name. */
const kitFiles: readonly string[] = [
  'SHA256SUMS',
  'manifest.json',
  'release.json',
  'release.dsse.json',
  'release.pae',
  'release.sig',
  'verify.sh',
  'release.json.minisig',
  'release.images',
  'release.images.sha256',
  'headend-keys.pem',
]

/**
 * The error in the name of a file, as text, or undefined. Names are never repaired: what is signed and checked offline
 * must be the given name.
 */
export function validateName(name: string): string | undefined {
  if (name === '' || name.length > LONGEST_NAME) return `must have 1 to ${LONGEST_NAME} characters`
  if (/[\\/]/.test(name)) return 'must be a name, without / and \\'
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u.test(name)) return 'must have no control or direction characters'
  if (/^[\s.]|[\s.]$/.test(name)) return 'must not begin or end with a dot or a space'
  if (name !== name.normalize('NFC')) return 'must be in the usual Unicode form (NFC)'
  if (kitFiles.some((kitFile) => kitFile.toLowerCase() === name.toLowerCase()))
    return 'must not be the name of a file that comes with every signed release'
  return undefined
}
