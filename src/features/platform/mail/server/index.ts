import { defineJob, taskOf } from '#kit/server/job.ts'
import { copyRate, mailSender } from '#kit/server/mail.ts'
import type { Feature } from '#kit/server/portal.ts'
import { deleteUnreferencedOriginals } from './mail-originals.ts'
import { serveMail } from './routes.ts'

export { deleteOriginalsOf, findOriginal, keepOriginal, storeMail } from './mail-originals.ts'

/** The outbox of mail: waiting, sent and failed; and the originals of mail that was received. */
export const mailFeature: Feature = {
  name: 'mail',
  serve: serveMail,
  settings: [mailSender, copyRate],
  tasks: ({ db }) => [
    taskOf(defineJob('mail.originals'), {
      cron: '55 3 * * *',
      run: async () => void (await deleteUnreferencedOriginals(db)),
    }),
  ],
}
