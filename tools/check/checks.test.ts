import { expect, test } from 'vitest'
import { circlesOf, upward } from './areas.mjs'
import { classesOf, differencesOf } from './css-classes.mjs'
import { rawLengthsIn } from './css-lengths.mjs'
import { namesOf } from './entry-points.mjs'
import { isBareParticiple, namesIn } from './names.mjs'
import { repeatedIn } from './one-shape.mjs'
import { wordsIn } from './words.mjs'
import { sharedTables } from './writers.mjs'

test('an import from a lower area to a higher one is found, the other direction is not', () => {
  const edges = [
    ['accounts/accounts', 'support/cases'],
    ['support/cases', 'accounts/accounts'],
    ['support/cases', 'support/comments'],
  ]
  expect(upward(edges)).toEqual(['accounts/accounts → support/cases'])
  expect(upward([['accounts/accounts', 'newarea/things']])).toEqual(['accounts/accounts → newarea/things'])
})

test('features that import each other are found, also through a third one', () => {
  const chain = [
    ['support/a', 'support/b'],
    ['support/b', 'support/c'],
  ]
  expect(circlesOf(chain)).toEqual([])
  expect(circlesOf([...chain, ['support/c', 'support/a']])).toEqual(['support/a support/b support/c'])
})

test('a table that two features write is found, in the query builder and in SQL', () => {
  const texts = [
    ['src/features/support/cases/server/a.ts', "tx.updateTable('cases').set({})"],
    ['src/features/support/comments/server/b.ts', 'await sql`insert into cases (id) values (1)`'],
    ['src/features/support/comments/server/c.ts', 'select * from accounts for update of accounts'],
    ['src/kit/server/d.ts', "db.deleteFrom('events')"],
  ]
  expect(sharedTables(texts, new Set(['cases', 'accounts', 'events']))).toEqual([
    'cases: support/cases support/comments',
  ])
})

test('a second writer is found that names its table in a variable', () => {
  const tables = new Set(['cases', 'notes', 'files'])
  const first = ['src/features/support/cases/server/a.ts', "tx.updateTable('cases'); tx.insertInto('notes')"]
  const rowOf = "const name = sql.table(own ? 'notes' : 'files')\nawait sql`update $" + '{name} set text = 1`'
  expect(sharedTables([first, ['src/features/support/notes/server/b.ts', rowOf]], tables)).toEqual([
    'notes: support/cases support/notes',
  ])
  const listed = "for (const table of ['cases', 'files']) await tx.deleteFrom(table)\nawait tx.selectFrom('notes')"
  expect(sharedTables([first, ['src/features/support/files/server/c.ts', listed]], tables)).toEqual([
    'cases: support/cases support/files',
  ])
  const shape = ['src/features/support/chat/server/face.ts', "export const face = { messages: 'notes' }"]
  const writer = ['src/features/support/chat/server/d.ts', 'await sql`delete from $' + '{sql.table(face.messages)}`']
  expect(sharedTables([first, shape, writer], tables)).toEqual(['notes: support/cases support/chat'])
  const handedOver = ['src/server/e.ts', "machineAccess('case', {\n  table: 'cases', name: 't.key' })"]
  expect(sharedTables([first, handedOver], tables)).toEqual(['cases: server support/cases'])
})

test('the names of an entry point are counted', () => {
  const text =
    "export { a, b } from './a.ts'\nexport type { C } from './c.ts'\nexport const d: Feature = {}\nconst e = 1\n"
  expect(namesOf(text)).toEqual(['a', 'b', 'C', 'd'])
})

test('a raw transaction, a scope and a comparison of secrets outside their one place are found', () => {
  const scope = "and ${accounts === 'all' ? sql`true` : sql`a.id = any(${accounts}::bigint[])`}"
  const text = `const x = 1\nawait db.transaction().execute(work)\nreturn timingSafeEqual(one, other)\n${scope}\n`
  expect(repeatedIn('src/features/a/b/server/c.ts', text)).toEqual([
    'src/features/a/b/server/c.ts:2: use inTransaction',
    'src/features/a/b/server/c.ts:3: use sameSecret',
    'src/features/a/b/server/c.ts:4: use visibleIn or inAccounts',
  ])
  expect(repeatedIn('src/kit/server/same-secret.ts', text)).toHaveLength(2)
})

