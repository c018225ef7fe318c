import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import type { CsvColumn } from '#kit/server/list/csv.ts'
import { findPage } from '#kit/server/list/find-page.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { CustomerPlan, listCustomerPlans, readSubscriptionTotals, SubscriptionTotal } from '../contract.ts'
import {
  expiringSql,
  fewSubscriptionSources,
  stateSql,
  subscriptionJson,
  subscriptionSources,
  subscriptionsOfPage,
} from './subscription-json.ts'
import { subscriptionSeen } from './subscription-store.ts'

type Query = RequestContext<typeof listCustomerPlans>['query']
type Filters = RequestContext<typeof readSubscriptionTotals>['query']

const columns = {
  account: 'a.display_name collate "und-x-icu"',
  plan: 'p.display_order',
  expirationDate: 's.expiration_date',
  contractStartDate: 's.contract_start_date',
  cmNumber: 's.cm_number',
  updatedAt: 's.updated_at',
} as const

/** The ids of a page of subscriptions, their number, and how to make JSON text of some of them. */
export async function findSubscriptions(db: Database, session: Session, query: Query) {
  const { ids, count, newest } = query.expiring ? await fewOf(db, session, query) : await pageOf(db, session, query)
  const rowsOf = async (ids: readonly string[]) => {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(string_agg(${subscriptionJson({ staff: isVendor(session.actor) })}::text, ',' order by page.place), '') as rows
      from unnest(${ids}::bigint[]) with ordinality page(id, place) ${subscriptionsOfPage}`.execute(db)
    return rows[0]!.rows
  }
  return { ids, rowsOf, total: { count }, lastUpdateTime: newest }
}

type Page = { readonly ids: readonly string[]; readonly count: number; readonly newest: Date | null }

async function pageOf(db: Database, session: Session, query: Query): Promise<Page> {
  const { page, size } = query
  const where = matchesFilters(session, query)
  const planPage = await findPage(db, {
    page,
    size,
    rows: sql<{
      id: string
    }>`select s.id::text from ${subscriptionSources} where ${where} order by ${orderOf(query)}`,
    of: sql`from ${subscriptionSources} where ${where}`,
    newest: sql`s.updated_at`,
  })
  return { ids: planPage.rows.map(({ id }) => id), count: planPage.total.count, newest: planPage.lastUpdateTime }
}

/** The same in one statement that reads all that match, for conditions that match few. */
async function fewOf(db: Database, session: Session, query: Query): Promise<Page> {
  const { page, size } = query
  const { rows } = await sql<Page>`
    select coalesce((array_agg(id::text order by place))[${page * size + 1}::int:${(page + 1) * size}::int], '{}') as ids, count(*) as count, max(updated_at) as newest
    from (select s.id, s.updated_at, row_number() over (order by ${orderOf(query)}) as place from ${fewSubscriptionSources}
      where ${matchesFilters(session, query)}) found`.execute(db)
  return rows[0]!
}

/** The sums of the subscriptions that match, by currency; revenue is summed exactly and rounded only when it is shown. */
export async function totalsOf(db: Database, session: Session, filters: Filters): Promise<SubscriptionTotal[]> {
  const { rows } = await sql<SubscriptionTotal>`
    select s.currency, count(*) as subscriptions, sum(s.contract_value)::float8 as "contractValue",
      coalesce(sum(s.contract_value::numeric / s.contract_length), 0)::float8 as arr,
      coalesce(sum(s.contract_value::numeric / s.contract_length) / 12, 0)::float8 as mrr
    from ${subscriptionSources} where ${matchesFilters(session, filters)} and s.contract_value is not null and s.currency is not null
    group by s.currency order by s.currency`.execute(db)
  return rows
}

/** Every subscription that matches, in order, for the export. */
export async function* eachSubscription(db: Database, session: Session, query: Query): AsyncGenerator<CustomerPlan> {
  for (let page = 0; ; page += 1) {
    const { ids, rowsOf } = await findSubscriptions(db, session, { ...query, page, size: PIECE })
    for (const row of JSON.parse(`[${await rowsOf(ids)}]`) as CustomerPlan[]) yield row
    if (ids.length < PIECE) return
  }
}

const PIECE = 1000

/** The columns of the export. Amounts of money are in minor units, revenue is rounded to them. */
export const subscriptionColumns: readonly CsvColumn<CustomerPlan>[] = [
  { heading: 'account', cell: ({ account }) => account },
  { heading: 'displayName', cell: ({ accountDisplayName }) => accountDisplayName },
  { heading: 'plan', cell: ({ plan }) => plan?.name },
  { heading: 'state', cell: ({ state }) => state },
  { heading: 'freeTrial', cell: ({ freeTrial }) => freeTrial },
  { heading: 'expirationDate', cell: ({ expirationDate }) => expirationDate },
  { heading: 'daysLeft', cell: ({ daysLeft }) => daysLeft },
  { heading: 'contractStartDate', cell: ({ contractStartDate }) => contractStartDate },
  { heading: 'contractLength', cell: ({ contractLength }) => contractLength },
  { heading: 'cmNumber', cell: ({ cmNumber }) => cmNumber },
  { heading: 'contractValue', cell: ({ contractValue }) => contractValue },
  { heading: 'currency', cell: ({ currency }) => currency },
  { heading: 'arr', cell: ({ arr }) => arr && Math.round(arr) },
  { heading: 'mrr', cell: ({ mrr }) => mrr && Math.round(mrr) },
  { heading: 'quoteUrl', cell: ({ quoteUrl }) => quoteUrl },
  { heading: 'additionalFeatures', cell: ({ additionalFeatures }) => additionalFeatures },
  { heading: 'showToCustomer', cell: ({ showToCustomer }) => showToCustomer },
  { heading: 'csm', cell: ({ csm }) => csm?.fullName },
]

function orderOf({ sort }: Query): RawBuilder<unknown> {
  const fields = readSort<keyof typeof columns>(sort, { field: 'account', descending: false })
  return sql.raw(
    [
      ...fields.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'} nulls last`),
      's.id',
    ].join(', '),
  )
}

function matchesFilters(
  session: Session,
  { q, account, plan, state, expiring, showToCustomer }: Filters,
): RawBuilder<unknown> {
  const pattern = q && `%${likeText(q.trim())}%`
  const conditions = [
    subscriptionSeen(session),
    pattern ? sql`(a.display_name ilike ${pattern} or a.name ilike ${pattern})` : null,
    account === undefined ? null : sql`a.name = ${account}`,
    plan?.length ? sql`coalesce(p.name, 'none') = any(${plan}::text[])` : null,
    state?.length ? sql`${sql.raw(stateSql)} = any(${state}::text[])` : null,
    expiring === undefined ? null : expiring ? sql.raw(expiringSql) : sql`(${sql.raw(expiringSql)}) is not true`,
    showToCustomer === undefined ? null : sql`s.show_to_customer = ${showToCustomer}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}
