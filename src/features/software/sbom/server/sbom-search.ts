import { type RawBuilder, sql } from 'kysely'
import { bundleSeen } from '#features/software/bundles/server/index.ts'
import { bundleProduct, bundleVersion } from '#features/software/overview/server/index.ts'
import { readReleases } from '#features/software/releases/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { cappedTotal } from '#kit/server/list/hal-list.ts'
import type { ReplyOf, RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import type { SbomMatch, searchComponents } from '../contract.ts'
import { bundleOfComponent, matchingComponents } from './matching-components.ts'
import { type Reading, type SearchWords, searchWordsOf } from './search-words.ts'

type SearchReply = ReplyOf<typeof searchComponents>

/** More components than these are not counted, nor shown. */
const MOST = 10_000
const MOST_VERSIONS = 12
/** Accounts of a match: those of the newest releases of the bundle. */
const MOST_RELEASES = 100
/** Later bundles of the same deployment type among which the next one of the product is searched. */
const MOST_LATER = 200

/** A page of the components that match, those of the newest bundles first, and what was found in all. */
export async function findMatches(
  db: Database,
  session: Session,
  { q, page, size, sort }: RequestContext<typeof searchComponents>['query'],
) {
  const words = searchWordsOf(q)
  if (!words) return notUnderstood
  const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
  const order = directionOf(descending)
  const matchesSql = sql`select c.sbom_id, c.place, b.created_at, b.id as bundle_id from ${matchingComponents(words)} c join ${bundleOfComponent}
    where ${bundleSeen(session)} limit ${MOST + 1}`
  const releases = seenReleases(session)
  const [matches, totals, versions] = await Promise.all([
    sql<{ match: SbomMatch }>`
      select json_build_object('id', p.sbom_id || '-' || p.place,
        'bundle', json_build_object('id', b.id::text, 'name', b.name, 'status', b.status, 'created', ${isoSql('b.created_at')}),
        'component', json_build_object('name', c.name, 'version', c.version, 'license', c.license, 'purl', c.purl),
        'sbom', s.name, 'accounts', ${accountsOf(releases)}, 'goneSince', ${goneSince}) as match
      from (select * from (${matchesSql}) f order by f.created_at ${order}, f.bundle_id ${order}, f.sbom_id, f.place ${limitOf({ page, size })}) p
        join sbom_components c on c.sbom_id = p.sbom_id and c.place = p.place join sboms s on s.id = p.sbom_id join bundles b on b.id = p.bundle_id
      order by p.created_at ${order}, p.bundle_id ${order}, p.sbom_id, p.place`.execute(db),
    sql<SearchReply['totals'] & { count: number }>`
      with found as materialized (${matchesSql}),
        released as (select r.id, r.account_id, ${deploymentsRun} as runs from (select distinct bundle_id from found) f
          join bundles b on b.id = f.bundle_id join bundle_releases r on r.bundle_id = b.id join accounts a on a.id = r.account_id where ${releases})
      select (select count(*)::int from found) as count, (select count(distinct bundle_id)::int from found) as bundles,
        count(*)::int as releases, count(distinct account_id)::int as accounts, count(distinct account_id) filter (where runs)::int as running
      from released`.execute(db),
    findVersions(db, session, words),
  ])
  const { count, ...all } = totals.rows[0]!
  return {
    rows: matches.rows.map(({ match }) => match),
    total: cappedTotal(count),
    lastUpdateTime: null,
    understood: true,
    totals: all,
    versions,
  }
}

/** Nothing was searched. */
const notUnderstood = {
  rows: [] as SbomMatch[],
  total: { count: 0 },
  lastUpdateTime: null,
  understood: false,
  totals: { bundles: 0, releases: 0, accounts: 0, running: 0 },
  versions: [],
}

async function findVersions(db: Database, session: Session, words: SearchWords): Promise<SearchReply['versions']> {
  const { rows } = await sql<SearchReply['versions'][number]>`
    select name, version, count(distinct bundle_id)::int as bundles from (
      select c.name, c.version, c.bundle_id from ${matchingComponents(ofAnyVersion(words))} c join ${bundleOfComponent}
      where ${bundleSeen(session)} limit ${MOST}) c
    group by 1, 2 order by component_key(name) = component_key(${words.readings[0].name}) desc, 3 desc, 1, 2 limit ${MOST_VERSIONS}`.execute(
    db,
  )
  const { compare } = new Intl.Collator('en', { numeric: true })
  return rows.sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version))
}

function ofAnyVersion({ readings: [first, ...rest], ...words }: SearchWords): SearchWords {
  const without = ({ name, isWhole }: Reading): Reading => ({ name, isWhole })
  return { ...words, readings: [without(first), ...rest.map(without)] }
}

/** The condition on `bundle_releases r` and `accounts a` that limits them to what the session may see. */
function seenReleases(session: Session): RawBuilder<boolean> {
  const own = visibleIn(session, readReleases, 'r.account_id')
  return sql`(r.deleted_at is null and r.rejected_at is null and a.deleted_at is null and ${own})`
}

/** Whether deployments of the account of `r` report the version of the bundle `b`. */
const deploymentsRun = sql`exists (select from deployments d where d.account_id = r.account_id and d.type = b.deployment_type
  and d.software_version = ${bundleVersion})`
const isDownloaded = sql`(exists (select from release_components k where k.release_id = r.id)
  and not exists (select from release_components k where k.release_id = r.id and k.downloaded_at is null))`

/** Of each account the newest release of the bundle `b`, delivered ones first. */
function accountsOf(releases: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(x.account order by x.name), '[]') from (
    select distinct on (r.account_id) a.display_name as name, json_build_object('name', a.name, 'accountId', a.id::text, 'displayName', a.display_name,
      'releaseId', r.id::text, 'releaseName', r.name,
      'state', case when ${deploymentsRun} then 'DEPLOYED' when ${isDownloaded} then 'DOWNLOADED' else 'ASSIGNED' end) as account
    from (select * from bundle_releases r where r.bundle_id = b.id order by r.created_at desc, r.id desc limit ${MOST_RELEASES}) r
      join accounts a on a.id = r.account_id where ${releases}
    order by r.account_id, r.status = 'DELIVERED' desc, r.id desc) x)`
}

/** The next bundle of the product with an SBOM that does not have this version of the component `c` of the bundle `b`. */
const goneSince = sql`(select json_build_object('id', n.id::text, 'name', n.name, 'version', n.version)
  from (select b.id, b.name, b.created_at, ${bundleProduct} as product, ${bundleVersion} as version
    from (select * from bundles later where later.deployment_type = b.deployment_type and later.created_at > b.created_at
      order by later.created_at, later.id limit ${MOST_LATER}) b) n
  where n.product = ${bundleProduct}
    and exists (select from sboms o where o.bundle_id = n.id)
    and not exists (select from sbom_components o where o.bundle_id = n.id and lower(o.name) = lower(c.name) and o.version = c.version)
  order by n.created_at, n.id limit 1)`
