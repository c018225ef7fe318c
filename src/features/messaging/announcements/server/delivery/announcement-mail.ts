import type { Mail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** The mail copy of an announcement: its Markdown as plain paragraphs, and a link into the portal. */
export function mailOf(
  portal: AppContext,
  { title, message, link }: { title: string; message: string; link: string | null },
): Omit<Mail, 'to' | 'key'> {
  const url = link?.startsWith('/') === false ? link : `${portal.publicUrl()}${link ?? '/me/notifications'}`
  return { subject: title, paragraphs: paragraphsOf(message), link: { label: 'Open in the portal', url } }
}

function paragraphsOf(markdown: string): string[] {
  const plain = markdown
    .replaceAll('\r', '')
    .replaceAll(/!?\[([^[\]]*)\]\(([^()\s]*)[^()]*\)/g, '$1 ($2)')
    .replaceAll(/(\*\*|__|`)/g, '')
    .replaceAll(/^#{1,6}\s+/gm, '')
  return plain
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
