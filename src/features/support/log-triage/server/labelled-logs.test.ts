import { expect, test } from 'vitest'
import { labelledLogs } from '#test/logs/labelled-logs.ts'
import type { LabelledLog } from '#test/logs/log-truth.ts'
import { suggestedFacts } from '../contract.ts'
import { type ReadLog, readLogInWorker } from './log-reader.ts'

const logs = labelledLogs()

test('60 labelled logs: of what is found 95 % is right, and 90 % of what is there is found', async () => {
  expect(logs).toHaveLength(60)
  const wrong: string[] = []
  const missed: string[] = []
  let right = 0
  for (const log of logs) {
    const truth = new Set(truthsOf(log))
    const found = new Set(factsOf(await read(log)))
    right += [...found].filter((fact) => truth.has(fact)).length
    wrong.push(...[...found].filter((fact) => !truth.has(fact)).map((fact) => `${log.name}: ${fact}`))
    missed.push(...[...truth].filter((fact) => !found.has(fact)).map((fact) => `${log.name}: ${fact}`))
  }
  expect(right / (right + wrong.length), `precision; wrong: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(0.95)
  expect(right / (right + missed.length), `recall; missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(0.9)
  if (process.env.LOG_TRIAGE_REPORT) console.log({ right, wrong, missed })
})

test('of 40 planted secrets none is readable: not in the copy, and not in what was found', async () => {
  const planted = logs.flatMap(({ truth }) => truth.secrets)
  expect(planted).toHaveLength(40)
  const readable: string[] = []
  for (const log of logs) {
    const result = await read(log)
    if (result.unreadable) throw new Error(result.unreadable)
    const copy = Buffer.from(result.copy ?? Buffer.from(log.text)).toString()
    const shown = `${copy}${JSON.stringify(result.findings)}`
    readable.push(
      ...log.truth.secrets.filter((secret) => shown.includes(secret)).map((secret) => `${log.name}: ${secret}`),
    )
    // A secret is replaced, and the rest of the log stays: its number of lines, and its ordinary ones.
    if (log.truth.secrets.length === 0) expect(result.findings.secrets, log.name).toEqual({})
  }
  expect(readable).toEqual([])
})

function read({ name, text }: LabelledLog): Promise<ReadLog> {
  return readLogInWorker({
    bytes: Buffer.from(text),
    name: name.replace(/\.(?!csv|log|txt|xml|yaml)\w+$/, '.log'),
    signatures: [],
  })
}

/** What a form is filled in with, and the signatures, as `fact=value`. */
function factsOf(result: ReadLog): string[] {
  if (result.unreadable) return []
  const { facts, signatures } = result.findings
  const reading = { ...result.findings, facts: [...facts], pack: '', unreadable: null, secretCount: 0, secrets: {} }
  const suggested = suggestedFacts([reading]).filter(({ fact }) => fact !== 'device' && fact !== 'serial')
  return [
    ...suggested.map(({ fact, value, product }) => `${fact}=${fact === 'product' ? (product ?? value) : value}`),
    ...facts.filter(({ fact }) => fact === 'serial').map(({ value }) => `serial=${value}`),
    ...signatures.map(({ signature }) => `signature=${signature}`),
  ]
}

function truthsOf({ truth }: LabelledLog): string[] {
  return [
    ...(truth.product === null ? [] : [`product=${truth.product}`]),
    ...(truth.version === null ? [] : [`version=${truth.version}`]),
    ...(truth.modems === null ? [] : [`modems=${truth.modems}`]),
    ...truth.serials.map((serial) => `serial=${serial}`),
    ...truth.signatures.map((signature) => `signature=${signature}`),
  ]
}
