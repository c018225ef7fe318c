/**
 * A domain in stored and compared form: lower-case ASCII (IDNA), `*.` before it for its subdomains. Null when invalid.
 */
export function normaliseDomain(text: string): string | null {
  const typedName = text.trim().replace(/^@/, '').replace(/\.$/, '')
  const [, star = '', name = ''] = /^(\*\.)?(.*)$/s.exec(typedName)!
  if (name.length > 253 || /[\s\p{Cc}/?#@:\\[\]%*<>^|]/u.test(name)) return null
  const ascii = URL.parse(`http://${name}`)?.hostname ?? ''
  const labels = ascii.split('.')
  const isDomain = labels.length > 1 && labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  // The last label is never a number: otherwise it is an IP address.
  return isDomain && ascii.length <= 253 && !/^\d+$/.test(labels.at(-1)!) ? star + ascii : null
}

/** The domain of an e-mail address in compared form; null when it has none. */
export function domainOf(email: string): string | null {
  const domain = normaliseDomain(email.slice(email.lastIndexOf('@') + 1))
  return email.includes('@') && !domain?.startsWith('*') ? domain : null
}

/** Whether the domain is the entry, or (`*.example.com`) a subdomain of it. */
export function matchesDomain(entry: string, domain: string): boolean {
  return entry.startsWith('*.') ? domain.endsWith(entry.slice(1)) : domain === entry
}

/** Every entry that would match the domain: itself, and a wildcard for each parent domain. */
export function entriesFor(domain: string): string[] {
  const labels = domain.split('.')
  return [domain, ...labels.slice(1).map((_, above) => `*.${labels.slice(above + 1).join('.')}`)]
}
