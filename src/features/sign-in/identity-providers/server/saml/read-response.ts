import { X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import type { Document } from '@xmldom/xmldom'
import type { AttemptStep } from '../attempts/attempt-log.ts'
import { type Claims, claimsOfAssertion } from '../external/claims.ts'
import type { Provider, SamlSettings } from '../providers.ts'
import { authenticationTimeOf, findAssertionError, type SignedAssertion } from './assertion-error.ts'
import { type ServiceProviderSettings, serviceProvider } from './service-provider.ts'

type ResponseInput = {
  readonly requestId: string
  readonly answer: string
  /** Our key, read when the response is encrypted. */
  readonly privateKey: () => Promise<string>
}

/** Reads a provider's response to our request: its claims when it is valid in every respect, else the error. */
export async function readResponse(
  { claimMapping }: Pick<Provider, 'claimMapping'>,
  saml: SamlSettings,
  we: ServiceProviderSettings,
  { requestId, answer, privateKey }: ResponseInput,
): Promise<{ readonly claims: Claims } | { readonly failed: readonly AttemptStep[] }> {
  const sentXml = Buffer.from(answer, 'base64').toString('utf8')
  const xml = isPlain(sentXml) ? await decryptResponse(sentXml, privateKey).catch(() => undefined) : sentXml
  if (xml === undefined) return { failed: after('return', { step: 'token', failed: true, finding: 'not-decrypted' }) }
  const certificates = saml.certificates.filter((pem) => Date.parse(new X509Certificate(pem).validTo) > Date.now())
  const early = flawBefore(xml, saml, certificates)
  if (early) return { failed: after('return', early) }
  const destination = await destinationOf(xml)
  if (destination === undefined) return { failed: [malformedStep('it is not well-formed XML')] }
  if (destination && destination !== we.acsUrl) {
    const values = { expected: we.acsUrl, actual: destination }
    return { failed: [{ step: 'return', failed: true, finding: 'recipient-wrong', values }] }
  }
  const sp = await serviceProvider({ ...saml, certificates }, we, { requestId })
  try {
    const { profile } = await sp.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    if (!profile?.getAssertion) return { failed: after('return', malformedStep('it has no assertion')) }
    const { Assertion } = profile.getAssertion() as { Assertion: SignedAssertion }
    const flaw = findAssertionError(Assertion, { issuer: saml.issuer, recipient: we.acsUrl, requestId })
    if (flaw) return { failed: after('signature', flaw) }
    const { nameID, sessionIndex } = profile
    const attributes = (profile.attributes ?? {}) as Readonly<Record<string, unknown>>
    const provedAt = authenticationTimeOf(Assertion)
    return { claims: claimsOfAssertion({ nameID, sessionIndex, attributes, provedAt }, claimMapping) }
  } catch (failure) {
    const flaw = findResponseError(failure as Error, xml, we)
    return { failed: after(flaw.step === 'claims' ? 'signature' : 'return', flaw) }
  }
}

/** Checks that need no signature. SHA-1 can be forged; entities are not allowed. */
function flawBefore(xml: string, saml: SamlSettings, valid: readonly string[]): AttemptStep | undefined {
  if (!isPlain(xml)) return malformedStep('it is not plain XML')
  if (/Algorithm\s*=\s*["'][^"']*#(rsa-|dsa-|hmac-|ecdsa-)?(sha1|md5)["']/i.test(xml))
    return { step: 'signature', failed: true, finding: 'signature-weak' }
  if (valid.length > 0) return undefined
  const until = new Date(new X509Certificate(saml.certificates.at(-1)!).validTo).toISOString()
  return { step: 'signature', failed: true, finding: 'certificate-expired', values: { until } }
}

/**
 * The destination of the provider's response (SAML 2.0 Core §3.2.2), empty where it has none; undefined where it is not
 * well-formed: the library's own parser accepts more.
 */
async function destinationOf(xml: string): Promise<string | undefined> {
  try {
    const { documentElement } = await parseXml(xml)
    return documentElement?.getAttribute('Destination')?.trim() ?? ''
  } catch {
    return undefined
  }
}

function isPlain(xml: string): boolean {
  return xml.includes('<') && !/<!DOCTYPE|<!ENTITY/i.test(xml)
}

function findResponseError(failure: Error, xml: string, { entityId }: ServiceProviderSettings): AttemptStep {
  const { message } = failure
  // The library's marker of an error status (SamlStatusError).
  if ('xmlStatus' in failure)
    return { step: 'return', failed: true, finding: 'provider-error', values: { error: message, reason: '' } }
  if (/audience/i.test(message)) {
    const actual = /Received: (.*)$/s.exec(message)?.[1] ?? ''
    return { step: 'claims', failed: true, finding: 'saml-audience-wrong', values: { expected: entityId, actual } }
  }
  if (/not yet valid/.test(message))
    return { step: 'claims', failed: true, finding: 'not-yet-valid', values: { seconds: '60' } }
  if (/expired|No valid subject confirmation/.test(message))
    return { step: 'claims', failed: true, finding: 'expired', values: { seconds: '60' } }
  if (/InResponseTo/i.test(message)) return { step: 'return', failed: true, finding: 'response-unrequested' }
  if (/signature/i.test(message)) {
    const isSigned = /<([\w-]+:)?Signature[\s>]/.test(xml)
    return { step: 'signature', failed: true, finding: isSigned ? 'signature-wrong' : 'not-signed' }
  }
  return malformedStep(message)
}

function malformedStep(reason: string): AttemptStep {
  return { step: 'return', failed: true, finding: 'answer-malformed', values: { reason } }
}

/** The steps that succeeded before the one that failed. */
function after(last: 'return' | 'signature', flaw: AttemptStep): AttemptStep[] {
  if (flaw.step === 'return') return [flaw]
  return last === 'signature' ? [{ step: 'return' }, { step: 'signature' }, flaw] : [{ step: 'return' }, flaw]
}

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
async function decryptResponse(xml: string, privateKey: () => Promise<string>): Promise<string> {
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

/** Parses what a provider sent. Throws where it is not well-formed. */
async function parseXml(xml: string): Promise<Document> {
  // Loaded at its first use, as the library of SAML.
  const { DOMParser, onErrorStopParsing } = await import('@xmldom/xmldom')
  return new DOMParser({ onError: onErrorStopParsing, locator: false }).parseFromString(xml.trim(), 'text/xml')
}
