// Reads what is inside a text file, a gzip file or a tar archive, in the limits of an attachment; and packs it again.
import { gunzipSync, gzipSync } from 'node:zlib'

const MOST_BYTES = 128 * 1024 * 1024
const MOST_FILES = 2_000
const MOST_DEPTH = 3
const BLOCK = 512
/** Text with more control characters than this is no text. */
const MOST_CONTROL = 0.05
const SAMPLE = 65_536
const binary = [
  '1f8b',
  '7f454c46',
  '504b0304',
  '4d5a9000',
  '89504e47',
  '25504446',
  'fd377a58',
  '28b52ffd',
  '425a68',
  'd4c3b2a1',
  '0a0d0d0a',
]

/** A file that is not read; `reason` names why. */
export class Unreadable extends Error {
  constructor(reason) {
    super(reason)
    this.reason = reason
  }
}

/** The budget of one attachment. */
function newBudget() {
  return { bytes: MOST_BYTES, files: MOST_FILES }
}

/** The form of a file by its content. */
export function formOf(bytes) {
  if (isGzip(bytes)) return 'gzip'
  if (isArchive(bytes)) return 'tar'
  return isText(inUtf8(bytes)) ? 'text' : 'other'
}

/**
 * The file with each text in it replaced by what `change` returns for it (undefined: unchanged); undefined when nothing
 * changed. Other files in an archive stay as they are. Throws `Unreadable` for what is broken or larger than the limits.
 */
export function changeTexts(name, bytes, change, budget = newBudget(), depth = 0) {
  if (depth > MOST_DEPTH) throw new Unreadable('too-deep')
  if (isGzip(bytes)) {
    const inner = name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '')
    const changed = changeTexts(inner, unzip(bytes, budget), change, budget, depth + 1)
    return changed && gzipSync(changed, { level: 6 })
  }
  if (isArchive(bytes)) return changeArchive(bytes, change, budget, depth)
  const text = inUtf8(bytes)
  if (!isText(text)) return undefined
  return change(text, name) ?? (text === bytes ? undefined : text)
}

function isGzip(bytes) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function isArchive(bytes) {
  return bytes.length >= BLOCK && isHeader(bytes.subarray(0, BLOCK))
}

function unzip(bytes, budget) {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: budget.bytes })
    budget.bytes -= content.length
    return content
  } catch (failure) {
    throw new Unreadable(failure.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'not-gzip')
  }
}

function changeArchive(bytes, change, budget, depth) {
  const parts = []
  let isChanged = false
  let longName
  let at = 0
  for (; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const header = Buffer.from(bytes.subarray(at, at + BLOCK))
    const size = Number.parseInt(textOf(header, 124, 12) || '0', 8)
    if (!isHeader(header) || !(size >= 0) || at + BLOCK + size > bytes.length) throw new Unreadable('not-tar')
    if (budget.files-- <= 0) throw new Unreadable('too-many-files')
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK * (1 + Math.ceil(size / BLOCK))
    const type = String.fromCharCode(header[156])
    const name = longName ?? textOf(header, 0, 100)
    longName = type === 'L' ? textOf(content, 0, content.length) : undefined
    const changed = type === '0' || type === '\0' ? changeTexts(name, content, change, budget, depth + 1) : undefined
    isChanged ||= changed !== undefined
    parts.push(changed ? withSize(header, changed.length) : header, padded(changed ?? content))
  }
  return isChanged ? Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]) : undefined
}

function isHeader(header) {
  return (
    header.subarray(257, 262).toString('latin1') === 'ustar' &&
    sumOf(header) === Number.parseInt(textOf(header, 148, 8), 8)
  )
}

function sumOf(header) {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

function withSize(header, size) {
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

function padded(content) {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}

function textOf(bytes, from, length) {
  const part = bytes.subarray(from, from + length)
  const end = part.indexOf(0)
  return part
    .subarray(0, end < 0 ? part.length : end)
    .toString('utf8')
    .trim()
}

/** UTF-16 becomes UTF-8: rules read one byte a character. */
function inUtf8(bytes) {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  if (mark === 0xfffe) return Buffer.from(even.toString('utf16le').slice(1))
  if (mark === 0xfeff) return Buffer.from(even.swap16().toString('utf16le').slice(1))
  const sample = even.subarray(0, 1024)
  const zeros = [0, 0]
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2] += 1
  const half = sample.length / 2
  if (half > 4 && zeros[1] > half * 0.7 && zeros[0] < half * 0.1) return Buffer.from(even.toString('utf16le'))
  if (half > 4 && zeros[0] > half * 0.7 && zeros[1] < half * 0.1) return Buffer.from(even.swap16().toString('utf16le'))
  return bytes
}

/** A system that loses power leaves holes of zeros in its logs: these are no sign of another kind. */
function isText(bytes) {
  const head = bytes.subarray(0, 4).toString('hex')
  if (binary.some((start) => head.startsWith(start))) return false
  const sample = bytes.subarray(0, SAMPLE)
  let control = 0
  for (const byte of sample)
    if ((byte > 0 && byte < 7) || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) control += 1
  return control <= sample.length * MOST_CONTROL
}
