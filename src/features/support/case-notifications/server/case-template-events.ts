import type { EventFacts, TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import { readEveryCase } from '#features/support/case-access/contract.ts'
import { customerCasesPath } from '#features/support/case-pages/paths.ts'
import { caseEdited, caseMoved } from '#features/support/cases/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { asWords, sentenceOf } from './case-kinds.ts'
import { toNotification } from './case-notification.ts'
import { sayingKindOf } from './case-rules.ts'

const caseUpdated: TemplateEvent<'CASE_UPDATED'> = {
  event: 'CASE_UPDATED',
  recorded: [caseMoved, caseEdited],
  readable: readEveryCase,
  factsOf: customerCaseFacts,
}

/** Changes of cases, for templates. */
export const caseTemplateEvents: readonly TemplateEvent[] = [caseUpdated]

/** The facts of the case of an event, for users of its account; undefined for an internal case. */
export async function customerCaseFacts(
  event: RecordedEvent,
  db: Database | Tx,
): Promise<EventFacts<'CASE_UPDATED'> | undefined> {
  const notification = await toNotification(event, db)
  if (!notification || notification.internal) return undefined
  const { key, subject, status, priority, account, accountId } = notification
  return {
    accounts: [account],
    link: customerCasesPath({ account, accountId }, { id: key }),
    values: {
      'case.key': key,
      'case.subject': subject,
      'case.status': asWords(status),
      'case.priority': asWords(priority),
      'case.change': sentenceOf(sayingKindOf(event), event, notification),
    },
  }
}
