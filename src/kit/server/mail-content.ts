import { type Html, html } from './html.ts'

/** An address of the portal that works once, and the token in it. */
export type OneTimeLink = { readonly url: string; readonly token: string }

/** A mail: one recipient, plain paragraphs, and at most one link to follow. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The paragraphs with formatting, for mail programs that show HTML. */
  readonly formatted?: Html
  /** `token` is that of a one-time link: it is sent, and hidden where the mails of the portal are read. */
  readonly link?: { readonly label: string; readonly url: string; readonly token?: string | undefined }
  /** The same key twice is one mail. */
  readonly key?: string
  /** Sent before all other mails: users wait for it to sign in. */
  readonly urgent?: boolean
  /** An invitation (RFC 5546) beside the text, which the calendar program of the recipient reads. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string }
  /** The user whose words the mail has; the name of the sender says so. One line. */
  readonly author?: string | undefined
  /** Where a reply goes instead of to the sender. */
  readonly replyTo?: string | undefined
  /** What mails about one thing have in common: mail programs show them as one conversation. Letters, digits, hyphens. */
  readonly thread?: string | undefined
  /** Where the mail program of the recipient unsubscribes with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
  /** Not before this time. */
  readonly sendAt?: Date | undefined
}

/** The plain text of a mail. */
export function textOf({ paragraphs, link }: Pick<Mail, 'paragraphs' | 'link'>): string {
  return [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n\n')
}

/** A paragraph keeps its lines. */
function withBreaks(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}

/** The HTML of a mail. */
export function htmlOf({ paragraphs, formatted, link }: Pick<Mail, 'paragraphs' | 'formatted' | 'link'>): string {
  return html`<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:14px;line-height:1.45">
${formatted ?? paragraphs.map((text) => html`<p>${withBreaks(text)}</p>\n`)}${link && html`<p><a href="${link.url}">${link.label}</a></p>`}</body></html>`
    .text
}
