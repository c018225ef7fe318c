import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

/** A pattern of the product, and its place. */
type Pattern = { readonly source: string; readonly flags: string; readonly at: string }

/** Never applied to outside input: our own files, settings of the operator, demo data. */
const ownTextOnly = [
  /^kit\/server\/postgres\//,
  /^server\//,
  /(^|\/)demo/,
  /^features\/users\/server\/breached/,
  /^kit\/web\/table\/total/,
]
const LENGTH = 70_000
/**
 * A pattern without exponential backtracking takes a millisecond; one with it, minutes. No result within a second of
 * processor time, whatever the clock shows, counts as backtracking.
 */
const DEADLINE_MS = 1_000

const generic = [
  ...'a0 .-_@/"\\\n\t<>([{,:;=&%!*#~',
  'é',
  '日',
  'aA0-',
  'a.',
  'a@',
  '0.',
  ' \n',
  '""',
  '\\"',
  '](',
  '![a](',
]
/** Text before and after, so that the match fails at the end. */
const frames = [
  ['', ''],
  ['', '\n'],
  ['x', 'x'],
  ['a@', '@'],
] as const

let worker = startWorker()
let watch: NodeJS.Timeout | undefined
afterAll(() => worker.terminate())

test('no pattern for user input needs more than a moment for 70,000 characters, whatever they are', async () => {
  const patterns = patternsIn('src')
  expect(patterns.length).toBeGreaterThan(150)
  const stuck: string[] = []
  for (const pattern of patterns) {
    const text = await stuckOn(pattern)
    if (text !== undefined) stuck.push(`${pattern.at}: /${pattern.source}/${pattern.flags} on ${text}`)
  }
  expect(stuck).toEqual([])
})

test('a pattern with exponential backtracking is found', async () => {
  expect(await stuckOn({ source: '^(a+)+$', flags: '', at: 'here' })).toMatch(/"a…"/)
  expect(await stuckOn({ source: '^[^\\n]*\\S[^\\n]*$', flags: '', at: 'here' })).toBeDefined()
})

/** The string for which the pattern has no result in time, in short. */
async function stuckOn({ source, flags }: Pattern): Promise<string | undefined> {
  const units = [...new Set([...generic, ...piecesOf(source)])]
  let current = ''
  let last = process.cpuUsage()
  const matched = new Promise<'done' | 'stuck'>((resolve) => {
    worker.on('message', (at: string) => {
      last = process.cpuUsage()
      current = at
      if (at === 'done') resolve('done')
    })
    watch = setInterval(() => {
      // The worker belongs to our process, which does nothing else meanwhile.
      const { user, system } = process.cpuUsage(last)
      // Before its first message the worker itself has to start.
      if (user + system > DEADLINE_MS * 1_000 * (current === '' ? 10 : 1)) resolve('stuck')
    }, 100)
  })
  worker.postMessage({ source, flags, units, frames, length: LENGTH })
  const outcome = await matched
  clearInterval(watch)
  worker.removeAllListeners('message')
  if (outcome === 'done') return undefined
  await worker.terminate()
  worker = startWorker()
  return current
}

/** Parts of the pattern itself, so that its own beginnings are repeated too. */
function piecesOf(source: string): string[] {
  const plain = source.replace(/\\[nrtsdwbSDWB]|\\[pP]\{\w+\}|\[[^\]]*\]|[()^$|?*+]|\{\d*,?\d*\}/g, '\u0000')
  return plain
    .replace(/\\(.)/g, '$1')
    .split('\u0000')
    .filter((piece) => piece.length > 0 && piece.length < 30)
}

/** Reports the next attempt, runs it, continues. */
function startWorker(): Worker {
  return new Worker(
    `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', ({ source, flags, units, frames, length }) => {
      const pattern = new RegExp(source, flags)
      for (const unit of units) for (const [start, end] of frames) {
        parentPort.postMessage([start, unit + '…', end].map((part) => JSON.stringify(part)).join(' '))
        const text = start + unit.repeat(length / unit.length) + end
        if (flags.includes('g')) text.replace(pattern, '')
        else pattern.exec(text)
      }
      parentPort.postMessage('done')
    })`,
    { eval: true },
  )
}

/** Every pattern written in the source, each once. */
function patternsIn(directory: string): Pattern[] {
  const found = new Map<string, Pattern>()
  for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const plain = path.replaceAll('\\', '/')
    if (!/\.(tsx?|js)$/.test(plain) || /\.test\.ts$|^test\//.test(plain)) continue
    if (ownTextOnly.some((own) => own.test(plain))) continue
    const text = readFileSync(join(directory, path), 'utf8')
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        const pattern = { source: node.text.slice(1, end), flags: node.text.slice(end + 1), at: plain }
        found.set(node.text, found.get(node.text) ?? pattern)
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(plain, text, ts.ScriptTarget.Latest))
  }
  return [...found.values()]
}
