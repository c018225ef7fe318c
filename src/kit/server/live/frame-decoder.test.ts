import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFrame } from './encode-frame.ts'
import { type Frame, FrameError, type Version, versions } from './frame.ts'
import { FrameDecoder } from './frame-decoder.ts'

const unwritable: Record<Version, RegExp> = { '1.0': /[\r\n\0:]/g, '1.1': /[\r\0]/g, '1.2': /\0/g }

function framesOf(version: Version) {
  const text = fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((raw) => wellFormed(raw).replace(unwritable[version], ''))
  const name = text.filter((raw) => raw !== '' && raw !== 'content-length')
  const headers = fc.uniqueArray(fc.tuple(name, text), { selector: ([one]) => one, maxLength: 8 })
  const body = fc.string({ unit: 'binary', maxLength: 300 }).map((raw) => wellFormed(raw))
  return fc.record({ command: fc.constantFrom('SEND', 'MESSAGE', 'ERROR'), headers, body })
}

function decode(version: Version | null, chunks: readonly Buffer[]): Frame[] {
  const decoder = new FrameDecoder()
  decoder.version = version
  const frames: Frame[] = []
  for (const chunk of chunks) {
    decoder.push(chunk)
    for (let frame = decoder.next(); frame; frame = decoder.next()) frames.push(frame)
  }
  return frames
}

function plain({ command, headers, body }: Frame) {
  const list = [...headers].filter(([name]) => name !== 'content-length')
  return { command, headers: list, body: body.toString('utf8') }
}

describe.each(versions)('STOMP %s', (version) => {
  test('what is written is read again, in whatever pieces it arrives, with heart-beats between', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(framesOf(version), { maxLength: 5 }), sizes, (frames, pieces) => {
        const bytes = Buffer.from(
          frames.map((f) => `\n${encodeFrame(version, f.command, f.headers, f.body)}`).join('\n'),
        )
        const chunks: Buffer[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = pieces[turn % pieces.length] ?? 1
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(decode(version, chunks).map(plain)).toEqual(frames)
      }),
    )
  })

  test('no input does more than throw FrameError', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string().map((text) => Buffer.from(`SEND\n${text}\n\n\0`)),
    )
    fc.assert(
      fc.property(bytes, (garbage) => {
        try {
          decode(version, [Buffer.from(garbage)])
        } catch (failure) {
          expect(failure).toBeInstanceOf(FrameError)
        }
      }),
    )
  })
})

test('a frame is consumed before it is returned: its handler may push and read again', () => {
  const decoder = new FrameDecoder()
  decoder.push(Buffer.from('SEND\nn:1\n\n\0SEND\nn:2\n\n'))
  const seen: (string | undefined)[] = []
  const handle = () => {
    const frame = decoder.next()
    if (!frame) return
    seen.push(frame.headers.get('n'))
    if (seen.length === 1) decoder.push(Buffer.from('\0SEND\nn:3\n\n\0'))
    handle()
    if (seen.length === 1) throw new Error('the handler failed')
  }
  handle()
  expect(seen).toEqual(['1', '2', '3'])
  expect(decoder.next()).toBeNull()
})

test('a body keeps its bytes when more bytes arrive', () => {
  const decoder = new FrameDecoder()
  decoder.push(Buffer.from('SEND\n\nfir'))
  decoder.push(Buffer.from('st\0'))
  const first = decoder.next()
  decoder.push(Buffer.from('SEND\n\nother\0'))
  expect([String(first?.body), String(decoder.next()?.body)]).toEqual(['first', 'other'])
})

test('a body of content-length may hold NUL, and its bytes are counted, not its characters', () => {
  const [frame] = decode('1.2', [Buffer.from('SEND\ncontent-length:5\n\nä\0ö\0')])
  expect(frame?.body.toString()).toBe('ä\0ö')
})

test('of repeated headers the first counts, line ends may be CRLF, CONNECT is not unescaped', () => {
  const [frame] = decode('1.2', [Buffer.from('CONNECT\r\na:1\r\na:2\r\nb:\\c\r\n\r\n\0')])
  expect([...(frame?.headers ?? [])]).toEqual([
    ['a', '1'],
    ['b', '\\c'],
  ])
})

test('a header cannot break out of its line', () => {
  for (const version of versions) {
    const text = encodeFrame(version, 'MESSAGE', [['a', 'x\r\nevil:1\n\nbody\0']])
    expect([...(decode(version, [Buffer.from(text)])[0]?.headers.keys() ?? [])]).toEqual(['a'])
  }
})

test.each([
  ['a NUL among the headers', 'SEND\na:1\0', 'frame-malformed'],
  ['no command', 'GET / HTTP/1.1 and so on', 'frame-malformed'],
  ['an undefined escape', 'SEND\na:\\t\n\n\0', 'frame-malformed'],
  ['a header without a colon', 'SEND\nab\n\n\0', 'frame-malformed'],
  ['a content-length that is no number', 'SEND\ncontent-length:-1\n\n\0', 'frame-malformed'],
  ['a content-length that is too short', 'SEND\ncontent-length:1\n\nab\0', 'frame-malformed'],
  ['a content-length that is too large', 'SEND\ncontent-length:1048577\n\n', 'frame-too-large'],
  ['too many headers', `SEND\n${'a:1\n'.repeat(65)}\n\0`, 'frame-too-large'],
  ['too long headers', `SEND\na:${'x'.repeat(17_000)}`, 'frame-too-large'],
  ['a body without an end', `SEND\n\n${'x'.repeat(1_100_000)}`, 'frame-too-large'],
])('%s is rejected', (_, text, code) => {
  expect(() => decode('1.2', [Buffer.from(text)])).toThrowError(expect.objectContaining({ code }))
})

test('a megabyte that arrives byte by byte is scanned once', () => {
  const decoder = new FrameDecoder()
  const bytes = Buffer.from(encodeFrame('1.2', 'SEND', [], 'x'.repeat(1_000_000)))
  let frames = 0
  for (const byte of bytes) {
    decoder.push(Buffer.of(byte))
    if (decoder.next()) frames += 1
  }
  expect(frames).toBe(1)
})

/** Lone surrogates cannot be sent as UTF-8. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
