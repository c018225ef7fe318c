import type { Addressed } from '#kit/server/mail.ts'
import type { Mail } from '#kit/server/mail-content.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { caseUrl } from './case-url.ts'

/** What happened to a case, in the digest of a user. */
export type DigestLine = {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly text: string
  /** For staff alone. */
  readonly internal: boolean
  readonly isInternalCase: boolean
  readonly isWanted: boolean
  readonly caseId: number
  readonly key: string
  readonly subject: string
  readonly accountId: number
  readonly account: string
}

/** Cases of a digest with their changes; of the others it says how many there are. */
const MOST_CASES = 30
const MOST_LINES = 10

/** The digest of one user: each case with what happened to it, in order. */
export function caseDigestMail(portal: AppContext, lines: readonly DigestLine[]): Omit<Mail, 'key'> & Addressed {
  const cases = [...new Set(lines.map(({ caseId }) => caseId))].map((id) => lines.filter(({ caseId }) => caseId === id))
  const last = lines.at(-1)!
  const more = cases.length - MOST_CASES
  return {
    to: last.email,
    key: `case digest ${last.userId} ${last.id}`,
    subject:
      cases.length === 1
        ? `[${last.key}] ${last.subject} (${lines.length} ${lines.length === 1 ? 'change' : 'changes'})`
        : `${lines.length} changes in ${cases.length} cases`,
    paragraphs: [
      ...cases.slice(0, MOST_CASES).flatMap((ofCase) => paragraphsOf(portal, ofCase)),
      ...(more > 0 ? [`${more} more cases changed.`] : []),
    ],
    link: { label: 'Open the portal', url: portal.publicUrl() },
  }
}

function paragraphsOf(portal: AppContext, lines: readonly DigestLine[]): string[] {
  const { key, subject, account, accountId, isInternalCase } = lines[0]!
  const more = lines.length - MOST_LINES
  return [
    `[${key}] ${subject}: ${caseUrl(portal, { key, account, accountId, internal: isInternalCase })}`,
    ...lines.slice(0, MOST_LINES).map(({ text }) => text),
    ...(more > 0 ? [`${more} more changes.`] : []),
  ]
}
