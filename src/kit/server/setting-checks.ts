import { isIP } from 'node:net'
import { readS3Url } from './s3/s3-settings.ts'

/** Without line breaks and other control characters. */
export function isOneLine(value: string): boolean {
  return [...value].every((character) => character >= ' ' && character !== '\u007f')
}

/** An IP address or a host name. */
export function isHost(value: string): boolean {
  return isIP(value) !== 0 || (/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value) && !/^[\d.]+$/.test(value))
}

/** A host, optionally with a port. */
export function isHostAndPort(value: string): boolean {
  const [host = '', port, ...more] = value.split(':')
  return isHost(host) && more.length === 0 && (port === undefined || /^\d{1,5}$/.test(port))
}

/** The IP address of a DNS server, optionally with a port (IPv6 in brackets then). */
export function isDnsServer(value: string): boolean {
  return isIP(value) !== 0 || /^(\d+\.){3}\d+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i.test(value)
}

/** This machine: localhost, ::1 or 127.x. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Scheme, host and port alone, of http or https. */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

/** The issuer of an OpenID provider: https, or http on this machine; no query, no fragment. */
export function isIssuer(value: string): boolean {
  const url = URL.parse(value)
  if (!url || url.search || url.hash) return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && (isLoopback(url.hostname) || url.hostname === '[::1]'))
  )
}

/** The address of a scanner: a host with its port, or the absolute path of a socket. */
export function isScanner(value: string): boolean {
  if (value.startsWith('unix:')) return value.startsWith('unix:/') && value.length <= 100 && isOneLine(value)
  const url = URL.parse(value)
  return (
    url !== null &&
    url.protocol === 'tcp:' &&
    url.port !== '' &&
    url.hostname !== '' &&
    !url.username &&
    !/[?#]|\d\//.test(value)
  )
}

/** A domain of two labels or more. */
export function isDomain(value: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(value)
}

/** A URL with a host and one of the schemes (`smtp:`). */
export function hasScheme(...schemes: string[]): (value: string) => boolean {
  return (value) => {
    const url = URL.parse(value)
    return url !== null && schemes.includes(url.protocol) && url.hostname !== ''
  }
}

/** An IP address, optionally with the bits of its network (CIDR). */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/** The sender of a mail: an address, or a name and an address in angle brackets. */
export function isSender(value: string): boolean {
  return /^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/.test(value)
}

/** An address that replies to mail go to; a token is added before the @, which limits its length. */
export function isReplyAddress(value: string): boolean {
  return /^[A-Za-z0-9._-]{1,20}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(value)
}

/** An address of this machine and a port to listen on (IPv6 in brackets). */
export function isListenAddress(value: string): boolean {
  return /^([\d.]{7,15}|\[[\da-fA-F:]+\]):\d{1,5}$/.test(value)
}

/** The https address of a bucket (http on this machine only), path style. */
export function isS3Url(value: string): boolean {
  const url = URL.parse(value)
  if (!url || readS3Url(value) === undefined) return false
  return url.protocol === 'https:' || isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))
}
