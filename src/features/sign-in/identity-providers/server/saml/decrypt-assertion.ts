import { promisify } from 'node:util'

/**
 * A provider's response with its encrypted assertion decrypted, so that every check of an assertion applies to this one
 * too; a response without one unchanged. Throws when it was not encrypted for our key, and for RSA 1.5 and triple DES,
 * whose text a caller with enough requests learns.
 */
export async function decryptResponse(xml: string, privateKey: () => Promise<string>): Promise<string> {
  const found = [...xml.matchAll(/<((?:[\w.-]+:)?EncryptedAssertion)[\s>][\s\S]*?<\/\1\s*>/g)]
  const [only, another] = found
  if (!only) return xml
  if (another) throw new Error('it has two encrypted assertions')
  const { decrypt } = await import('xml-encryption')
  const options = {
    key: await privateKey(),
    disallowDecryptionWithInsecureAlgorithm: true,
    warnInsecureAlgorithm: false,
  }
  const assertion: string = await promisify(decrypt)(only[0], options)
  return xml.slice(0, only.index) + assertion.replace(/^<\?xml[^>]*\?>/, '') + xml.slice(only.index + only[0].length)
}
