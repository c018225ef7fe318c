import { codePages } from './code-pages.ts'

type Decode = (bytes: Uint8Array) => string

/**
 * The text of bytes in a character set, as a mail names it: by the labels of the web (WHATWG Encoding), however they
 * are written, and the code pages of DOS. A byte that is no letter costs that letter. Undefined for a character set that
 * is not known.
 */
export async function decodeText(bytes: Uint8Array, charset: string | undefined): Promise<string | undefined> {
  const { TextDecoder, getBOMEncoding, normalizeEncoding } = await import('@exodus/bytes/encoding.js')
  const decoder =
    (label: string): Decode =>
    (of) =>
      new TextDecoder(label).decode(of)
  const label = (charset ?? '').toLowerCase().replaceAll(/[\s"']/g, '')
  const page = codePages[label.replaceAll(/[^a-z\d]/g, '').replace(/^(?:ibm|dos|x)?(?:cp)?(?=\d)/, 'cp')]
  if (page !== undefined) return inCodePage(bytes, page)
  const encoding = isUnsaid(label) ? 'windows-1252' : spellings(label).map(normalizeEncoding).find(isReadable)
  // Without a label, or with one for western letters, text that is UTF-8 is UTF-8: by chance it never is.
  if (encoding === 'windows-1252' || getBOMEncoding(bytes) === 'utf-8') {
    const text = decoder('utf-8')(bytes)
    if (!text.includes('\ufffd')) return text
  }
  if (!encoding) return undefined
  const text = decoder(encoding)(bytes)
  // Where no letter beyond ASCII could be read it is not UTF-8 at all.
  return encoding === 'utf-8' && /\ufffd/.test(text) && !/[^\0-\x7f\ufffd]/.test(text)
    ? decoder('windows-1252')(bytes)
    : text
}

/** What programs write where they do not know the character set (RFC 1428, and others). */
function isUnsaid(label: string): boolean {
  return label === '' || /unknown|default|undefined|auto|^(?:8|7)bit$|^binary$|^none$|^%/.test(label)
}

function isReadable(name: string | null): name is string {
  return name !== null && name !== 'replacement'
}

/** Code pages of Windows whose labels on the web have no number. */
const pages: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  950: 'big5',
  65001: 'utf-8',
}

/** A label as written, and without what programs add to it or leave out. */
function spellings(label: string): string[] {
  const bare = label.replace(/^x-/, '').replaceAll(/[^a-z\d]/g, '')
  const [, letters = '', digits = ''] = /^([a-z]+)(\d.*)$/.exec(bare) ?? []
  const windows = /^(?:windows|win|ms|ansi|cp|ibm)?$/.test(letters)
    ? [`windows-${digits}`, `cp${digits}`, pages[digits] ?? '']
    : []
  const parts = [bare.replace(/^(euc|big5|koi8|us|tis)/, '$1-'), `${letters}-${digits}`]
  return [label, label.replace(/^x-/, ''), bare, `cs${bare}`, ...parts, ...windows]
}

function inCodePage(bytes: Uint8Array, page: string): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : page[byte - 0x80]!)).join('')
}
