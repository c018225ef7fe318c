import type { PictureType } from './picture.ts'

/** Width and height in pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

/** The size of a picture by its header, without decoding it; null when that cannot be read. */
export function pictureSize(bytes: Buffer, type: PictureType): PictureSize | null {
  try {
    return readers[type](bytes)
  } catch (failure) {
    if (failure instanceof RangeError) return null
    throw failure
  }
}

const readers: Readonly<Record<PictureType, (bytes: Buffer) => PictureSize | null>> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/gif': (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

/** The first frame header (SOF0 to SOF15, but not DHT, JPG and DAC, which are among them). */
function readJpeg(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const mark = bytes[at + 1]!
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += mark === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** The three kinds of WebP store their size at different places. */
function readWebp(bytes: Buffer): PictureSize | null {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}
