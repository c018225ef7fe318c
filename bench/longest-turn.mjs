// P9: node bench/longest-turn.mjs [word …]: the longest turn of the event loop for each operation at the largest input
// that its contract allows. With words, only the suites of that name, or else the operations with a word in their name.
// For an idle machine.
import { once } from 'node:events'
import pg from 'pg'
import { benchTokens } from './turns/bench-tokens.mjs'
import { calendarOperations } from './turns/calendar-operations.mjs'
import { formOperations } from './turns/form-operations.mjs'
import { listOperations } from './turns/list-operations.mjs'
import { mailOperations } from './turns/mail-operations.mjs'
import { metricOperations } from './turns/metric-operations.mjs'
import { softwareOperations } from './turns/software-operations.mjs'
import { textOperations } from './turns/text-operations.mjs'
import { openWorld } from './world.mjs'

const suites = [
  calendarOperations,
  textOperations,
  softwareOperations,
  metricOperations,
  mailOperations,
  formOperations,
  listOperations,
]
const GOAL_MS = 20
/** A call that takes longer may never end: the product is stopped. */
const LONGEST_CALL_MS = 90_000
const chosen = process.argv.slice(2)
const chosenSuites = suites.filter(({ name }) => chosen.includes(name))
const scale = Number(process.env.BENCH_SCALE ?? 0.01)

const replyPort = 20_000 + Math.floor(Math.random() * 10_000)
const world = await openWorld({
  scale,
  probe: './bench/turn-probe.mjs',
  env: {
    REPLY_ADDRESS: 'portal@headend.example',
    REPLY_LISTEN: `127.0.0.1:${replyPort}`,
    REPLY_AUTHSERV_ID: 'mx.headend.example',
  },
})
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
const portal = { ...world, client, replyPort, ...(await benchTokens(world, client)) }
const rows = []
try {
  await measure({ name: 'nothing, for two seconds', input: '', call: () => pause(2_000) })
  for (const suite of chosenSuites.length > 0 ? chosenSuites : suites) {
    try {
      for await (const operation of suite(portal))
        if (chosenSuites.length > 0 || chosen.length === 0 || chosen.some((word) => operation.name.includes(word)))
          await measure(operation)
    } catch (failure) {
      console.error(`${suite.name}: not measured: ${failure.stack}`)
      process.exitCode = 1
    }
  }
} finally {
  await client.end()
  await world.close()
}
print()

/** Calls once, after what came before it is done; what its events cause counts too, in a column of its own. */
async function measure({ name, input, call }) {
  await settled()
  await probe('reset')
  const began = performance.now()
  const tooLong = setTimeout(() => giveUp({ name, input }), LONGEST_CALL_MS)
  const status = await call().catch((failure) => failure.message.slice(0, 60))
  clearTimeout(tooLong)
  const took = performance.now() - began
  const { longest, cpu } = await probe('read')
  await settled()
  const after = await probe('read')
  rows.push({ name, input, status: status ?? '', took, turn: longest, cpu, after: after.longest })
  console.error(
    `${longest.toFixed(0).padStart(6)} ${after.longest.toFixed(0).padStart(6)} ms  ${name}: ${input} ${status ?? ''}`,
  )
}

function giveUp({ name, input }) {
  world.app.process.kill('SIGKILL')
  rows.push({
    name,
    input,
    status: 'none',
    took: LONGEST_CALL_MS,
    turn: LONGEST_CALL_MS,
    cpu: LONGEST_CALL_MS,
    after: 0,
  })
  print()
  process.exit(1)
}

/** Every event is handled and every job is done that is not due later. */
async function settled() {
  await world.chained()
  const busy = () =>
    client.query(`select from graphile_worker.jobs where run_at <= now() and task_identifier <> 'mail.send' limit 1`)
  for (let round = 0; round < 40 && (await busy()).rowCount > 0; round += 1) await pause(50)
  await pause(50)
}

async function probe(what) {
  world.app.process.send(what)
  const [measured] = await once(world.app.process, 'message')
  return measured
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function print() {
  rows.sort((a, b) => Math.max(b.turn, b.after) - Math.max(a.turn, a.after))
  console.log('| operation | input | status | call | longest turn | with its event handlers | CPU |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  const ms = (number) => `${number < 10 ? number.toFixed(1) : Math.round(number)} ms`
  for (const { name, input, status, took, turn, after, cpu } of rows)
    console.log(`| ${[name, input, status, ms(took), ms(turn), ms(after), ms(cpu)].join(' | ')} |`)
  const over = rows.filter(({ turn, after }) => Math.max(turn, after) > GOAL_MS)
  console.log(`\n${over.length} of ${rows.length} hold the event loop longer than ${GOAL_MS} ms.`)
}
