/** A number in [0, 1) that is the same for the same key and time: FNV-1a over UTF-8, mixed as murmur3 does at its end. */
export function hash01(seed: string, key: string, time: number): number {
  let hash = 0x811c9dc5
  // The bytes of UTF-8 as characters; the keys are ASCII nearly always.
  const text = bytesOf(`${seed}|${key}|${time}`)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    hash = Math.imul(hash ^ code, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text).toString('latin1') : text
}
