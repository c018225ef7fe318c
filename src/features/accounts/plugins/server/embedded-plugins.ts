import { type RawBuilder, sql } from 'kysely'
import type { PluginName } from '../contract.ts'

/**
 * The tools built into the portal, each with what it counts in an account `a`. A service desk exists only outside.
 */
export const embeddedPlugins: Readonly<Partial<Record<PluginName, RawBuilder<unknown>>>> = {
  jira: sql`(select count(*) from cases c where c.account_id = a.id and c.is_open and not c.internal)`,
  confluence: sql`(select count(*) from wiki_pages w where w.account_id = a.id and w.audience = 'ALL')`,
  slack: sql`(select count(*) from chat_messages m join chat_channels c on c.id = m.channel_id where c.account_id = a.id)`,
  opsgenie: sql`(select count(*) from incident_alerts i where i.account_id = a.id and i.state <> 'CLOSED')`,
  analytics: sql`(select count(*) from deployments d where d.account_id = a.id and d.enable_monitoring)`,
  sonar: sql`(select count(*) from detector_outages o where o.account_id = a.id and o.end_minute is null)`,
  salesforce: sql`(select count(*) from crm_records r where r.account_id = a.id)`,
  box: sql`(select count(*) from bundle_releases r where r.account_id = a.id and r.status = 'DELIVERED' and r.deleted_at is null)`,
  registry: sql`(select count(*) from registry_credentials k where k.account_id = a.id)`,
}

/** Their names. */
export const embeddedPluginNames = Object.keys(embeddedPlugins) as PluginName[]
