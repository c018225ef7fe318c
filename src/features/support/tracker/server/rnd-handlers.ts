import { rndIssueEdited, rndIssueLinked, rndIssueReopened } from '#features/support/escalation/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { enqueueRnd } from './rnd-store.ts'

/** Enqueues what an issue of R&D changes in the projects of R&D that its cases' trackers have. */
export const rndHandlers: readonly EventHandler[] = [
  on([rndIssueLinked, rndIssueEdited, rndIssueReopened], 'tracker-rnd', async ({ subjectId, actorName }, tx) => {
    if (subjectId !== null) await enqueueRnd(tx, subjectId, actorName)
  }),
]
