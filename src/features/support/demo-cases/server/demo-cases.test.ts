import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { seedDemoData } from '#server/demo-data.ts'
import { testApp } from '#test/app.ts'
import stories from './demo-data/stories.json' with { type: 'json' }

const app = await testApp()
afterAll(() => app.close())
const { db } = app.portal

test('the demo has every story, by users who may see it, and each case’s history ends in its status', async () => {
  await seedDemoData(db, app.portal.config)
  const described = await db
    .selectFrom('cases')
    .selectAll()
    .where(
      'subject',
      'in',
      stories.map(({ subject }) => subject),
    )
    .execute()
  expect(described).toHaveLength(stories.length)
  const ahead = await sql`select 1 from cases where greatest(created_at, updated_at, resolved_at) > now()
    union all select 1 from case_comments where created_at > now() union all select 1 from events where at > now()`.execute(
    db,
  )
  expect(ahead.rows).toEqual([])
  const strangers = await sql`
    select c.key from cases c where not c.internal and not exists (select 1 from role_grants r where r.user_id = c.reporter_id and (r.account_id = c.account_id or r.account_id is null))`.execute(
    db,
  )
  expect(strangers.rows).toEqual([])
  const unexplained = await sql`
    select c.key from cases c where c.status <> 'NEW' and c.status is distinct from (
      select e.data->'changes'->'status'->>1 from events e where e.subject = 'case' and e.subject_id = c.key and e.data->'changes' ? 'status' order by e.id desc limit 1)`.execute(
    db,
  )
  expect(unexplained.rows).toEqual([])
  await expect.poll(async () => (await sql`select 1 from events where seq is null`.execute(db)).rows.length).toBe(0)
  const mail = await db.selectFrom('mail_outbox').select('subject').where('subject', 'like', '[%').execute()
  expect(mail).toEqual([])
})
