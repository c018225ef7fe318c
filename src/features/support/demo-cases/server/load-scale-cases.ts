import type pg from 'pg'
import { copyRows, type Value } from '#kit/server/load/copy-rows.ts'
import { flatMap, map } from '#kit/server/load/each.ts'
import { nextId } from '#kit/server/load/next-id.ts'
import { type ScaleOperator, type ScaleStory, scaleStories } from './scale-stories.ts'

/** Tables that `loadScaleCases` fills. */
export const scaleCaseTables = [
  'cases',
  'case_comments',
  'case_internal_comments',
  'case_watchers',
  'case_search',
  'search_words',
] as const

/**
 * Loads this number of generated cases with their conversations, watchers and words for search. They have no events: no
 * user made them here, so their history begins with the next event. Each table is a pass over the same stories, so
 * memory stays constant. Returns the number of rows of each.
 */
export async function loadScaleCases(
  client: pg.ClientBase,
  operators: readonly ScaleOperator[],
  count: number,
): Promise<Readonly<Record<string, number>>> {
  const filing = operators.filter(({ users }) => users.length > 0)
  const next = await nextId(client, 'cases')
  const { rows } = await client.query<{ staff: number[] }>(
    `select array(select distinct user_id::int from role_grants where account_id is null and role in ('HARMONIC', 'HARMONIC_TAC_MANAGER', 'HARMONIC_NOC')) as staff`,
  )
  const { staff } = rows[0]!
  const now = Date.now()
  const stories = () => scaleStories(filing, staff, { count, firstId: next, now })
  const counts = {
    cases: await copyRows(client, 'cases', caseColumns, map(stories(), caseRow)),
    comments: await copyRows(client, 'case_comments', commentColumns, flatMap(stories(), commentRows(false))),
    internalComments: await copyRows(
      client,
      'case_internal_comments',
      commentColumns,
      flatMap(stories(), commentRows(true)),
    ),
    watchers: await copyRows(client, 'case_watchers', ['case_id', 'user_id'], flatMap(stories(), watchers)),
  }
  const newWords = new Set<string>()
  await copyRows(
    client,
    'case_search',
    ['case_id', 'account_id', 'customer_words', 'internal_words'],
    map(stories(), wordsOf(newWords)),
  )
  await client.query('create temporary table new_words (word text) on commit drop')
  await copyRows(
    client,
    'new_words',
    ['word'],
    map(newWords, (word) => [word]),
  )
  await client.query('insert into search_words (word) select word from new_words on conflict do nothing')
  await client.query(
    `update case_list_versions v set next_number = made.count + 1, version = version + 1, updated_at = made.newest
     from (select account_id, count(*)::int as count, max(updated_at) as newest from cases where id >= $1 group by account_id) made
     where made.account_id = v.account_id`,
    [next],
  )
  await client.query(`select setval(pg_get_serial_sequence('cases', 'id'), (select max(id) from cases))`)
  return counts
}

const caseColumns = [
  'id',
  'account_id',
  'key',
  'status',
  'priority',
  'subject',
  'description',
  'product',
  'product_version',
  'deployment_id',
  'labels',
  'reporter_id',
  'assignee_id',
  'created_at',
  'updated_at',
  'updated_by',
  'first_response_at',
  'resolved_at',
  'closed_at',
  'comment_count',
]

function caseRow(story: ScaleStory): Value[] {
  const sharedComments = story.said.filter(({ inside }) => !inside)
  const answeredAt = sharedComments.find(({ staff }) => staff)?.at
  const settledAt = story.settled === null ? null : new Date(story.settled)
  return [
    story.id,
    story.operator.id,
    story.key,
    story.status,
    story.priority,
    story.subject,
    story.description,
    story.product,
    story.version,
    story.deploymentId,
    story.labels,
    story.reporterId,
    story.assigneeId,
    new Date(story.created),
    settledAt ?? new Date(sharedComments.at(-1)?.at ?? story.created),
    story.assigneeId ?? story.reporterId,
    answeredAt === undefined ? null : new Date(answeredAt),
    story.status === 'RESOLVED' || story.status === 'CLOSED' ? settledAt : null,
    story.status === 'CLOSED' ? settledAt : null,
    sharedComments.length,
  ]
}

const commentColumns = ['case_id', 'author_id', 'body', 'created_at']

function commentRows(inside: boolean) {
  return (story: ScaleStory): Value[][] =>
    story.said
      .filter((one) => one.inside === inside)
      .map(({ authorId, text, at }) => [story.id, authorId, text, new Date(at)])
}

function watchers({ id, reporterId, assigneeId }: ScaleStory): Value[][] {
  return assigneeId === null
    ? [[id, reporterId]]
    : [
        [id, reporterId],
        [id, assigneeId],
      ]
}

/** The words of a case as the database's own `search_terms` makes them; new ones are added to `newWords`. */
function wordsOf(newWords: Set<string>) {
  return (story: ScaleStory): Value[] => {
    const { key, subject, product, version, labels, description, said: talk } = story
    const texts = (inside: boolean) => talk.filter((one) => one.inside === inside).map(({ text }) => text)
    const sharedWords = termsOf([key, subject, product, version, ...labels, description, ...texts(false)].join(' '))
    const internal = texts(true)
    const everything = internal.length > 0 ? [...new Set([...sharedWords, ...termsOf(internal.join(' '))])] : []
    for (const word of everything.length > 0 ? everything : sharedWords) if (word.length > 2) newWords.add(word)
    return [story.id, story.operator.id, vectorOf(sharedWords), vectorOf(everything)]
  }
}

function termsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))]
}

/** A `tsvector` in PostgreSQL's syntax; a term has letters and digits alone, so that nothing needs escaping. */
function vectorOf(terms: readonly string[]): string {
  return terms.map((term) => `'${term}'`).join(' ')
}
