import { type RawBuilder, sql } from 'kysely'
import { readCases } from '#features/support/case-access/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { AutomatedOutage, DetectorDecision } from '../contract.ts'

type Page = { readonly page: number; readonly size: number; readonly descending: boolean }
type Of = { readonly accountId: number; readonly account: string; readonly session: Session }

const time = (minute: string) => isoSql(`to_timestamp(${minute}::bigint * 60)`)
const deployment = sql`json_build_object('id', d.id::text, 'name', d.name)`

/** The key of the case, for users who may read cases. */
function caseKey({ session, account }: Of): RawBuilder<string | null> {
  return hasPermission(session, readCases, account)
    ? sql`(select c.key from cases c where c.id = o.case_id)`
    : sql`null::text`
}

/** A page of the outages that the detector found. */
export async function automatedOutages(db: Database, of: Of, { page, size, descending }: Page, open?: boolean) {
  const where = sql`o.account_id = ${of.accountId} and ${open === undefined ? sql`true` : open ? sql`o.end_minute is null` : sql`o.end_minute is not null`}`
  const direction = directionOf(descending)
  return findPage(db, {
    page,
    size,
    capped: true,
    rows: sql<AutomatedOutage>`
    select o.id::text as id, ${of.account}::text as account, ${deployment} as deployment, o.scope, o.cluster, o.segments, ${time('o.start_minute')} as start,
      ${time('o.last_good_minute')} as "lastGood", ${time('o.detected_minute')} as detected, ${time('o.end_minute')} as "end",
      greatest(0, coalesce(o.end_minute, floor(extract(epoch from now()) / 60)::int) - o.start_minute) as "outageTime",
      o.total_cms_affected as "totalCmsAffected", o.modem_minutes as "modemMinutes",
      ${isoSql('o.alerted_at')} as alerted, ${caseKey(of)} as "caseKey"
    from detector_outages o join deployments d on d.id = o.deployment_id where ${where}
    order by o.start_minute ${direction}, o.id ${direction}`,
    of: sql`from detector_outages o where ${where}`,
  })
}

type Filter = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly decision?: readonly string[] | undefined
}

/** A page of the decision log. */
export async function detectorDecisions(db: Database, of: Of, { page, size, descending }: Page, filter: Filter) {
  const minuteOf = (text: string) => Math.floor(Date.parse(text) / 60_000)
  const where = sql`g.account_id = ${of.accountId} and ${filter.from ? sql`g.minute >= ${minuteOf(filter.from)}` : sql`true`}
    and ${filter.to ? sql`g.minute <= ${minuteOf(filter.to)}` : sql`true`} and ${filter.decision?.length ? sql`g.kind = any(${[...filter.decision]}::text[])` : sql`true`}`
  const direction = directionOf(descending)
  return findPage(db, {
    page,
    size,
    capped: true,
    rows: sql<DetectorDecision>`
    select g.id::text as id, ${time('g.minute')} as at, g.kind, g.rule, ${deployment} as deployment, g.cluster, g.segment, g.segments,
      o.id::text as "outageId", ${caseKey(of)} as "caseKey", g.value, g.baseline, g.limit_value as "limit", g.run, g.needed, g.settings
    from detector_decisions g join deployments d on d.id = g.deployment_id
      left join detector_outages o on o.deployment_id = g.deployment_id and o.number = g.outage
    where ${where} order by g.minute ${direction}, g.id ${direction}`,
    of: sql`from detector_decisions g where ${where}`,
  })
}
