import { plainMarkdown } from '#features/messaging/templates/contract.ts'
import { type Html, html } from '#kit/server/html.ts'
import type { Mail } from '#kit/server/mail-content.ts'
import { markdownHtml } from '#kit/server/markdown-html.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { notificationsPath } from '../../paths.ts'

/** The mail copy of an announcement: its Markdown as plain paragraphs and as HTML, and a link into the portal. */
export function mailOf(
  portal: AppContext,
  {
    title,
    message,
    link,
    attachmentsUrls,
  }: { title: string; message: string; link: string | null; attachmentsUrls: readonly string[] },
): Omit<Mail, 'to' | 'key'> {
  const base = portal.publicUrl()
  const text = mailTextOf(message, base)
  const files = attachmentsUrls.map((address) => (address.startsWith('/') ? base + address : address))
  return {
    subject: title,
    paragraphs: [...text.paragraphs, ...files.map((address) => `Attachment: ${address}`)],
    formatted: html`${text.formatted}${files.map((address) => html`<p>Attachment: <a href="${address}">${address}</a></p>\n`)}`,
    link: { label: 'Open in the portal', url: addressOf(portal, link) },
  }
}

/** Markdown as plain paragraphs and as HTML. */
export function mailTextOf(message: string, base: string): { paragraphs: string[]; formatted: Html } {
  return { paragraphs: paragraphsOf(message), formatted: markdownHtml(message, base) }
}

/** Where an announcement leads: its link, or the inbox. */
export function addressOf(portal: AppContext, link: string | null): string {
  return link?.startsWith('/') === false ? link : `${portal.publicUrl()}${link ?? notificationsPath()}`
}

function paragraphsOf(markdown: string): string[] {
  return plainMarkdown(markdown, (text, url) => `${text} (${url})`)
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