test('a page that is selected by hand is found, with its direction', () => {
  const text = [
    "const direction = sql.raw(descending ? 'desc' : 'asc')",
    'sql`select * from notes order by id ${direction} limit ${size} offset ${page * size}`.execute(db)',
    'sql`select count(*) as count, max(n.at) as newest from notes n`.execute(db)',
  ].join('\n')
  const path = 'src/features/a/b/server/c.ts'
  expect(repeatedIn(path, text)).toEqual([
    `${path}:1: use directionOf`,
    `${path}:2: use findPage, or limitOf within a statement`,
    `${path}:3: use findPage`,
  ])
  expect(repeatedIn('src/kit/server/list/find-page.ts', text)).toEqual([])
})

test('a mail that bypasses the notifier is found', () => {
  const text =
    "import { queueMail, queueMails } from '#kit/server/mail.ts'\nawait queueMail(tx, { to, subject, paragraphs })"
  const path = 'src/features/a/b/server/c.ts'
  expect(repeatedIn(path, text)).toEqual([1, 1, 2].map((line) => `${path}:${line}: use notifier.notify`))
  expect(repeatedIn('src/features/messaging/notifications/server/channels/mail.ts', text)).toEqual([])
})

test('a kind of token that is made or read by hand is found', () => {
  const text =
    'const token = `hdq_$' + '{newToken()}`\nconst [, given] = /^bearer +([A-Za-z0-9_-]{1,100})$/i.exec(value) ?? []'
  expect(repeatedIn('src/features/a/b/server/c.ts', text)).toEqual([
    'src/features/a/b/server/c.ts:1: use tokenKind',
    'src/features/a/b/server/c.ts:2: use tokenKind',
  ])
})

test('an account that is looked up by hand is found, in SQL, in the query builder and by its problem', () => {
  const text = [
    'const { rows } = await sql`select id from accounts a',
    '  where a.name = ${name} and a.deleted_at is null`.execute(db)',
    "const one = await db.selectFrom('accounts').select(['id'])",
    "  .where('name', '=', name).executeTakeFirst()",
    "if (!one) throwProblem(accountProblems['account-not-found'], { name })",
  ].join('\n')
  const path = 'src/features/a/b/server/c.ts'
  expect(repeatedIn(path, text)).toEqual([
    `${path}:1: use accountIn, or findAccountIn for a problem of your own`,
    `${path}:3: use accountIn, or findAccountIn for a problem of your own`,
    `${path}:5: use accountIn`,
  ])
  expect(repeatedIn('src/features/accounts/accounts/server/account-in.ts', text)).toHaveLength(2)
})

test('an address of a page that is written by hand in the browser is found, and no other address', () => {
  const text = [
    '<Link to={`/admin/users/$' + '{user.id}`}>',
    '<Button to="/things/new" />',
    "void navigate({ to: isNew ? '/things' : path })",
    'const list = `/$' + '{row.account}/$' + '{row.accountId}/things`',
    "const path = '/support'",
    "run: ({ go }) => go('/things'),",
    "<a href='/api/things.csv' />, <Link to={userPath({ userId: user.id })}>, to: bounds.to, back: '/'",
  ].join('\n')
  const lines = [1, 2, 3, 4, 5, 6].map((line) => `src/features/a/b/web/c.tsx:${line}: use a path of paths.ts`)
  expect([...new Set(repeatedIn('src/features/a/b/web/c.tsx', text))]).toEqual(lines)
  expect(repeatedIn('src/features/a/b/paths.ts', text)).toEqual([])
  const server = 'link: `/things/$' + "{id}`,\n    link: thingPath({ id }),\n    link: '/',"
  expect(repeatedIn('src/features/a/b/server/c.ts', server)).toEqual([
    'src/features/a/b/server/c.ts:1: use a path of paths.ts',
  ])
})

test('a class that a CSS module lacks is found, and one that no component uses', () => {
  const css = '.card { color: red }\n:global(.other) .card > .title:hover,\n.old::before { margin: 0.5rem }\n'
  expect([...classesOf(css)]).toEqual(['card', 'title', 'old'])
  const component = [
    "import classes from './a.module.css'",
    "import more from './b.module.css'",
    '// classes of a card',
    '<div className={`row $' + "{isOpen ? classes['title'] : classes.head}`} {...{ className: classes.card }} />",
    '<p className={more[kind]} />',
  ].join('\n')
  const texts = new Map([
    ['src/a/web/a.module.css', css],
    ['src/a/web/b.module.css', ''],
    ['src/a/web/c.module.css', '@media (max-width: 48em) { .alone { gap: 0 } }'],
    ['src/a/web/a.tsx', component],
  ])
  expect(differencesOf(texts)).toEqual([
    'src/a/web/a.tsx: ./a.module.css has no class head',
    'src/a/web/a.tsx: use more by the names of its classes',
    'src/a/web/a.module.css: no component uses the class old',
    'src/a/web/c.module.css: no component uses the class alone',
  ])
})

