import type { FastifyRequest } from 'fastify'
import { deviceName } from '#features/access/sessions/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { pageTexts } from '../texts.ts'

type Kind = keyof typeof pageTexts.mail

/** The browser and network address that a request came from, for a mail about it. */
export function sentFrom({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  return `${deviceName(headers['user-agent'])}, ${ip}`
}

/** Sends a user a mail about their own account. `words` fill the text beside their name and the portal's. */
export async function notifyUser(
  tx: Tx | Database,
  config: Pick<PortalConfig, 'portalName' | 'vendor'>,
  user: { readonly email: string; readonly full_name: string },
  kind: Kind,
  {
    token,
    ...words
  }: {
    readonly url?: string
    /** That of the address, where it works once. */
    readonly token?: string
    readonly device?: string
    readonly who?: string
    readonly passkey?: string
    readonly provider?: string
    readonly email?: string
  } = {},
): Promise<void> {
  const text: { subject: string; text: string; link?: string } = pageTexts.mail[kind]
  const filled = { name: user.full_name, portal: config.portalName, vendor: config.vendor.name, ...words }
  await queueMail(tx, {
    urgent: true,
    to: user.email,
    subject: fillText(text.subject, filled).replace(/\s+/g, ' '),
    paragraphs: [fillText(text.text, filled)],
    ...(text.link && words.url ? { link: { label: fillText(text.link, filled), url: words.url, token } } : {}),
  })
}
