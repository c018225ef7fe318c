// The floor that the product is measured against: bare node:http + pg, one prepared statement, JSON made in PostgreSQL,
// no sign-in, no checks. The pool has the product's size. The list is leaner than the product's (no assignee, watched,
// unread); the detail, the 10,000 releases and the 20,000 subscriptions are the same JSON.
import { createServer } from 'node:http'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { releaseJson, releaseSources } from '../dist/features/software/releases/server/release-json.js'
import {
  subscriptionJson,
  subscriptionSources,
} from '../dist/features/subscriptions/customer-plans/server/subscription-json.js'
import {
  caseJson,
  rowSources,
  summaryColumns,
  summarySources,
} from '../dist/features/support/cases/server/case-json.js'

pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL ?? 10) })

const row = `json_build_object('id', c.id::text, 'key', c.key, 'account', a.name, 'accountId', a.id::text, 'accountDisplayName', a.display_name, 'type', c.type,
  'internal', c.internal, 'status', c.status, 'priority', c.priority, 'subject', c.subject, 'product', c.product, 'productVersion', c.product_version,
  'labels', c.labels, 'reporter', json_build_object('id', r.id::text, 'username', r.email, 'fullName', r.full_name), 'commentCount', c.comment_count,
  'created', c.created_at, 'updated', c.updated_at, 'resolved', c.resolved_at, 'version', c.version)`

const statements = {
  list: {
    name: 'list',
    text: `select coalesce(json_agg(${row} order by c.updated_at desc, c.id desc), '[]')::text as rows from (
      select * from cases where account_id = $1 and not internal and status = $2 order by updated_at desc, id desc limit 50) c
      join accounts a on a.id = c.account_id join users r on r.id = c.reporter_id`,
  },
  summaries: {
    name: 'summaries',
    text: `select coalesce('[' || string_agg(row_to_json(listed)::text, ',' order by c.updated_at desc, c.id desc) || ']', '[]') as rows from (
      select * from cases where account_id = $1 and not internal and status = $2 order by updated_at desc, id desc limit 50) c
      cross join (select 0::bigint as id) me ${summarySources} cross join lateral (select ${summaryColumns}) listed`,
  },
  total: {
    name: 'total',
    text: 'select count(*) as total from cases where account_id = $1 and not internal and status = $2',
  },
  detail: {
    name: 'detail',
    text: `select ${caseJson}::text as page from cases c cross join (select $2::bigint as id) me ${rowSources} where c.key = $1`,
  },
  releases: {
    name: 'releases',
    text: sql`select '[' || string_agg(one::text, ',') || ']' as rows from (select ${releaseJson(true)} as one from ${releaseSources}
      where r.id in (select id from bundle_releases order by created_at desc, id desc limit 10000) order by r.created_at desc, r.id desc) page`.compile(
      new Kysely({ dialect: new PostgresDialect({ pool }) }),
    ).sql,
  },
  subscriptions: {
    name: 'subscriptions',
    text: sql`select '[' || string_agg(one::text, ',') || ']' as rows from (select ${subscriptionJson({ staff: true })} as one from ${subscriptionSources}
      order by a.display_name collate "und-x-icu", s.id limit 20000) page`.compile(
      new Kysely({ dialect: new PostgresDialect({ pool }) }),
    ).sql,
  },
  user: { name: 'user', text: 'select row_to_json(u)::text as page from users u where u.id = $1' },
  create: {
    name: 'create',
    text: `insert into cases (account_id, key, priority, subject, description, reporter_id) values ($1, $2, 'MEDIUM', $3, $4, $5) returning id, key`,
  },
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://floor')
  const ask = (name, values) => pool.query({ ...statements[name], values })
  let text
  if (url.pathname === '/list' || url.pathname === '/summaries') {
    const values = [url.searchParams.get('account'), url.searchParams.get('status')]
    const [rows, total] = await Promise.all([ask(url.pathname.slice(1), values), ask('total', values)])
    text = `{"_embedded":{"issues":${rows.rows[0].rows}},"page":{"totalElements":${total.rows[0].total}}}`
  } else if (url.pathname === '/releases') {
    text = `{"_embedded":{"releases":${(await ask('releases', [])).rows[0].rows}}}`
  } else if (url.pathname === '/subscriptions') {
    text = `{"_embedded":{"plans":${(await ask('subscriptions', [])).rows[0].rows}}}`
  } else if (url.pathname === '/user') {
    text = (await ask('user', [url.searchParams.get('id')])).rows[0].page
  } else if (url.pathname === '/detail') {
    const { rows } = await ask('detail', [url.searchParams.get('key'), 1])
    text = rows[0].page
  } else {
    let body = ''
    for await (const chunk of request) body += chunk
    const { subject, description } = JSON.parse(body)
    const key = `FLOOR-${process.hrtime.bigint()}`
    const { rows } = await ask('create', [
      url.searchParams.get('account'),
      key,
      subject,
      description,
      url.searchParams.get('reporter'),
    ])
    text = JSON.stringify(rows[0])
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
