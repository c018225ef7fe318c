import type { Feature } from '#kit/server/portal.ts'
import { serveMail } from './routes.ts'

/** The outbox of mail: what waits, what was sent, what failed. */
export const mailFeature: Feature = {
  name: 'mail',
  serve: serveMail,
}
