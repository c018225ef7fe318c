import { type EventMailText, eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import type { BindableEvent } from '#features/messaging/templates/contract.ts'
import { openStatuses } from '#features/support/case-access/contract.ts'
import type { Recipient } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CaseNews } from './case-news.ts'
import { templateEventOf } from './case-rules.ts'
import { customerCaseFacts } from './case-template-events.ts'
import { statusChangeIn } from './status-change.ts'

/** The texts of the mails of an event by address, where a template is bound to it; none for internal ones. */
export async function caseMailTexts(
  portal: AppContext,
  { event, about }: CaseNews,
  recipients: readonly Recipient[],
  tx: Tx,
): Promise<ReadonlyMap<string, EventMailText> | undefined> {
  const bindable = bindableEvents({ event, about })
  if (bindable.length === 0 || about.internal || event.audience !== 'account') return undefined
  const facts = await customerCaseFacts(event, tx)
  if (!facts) return undefined
  const binding = { events: bindable, account: about.account, baseUrl: portal.publicUrl() }
  return eventMailTexts(
    tx,
    binding,
    facts.values,
    recipients.map(({ username }) => username),
  )
}

/** What an event of a case is for templates: the first one that is bound counts. */
function bindableEvents({ event, about: { type } }: Pick<CaseNews, 'event' | 'about'>): BindableEvent[] {
  const template = templateEventOf(event)
  if (template !== 'CASE_UPDATED') return template ? [template] : []
  const status = statusChangeIn(event)
  const closes = type === 'OUTAGE' && status && openStatuses.includes(status[0]) && !openStatuses.includes(status[1])
  return closes ? ['OUTAGE_CLOSED', 'CASE_UPDATED'] : ['CASE_UPDATED']
}
