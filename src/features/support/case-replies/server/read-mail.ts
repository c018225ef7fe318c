import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { RejectionReason } from '../contract.ts'
import { contentOf, type MailContent } from './mail-content.ts'
import { type MailPart, parseMail } from './mail-parts.ts'
import { printable } from './printable.ts'
import { reasonOfProgram } from './written-by-program.ts'

/** What a received mail is about, before it is known whether it becomes a comment. */
export type MailHead = {
  readonly messageId: string
  /** The same for a mail that is delivered again: of its id and its content, as programs give one id to several mails. */
  readonly identity: string
  readonly sender: string
  readonly subject: string
}

/** A mail as far as it is read before it is known who sent it. */
export type ReadMail = {
  readonly head: MailHead
  /** The values of its `Authentication-Results`. */
  readonly results: readonly string[]
  /** Why it can be no comment, also when a user sent it. */
  readonly reason?: RejectionReason
  readonly content: MailContent
  /** The texts of its calendar parts. */
  readonly calendars: readonly string[]
}

/** How much of a mail is read: what is not read costs nothing, however it is made. */
export type Depth = 'ALL' | 'HEADERS' | 'IDENTITY'

const PARTS = 100
const RECIPIENTS = 50
/** Programs send one calendar, in one form or two. */
const CALENDARS = 4
const LARGEST_CALENDAR = 2_097_152

/** Reads the headers of a mail, and takes it apart as far as `depth` says. */
export async function readMail(raw: Buffer, depth: Depth): Promise<ReadMail> {
  if (depth === 'IDENTITY') return unreadMail(raw)
  const isTooMany = depth === 'ALL' && delimitersIn(raw) > PARTS
  const { email, parts } = await parseMail(depth === 'HEADERS' || isTooMany ? headersOf(raw) : raw)
  const subject = printable(email.subject ?? '').slice(0, 250)
  const isUnreadable = parts === undefined || depth === 'HEADERS'
  const reason = isTooMany
    ? 'TOO_MANY_PARTS'
    : (reasonOfProgram(email.headers, subject) ??
      (isUnreadable ? 'UNREADABLE' : countOf(email) > RECIPIENTS ? 'TOO_MANY_RECIPIENTS' : undefined))
  return {
    head: {
      messageId: email.messageId?.slice(0, 500) ?? '',
      identity: identityOf(raw, [email.messageId ?? email.date, email.subject, email.from?.address]),
      sender: (email.from?.address ?? '').toLowerCase().slice(0, 320),
      subject,
    },
    results: email.headers.filter(({ key }) => key === 'authentication-results').map(({ value }) => value),
    ...(reason ? { reason } : {}),
    content: await contentOf(parts ?? []),
    calendars: await calendarsOf(parts ?? []),
  }
}

/** A mail of which only the bytes are known. */
function unreadMail(raw: Buffer): ReadMail {
  const head = { messageId: '', identity: identityOf(raw, []), sender: '', subject: '' }
  return { head, results: [], reason: 'UNREADABLE', content: { text: '', files: [] }, calendars: [] }
}

function headersOf(raw: Buffer): Buffer {
  return raw.subarray(0, raw.indexOf('\r\n\r\n') + 4)
}

async function calendarsOf(parts: readonly MailPart[]): Promise<string[]> {
  const calendarParts = parts.filter(
    ({ type, bytes }) => /^(?:text\/calendar|application\/ics)$/.test(type) && bytes.length <= LARGEST_CALENDAR,
  )
  return Promise.all(
    calendarParts.slice(0, CALENDARS).map(async (part) => (await part.text()) ?? part.bytes.toString('utf8')),
  )
}

function countOf({ to, cc }: Email): number {
  return (to?.length ?? 0) + (cc?.length ?? 0)
}

/** The lines that begin a part, by the boundaries that the mail names. */
function delimitersIn(raw: Buffer): number {
  const text = raw.toString('latin1')
  const boundaryMatches = [...text.matchAll(/\bboundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)]
  const boundaries = new Set(boundaryMatches.map(([, quoted, token]) => `--${quoted ?? token}`))
  let count = 0
  for (const [line] of text.matchAll(/^--[^\r\n]{1,210}/gm)) if (boundaries.has(line.trimEnd())) count += 1
  return count
}

/** Relays add headers to a mail that they deliver again. */
function identityOf(raw: Buffer, namedHeaders: readonly (string | undefined)[]): string {
  const body = raw.subarray(Math.max(0, raw.indexOf('\r\n\r\n')))
  return `sha256:${createHash('sha256').update(JSON.stringify(namedHeaders)).update(body).digest('hex')}`
}
