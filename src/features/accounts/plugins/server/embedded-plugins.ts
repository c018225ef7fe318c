import { type RawBuilder, sql } from 'kysely'
import type { PluginName } from '../contract.ts'

/**
 * The tools built into the portal, each with what it counts in an account `a`. The others are not installed anywhere.
 */
export const embeddedPlugins: Readonly<Partial<Record<PluginName, RawBuilder<unknown>>>> = {
  jira: sql`(select count(*) from cases c where c.account_id = a.id and c.is_open and not c.internal)`,
  box: sql`(select count(*) from bundle_releases r where r.account_id = a.id and r.status = 'DELIVERED' and r.deleted_at is null)`,
}

/** Their names. */
export const installed = Object.keys(embeddedPlugins) as PluginName[]
