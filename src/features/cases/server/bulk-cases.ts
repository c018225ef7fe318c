import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'

const words =
  'modem node upstream downstream core timing lock reset power light fibre register profile capture release window alarm counter channel interface noise level splice cabinet latency'

/**
 * Makes many ordinary cases over all accounts that have people, in few statements: for benchmarks and tests of scale. They
 * have a comment each and their words, but no events: nobody did them.
 */
export async function bulkCases(db: Database, { count }: { count: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table chosen on commit drop as
      select row_number() over (order by a.id) - 1 as nth, a.id, a.project_key, v.next_number, min(r.user_id) as reporter_id, count(*) over () as many
      from accounts a join case_collections v on v.account_id = a.id join role_grants r on r.account_id = a.id and r.role in ('USER', 'MANAGER') group by a.id, v.next_number`.execute(
      tx,
    )
    await sql`
      with made as (
        insert into cases (account_id, key, status, priority, subject, description, product, reporter_id, assignee_id, created_at, updated_at, updated_by, resolved_at, comment_count)
        select a.id, a.project_key || '-' || (a.next_number + n / a.many), (array['NEW','OPEN','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','RESOLVED','CLOSED','CLOSED','CLOSED','CLOSED'])[1 + n * 7 % 10],
          (array['LOW','MEDIUM','MEDIUM','HIGH'])[1 + n * 5 % 4], initcap(w.words[1 + n % 24]) || ' ' || w.words[1 + n / 24 % 24] || ' on RPD-' || n % 9000,
          'The ' || w.words[1 + n / 7 % 24] || ' of the ' || w.words[1 + n / 11 % 24] || ' changed, see ' || md5(n::text), 'RPD firmware', a.reporter_id,
          case when n % 3 = 0 then (select min(user_id) from role_grants where account_id is null) end, t.at, t.at, a.reporter_id,
          case when (array[0,0,0,0,0,1,1,1,1,1])[1 + n * 7 % 10] = 1 then t.at end, 1
        from generate_series(0, ${count} - 1) as n cross join (select string_to_array(${words}, ' ') as words) w
          join chosen a on a.nth = n % a.many cross join lateral (select now() - (n * 7919 % 525600) * interval '1 minute' as at) t
        returning id, key, subject, description, reporter_id, created_at
      ), talked as (
        insert into case_comments (case_id, author_id, body, created_at) select id, reporter_id, 'Seen again at ' || key, created_at from made
      )
      insert into case_search (case_id, customer_words)
      select id, array_to_tsvector(search_terms(key || ' ' || subject || ' ' || description || ' seen again at')) from made`.execute(
      tx,
    )
    await sql`
      update case_collections v set next_number = v.next_number + (${count} + a.many - 1) / a.many, version = version + 1 from chosen a where a.id = v.account_id`.execute(
      tx,
    )
    await sql`insert into search_words (word) select unnest(string_to_array(${words}, ' ')) on conflict do nothing`.execute(
      tx,
    )
  })
  // Without it the planner knows nothing of the new rows: six times the database's CPU.
  for (const table of ['cases', 'case_comments', 'case_search', 'search_words'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
