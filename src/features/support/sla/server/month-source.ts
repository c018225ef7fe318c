import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoJson, isoSql } from '#kit/server/sql-text.ts'
import type { DeviceCounts } from '../contract/sla-arithmetic.ts'
import type { SlaDispute, SlaLine, SlaReceipt } from '../contract.ts'

/** An outage as PostgreSQL reads it; families and sums are derived from it. */
export type SourceLine = Omit<
  SlaLine,
  'byFamily' | 'estimated' | 'counted' | 'lostModemMinutes' | 'overlaps' | 'edits' | 'disputes'
> & {
  readonly byFamily: { readonly [family: string]: number } | null
  readonly deploymentType: string | null
  /** 0 where they were never counted. */
  readonly deploymentDevices: number
}
/** A frozen line of a closed month. */
export type FrozenLine = Omit<SlaLine, 'edits' | 'disputes'>

type Edit = SlaLine['edits'][number] & { readonly key: string }
type Dispute = SlaDispute & { readonly outage: string }
/** A month of an account: its counts, and its lines either current or as a revision froze them. */
export type MonthSource = {
  readonly account: string
  readonly accountId: number
  readonly month: string
  readonly timeZone: string
  readonly begins: string
  readonly ends: string
  readonly minutes: number
  readonly over: boolean
  readonly counts: DeviceCounts
  readonly countsReadAt: string | null
  readonly closedAt: string | null
  readonly revision: number
  readonly version: number
  readonly live: readonly SourceLine[] | null
  readonly frozen: readonly FrozenLine[] | null
  readonly edits: readonly Edit[]
  readonly disputes: readonly Dispute[]
  readonly revisions: SlaReceipt['revisions']
}

export type MonthRef = { readonly accountId: number; readonly month: string }
type Options = {
  /**
   * `live`: the current outages; `latest`: the newest revision, or live when there is none; a number: that revision.
   */
  readonly at: 'live' | 'latest' | number
}

const wholeMinutes = (from: string, to: string) => `floor(extract(epoch from ${to} - ${from}) / 60)::bigint`
const endOfOutage = `coalesce(o.ended_at, greatest(now(), o.started_at))`

/**
 * The newest edit of the outage in the month applies; else the deployment, a duplicate link and the resolution exclude.
 */
const lines = sql.raw(`
  select coalesce(json_agg(json_build_object('key', c.key, 'subject', c.subject,
    'issueUrl', '/' || b.name || '/' || b.account_id || '/support/customerCases?id=' || c.key, 'reason', o.reason, 'deployment', d.name,
    'deploymentType', d.type, 'deploymentDevices', coalesce(d.modems + d.onus, 0), 'product', c.product, 'started', ${isoJson('o.started_at')}, 'ended', ${isoJson('o.ended_at')},
    'outageTime', ${wholeMinutes('o.started_at', endOfOutage)},
    'countedMinutes', ${wholeMinutes('o.started_at', `least(${endOfOutage}, b.closes)`)} - ${wholeMinutes('o.started_at', 'greatest(b.opens, o.started_at)')},
    'totalCmsAffected', o.total_cms_affected, 'totalCmsAffectedCounted', coalesce(e.counted_modems, o.total_cms_affected),
    'byFamily', o.by_family, 'isVendorIssue', o.is_vendor_issue,
    'excludedBecause', case when e.excluded is not null then e.excluded when d.exclude_from_total_cm_count then 'EXCLUDED_DEPLOYMENT'
      when original.key is not null or c.resolution_reason = 'duplicate' then 'DUPLICATE'
      when c.status = 'DECLINED' or c.resolution_reason = 'withdrawn' then 'WITHDRAWN' end,
    'excludedOf', case when e.excluded is null and d.exclude_from_total_cm_count then d.name else original.key end)
    order by o.started_at, c.id), '[]') as lines
  from cases c join outages o on o.case_id = c.id left join deployments d on d.id = c.deployment_id
    left join lateral (select x.excluded, x.counted_modems from sla_line_edits x
      where x.account_id = b.account_id and x.month = b.month and x.case_id = c.id order by x.id desc limit 1) e on true
    left join lateral (select oc.key from case_links k join cases oc on oc.id = k.other_id and oc.type = 'OUTAGE'
      where k.case_id = c.id and k.kind = 'DUPLICATES' order by oc.id limit 1) original on true
  where c.account_id = b.account_id and c.type = 'OUTAGE' and not c.internal and o.conversion = 'DONE'
    and tstzrange(o.started_at, o.ended_at, '[]') && tstzrange(b.opens, b.closes, '[]')
    and o.started_at < b.closes and ${endOfOutage} > b.opens`)

