import type { MailPart } from './mail-parts.ts'
import { printable } from './printable.ts'

/** A file of a mail. */
export type MailFile = {
  readonly filename: string
  readonly content: Buffer
  /** It stands in the text; those of signatures come with every mail. */
  readonly isInline: boolean
}

/** What a mail says: its text with all that it quotes, and its files. */
export type MailContent = {
  readonly text: string
  readonly files: readonly MailFile[]
  /** Why it has no text, where that is known, or not all of it. */
  readonly lack?: 'WRAPPED' | 'MEETING_ANSWER' | 'UNREADABLE' | 'TOO_LONG'
}

/** A longer text is not taken apart: a comment has 32,767 letters. */
const LONGEST_TEXT = 200_000
const LONGEST_MARKUP = 2_000_000

const signatures = /^application\/(?:x-)?(?:pkcs7|pgp)-signature$/
const wrappers = /^application\/(?:(?:x-)?pkcs7-mime|ms-tnef|vnd\.ms-tnef|pgp-encrypted)$/

/** Reads the text and the files of a mail. One part that cannot be read does not take the others with it. */
export async function contentOf(parts: readonly MailPart[]): Promise<MailContent> {
  const contentParts = parts.filter((part) => !(signatures.test(part.type) && part.within.includes('signed')))
  const isText = (part: MailPart) => textTypes.has(part.type) && part.disposition !== 'attachment' && !part.filename
  const texts: string[] = []
  const files: MailFile[] = []
  let isUnreadable = false
  for (const versions of groups(contentParts.filter(isText))) {
    const text = await firstText(versions)
    if (text !== undefined) texts.push(printable(text).trim())
    else {
      isUnreadable = true
      for (const part of versions) files.push({ filename: nameOf(part), content: part.bytes, isInline: false })
    }
  }
  const text = texts.filter((one) => one !== '').join('\n\n')
  if (text.length > LONGEST_TEXT) return { text: text.slice(0, LONGEST_TEXT), files, lack: 'TOO_LONG' }
  const others = contentParts.filter((part) => !isText(part))
  const [calendar] = others.filter(({ type }) => type === 'text/calendar')
  for (const part of others) {
    const isVersion = part.type === 'text/calendar' && part.alternative !== undefined
    if (part.bytes.length > 0 && !isVersion)
      files.push({ filename: nameOf(part), content: part.bytes, isInline: isPicture(part) })
  }
  const isWrapped = others.some(({ type, filename }) => wrappers.test(type) || filename === 'winmail.dat')
  const lack = isUnreadable ? 'UNREADABLE' : isWrapped ? 'WRAPPED' : calendar ? 'MEETING_ANSWER' : undefined
  return { text, files, ...(text === '' && lack ? { lack } : {}) }
}

const textTypes = new Set(['text/plain', 'text/html'])

/** Parts that are versions of the same, and each other one by itself. */
function groups(parts: readonly MailPart[]): MailPart[][] {
  const partGroups = new Map<object, MailPart[]>()
  for (const part of parts) {
    const of = part.alternative ?? part
    partGroups.set(of, [...(partGroups.get(of) ?? []), part])
  }
  return [...partGroups.values()]
}

/** The plain text, unless it is blank or cannot be read. Undefined where nothing can be read. */
async function firstText(versions: readonly MailPart[]): Promise<string | undefined> {
  let blankText: string | undefined
  for (const part of versions.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const decodedText = await part.text()
    const text = decodedText !== undefined && part.type === 'text/html' ? await htmlText(decodedText) : decodedText
    if (text !== undefined && text.trim() !== '') return text
    blankText ??= text
  }
  return blankText
}

async function htmlText(markup: string): Promise<string | undefined> {
  if (markup.length > LONGEST_MARKUP) return undefined
  const { textOfHtml } = await import('./html-text.ts')
  return textOfHtml(printable(markup))
}

function rankOf({ type }: MailPart): number {
  return type === 'text/plain' ? 0 : 1
}

function isPicture({ type, within, disposition, contentId }: MailPart): boolean {
  return (
    type.startsWith('image/') && (disposition === 'inline' || (contentId !== undefined && within.includes('related')))
  )
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'application/gzip': 'gz',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** The name of a file; one without is named after its type. */
function nameOf({ filename, type }: MailPart): string {
  const givenName = printable(filename ?? '')
    .replaceAll(/[\r\n\t]+/g, ' ')
    .trim()
  if (givenName !== '') return givenName
  const [kind = '', subtype = ''] = type.split('/')
  const ending = endings[type] ?? (/^[a-z\d]{2,5}$/.test(subtype) ? subtype : 'bin')
  return `${kind === 'image' ? 'picture' : kind === 'message' ? 'mail' : 'file'}.${ending}`
}
