/** Why a document is no JSON object that can be read; the message completes "… cannot be read: …". */
export class JsonFlaw extends Error {}

/** A piece of a document: an element of a list of the outermost object, or else a member of that object. */
export type JsonPiece = { readonly member: string; readonly index: number | null; readonly value: unknown }

/** The largest piece in bytes: parsing it blocks the event loop for some ten milliseconds. */
const LARGEST = 4 * 1_048_576
const DEEPEST = 100
const MOST_MEMBERS = 200

/** Some tools write it before the document. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Reads a JSON object as its bytes arrive and passes on its members, those that are lists element by element. So a
 * document of any size needs the memory of its largest piece. `JSON.parse` reads every piece, so what it rejects is
 * rejected here too.
 */
export class JsonReader {
  readonly #take: (piece: JsonPiece) => void
  readonly #seen = new Set<string>()
  #expects: Expectation = 'start'
  #member = ''
  #index = 0
  /** The value that is being read: its bytes of earlier chunks, its kind, its open brackets. */
  #value: { readonly kind: 'key' | 'text' | 'nested' | 'bare'; parts: Buffer[]; size: number } | undefined
  #depth = 0
  #isText = false
  #isEscaped = false

  constructor(take: (piece: JsonPiece) => void) {
    this.#take = take
  }

  /** Reads the next bytes. */
  push(chunk: Buffer): void {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (!this.#value) {
        if (this.#between(byte)) {
          from = at
          this.#continues(byte)
        }
        continue
      }
      const isBare = this.#value.kind === 'bare'
      if (isBare ? !isDelimiter(byte) : this.#continues(byte)) continue
      this.#finish(chunk.subarray(from, isBare ? at : at + 1))
      if (isBare) this.#between(byte)
    }
    if (this.#value) this.#keep(Buffer.from(chunk.subarray(from)))
  }

  /** Whether the object has the member. */
  has(member: string): boolean {
    return this.#seen.has(member)
  }

  /** Rejects a document that ended too early. */
  end(): void {
    if (this.#expects !== 'end') throw new JsonFlaw('it is not valid JSON, it ends too early')
  }

  /** Reads a byte outside values; whether a value begins with it. */
  #between(byte: number): boolean {
    if (isSpace(byte)) return false
    switch (this.#expects) {
      case 'start':
        if (BYTE_ORDER_MARK.includes(byte)) return false
        return this.#structure(byte === OPEN_OBJECT, 'first-member')
      case 'first-member':
      case 'member':
        if (byte === CLOSE_OBJECT && this.#expects === 'first-member') return this.#structure(true, 'end')
        this.#structure(byte === QUOTE, 'colon')
        return this.#begin('key')
      case 'colon':
        return this.#structure(byte === COLON, 'value')
      case 'value':
        if (byte !== OPEN_LIST) return this.#beginValue(byte, 'next-member')
        this.#index = 0
        return this.#structure(true, 'first-element')
      case 'first-element':
        if (byte === CLOSE_LIST) return this.#structure(true, 'next-member')
        return this.#beginValue(byte, 'next-element')
      case 'element':
        return this.#beginValue(byte, 'next-element')
      case 'next-element':
        return this.#structure(byte === COMMA || byte === CLOSE_LIST, byte === COMMA ? 'element' : 'next-member')
      case 'next-member':
        return this.#structure(byte === COMMA || byte === CLOSE_OBJECT, byte === COMMA ? 'member' : 'end')
      case 'end':
        return this.#structure(false, 'end')
    }
  }

  #structure(isRight: boolean, next: Expectation): false {
    if (!isRight) throw new JsonFlaw('it is not a JSON object')
    this.#expects = next
    return false
  }

  #beginValue(byte: number, next: Expectation): true {
    this.#expects = next
    return this.#begin(byte === QUOTE ? 'text' : byte === OPEN_OBJECT || byte === OPEN_LIST ? 'nested' : 'bare')
  }

  #begin(kind: 'key' | 'text' | 'nested' | 'bare'): true {
    this.#value = { kind, parts: [], size: 0 }
    this.#depth = 0
    this.#isText = false
    this.#isEscaped = false
    return true
  }

  /** Reads a byte of a text, an object or a list; whether more of it follows. */
  #continues(byte: number): boolean {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isText = false
    } else if (byte === QUOTE) this.#isText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.#depth += 1
      if (this.#depth > DEEPEST) throw new JsonFlaw(`it is nested deeper than ${DEEPEST} levels`)
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1
    return this.#isText || this.#depth > 0
  }

  #keep(part: Buffer): void {
    const value = this.#value!
    value.parts.push(part)
    value.size += part.length
    if (value.size > LARGEST) throw new JsonFlaw(`${this.#place()} is larger than 4 MB`)
  }

  #finish(last: Buffer): void {
    this.#keep(last)
    const { kind, parts } = this.#value!
    this.#value = undefined
    const value = parseBytes(Buffer.concat(parts))
    if (kind === 'key') {
      this.#name(String(value))
      return
    }
    const isElement = this.#expects === 'next-element'
    this.#take({ member: this.#member, index: isElement ? this.#index : null, value })
    this.#index += 1
  }

  #name(member: string): void {
    if (this.#seen.has(member)) throw new JsonFlaw(`it has the member ${shortenName(member)} twice`)
    if (this.#seen.size >= MOST_MEMBERS) throw new JsonFlaw(`it has more than ${MOST_MEMBERS} members`)
    this.#seen.add(member)
    this.#member = member
  }

  #place(): string {
    return this.#expects === 'next-element' ? `${shortenName(this.#member)}[${this.#index}]` : shortenName(this.#member)
  }
}

/** What may follow between two values. */
type Expectation =
  | ('start' | 'first-member' | 'member' | 'colon' | 'value' | 'next-member' | 'end')
  | ('first-element' | 'element' | 'next-element')

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new JsonFlaw('it is not valid JSON in UTF-8')
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function isDelimiter(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || isSpace(byte)
}

/** A name of the document as a message shows it. */
export function shortenName(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 60)
}
