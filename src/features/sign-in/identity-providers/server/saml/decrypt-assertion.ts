import { promisify } from 'node:util'
import { parseXml } from './parse-xml.ts'

/**
 * The algorithms of keys and of texts that are decrypted. RSA 1.5 and triple DES are not among them: a caller with
 * enough requests learns their text. Many providers know no other mode than CBC.
 */
const allowedAlgorithms: ReadonlySet<string | null> = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
])

/**
 * A provider's response with its encrypted assertion decrypted, so that every check of an assertion applies to this one
 * too; a response without one unchanged. Throws when it was not encrypted for our key, and for algorithms that are not
 * allowed.
 */
export async function decryptResponse(xml: string, privateKey: () => Promise<string>): Promise<string> {
  const encryptedParts = [...xml.matchAll(/<((?:[\w.-]+:)?EncryptedAssertion)[\s>][\s\S]*?<\/\1\s*>/g)]
  const [only, another] = encryptedParts
  if (!only) return xml
  if (another) throw new Error('it has two encrypted assertions')
  // Parsed as a whole: prefixes may be declared outside the assertion.
  const [encryptedAssertion] = (await parseXml(xml)).getElementsByTagNameNS('*', 'EncryptedAssertion')
  if (!encryptedAssertion) throw new Error('it has no encrypted assertion')
  const methods = [...encryptedAssertion.getElementsByTagNameNS('*', 'EncryptionMethod')]
  if (!methods.every((method) => allowedAlgorithms.has(method.getAttribute('Algorithm'))))
    throw new Error('an algorithm is not allowed')
  const { decrypt } = await import('xml-encryption')
  const options = {
    key: await privateKey(),
    // The library takes CBC for insecure as well.
    disallowDecryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  }
  const assertion: string = await promisify(decrypt)(encryptedAssertion.toString(), options)
  return xml.slice(0, only.index) + assertion.replace(/^<\?xml[^>]*\?>/, '') + xml.slice(only.index + only[0].length)
}
