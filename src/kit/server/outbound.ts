import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Thrown when an outside address may not or cannot be fetched; the message is for the user who requested it. */
export class OutboundRequestBlocked extends Error {}

/** Thrown for a call that exceeds the size limit: another call to the same host may succeed. */
export class OutboundTooLong extends OutboundRequestBlocked {}

const reservedNetworks = new BlockList()
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
  reservedNetworks.addSubnet(network, bits, 'ipv4')

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
// Tunnels and documentation: an IPv4 address may be hidden in the first ones.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedNetworks.addSubnet(network, bits, 'ipv6')

/**
 * Whether the address is one of the public internet: not private, loopback, link-local, reserved, or IPv4 within IPv6.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reservedNetworks.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !reservedNetworks.check(address, 'ipv6')
}

const LONGEST_URL = 8_000
const LONGEST_HEADERS = 16_000

/**
 * Throws unless the address has at most 8,000 characters (as every recipient should accept, RFC 9110 §4.1) and the
 * headers 16,000 in all. Both contain text of users and systems, and the other side's limit would be an error of
 * another kind.
 */
export function requireShort(url: URL, headers: Readonly<Record<string, string>> = {}): void {
  if (url.href.length > LONGEST_URL) throw new OutboundTooLong(`the address has more than ${LONGEST_URL} characters`)
  if (Object.entries(headers).flat().join('').length > LONGEST_HEADERS)
    throw new OutboundTooLong(`the headers have more than ${LONGEST_HEADERS} characters`)
}

/** The operator's settings: the hosts that files come from, and those that may be at private addresses. */
export type AllowedHosts = { readonly fetchHosts: readonly string[]; readonly privateHosts: readonly string[] }

/**
 * Checks an address that a user entered against the hosts that the operator allows; https alone, without credentials. A
 * literal private address has to be among the private hosts besides.
 */
export function requireOutbound(address: string, { fetchHosts: hosts, privateHosts }: AllowedHosts): URL {
  const url = URL.parse(address)
  if (hosts.length === 0) throw new OutboundRequestBlocked('the operator allows no address to be fetched (FETCH_HOSTS)')
  if (url?.protocol !== 'https:') throw new OutboundRequestBlocked('the URL must start with https://')
  if (url.username || url.password) throw new OutboundRequestBlocked('the address must have no credentials')
  if (!hosts.includes(url.host) && !hosts.includes(`${url.hostname}:${url.port || 443}`))
    throw new OutboundRequestBlocked(`${url.host} is not among the hosts that the operator allows (FETCH_HOSTS)`)
  if (namesPrivateAddress(url) && !isPrivateHost(url, privateHosts))
    throw new OutboundRequestBlocked(`${url.hostname} is not a public address, nor named in PRIVATE_HOSTS`)
  return url
}

/** Whether the operator named the host as one of the own network's. */
export function isPrivateHost({ host, hostname }: URL, privateHosts: readonly string[]): boolean {
  return privateHosts.includes(host) || privateHosts.includes(hostname)
}

/** Whether the host is a literal address (IPv6 in brackets too) that is not public, or is this machine by name. */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host))
}

/**
 * Connections to public addresses alone, each checked when it was opened. No unchecked connection is kept among them:
 * one agent for each rule, because an agent distinguishes connections by host and port, not by how they were opened.
 */
export const publicAgent = new Agent({ keepAlive: true, timeout: 5_000 })

/** Resolves a name, and rejects it unless each of its addresses is of the public internet. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (failure, addresses) => {
    if (failure) return callback(failure, '')
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new OutboundRequestBlocked(`${host} does not lead to a public address`), '')
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}
