import { copyRate, mailSender } from '#kit/server/mail.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveMail } from './routes.ts'

/** The outbox of mail: waiting, sent and failed. */
export const mailFeature: Feature = {
  name: 'mail',
  serve: serveMail,
  settings: [mailSender, copyRate],
}
