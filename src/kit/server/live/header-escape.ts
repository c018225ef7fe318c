import { FrameError, type Version } from './frame.ts'

const signs: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', ':': '\\c' }
const meanings: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\c': ':' }

/**
 * Writes a header name or value so that it cannot break out of its line. STOMP 1.0 has no escapes and 1.1 none for CR:
 * there, what cannot be written becomes a space.
 */
export function escapeHeader(version: Version, text: string): string {
  if (version === '1.0') return text.replace(/[\r\n\0]/g, ' ')
  const writable = version === '1.1' ? text.replace(/[\r\0]/g, ' ') : text.replaceAll('\0', ' ')
  return writable.replace(/[\\\n\r:]/g, (sign) => signs[sign] ?? sign)
}

/**
 * Reads a header name or value; FrameError on an undefined escape. `\r` is read in 1.1 too, though only 1.2 defines it,
 * because stompjs writes it there.
 */
export function unescapeHeader(version: Version, text: string): string {
  if (version === '1.0' || !text.includes('\\')) return text
  return text.replace(/\\[\s\S]?/g, (sequence) => {
    const meaning = meanings[sequence]
    if (meaning === undefined) throw new FrameError('frame-malformed', 'undefined escape in a header')
    return meaning
  })
}
