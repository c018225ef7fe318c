import { defineJob, taskOf } from '#kit/server/job.ts'
import type { Feature } from '#kit/server/portal.ts'
import { deleteForgottenReadings } from './reading-store.ts'

export { readableReading } from './read-attachment.ts'
export { logReadingJson, sentDigestSql, sentSizeSql, signatureLinesOf } from './reading-store.ts'

/** Reads logs that are attached to cases: facts for the form, known signatures, and a copy without secrets for others. */
export const logTriageFeature: Feature = {
  name: 'log-triage',
  serve: () => undefined,
  tasks: ({ db }) => [taskOf(defineJob('logs.forget'), { cron: '20 3 * * *', run: () => deleteForgottenReadings(db) })],
}
