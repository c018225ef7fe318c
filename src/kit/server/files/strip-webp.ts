const metadata = new Set(['EXIF', 'XMP '])
/** Bits of the VP8X header that indicate EXIF and XMP. */
const SAID = 0x08 | 0x04

/**
 * A WebP picture without EXIF and XMP: RIFF is a row of chunks (name, length, content, padded to an even length). What
 * follows the picture is dropped. Null when the chunks do not add up.
 */
export function stripWebp(bytes: Buffer): Buffer | null {
  const end = bytes.length < 12 ? Number.POSITIVE_INFINITY : 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return null
  const keptParts: Buffer[] = []
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return null
    const next = at + 8 + paddedLength(bytes.readUInt32LE(at + 4))
    if (next > end) return null
    const name = bytes.toString('latin1', at, at + 4)
    if (!metadata.has(name))
      keptParts.push(name === 'VP8X' ? withoutFlags(bytes.subarray(at, next)) : bytes.subarray(at, next))
    at = next
  }
  const content = Buffer.concat(keptParts)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([head, content])
}

function paddedLength(length: number): number {
  return length + (length % 2)
}

function withoutFlags(chunk: Buffer): Buffer {
  const changedChunk = Buffer.from(chunk)
  if (changedChunk.length > 8) changedChunk[8] = changedChunk[8]! & ~SAID
  return changedChunk
}
