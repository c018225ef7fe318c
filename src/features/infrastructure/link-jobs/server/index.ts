import { sql } from 'kysely'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import {
  linkJobCancelled,
  linkJobChanged,
  linkJobDone,
  linkJobEnrolled,
  linkJobFailed,
  linkJobStarted,
} from '../contract.ts'
import { expiryTask, samplesHandler } from './end-link-jobs.ts'
import { enrolmentColumn } from './enrolment-tokens.ts'
import { serveLinkJobs } from './link-routes.ts'

export { makeDemoLinkJobs } from './demo-link-jobs.ts'
export { linkBuilds } from './link-builds.ts'
export { ownedLinkJobs } from './owned-link-jobs.ts'

/** Link jobs: each connects a cluster of a deployment to the portal, and ends when its samples arrive. */
export const linkJobsFeature: Feature = {
  name: 'link-jobs',
  serve: serveLinkJobs,
  topics: [linkJobChanged],
  encryptedColumns: [enrolmentColumn],
  eventHandlers: (portal) => [samplesHandler, ...liveHandlers(portal)],
  tasks: (portal) => [expiryTask(portal)],
}

/** Open pages of the account follow the events of its jobs. */
function liveHandlers({ live }: AppContext): EventHandler[] {
  return [
    on(
      [linkJobStarted, linkJobEnrolled, linkJobDone, linkJobFailed, linkJobCancelled],
      'link-job-live',
      async ({ id: eventId, accountId, subjectId, requestId }, tx) => {
        const { rows } = await sql<{ name: string }>`select name from accounts where id = ${accountId}`.execute(tx)
        const [account] = rows
        if (!account || subjectId === null) return
        const params = { account: account.name }
        await live.publish(tx, { topic: linkJobChanged, params, body: { id: subjectId }, eventId, requestId })
      },
    ),
  ]
}
