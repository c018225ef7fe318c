import { sql } from 'kysely'
import { MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { ChecklistStep, type OnboardingChecklist, readChecklists } from '../contract.ts'

/** The steps of the account; 404 where the session may not read them. */
export async function computeChecklist(db: Database, session: Session, account: string): Promise<OnboardingChecklist> {
  const stepColumns = sql<Record<ChecklistStep, boolean>>`
    cardinality(a.domains) > 0 as domains,
      exists (select from role_grants g join users u on u.id = g.user_id
        where g.account_id = a.id and u.last_login_at is not null) as "signOn",
      exists (select from effective_facets e where e.account_id = a.id and e.facet = ${MAX_USERS}) as plan,
      a.region is not null as region,
      exists (select from bundle_releases r where r.account_id = a.id and r.status = 'DELIVERED' and r.deleted_at is null) as "firstRelease",
      exists (select from cases c where c.account_id = a.id and not c.internal) as "firstCase"`
  const accountWithSteps = await accountIn(db, session, {
    name: account,
    permission: readChecklists,
    also: stepColumns,
  })
  const steps = ChecklistStep.options.map((step) => ({ step, done: accountWithSteps[step] }))
  return { account, complete: steps.every(({ done }) => done), steps }
}
