import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import issues from './demo-data/rnd-issues.json' with { type: 'json' }

/** Makes the R&D issues of the demo's escalated cases, with their texts; `rndUserId` works on them. */
export async function makeDemoRndIssues(tx: Tx, rndUserId: number): Promise<void> {
  const { rows } = await sql<{ key: string; place: number }>`
    with described as (
      select t.*, c.id as case_id, c.subject, c.description, c.priority, coalesce(c.assignee_id, ${rndUserId}) as by, c.created_at as opened
      from jsonb_to_recordset(${JSON.stringify(issues.map((issue, place) => ({ ...issue, place })))}::jsonb)
        as t(place int, account text, "case" text, "receivedAfter" int, "reproducedAfter" int, "startedAfter" int, "fixedAfter" int)
      join accounts a on a.name = t.account join cases c on c.account_id = a.id and c.subject = t."case"
    ), project as (
      update rnd_projects set next_number = next_number + (select count(*) from described) where in_use
      returning project_key, next_number - (select count(*) from described) as first
    ), dated as (
      select described.*, project.project_key, project.project_key || '-' || (project.first + described.place) as key,
        least(opened + make_interval(mins => "receivedAfter"), now() - interval '3 minutes') as received,
        case when "reproducedAfter" is not null then least(opened + make_interval(mins => "reproducedAfter"), now() - interval '2 minutes') end as reproduced,
        case when "startedAfter" is not null then least(opened + make_interval(mins => "startedAfter"), now() - interval '1 minute') end as started,
        case when "fixedAfter" is not null then least(opened + make_interval(mins => "fixedAfter"), now()) end as fixed
      from described, project
    ), made as (
      insert into rnd_issues (project_key, key, subject, description, priority, status, owner_id, reproduced_at, started_at, fixed_at, created_by, created_at, updated_at)
      select project_key, key, subject, description, priority,
        case when fixed is not null then 'FIXED' when started is not null then 'IN_PROGRESS' when reproduced is not null then 'REPRODUCED' else 'NEW' end,
        ${rndUserId}, reproduced, started, fixed, by, received, coalesce(fixed, started, reproduced, received) from dated order by place
      returning id, key
    ), linked as (
      insert into rnd_issue_cases (case_id, issue_id, linked_by, linked_at) select d.case_id, m.id, d.by, d.received from dated d join made m using (key)
    )
    select key, place from dated`.execute(tx)
  const texts = rows.flatMap(({ key, place }) => issues[place]!.texts.map((text) => ({ key, ...text })))
  await sql`
    insert into rnd_texts (issue_id, author_id, body, created_at)
    select i.id, ${rndUserId}, t.text, least(i.created_at + make_interval(mins => t."afterMinutes"), now())
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(key text, "afterMinutes" int, text text) join rnd_issues i on i.key = t.key
    order by i.id, t."afterMinutes"`.execute(tx)
}
