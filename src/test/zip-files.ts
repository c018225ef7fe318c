import { crc32 } from 'node:zlib'

/** The files of a zip without compression, by its central directory (APPNOTE 4.3.12 and 4.3.16). */
export function filesOfZip(zip: Buffer): { name: string; bytes: Buffer }[] {
  const end = zip.lastIndexOf('PK\x05\x06')
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error('A file of the zip is compressed')
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} has another CRC-32`)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    return { name, bytes }
  })
}
