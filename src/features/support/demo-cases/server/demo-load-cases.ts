import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { DemoCase } from './demo-case.ts'
import type { DemoUser } from './demo-users.ts'

/** A past case, with the author and time of each text. */
export type PastCase = Omit<DemoCase, 'thread' | 'opened'> & {
  readonly opened: string
  readonly settled: string
  readonly reporter: DemoUser
  readonly assignee: DemoUser | null
  readonly thread: readonly {
    readonly at: string
    readonly by: DemoUser
    readonly inside: boolean
    readonly staff: boolean
    readonly text: string
  }[]
}

/**
 * Inserts past cases, in the order of their opening, with everything that commands would have written: numbers,
 * comments, watchers, words, and events marked as imported, of which no user is notified.
 */
export async function loadCases(tx: Tx, cases: readonly PastCase[]): Promise<void> {
  const casesJson = JSON.stringify(cases.map((one, place) => ({ ...one, place })))
  await sql`create temporary table past on commit drop as
    select p.*, a.id as account_id, a.project_key || '-' || (v.next_number - 1 + row_number() over (partition by a.id order by p.place)) as key,
      (p.reporter->>'id')::bigint as reporter_id, (p.assignee->>'id')::bigint as assignee_id, p.reporter->>'name' as reporter_name,
      coalesce(p.assignee, p.reporter)->>'name' as mover_name, coalesce(p.assignee, p.reporter)->>'id' as mover_id
    from jsonb_to_recordset(${casesJson}::jsonb) as p(place int, account text, deployment text, internal boolean, type text, status text, priority text, subject text,
      description text, product text, version text, labels text[], opened timestamptz, settled timestamptz, reporter jsonb, assignee jsonb, thread jsonb)
    join accounts a on a.name = p.account join case_list_versions v on v.account_id = a.id`.execute(tx)
  await sql`create temporary table spoken on commit drop as
    select past.key, past.account_id, past.internal as in_internal, s.at, (s.by->>'id')::bigint as author_id, s.by->>'name' as author_name, s.inside, s.staff, s.text, s.nth, null::bigint as comment_id
    from past, rows from (jsonb_to_recordset(past.thread) as (at timestamptz, by jsonb, inside boolean, staff boolean, text text)) with ordinality as s(at, by, inside, staff, text, nth)`.execute(
    tx,
  )
  await writeCases(tx)
  await writeTalk(tx)
  await writeEvents(tx)
  await sql`select index_case(c.id) from cases c join past on past.key = c.key order by c.id`.execute(tx)
}

async function writeCases(tx: Tx): Promise<void> {
  await sql`
    insert into cases (account_id, key, type, internal, status, priority, subject, description, product, product_version, deployment_id, labels, reporter_id, assignee_id,
      created_at, updated_at, updated_by, first_response_at, resolved_at, closed_at, comment_count)
    select p.account_id, p.key, p.type, p.internal, p.status, p.priority, p.subject, p.description, p.product, p.version,
      coalesce((select id from deployments d where d.account_id = p.account_id and d.name = p.deployment), (select min(id) from deployments d where d.account_id = p.account_id)),
      p.labels, p.reporter_id, p.assignee_id, p.opened, greatest(p.opened, p.settled, (select max(at) from spoken s where s.key = p.key and not s.inside)), p.mover_id::bigint,
      (select min(at) from spoken s where s.key = p.key and s.staff and not s.inside), case when p.status in ('RESOLVED', 'CLOSED') then p.settled end,
      case when p.status = 'CLOSED' then p.settled end, (select count(*) from spoken s where s.key = p.key and not s.inside)
    from past p order by p.place`.execute(tx)
  await sql`
    update case_list_versions v set next_number = v.next_number + loaded.count, version = v.version + 1, updated_at = now()
    from (select account_id, count(*) as count from past group by account_id) loaded where loaded.account_id = v.account_id`.execute(
    tx,
  )
  await sql`
    insert into case_watchers (case_id, user_id) select c.id, c.reporter_id from cases c join past using (key)
    union select c.id, c.assignee_id from cases c join past using (key) where c.assignee_id is not null`.execute(tx)
}

async function writeTalk(tx: Tx): Promise<void> {
  for (const [table, inside] of [
    ['case_comments', false],
    ['case_internal_comments', true],
  ] as const)
    await sql`
      with written as (
        insert into ${sql.table(table)} (case_id, author_id, body, created_at)
        select c.id, s.author_id, s.text, s.at from spoken s join cases c using (key) where s.inside = ${inside} order by s.at, c.id, s.nth
        returning id, case_id, created_at
      ), numbered as (
        select w.id, c.key, row_number() over (partition by c.key order by w.id) as nth from written w join cases c on c.id = w.case_id
      ), said as (
        select key, nth, row_number() over (partition by key order by at, nth) as place from spoken where inside = ${inside}
      )
      update spoken s set comment_id = n.id from numbered n join said using (key) where n.nth = said.place and s.key = said.key and s.nth = said.nth and s.inside = ${inside}`.execute(
      tx,
    )
}

async function writeEvents(tx: Tx): Promise<void> {
  await sql`
    insert into events (at, name, audience, subject, subject_id, account_id, actor_id, actor_name, data)
    select at, name, audience, 'case', key, account_id, actor_id, actor_name, data || '{"imported": true}' from (
      select p.opened as at, 0 as nth, p.key, p.account_id, p.reporter_id as actor_id, p.reporter_name as actor_name,
        case when p.internal then 'case.internal-created' else 'case.created' end as name, case when p.internal then 'vendor' else 'account' end as audience,
        jsonb_build_object('caseId', c.id, 'subject', p.subject, 'priority', p.priority) as data
      from past p join cases c using (key)
      union all
      select s.at, s.nth, s.key, s.account_id, s.author_id, s.author_name, case when s.inside then 'case.internally-commented' else 'case.commented' end,
        case when s.inside or s.in_internal then 'vendor' else 'account' end,
        jsonb_build_object('caseId', c.id, 'commentId', s.comment_id, 'changes', jsonb_build_object(case when s.inside then 'internalComment' else 'comment' end, jsonb_build_array(null, s.text)))
          || case when s.inside then '{}' else jsonb_build_object('byVendor', s.staff) end
      from spoken s join cases c using (key)
      union all
      select p.settled, 1000, p.key, p.account_id, p.mover_id::bigint, p.mover_name, case when p.internal then 'case.internal-status-changed' else 'case.status-changed' end,
        case when p.internal then 'vendor' else 'account' end, jsonb_build_object('caseId', c.id, 'changes', jsonb_build_object('status', jsonb_build_array('NEW', p.status)))
      from past p join cases c using (key) where p.status <> 'NEW'
    ) happened order by at, key, nth`.execute(tx)
}
