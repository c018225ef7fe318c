/** Kinds of pictures that a browser may show. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

const endings: Readonly<Record<string, PictureType>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** The kind of picture that both the first bytes and the file extension name, else undefined: then it is opaque. */
export function pictureType(head: Buffer, extension: string): PictureType | undefined {
  const typeByName = endings[extension]
  return typeByName !== undefined && typeByName === typeByBytes(head) ? typeByName : undefined
}

/** The kind of picture by its first bytes, whatever its name. */
export function typeByBytes(head: Buffer): PictureType | undefined {
  const text = head.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined
}
