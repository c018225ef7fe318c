import { plainMarkdown } from '#features/messaging/templates/contract.ts'
import type { Mail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** The mail copy of an announcement: its Markdown as plain paragraphs, and a link into the portal. */
export function mailOf(
  portal: AppContext,
  {
    title,
    message,
    link,
    attachmentsUrls,
  }: { title: string; message: string; link: string | null; attachmentsUrls: readonly string[] },
): Omit<Mail, 'to' | 'key'> {
  const url = link?.startsWith('/') === false ? link : `${portal.publicUrl()}${link ?? '/me/notifications'}`
  const files = attachmentsUrls.map(
    (address) => `Attachment: ${address.startsWith('/') ? portal.publicUrl() : ''}${address}`,
  )
  return {
    subject: title,
    paragraphs: [...paragraphsOf(message), ...files],
    link: { label: 'Open in the portal', url },
  }
}

function paragraphsOf(markdown: string): string[] {
  return plainMarkdown(markdown, (text, url) => `${text} (${url})`)
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
