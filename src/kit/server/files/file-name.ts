/** The longest stored file name, in characters. */
const LONGEST = 200

/**
 * A file name that is safe to show and download: without its path, control, format and direction-changing characters,
 * in one Unicode form. Empty when nothing is left. The name is never used as a path.
 */
export function cleanFileName(givenName: string): string {
  const name = (givenName.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  if (name.length <= LONGEST) return name
  const ending = extensionOf(name)
  return `${name.slice(0, LONGEST - ending.length - 1)}.${ending}`
}

/** The extension of a file name in lower case, without its dot; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1, dot + 21).toLowerCase()
}

/** Content-Disposition with the name in both forms of RFC 6266. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