test('a length that has a name is found, negative and in pixels too', () => {
  const tokens = ':root {\n  --space-8: 0.5rem;\n  --text-13: 0.8125rem;\n}\n'
  const css = [
    '.a { padding: 0 0.5rem; height: 0.5rem }',
    '.b { margin-inline: calc(100% - .5rem) -8px; font-size: 0.8125rem }',
    '.c { gap: 0.8125rem; font-size: 0.5rem; padding: 0.4375rem calc(var(--space-8) - 8px) }',
  ].join('\n')
  expect(rawLengthsIn('src/a.module.css', css, tokens)).toEqual([
    'src/a.module.css:1: use --space-8 for 0.5rem',
    'src/a.module.css:2: use --space-8 for .5rem',
    'src/a.module.css:2: use --space-8 for -8px',
    'src/a.module.css:2: use --text-13 for 0.8125rem',
  ])
})

test('the states of a query that are written by hand are found, as an early return and among elements', () => {
  const text = [
    'if (error && !data) return <ErrorState page error={error} retry={() => void refetch()} />',
    'if (!data) return <LoadingRows rows={8} />',
    'if (!result.data || !other)',
    '  return <LoadingRows />',
    '{!rows && !error && <LoadingRows rows={3} />}',
    '{rows === undefined && <LoadingRows rows={3} />}',
    '{found.isPending ? (',
    '  <LoadingRows rows={5} />',
    'if (!account) return <LoadingRows rows={8} />',
    'return account ? <Jobs account={account} /> : <LoadingRows rows={8} />',
  ].join('\n')
  const path = 'src/features/a/b/web/c.tsx'
  expect(repeatedIn(path, text)).toEqual([1, 2, 3, 5, 6, 7].map((line) => `${path}:${line}: use QueryView`))
  expect(repeatedIn('src/kit/web/table/grid.tsx', text)).toHaveLength(5)
})

test('a part that is loaded later without its helper is found', () => {
  const text =
    "const A = lazy(async () => ({ default: (await import('./a.tsx')).A }))\nconst B = lazyNamed(() => import('./b.tsx'), 'B')"
  expect(repeatedIn('src/features/a/b/web/c.tsx', text)).toEqual(['src/features/a/b/web/c.tsx:1: use lazyNamed'])
})

test('a word that stands for something else is found in a text and inside a name, with the word to use', () => {
  expect(wordsIn('const openDossierOf = 1', 'a.ts:1')).toEqual(['a.ts:1 "dossier": use owned items'])
  expect(wordsIn('The request was refused.', 'b.md:2')).toEqual(['b.md:2 "refused": use rejected'])
  expect(wordsIn('connect ECONNREFUSED, a meddler', 'c.ts:3')).toEqual([])
  expect(wordsIn("defineEvent('user.bound', { text: 'was refused' })", 'd.ts:4')).toHaveLength(1)
  expect(wordsIn("defineEvent('user.refused', {", 'd.ts:5')).toHaveLength(1)
  expect(wordsIn('const usersTold = 1', 'e.ts:6')).toEqual(['e.ts:6 "told": use notified, shown, returned'])
  expect(wordsIn('update directory_polls set heard_at = now()', 'f.ts:7')).toHaveLength(1)
})

test('a participle alone is a bare name; one with a noun, a question and a noun that ends like one are not', () => {
  for (const name of ['found', 'Stored', 'typed', 'begun']) expect(isBareParticiple(name)).toBe(true)
  for (const name of ['storedCase', 'isStored', 'seed', 'feed', 'WANTED', 'user'])
    expect(isBareParticiple(name)).toBe(false)
})

test('the names of a module are counted at its top and in its functions, parameters and properties are not', () => {
  const text = `
    type Stored = { kept: string }
    const [first, { second: third }] = read()
    export function shown(given: Stored, { left }: Side) {
      const { taken, lost: missing } = given
      for (const one of all) use(one)
    }`
  expect(namesIn('a.ts', text)).toEqual({
    top: ['Stored', 'first', 'third', 'shown'],
    local: ['taken', 'missing', 'one'],
  })
})
