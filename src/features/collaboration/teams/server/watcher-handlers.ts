import { sql } from 'kysely'
import { caseOfEvent } from '#features/support/case-notifications/server/index.ts'
import { caseCreated, caseEdited, internalCaseEvents } from '#features/support/cases/contract.ts'
import { addReadingWatchers } from '#features/support/cases/server/index.ts'
import { outageConverted } from '#features/support/outages/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'

/**
 * Makes members of teams watchers of cases, by what they watch: on filing, on conversion to an outage, and on
 * assignment to a member. A user who stops watching is added again only by a later conversion or assignment.
 */
export const watcherHandlers: readonly EventHandler[] = [
  on([caseCreated, internalCaseEvents.created, outageConverted], 'teams.watchers', (event, tx) =>
    addMembers(event, false, tx),
  ),
  on([caseEdited, internalCaseEvents.edited], 'teams.watchers', async (event, tx) => {
    const isAssigned = typeof event.data.changes.assignee?.[1] === 'string'
    if (isAssigned) await addMembers(event, true, tx)
  }),
]

async function addMembers(event: RecordedEvent, isAssigned: boolean, tx: Tx): Promise<void> {
  if (event.data.imported) return
  const storedCase = await caseOfEvent(event, tx)
  if (storedCase?.accountId !== event.accountId) return
  await addReadingWatchers(tx, storedCase, await matchingMembers(tx, storedCase.id, isAssigned))
}

/**
 * The members whose setting matches the case; on an assignment those of the new assignee's teams. Reporter and assignee
 * watch anyway, so `MINE` is about the cases of the team: one of its members reported it or is assigned to it.
 */
async function matchingMembers(tx: Tx, caseId: number, isAssigned: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.user_id as id from cases c
      join teams t on t.account_id = c.account_id or (t.account_id is null and (not exists (select from team_accounts x where x.team_id = t.id)
        or exists (select from team_accounts x where x.team_id = t.id and x.account_id = c.account_id)))
      join team_members m on m.team_id = t.id
    where c.id = ${caseId} and case coalesce(m.watcher_type, t.watcher_type)
      when 'ALL' then not ${isAssigned}::boolean
      when 'OUTAGES' then c.type = 'OUTAGE' and not ${isAssigned}::boolean
      when 'MINE' then exists (select from team_members o where o.team_id = t.id
        and (o.user_id = c.assignee_id or (o.user_id = c.reporter_id and not ${isAssigned}::boolean)))
      else false end order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
