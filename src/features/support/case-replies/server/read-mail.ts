import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { RejectionReason } from '../contract.ts'
import { type MailPart, parseMail } from './mail-parts.ts'
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
  readonly parts: readonly MailPart[]
}

const PARTS = 100
const RECIPIENTS = 50

/** Reads the headers of a mail, and takes it apart. */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const isTooMany = delimitersIn(raw) > PARTS
  const { email, parts } = await parseMail(isTooMany ? raw.subarray(0, raw.indexOf('\r\n\r\n') + 4) : raw)
  const subject = printable(email.subject ?? '').slice(0, 250)
  const reason = isTooMany
    ? 'TOO_MANY_PARTS'
    : (reasonOfProgram(email.headers, subject) ??
      (parts === undefined ? 'UNREADABLE' : countOf(email) > RECIPIENTS ? 'TOO_MANY_RECIPIENTS' : undefined))
  return {
    head: {
      messageId: email.messageId?.slice(0, 500) ?? '',
      identity: identityOf(raw, email),
      sender: (email.from?.address ?? '').toLowerCase().slice(0, 320),
      subject,
    },
    results: email.headers.filter(({ key }) => key === 'authentication-results').map(({ value }) => value),
    ...(reason ? { reason } : {}),
    parts: parts ?? [],
  }
}

/** The text without control characters, which a comment cannot have. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (one) => (/[\t\r\n]/.test(one) ? one : ''))
}

function countOf({ to, cc }: Email): number {
  return (to?.length ?? 0) + (cc?.length ?? 0)
}

/** The lines that begin a part, by the boundaries that the mail names. */
function delimitersIn(raw: Buffer): number {
  const text = raw.toString('latin1')
  const named = [...text.matchAll(/\bboundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)]
  const boundaries = new Set(named.map(([, quoted, token]) => `--${quoted ?? token}`))
  let count = 0
  for (const [line] of text.matchAll(/^--[^\r\n]{1,210}/gm)) if (boundaries.has(line.trimEnd())) count += 1
  return count
}

/** Relays add headers to a mail that they deliver again. */
function identityOf(raw: Buffer, { messageId, date, subject, from }: Email): string {
  const body = raw.subarray(Math.max(0, raw.indexOf('\r\n\r\n')))
  const hash = createHash('sha256').update(JSON.stringify([messageId ?? date, subject, from?.address]))
  return `sha256:${hash.update(body).digest('hex')}`
}
