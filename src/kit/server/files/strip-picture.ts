import type { PictureType } from './picture.ts'
import { stripGif } from './strip-gif.ts'
import { stripWebp } from './strip-webp.ts'

/**
 * The picture without the metadata of its camera or editor (place, device, comments): EXIF, XMP, IPTC and text. Null
 * when the bytes are not a picture after all.
 */
export function stripPicture(bytes: Buffer, type: PictureType): Buffer | null {
  return strippers[type](bytes)
}

const strippers: Readonly<Record<PictureType, (bytes: Buffer) => Buffer | null>> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/gif': stripGif,
  'image/webp': stripWebp,
}

const pngText = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])

/** PNG is a row of chunks: length, name, content, checksum. What follows the last one is dropped. */
function stripPng(bytes: Buffer): Buffer | null {
  const keptParts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) return null
    if (!pngText.has(name)) keptParts.push(bytes.subarray(at, end))
    if (name === 'IEND') return Buffer.concat(keptParts)
    at = end
  }
  return null
}

const EXIF_AND_XMP = 0xe1
const IPTC = 0xed
const COMMENT = 0xfe
const SCAN = 0xda
const END = 0xd9

/** JPEG is a row of marked segments; the picture itself follows those marked SCAN. What follows its END is dropped. */
function stripJpeg(bytes: Buffer): Buffer | null {
  const keptParts = [bytes.subarray(0, 2)]
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === END; ) {
    if (bytes[at] !== 0xff) return null
    const mark = bytes[at + 1]!
    if (mark === END) return Buffer.concat([...keptParts, bytes.subarray(at, at + 2)])
    if (mark === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return null
    const next = mark === SCAN ? endOfScan(bytes, end) : end
    if (mark === EXIF_AND_XMP) keptParts.push(orientationAlone(bytes.subarray(at + 4, end)))
    else if (mark !== IPTC && mark !== COMMENT) keptParts.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

/** The position of the next mark: in a scan 0xff is followed by 0 or a restart mark unless it begins one. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const ORIENTATION = 0x0112

/**
 * The orientation of the camera is the only part of EXIF that the picture needs: an EXIF segment with that alone, or
 * nothing.
 */
function orientationAlone(content: Buffer): Buffer {
  const none = Buffer.alloc(0)
  if (content.length < 14 || content.toString('latin1', 0, 6) !== 'Exif\0\0') return none
  const tiff = content.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < Math.min(short(directory), 200); entry += 1) {
    const at = directory + 2 + entry * 12
    const value = short(at + 8)
    if (short(at) === ORIENTATION && value > 1 && value <= 8) return exifOf(value)
  }
  return none
}

function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  exif.writeUInt16BE(orientation, 28)
  return exif
}
