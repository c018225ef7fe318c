import { sql } from 'kysely'
import { sessionStarted } from '#features/access/sessions/contract.ts'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { domainAllowed, domainDisallowed } from '#features/sign-in/domains/contract.ts'
import { releaseDelivered } from '#features/software/releases/contract.ts'
import { caseCreated, caseDeleted } from '#features/support/cases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { checklistChanged } from '../contract.ts'

const ofAccount = [
  accountEvents.edited,
  accountEvents.planChanged,
  domainAllowed,
  domainDisallowed,
  releaseDelivered,
  caseCreated,
  caseDeleted,
]
const name = 'publish-onboarding-checklist'

/** Notifies the pages of an account that a step may have been reached or lost. */
export function publishChecklistChange(portal: AppContext): EventHandler[] {
  const notify = (tx: Tx, account: string, { id, requestId }: { id: number; requestId: string | null }) =>
    portal.live.publish(tx, {
      topic: checklistChanged,
      params: { account },
      account,
      body: { account },
      eventId: id,
      requestId,
    })
  return [
    on(ofAccount, name, async (event, tx) => {
      // Imported ones come by the thousand.
      if (event.data.imported) return
      const account = await tx
        .selectFrom('accounts')
        .select('name')
        .where('id', '=', event.accountId)
        .executeTakeFirst()
      if (account) await notify(tx, account.name, event)
    }),
    on(sessionStarted, name, async (event, tx) => {
      for (const account of await accountsOfNewcomer(tx, Number(event.subjectId))) await notify(tx, account, event)
    }),
  ]
}

/** The accounts of a user who signed in for the first time; none when it was not the first. */
async function accountsOfNewcomer(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct a.name from role_grants g join accounts a on a.id = g.account_id
    where g.user_id = ${userId} and (select count(*) from (select from sessions where user_id = ${userId} limit 2) s) = 1`.execute(
    tx,
  )
  return rows.map((row) => row.name)
}
