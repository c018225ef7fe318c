import type { Document } from '@xmldom/xmldom'

/** Parses what a provider sent. Throws where it is not well-formed. */
export async function parseXml(xml: string): Promise<Document> {
  // Loaded at its first use, as the library of SAML.
  const { DOMParser, onErrorStopParsing } = await import('@xmldom/xmldom')
  return new DOMParser({ onError: onErrorStopParsing, locator: false }).parseFromString(xml.trim(), 'text/xml')
}
