import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { instancesBetween } from './instances-between.ts'

const MINUTE = 60_000

/** Whether work that was announced concerns one of the objects (segment, node, cluster, core, deployment) at a minute. */
export type HeldBy = (objects: readonly string[], minute: number) => boolean

/**
 * The work of an account in a range of minutes: events whose tag holds outages, but for cancelled ones. Work that names
 * neither objects nor deployments concerns the whole account.
 */
export async function readMaintenance(
  db: Database,
  { accountId, from, to }: { readonly accountId: number; readonly from: number; readonly to: number },
): Promise<HeldBy> {
  const instances = await instancesBetween(db, worksOf(accountId), { from: from * MINUTE, to: (to + 1) * MINUTE })
  const windows = instances.map(({ row, times }) => ({
    from: times.from,
    to: times.to,
    names: new Set([...(row.maintenance?.objects ?? []), ...row.deployments.map(({ name }) => name)]),
  }))
  return (objects, minute) =>
    windows.some(
      (window) =>
        window.from < (minute + 1) * MINUTE &&
        window.to > minute * MINUTE &&
        (window.names.size === 0 || objects.some((name) => window.names.has(name))),
    )
}

/** Announced work of an account. */
export type AnnouncedWork = { readonly id: string; readonly subject: string; readonly from: Date; readonly to: Date }

/** The work of an account that overlaps a range of time, earliest first. */
export async function announcedWork(
  db: Database,
  { accountId, from, to }: { readonly accountId: number; readonly from: Date; readonly to: Date },
): Promise<AnnouncedWork[]> {
  const instances = await instancesBetween(db, worksOf(accountId), { from: from.getTime(), to: to.getTime() })
  return instances.map(({ row, times }) => ({
    id: String(row.id),
    subject: row.subject,
    from: new Date(times.from),
    to: new Date(times.to),
  }))
}

function worksOf(accountId: number) {
  return sql`e.account_id = ${accountId} and e.maintenance ->> 'status' is distinct from 'CANCELLED'
    and exists (select from calendar_event_tags et join calendar_tags t on t.id = et.tag_id where et.event_id = e.id and t.holds_outages)`
}
