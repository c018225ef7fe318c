import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { getPublicSuffix } from 'tldts'

export type NameType = 'dns' | 'ip' | 'email' | 'url'

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/

/** Why a name is not signed by the syntax of its type (RFC 5280 4.2.1.6, RFC 1034 3.5); undefined when it is right. */
export function nameFlaw(type: NameType, value: string): string | undefined {
  if (type === 'ip') return isIP(value) ? undefined : `${value} is not an IP address.`
  if (type === 'dns') return dnsFlaw(value)
  if (type === 'email') {
    const at = value.lastIndexOf('@')
    const isAddress = LOCAL_PART.test(value.slice(0, at)) && hostFlaw(value.slice(at + 1)) === undefined
    return isAddress ? undefined : `${value} is not an e-mail address.`
  }
  return URL.canParse(value) ? undefined : `${value} is not a URL.`
}

/** The host that a name belongs to, in lower case; undefined for an IP address and for what has none. */
export function hostOf(type: NameType, value: string): string | undefined {
  if (type === 'dns') return value.toLowerCase().replace(/^\*\./, '')
  if (type === 'email') return value.toLowerCase().slice(value.lastIndexOf('@') + 1)
  return type === 'url' && URL.canParse(value) ? new URL(value).hostname.toLowerCase() : undefined
}

function dnsFlaw(value: string): string | undefined {
  const host = value.replace(/^\*\./, '')
  if (host === value) return hostFlaw(value)
  if (!host.includes('.') || getPublicSuffix(host, { allowPrivateDomains: true }) === host.toLowerCase())
    return `The wildcard ${value} covers domains of others. Name a domain of your own after the asterisk.`
  return hostFlaw(host)
}

function hostFlaw(host: string): string | undefined {
  if (host.length <= 253 && host.split('.').every((label) => LABEL.test(label))) return undefined
  return `${host} is not a host name: letters, digits and hyphens with dots between them.${adviceFor(host)}`
}

function adviceFor(host: string): string {
  const [name, port] = host.split(':')
  if (port !== undefined) return ` Leave out the port: ${name}.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is not ASCII
  const ascii = /^[\x00-\x7f]*$/.test(host) ? '' : domainToASCII(host)
  return ascii === '' ? '' : ` Names in other scripts are written as ${ascii}.`
}
