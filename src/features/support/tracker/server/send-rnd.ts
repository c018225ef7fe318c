import { isRndOpen } from '#features/support/escalation/contract.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { claimRndIssue, findRndIssue, type SentRndIssue, storeRndIssue } from './rnd-store.ts'
import { issueOfOther } from './send-link.ts'
import { findSentCase } from './sent-case.ts'
import type { Side } from './side.ts'
import type { RndProject, StatusKind } from './tracker.ts'

/** Brings an issue of R&D to the project of R&D as it is here now, and links the issues of its cases with it. */
export async function sendRnd(side: Side, rndKey: string): Promise<void> {
  const { portal, connection, tracker, project } = side
  const { rnd } = tracker
  // Without a project they stay in the portal.
  if (!rnd) return
  if (rnd.key === project.projectKey)
    throw new IntegrationError(`Issues of R&D need a project of their own: ${rnd.key} has the cases.`, {
      fault: 'blocked',
    })
  const issue = await findRndIssue(portal.db, rndKey, project.accountId)
  if (!issue) return
  const id = await bringIssue(side, rnd, issue)
  await tracker.move(id, { name: undefined, kind: kindOf(issue) })
  for (const caseId of issue.caseIds) {
    const sentCase = await findSentCase(portal.db, connection, caseId)
    if (sentCase) await tracker.link(await issueOfOther(side, sentCase), 'RELATES_TO', id)
  }
}

/** The id of the issue, which has the fields of the R&D issue then. One that was made before is searched first. */
async function bringIssue(side: Side, rnd: RndProject, issue: SentRndIssue): Promise<string> {
  const { portal, connection } = side
  const { place } = rnd
  const knownId = await claimRndIssue(portal.db, { place, connection, issue })
  const idThere = knownId ?? (await rnd.find(issue.key))?.id
  if (idThere) await rnd.edit(idThere, issue)
  const trackerId = idThere ?? (await rnd.create(issue)).id
  if (knownId === null) await storeRndIssue(portal.db, { place, issue, trackerId })
  return trackerId
}

function kindOf({ status }: SentRndIssue): StatusKind {
  if (!isRndOpen(status)) return 'done'
  return status === 'NEW' ? 'new' : 'indeterminate'
}