/** Months of accounts, in one statement; an unknown revision is left out. */
export async function readMonths(
  db: Database | Tx,
  months: readonly MonthRef[],
  { at }: Options,
): Promise<MonthSource[]> {
  const { rows } = await sql<{ source: MonthSource }>`
    with bounds as materialized (
      select a.id as account_id, a.name, w.month, coalesce(s.time_zone, a.time_zone) as zone,
        (w.month || '-01')::timestamp at time zone coalesce(s.time_zone, a.time_zone) as opens,
        ((w.month || '-01')::timestamp + interval '1 month') at time zone coalesce(s.time_zone, a.time_zone) as closes,
        s.cn, s.cn_d31, s.non_cn, s.d31, s.onu, s.counts_read_at, s.closed_at, coalesce(s.revision, 0) as revision, coalesce(s.version, 0) as version
      from unnest(${months.map(({ accountId }) => accountId)}::bigint[], ${months.map(({ month }) => month)}::text[]) w (account_id, month)
        join accounts a on a.id = w.account_id left join sla_months s on s.account_id = w.account_id and s.month = w.month
    )
    select json_build_object('account', b.name, 'accountId', b.account_id, 'month', b.month, 'timeZone', b.zone, 'begins', ${isoSql('b.opens')},
      'ends', ${isoSql('b.closes')}, 'minutes', (extract(epoch from b.closes - b.opens) / 60)::int, 'over', b.closes <= now(),
      'counts', coalesce(r.counts, case when b.counts_read_at is null and b.closes > now() then n.counts else
        jsonb_build_object('cn', b.cn, 'cnD31', b.cn_d31, 'nonCn', b.non_cn, 'd31', b.d31, 'onu', b.onu, 'total', b.cn::bigint + b.non_cn + b.onu) end),
      'countsReadAt', case when b.counts_read_at is null and b.closes > now() then ${isoSql('now()')} else ${isoSql('b.counts_read_at')} end,
      'closedAt', ${isoSql('b.closed_at')}, 'revision', coalesce(r.revision, b.revision), 'version', b.version,
      'live', case when r.revision is null then l.lines end, 'frozen', r.lines, 'edits', coalesce(x.edits, '[]'), 'disputes', coalesce(y.disputes, '[]'), 'revisions', coalesce(v.revisions, '[]')) as source
    from bounds b
      left join sla_revisions r on r.account_id = b.account_id and r.month = b.month
        and r.revision = ${at === 'live' ? sql`0` : at === 'latest' ? sql`b.revision` : sql`${at}`}
      left join lateral (${countsNow(sql`b.account_id`)}) n on b.counts_read_at is null
      left join lateral (${lines}) l on r.revision is null
      left join lateral (select json_agg(json_build_object('key', c.key, 'at', ${isoSql('e.edited_at')}, 'by', u.full_name, 'reason', e.reason,
          'excludedBecause', e.excluded, 'totalCmsAffectedCounted', e.counted_modems) order by e.id) as edits
        from sla_line_edits e join cases c on c.id = e.case_id left join users u on u.id = e.edited_by
        where e.account_id = b.account_id and e.month = b.month and (r.made_at is null or e.edited_at <= r.made_at)) x on true
      left join lateral (select json_agg(json_build_object('outage', o.key, 'key', c.key, 'status', c.status, 'open', c.is_open, 'issueReason', c.resolution_reason,
          'reason', i.reason, 'openedAt', ${isoSql('i.opened_at')}, 'by', u.full_name) order by i.case_id) as disputes
        from sla_disputes i join cases c on c.id = i.case_id join cases o on o.id = i.outage_id left join users u on u.id = i.opened_by
        where i.account_id = b.account_id and i.month = b.month) y on true
      left join lateral (select json_agg(json_build_object('revision', e.revision, 'madeAt', ${isoSql('e.made_at')}, 'by', u.full_name, 'reason', e.reason)
          order by e.revision desc) as revisions
        from sla_revisions e left join users u on u.id = e.made_by where e.account_id = b.account_id and e.month = b.month) v on true
    where ${typeof at === 'number' ? sql`r.revision is not null` : sql`true`}
    order by b.month desc, b.account_id`.execute(db)
  return rows.map(({ source }) => source)
}

/** The current devices of an account by its deployments; D3.1 parts are not known from deployments. */
export function countsNow(accountId: ReturnType<typeof sql>) {
  return sql`select jsonb_build_object('cn', cn, 'cnD31', null, 'nonCn', non_cn, 'd31', null, 'onu', onu, 'total', cn + non_cn + onu) as counts, cn, non_cn, onu
    from (select coalesce(sum(d.modems) filter (where d.type <> 'DOCSIS'), 0)::bigint as cn, coalesce(sum(d.modems) filter (where d.type = 'DOCSIS'), 0)::bigint as non_cn,
      coalesce(sum(d.onus), 0)::bigint as onu from deployments d where d.account_id = ${accountId} and not d.exclude_from_total_cm_count) s`
}
