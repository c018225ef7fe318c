import { readRnd } from '#features/support/case-access/contract.ts'
import { type CaseKind, caseEventHandlers, caseKind } from '#features/support/case-notifications/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, isEvent, on } from '#kit/server/events/event-handler.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import {
  milestoneReached,
  rndIssueCreated,
  rndIssueEdited,
  rndIssueLinked,
  rndIssueReopened,
  rndIssuesUpdated,
  rndTextAdded,
} from '../contract.ts'
import { milestonesWaitingFor, recordDelivered } from './milestones.ts'
import { serveRnd } from './rnd-routes.ts'

export { makeDemoRndIssues } from './demo-rnd-issues.ts'

/** Escalation of cases to R&D: R&D issues, R&D texts, and the milestones that customers read. */
export const escalationFeature: Feature = {
  name: 'escalation',
  serve: serveRnd,
  topics: [rndIssuesUpdated],
  eventHandlers: (portal) => [
    ...liveHandlers(portal),
    ...caseEventHandlers(portal, [{ event: milestoneReached, notifies: inYourRelease }]),
  ],
}

/** The milestone that requests the reporter's confirmation; the other ones are shown on the page alone. */
function inYourRelease(event: RecordedEvent): CaseKind | undefined {
  if (!isEvent(event, milestoneReached) || event.data.milestone.name !== 'in-your-release') return undefined
  return fixDelivered
}

const fixDelivered = caseKind(
  'case.fix-delivered',
  'The fix for {key} is in a release that was delivered to you. Confirm in the case that it is fixed.',
)

function liveHandlers(portal: AppContext): EventHandler[] {
  return [
    on(
      [rndIssueCreated, rndIssueLinked, rndIssueReopened, rndIssueEdited, rndTextAdded],
      'rnd-issues-live',
      ({ id, name, subjectId, requestId }, tx) =>
        portal.live.publish(tx, {
          topic: rndIssuesUpdated,
          params: { vendor: portal.config.vendor.id },
          permission: readRnd,
          body: { key: String(subjectId), event: name },
          eventId: id,
          requestId,
        }),
    ),
  ]
}

/** Records *in your release* in the account's cases whose fix is in this bundle or in what it is a patch of; closes nothing. */
export async function recordDeliveredFixes(tx: Tx, accountId: number, bundleId: number): Promise<void> {
  await recordDelivered(tx, (await milestonesWaitingFor(tx, accountId, bundleId)).values())
}
