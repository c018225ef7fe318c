import { lookup } from 'node:dns'
import { get } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'

/** Thrown when an address outside may not or cannot be fetched, with words for the person who asked. */
export class OutboundRefused extends Error {}

/** Thrown for a call that is longer than is sent: another call to the same place may do. */
export class OutboundTooLong extends OutboundRefused {}

const reserved = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
// Tunnels and documentation: an IPv4 address may be hidden in the first ones.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')

/** Whether the address is one of the public internet: not private, loopback, link-local, reserved, or IPv4 within IPv6. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const LONGEST_URL = 8_000
const LONGEST_HEADERS = 16_000

/**
 * Throws unless the address has at most 8,000 characters (as much as everybody should take, RFC 9110 §4.1) and the
 * headers 16,000 in all. What people and systems wrote is in both, and the other side's limit would be an error of another kind.
 */
export function requireShort(url: URL, headers: Readonly<Record<string, string>> = {}): void {
  if (url.href.length > LONGEST_URL) throw new OutboundTooLong(`the address has more than ${LONGEST_URL} characters`)
  if (Object.entries(headers).flat().join('').length > LONGEST_HEADERS)
    throw new OutboundTooLong(`the headers have more than ${LONGEST_HEADERS} characters`)
}

/** Reads an address that a person gave against the hosts that the operator allows; https alone, without credentials. */
export function requireOutbound(address: string, hosts: readonly string[]): URL {
  const url = URL.parse(address)
  if (hosts.length === 0) throw new OutboundRefused('the operator allows no address to be fetched (FETCH_HOSTS)')
  if (url?.protocol !== 'https:') throw new OutboundRefused('the address must begin with https://')
  if (url.username || url.password) throw new OutboundRefused('the address must have no credentials')
  if (!hosts.includes(url.host) && !hosts.includes(`${url.hostname}:${url.port || 443}`))
    throw new OutboundRefused(`${url.host} is not among the hosts that the operator allows (FETCH_HOSTS)`)
  if (namesPrivateAddress(url)) throw new OutboundRefused(`${url.hostname} is not a public address`)
  return url
}

/** Whether the host is written as an address (IPv6 in brackets too) that is not public, or is this machine by name. */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host))
}

/**
 * Fetches an address outside. The name is resolved once, each of its addresses is looked at, and the connection goes to
 * one that was looked at. Redirects are not followed. `idleMs` without a byte ends it.
 */
export function fetchOutbound(
  url: URL,
  { idleMs = 30_000 }: { idleMs?: number } = {},
): Promise<{ body: Readable; size: number | undefined }> {
  return new Promise((resolve, reject) => {
    requireShort(url)
    const request = get(url, { lookup: publicLookup, timeout: idleMs, headers: { 'accept-encoding': 'identity' } })
    request.once('timeout', () => request.destroy(new OutboundRefused('the other side did not answer in time')))
    request.once('error', (failure) =>
      reject(failure instanceof OutboundRefused ? failure : new OutboundRefused(`the other side cannot be reached`)),
    )
    request.once('response', (response) => {
      const size = Number(response.headers['content-length'])
      if (response.statusCode === 200) resolve({ body: response, size: size > 0 ? size : undefined })
      else {
        response.destroy()
        reject(new OutboundRefused(`the other side answered with status ${response.statusCode}`))
      }
    })
  })
}

/** Resolves a name, and refuses it unless each of its addresses is of the public internet. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (failure, addresses) => {
    if (failure) return done(failure, '')
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new OutboundRefused(`${host} does not lead to a public address`), '')
    if (options.all) return done(null, addresses)
    done(null, addresses[0]!.address, addresses[0]!.family)
  })
}
