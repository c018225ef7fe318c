import { sql } from 'kysely'
import { MAX_USERS } from '#features/accounts/accounts/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { ChecklistStep, type OnboardingChecklist } from '../contract.ts'

/** Computes the steps of the account, if it is visible; undefined when it is not. */
export async function computeChecklist(
  db: Database,
  account: string,
  visible: 'all' | readonly number[],
): Promise<OnboardingChecklist | undefined> {
  const { rows } = await sql<Record<ChecklistStep, boolean>>`
    select cardinality(a.domains) > 0 as domains,
      exists (select from role_grants g join users u on u.id = g.user_id
        where g.account_id = a.id and u.last_login_at is not null) as "signOn",
      exists (select from effective_facets e where e.account_id = a.id and e.facet = ${MAX_USERS}) as plan,
      a.region is not null as region,
      exists (select from bundle_releases r where r.account_id = a.id and r.status = 'DELIVERED' and r.deleted_at is null) as "firstRelease",
      exists (select from cases c where c.account_id = a.id and not c.internal) as "firstCase"
    from accounts a where a.name = ${account} and a.deleted_at is null
      and ${inAccounts(visible, 'a.id')}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const steps = ChecklistStep.options.map((step) => ({ step, done: found[step] }))
  return { account, complete: steps.every(({ done }) => done), steps }
}
