import { isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * An IP address in one form: without port, brackets and zone, IPv4-mapped IPv6 as IPv4; undefined if it is not an
 * address.
 */
export function parseAddress(text: string): string | undefined {
  const trimmedText = text.trim()
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmedText)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmedText)?.[1] ?? trimmedText
  const address = (bare.split('%', 1)[0] ?? '').toLowerCase()
  const mappedAddress = /^::ffff:([\d.]+)$/.exec(address)?.[1]
  if (mappedAddress && isIPv4(mappedAddress)) return mappedAddress
  if (isIPv6(address)) return new URL(`http://[${address}]`).hostname.slice(1, -1).replace(/^::ffff:(.*)$/, fromMapped)
  return isIP(address) ? address : undefined
}

/**
 * The key of a rate limit: the address for IPv4, its /64 for IPv6, as one subscriber has that many. Anything else stays
 * unchanged.
 */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === undefined) return text
  if (isIPv4(address)) return address
  const [head = '', tail] = address.split('::')
  const leftGroups = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(8 - leftGroups.length - right.length).fill('0')
  return `${[...leftGroups, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/**
 * X-Forwarded-For in one form. From the right, each proxy names its client: an entry that is no address is not trusted,
 * so the address is then that of the proxy that wrote it.
 */
export function forwardedFor(header: string): string {
  const believedAddresses: string[] = []
  for (const entry of header.split(',').reverse()) {
    const address = parseAddress(entry)
    if (address === undefined) break
    believedAddresses.unshift(address)
  }
  return believedAddresses.join(', ')
}

/** The URL parser writes the IPv4 part of a mapped address in hexadecimal. */
function fromMapped(_: string, hex: string): string {
  const [high = 0, low = 0] = hex.split(':').map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
