/** What the relay found about a mail (RFC 8601), and whether that confirms the domain of the sender. */
export type Authentication = { readonly dkim: string | null; readonly spf: string | null; readonly confirmed: boolean }

/**
 * Reads the `Authentication-Results` that the relay itself wrote: the first of its name, as a sender can add others
 * below. DKIM or SPF confirms the sender when it passed for the domain of the address in From, or one above it.
 */
export function readAuthentication(headers: readonly string[], authservId: string, from: string): Authentication {
  const own = headers.map(withoutComments).find((header) => header.split(/[;\s]/, 1)[0]?.toLowerCase() === authservId)
  const results = (own ?? '').split(';').slice(1).map(readResult)
  const dkim = results.filter(({ method }) => method === 'dkim')
  const spf = results.filter(({ method }) => method === 'spf')
  const domain = domainOf(from)
  const signed = dkim.find((one) => one.result === 'pass' && isAligned(one.domain, domain))
  const sent = spf.find((one) => one.result === 'pass' && isAligned(one.domain, domain))
  return {
    dkim: (signed ?? dkim[0])?.result ?? null,
    spf: (sent ?? spf[0])?.result ?? null,
    confirmed: signed !== undefined || sent !== undefined,
  }
}

function readResult(text: string): { method: string; result: string; domain: string } {
  const [, method = '', result = ''] = /^\s*([a-z]+)\s*=\s*([a-z]+)/i.exec(text) ?? []
  const [, value = ''] = /\b(?:header\.d|header\.i|smtp\.mailfrom)\s*=\s*"?([^\s;"]+)/i.exec(text) ?? []
  return { method: method.toLowerCase(), result: result.toLowerCase().slice(0, 20), domain: domainOf(value) }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The same domain, or the sender is in a part of it; a top-level domain confirms none. */
function isAligned(domain: string, sender: string): boolean {
  return domain.includes('.') && (domain === sender || sender.endsWith(`.${domain}`))
}

function withoutComments(header: string): string {
  return header.replaceAll(/\([^()]*\)/g, ' ').trim()
}
