import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { caseJson, caseRowJson, rowSources } from './case-json.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** Every node of a plan. */
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('of a user who watches 20,000 cases, a case and a row of a list read one watch, by case and user', async () => {
  const me = desk.ids.vera
  const filed = await desk.call('vera', 'POST', '/issues?account=acme', {
    subject: 'One of many',
    description: '',
    priority: 'LOW',
  })
  expect(filed.status).toBe(201)
  const statements = {
    page: `select ${caseJson} from cases c cross join (select $1::bigint as id) me ${rowSources} where c.key = $2`,
    list: `select ${caseRowJson} from unnest($2::bigint[]) with ordinality page(id, place) join cases c on c.id = page.id
      cross join (select $1::bigint as id) me ${rowSources}`,
  }
  await desk.portal.db
    .transaction()
    .execute(async (tx) => {
      // Without triggers: the words of these cases do not matter.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into cases (account_id, key, priority, subject, reporter_id)
        select c.account_id, 'MANY-' || n, 'LOW', 'Many', c.reporter_id from cases c, generate_series(1, 20000) n where c.key = ${filed.body.key}`.execute(
        tx,
      )
      for (const table of ['case_watchers', 'case_reads'])
        await sql`insert into ${sql.table(table)} (case_id, user_id) select id, ${me} from cases on conflict do nothing`.execute(
          tx,
        )
      // Whatever the planner's estimates: it has no plan that joins all that the user watches.
      await sql`set local enable_nestloop = off`.execute(tx)
      await sql`analyze cases, case_watchers, case_reads`.execute(tx)
      for (const [name, text] of Object.entries(statements)) {
        const { rows } = await sql
          .raw<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(`explain (generic_plan, format json) ${text}`)
          .execute(tx)
        const nodes = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
        for (const table of ['case_watchers', 'case_reads']) {
          const own = nodes.filter(
            (node) => node['Relation Name'] === table && /user_id = \(?\$1/.test(String(node['Index Cond'])),
          )
          expect([name, table, own.map((node) => /case_id = /.test(String(node['Index Cond'])))]).toEqual([
            name,
            table,
            [true],
          ])
        }
      }
      throw new Error('nothing of it stays')
    })
    .catch((failure: Error) => expect(failure.message).toBe('nothing of it stays'))
})
