import type { Element } from '@xmldom/xmldom'
import { throwProblem } from '#kit/server/http-problem.ts'
import { providerProblems } from '../contract.ts'

/** What the portal needs from a SAML provider's metadata. */
export type Metadata = {
  readonly issuer: string
  readonly entryPoint: string
  readonly certificates: string[]
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MOST_ELEMENTS = 2_000

/**
 * Reads the metadata of one SAML 2.0 identity provider. No address in it is fetched, entities and document types are
 * rejected before parsing, and its content is only proposed: the caller saves it. Rejects with the reason.
 */
export async function readMetadata(xml: string): Promise<Metadata> {
  const root = await parse(xml)
  if (root.localName === 'EntitiesDescriptor')
    throwWrong('it describes several providers; cut out the one that is meant')
  if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== METADATA) throwWrong('it is not SAML 2.0 metadata')
  const [idp, another] = within(root, METADATA, 'IDPSSODescriptor')
  if (!idp || another) return throwWrong('it does not describe one identity provider')
  const until = Date.parse(root.getAttribute('validUntil') ?? '')
  if (until < Date.now()) throwWrong(`it was over on ${new Date(until).toISOString().slice(0, 10)}`)
  const issuer = root.getAttribute('entityID')?.trim()
  if (!issuer) return throwWrong('it has no entityID')
  const entryPoint = within(idp, METADATA, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === REDIRECT)
    ?.getAttribute('Location')
    ?.trim()
  if (!entryPoint) return throwWrong('it names no sign-on address for the HTTP-Redirect binding')
  const certificates = within(idp, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => within(key, SIGNATURE, 'X509Certificate'))
    .map((certificate) => pemOf(certificate.textContent ?? ''))
  if (certificates.length === 0) return throwWrong('it has no signing certificate')
  return { issuer, entryPoint, certificates: [...new Set(certificates)].slice(0, 5) }
}

async function parse(xml: string): Promise<Element> {
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA/i.test(xml)) throwWrong('document types, entities and CDATA are not taken')
  if (xml.split('<').length > 2 * MOST_ELEMENTS) throwWrong('it is too long for one provider')
  const { DOMParser, onWarningStopParsing } = await import('@xmldom/xmldom')
  try {
    const parser = new DOMParser({ onError: onWarningStopParsing, locator: false })
    const root = parser.parseFromString(xml.trim(), 'text/xml').documentElement
    if (root) return root
  } catch {
    // Not well-formed, as below.
  }
  return throwWrong('it is not well-formed XML')
}

function within(element: Element, namespace: string, name: string): Element[] {
  return Array.from(element.getElementsByTagNameNS(namespace, name))
}

function pemOf(text: string): string {
  const lines = text.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}

function throwWrong(reason: string): never {
  throwProblem(providerProblems['metadata-unreadable'], { reason }, { fields: [{ path: 'xml', message: reason }] })
}
