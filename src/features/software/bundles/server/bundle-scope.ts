import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { readBundles, readEveryBundle } from '../contract.ts'

/** Whether the session sees every bundle with its content; others see only what was delivered to them. */
export function seesEveryBundle(session: Session): boolean {
  return isVendor(session.actor) && hasPermission(session, readEveryBundle)
}

/** The condition on `bundles b` that limits it to what the session may see. */
export function bundleSeen(session: Session): RawBuilder<boolean> {
  if (seesEveryBundle(session)) return sql`true`
  const own = visibleIn(session, readBundles, 'r.account_id')
  return sql`exists (select 1 from bundle_releases r where r.bundle_id = b.id and r.status = 'DELIVERED' and r.deleted_at is null and ${own})`
}
