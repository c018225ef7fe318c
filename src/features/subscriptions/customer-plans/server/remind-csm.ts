import { eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import { dayText } from '#features/messaging/templates/contract.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { remindersTexts } from '../texts.ts'
import { reminderValues } from './subscription-template-events.ts'

/** A reminder that is due. */
export type Due = {
  readonly id: number
  readonly accountId: number
  readonly accountName: string
  /** The name that users know. */
  readonly account: string
  readonly plan: string
  readonly expires: string
  readonly threshold: number
  readonly daysLeft: number
  /** The address of the customer success manager. */
  readonly csm: string | null
}

/** Mails the customer success manager, with the text of the bound template or the usual one. */
export async function remindCsm(tx: Tx, portal: Pick<AppContext, 'publicUrl'>, due: Due): Promise<void> {
  const { id, account, accountName, expires, threshold, csm } = due
  if (!csm) return
  const baseUrl = portal.publicUrl()
  const texts = await eventMailTexts(
    tx,
    { events: ['SUBSCRIPTION_REMINDER'], account: accountName, baseUrl },
    { ...reminderValues(due), 'account.name': account },
    [csm],
  )
  await queueMail(tx, {
    to: csm,
    ...(texts?.get(csm) ?? usualText(due)),
    link: { label: remindersTexts.link, url: `${baseUrl}/admin/subscriptions/customers/${id}` },
    key: `subscription ${id} ${expires} ${threshold}`,
  })
}

function usualText({ account, plan, expires, threshold, daysLeft }: Due) {
  const values = { account, plan, day: dayText(Date.parse(expires), 'UTC'), count: Math.max(daysLeft, 0) }
  const text =
    threshold < 0 ? remindersTexts.expired : daysLeft === 1 ? remindersTexts.text_one : remindersTexts.text_other
  return {
    subject: fillText(threshold < 0 ? remindersTexts.expiredSubject : remindersTexts.subject, values).replace(
      /\s+/g,
      ' ',
    ),
    paragraphs: [fillText(text, values)],
  }
}
