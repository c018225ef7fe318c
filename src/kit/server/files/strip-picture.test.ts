import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PictureType } from './picture.ts'
import { stripPicture } from './strip-picture.ts'

const secret = Buffer.from('GPS 52.5200 13.4050')
// One pixel each, as browsers show them.
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64')

const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), secret, Buffer.from([0])])
const xmp = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  Buffer.from('XMP DataXMP'),
  Buffer.from([secret.length]),
  secret,
  Buffer.from([0]),
])
const loop = Buffer.from('21ff0b4e45545343415045322e30030100000000', 'hex').subarray(0, 19)

test('a GIF loses comments and XMP, and keeps its animation and its picture', () => {
  const head = gif.subarray(0, 19)
  const rest = gif.subarray(19)
  const written = Buffer.concat([head, comment, loop, xmp, rest, secret])
  expect(stripPicture(written, 'image/gif')).toEqual(Buffer.concat([head, loop, rest]))
  expect(stripPicture(gif, 'image/gif')).toEqual(gif)
})

test('a WebP loses EXIF and XMP, and its header has neither', () => {
  const extended = chunk('VP8X', Buffer.from([0x1c, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const picture = webp.subarray(12)
  const written = riff(extended, picture, chunk('EXIF', secret), chunk('XMP ', secret))
  const bare = riff(chunk('VP8X', Buffer.from([0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0])), picture)
  expect(stripPicture(Buffer.concat([written, secret]), 'image/webp')).toEqual(bare)
  expect(stripPicture(webp, 'image/webp')).toEqual(webp)
})

const kinds: PictureType[] = ['image/gif', 'image/webp', 'image/png', 'image/jpeg']

test('whatever is cut or changed, the result is a complete picture or none, and nothing throws', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.constantFrom(gif, webp, riff(chunk('EXIF', secret)), Buffer.concat([gif.subarray(0, 19), comment])),
      fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 4 }),
      fc.nat(80),
      (kind, bytes, changes, length) => {
        const broken = Buffer.from(bytes.subarray(0, length))
        for (const [at, value] of changes) if (at < broken.length) broken[at] = value
        const stripped = stripPicture(broken, kind)
        expect(stripped === null || stripped.length <= broken.length).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function riff(...chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
