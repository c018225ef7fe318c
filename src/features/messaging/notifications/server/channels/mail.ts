import { queueMails } from '#kit/server/mail.ts'
import type { Mail } from '#kit/server/mail-content.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { addressIn } from '../address-in.ts'
import type { Channel, Notice } from '../channel.ts'
import { mailKeyOf } from '../mail-key.ts'
import { unsubscribeUrls } from '../unsubscribe-token.ts'

/** One mail for each notice. */
export const mail: Channel = {
  async deliver(portal, tx, notices) {
    const unsubscribeUrl = notices.some(isLeft) ? await unsubscribeUrls(portal, tx) : undefined
    await queueMails(
      tx,
      notices.map((notice) => ({
        ...mailOf(portal, notice),
        unsubscribeUrl: isLeft(notice) ? unsubscribeUrl?.(notice.userId, [notice.kind.group.name]) : undefined,
      })),
    )
  },
}

/** Whether the recipient can end mail of the group with the link in their mail program. */
function isLeft(notice: Notice): notice is Notice & { readonly userId: number } {
  return notice.userId !== undefined && !notice.kind.group.required && !notice.kind.mailOnly
}

function mailOf(portal: AppContext, notice: Notice): Mail {
  const { address, kind, subject, text, open, link, thread, sendAt } = notice
  const { token, ...extras } = notice.mail
  return {
    to: address,
    key: mailKeyOf(notice),
    subject,
    paragraphs: text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    // Users wait for what cannot be switched off. What is urgent for other reasons is not sent before other mails.
    urgent: kind.group.required === true,
    thread,
    sendAt,
    ...(open !== undefined && link !== undefined ? { link: { label: open, url: addressIn(portal, link), token } } : {}),
    ...extras,
  }
}
