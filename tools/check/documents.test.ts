import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const decisions = readdirSync('docs/decisions').filter((name) => /^\d{3}-/.test(name))
const index = read('docs/decisions/README.md')
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'STYLE.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
].map((path) => ({ path, text: read(path) }))

test('links between documents lead to files and headings that exist', () => {
  const links = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([link, to, heading]) => ({
      link: `${path} ${link}`,
      file: to ? join(dirname(path), to) : path,
      heading,
    })),
  )
  expect(links.length).toBeGreaterThan(200)
  const broken = links.filter(
    ({ file, heading }) => !existsSync(file) || (heading !== undefined && !headingsOf(read(file)).includes(heading)),
  )
  expect(broken.map(({ link }) => link)).toEqual([])
})

test('documents name commands and tools that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const missing = documents.flatMap(({ path, text }) => [
    ...[...text.matchAll(/npm run ([a-z][a-z:]*)/g)]
      .filter(([, name]) => !(name! in scripts))
      .map(([all]) => `${path} ${all}`),
    ...[...text.matchAll(/\b(?:tools|bench)\/[\w/-]+\.mjs/g)]
      .filter(([file]) => !existsSync(file))
      .map(([file]) => `${path} ${file}`),
  ])
  expect(missing).toEqual([])
})

test('the index has each decision once, with its title and state', () => {
  const rows = [...index.matchAll(/^\| \[(\d{3})\]\(([^)]+)\) (.+) \| (.+) \|$/gm)]
  expect(rows.map(([, , file]) => file).sort()).toEqual(decisions)
  for (const [, number, file, title, state] of rows) {
    const [heading, , first] = read(`docs/decisions/${file}`).split('\n')
    expect(heading).toBe(`# ${number} ${title}`)
    expect(state).toMatch(/^(holds|tuning note|replaced by )/)
    expect(first!.startsWith('Replaced by ')).toBe(state!.startsWith('replaced by '))
  }
})

test('the page of the domain names features and events that exist', () => {
  const text = read('docs/domain.md')
  const code = [...text.matchAll(/^- \*\*Code\*\*: (.*)$/gm)].flatMap(([, line]) => pathsIn(line!))
  expect(code.length).toBeGreaterThan(30)
  expect(code.filter((path) => !existsSync(path))).toEqual([])
  const declared = eventsOfFeatures()
  const events = [...text.matchAll(/^- \*\*Events\*\*: (.*)$/gm)].flatMap(([, line]) => eventsIn(line!))
  expect(events.length).toBeGreaterThan(60)
  expect(events.filter((name) => !declared.has(name))).toEqual([])
})

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

/** The anchors that the headings of a document have. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The paths that a line names, from src/features/ on; without a slash, a feature of the area named before. */
function pathsIn(line: string): string[] {
  let area = ''
  return [...line.matchAll(/`([a-z][\w./-]*)`/g)].map(([, name]) => {
    if (!name!.includes('/')) return `src/features/${area}/${name!}`
    area = name!.slice(0, name!.indexOf('/'))
    return `src/features/${name!}`
  })
}

/** The events that a line names: `subject.what`, or `.what` of the subject named before. */
function eventsIn(line: string): string[] {
  let subject = ''
  return [...line.matchAll(/`([a-z-]*)(\.[a-z-]+)`/g)].map(([, named, what]) => {
    subject = named || subject
    return `${subject}${what!}`
  })
}

function eventsOfFeatures(): ReadonlySet<string> {
  const contracts = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\/contract(\.ts$|\/)/.test(path) && path.endsWith('.ts'),
  )
  return new Set(
    contracts.flatMap((path) =>
      [...read(`src/features/${path}`).matchAll(/defineEvent\(\s*'([^']+)'/g)].map(([, name]) => name!),
    ),
  )
}
