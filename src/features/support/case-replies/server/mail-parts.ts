import type { Email } from 'postal-mime'
import { decodeText } from './decode-text.ts'

/** A part of a mail that has content, in the order of the mail. */
export type MailPart = {
  readonly type: string
  readonly parameters: Readonly<Record<string, string>>
  readonly disposition: string
  readonly filename: string | undefined
  readonly contentId: string | undefined
  readonly bytes: Buffer
  /** The multipart types around it, the innermost last. */
  readonly within: readonly string[]
  /** What this part and others are versions of. */
  readonly alternative: object | undefined
  text(): Promise<string | undefined>
}

/** What the parser knows of a part; its types show the finished mail alone. */
type Node = {
  readonly childNodes: readonly Node[]
  readonly content: ArrayBuffer | null
  readonly contentType: {
    readonly multipart: string | false
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> }
  }
  readonly contentDisposition: { readonly parsed: Node['contentType']['parsed'] }
  readonly contentId?: string
  decodeFlowedText(text: string, delSp: boolean): string
}

const HEADER_BYTES = 256 * 1024
const NESTED = 20

/**
 * Parses a mail. Its parts are undefined where they cannot be separated; its headers are read also then. The parser
 * decodes text with what this version of Node.js knows, so text is decoded from the bytes of the parts.
 */
export async function parseMail(raw: Buffer): Promise<{ email: Email; parts: readonly MailPart[] | undefined }> {
  const { default: PostalMime, decodeWords } = await import('postal-mime')
  const options = { maxNestingDepth: NESTED, maxHeadersSize: HEADER_BYTES, forceRfc822Attachments: true }
  const parser = new PostalMime(options)
  try {
    const email = await parser.parse(raw)
    return { email, parts: [...partsOf(Reflect.get(parser, 'root'), decodeWords, [], undefined)] }
  } catch {
    const email = await PostalMime.parse(headersOf(raw), { ...options, maxHeadersSize: 2 * HEADER_BYTES })
    return { email, parts: undefined }
  }
}

function headersOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  return raw.subarray(0, Math.min(end < 0 ? raw.length : end + 2, HEADER_BYTES))
}

function* partsOf(
  node: Node,
  decodeWords: (text: string) => string,
  within: readonly string[],
  alternative: object | undefined,
): Generator<MailPart> {
  const { multipart, parsed: parsedType } = node.contentType
  if (multipart) {
    const own = multipart === 'alternative' ? node : alternative
    for (const child of node.childNodes) yield* partsOf(child, decodeWords, [...within, multipart], own)
    return
  }
  const { value, params } = node.contentDisposition.parsed
  const filename = params.filename ?? parsedType.params.name
  yield {
    type: parsedType.value.toLowerCase(),
    parameters: parsedType.params,
    disposition: value.toLowerCase(),
    filename: filename ? decodeWords(filename) : undefined,
    contentId: node.contentId?.replaceAll(/^<|>$/g, ''),
    bytes: Buffer.from(node.content ?? new ArrayBuffer(0)),
    within,
    alternative,
    async text() {
      const text = await decodeText(Buffer.from(node.content ?? new ArrayBuffer(0)), parsedType.params.charset)
      const isFlowed = /^flowed$/i.test(parsedType.params.format ?? '')
      return text !== undefined && isFlowed
        ? node.decodeFlowedText(text, /^yes$/i.test(parsedType.params.delsp ?? ''))
        : text
    },
  }
}
