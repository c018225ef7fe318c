import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { RejectionReason } from '../contract.ts'
import { textOfHtml } from './html-text.ts'
import { ownTextOf } from './own-text.ts'

/** What a received mail is about, before it is known whether it becomes a comment. */
export type MailHead = { readonly messageId: string; readonly sender: string; readonly subject: string }

/** A mail as far as a comment needs it. */
export type ReadMail = MailHead & {
  readonly results: readonly string[]
  readonly text: string
  readonly files: readonly { readonly filename: string; readonly content: Buffer }[]
}

const PARTS = 100
const RECIPIENTS = 50
const HEADER_BYTES = 256 * 1024
/** Smaller pictures inside the text are those of signatures. */
const LEAST_PICTURE = 10 * 1024
const automaticPrecedence = /^\s*(?:bulk|junk|list|auto[-_]reply)\s*$/i

/** Reads a mail; the reason where it can be no comment, also when a user sent it. */
export async function readMail(raw: Buffer): Promise<{ mail: ReadMail } | { head: MailHead; reason: RejectionReason }> {
  const headers = raw.subarray(0, Math.max(0, raw.indexOf('\r\n\r\n')) || HEADER_BYTES)
  const unread = { messageId: digestOf(raw), sender: '', subject: '' }
  if (countOf(raw, /^content-type:/gim) > PARTS)
    return { head: headOf(headers.toString('utf8'), unread), reason: 'TOO_MANY_PARTS' }
  if (!charsetsOf(raw).every(isKnownCharset))
    return { head: headOf(headers.toString('utf8'), unread), reason: 'UNREADABLE' }
  const { default: PostalMime } = await import('postal-mime')
  let email: Email
  try {
    email = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: HEADER_BYTES })
  } catch {
    return { head: headOf(headers.toString('utf8'), unread), reason: 'UNREADABLE' }
  }
  const head = {
    messageId: email.messageId?.slice(0, 500) ?? unread.messageId,
    sender: (email.from?.address ?? '').toLowerCase().slice(0, 320),
    subject: printable(email.subject ?? '').slice(0, 250),
  }
  const reason = reasonOf(email)
  if (reason) return { head, reason }
  const text = printable(email.text?.trim() ? email.text : textOfHtml(email.html ?? ''))
  if (text.includes('\ufffd')) return { head, reason: 'UNREADABLE' }
  return {
    mail: { ...head, results: valuesOf(email, 'authentication-results'), text: ownTextOf(text), files: filesOf(email) },
  }
}

function reasonOf(email: Email): RejectionReason | undefined {
  const value = (name: string) => valuesOf(email, name)[0]
  if (/^\s*multipart\/report\b/i.test(value('content-type') ?? '')) return 'BOUNCE'
  if (/^\s*<>\s*$/.test(value('return-path') ?? '')) return 'BOUNCE'
  const submitted = value('auto-submitted')
  if (submitted !== undefined && !/^\s*no\b/i.test(submitted)) return 'AUTOMATIC'
  if (automaticPrecedence.test(value('precedence') ?? '')) return 'AUTOMATIC'
  if (['x-autoreply', 'x-autorespond', 'x-auto-reply', 'list-id'].some((name) => value(name) !== undefined))
    return 'AUTOMATIC'
  if ((email.to?.length ?? 0) + (email.cc?.length ?? 0) > RECIPIENTS) return 'TOO_MANY_RECIPIENTS'
  return undefined
}

function valuesOf(email: Email, name: string): string[] {
  return email.headers.filter(({ key }) => key === name).map(({ value }) => value)
}

function filesOf({ attachments }: Email): ReadMail['files'] {
  return attachments.flatMap(({ filename, content, related, disposition, mimeType }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
    const isInline = (related === true || disposition === 'inline') && mimeType.startsWith('image/')
    if (isInline && bytes.length < LEAST_PICTURE) return []
    return [{ filename: printable(filename ?? '') || 'file', content: bytes }]
  })
}

/** The sender, the subject and the id of a mail that is not parsed. */
function headOf(headers: string, unread: MailHead): MailHead {
  const line = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]{0,500})`, 'im').exec(headers)?.[1]?.trim()
  return {
    messageId: line('message-id') ?? unread.messageId,
    sender: /[^\s<>"]{1,64}@[^\s<>"]{1,255}/.exec(line('from') ?? '')?.[0].toLowerCase() ?? '',
    subject: printable(line('subject') ?? '').slice(0, 250),
  }
}

function digestOf(raw: Buffer): string {
  return `sha256:${createHash('sha256').update(raw).digest('hex')}`
}

function countOf(raw: Buffer, pattern: RegExp): number {
  return raw.toString('latin1').match(pattern)?.length ?? 0
}

function charsetsOf(raw: Buffer): string[] {
  const found = raw
    .toString('latin1')
    .matchAll(/^content-type:\s*text\/[^\r\n]{0,200}(?:\r\n[ \t][^\r\n]{0,200}){0,4}/gim)
  return [...found].flatMap(([header]) => /charset\s*=\s*"?([^\s";]{1,60})/i.exec(header)?.[1] ?? [])
}

function isKnownCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset) !== undefined
  } catch {
    return false
  }
}

/** The text without control characters, which a comment cannot have. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (one) => (/[\t\r\n]/.test(one) ? one : ''))
}
