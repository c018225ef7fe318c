const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const COMMENT = 0xfe
const APPLICATION = 0xff
/** How often an animated picture repeats; all other applications' blocks (XMP, editors) do not describe the picture. */
const repeats = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * A GIF without comments and data of applications (GIF89a, sections 15 to 27). What follows its trailer is dropped.
 * Null when its blocks do not add up.
 */
export function stripGif(bytes: Buffer): Buffer | null {
  if (bytes.length < 13) return null
  let at = 13 + colours(bytes[10]!)
  const keptParts = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const mark = bytes[at]
    if (mark === TRAILER) return Buffer.concat([...keptParts, bytes.subarray(at, at + 1)])
    const content = mark === IMAGE ? at + 11 + colours(bytes[at + 9] ?? 0) : at + 2
    const next = mark === IMAGE || mark === EXTENSION ? endOfBlocks(bytes, content) : null
    if (next === null) return null
    if (mark === IMAGE || isOfThePicture(bytes, at)) keptParts.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

/** Bytes of the colour table that the packed field declares. */
function colours(packedField: number): number {
  return packedField & 0x80 ? 3 * 2 ** ((packedField & 7) + 1) : 0
}

/** The end of a row of sub-blocks (length, content; a length of 0 ends it). */
function endOfBlocks(bytes: Buffer, from: number): number | null {
  for (let at = from; at < bytes.length; at += bytes[at]! + 1) if (bytes[at] === 0) return at + 1
  return null
}

function isOfThePicture(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1]
  if (label === COMMENT) return false
  return label !== APPLICATION || repeats.has(bytes.toString('latin1', at + 3, at + 14))
}
