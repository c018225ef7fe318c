import { pino } from 'pino'
import { openDatabase } from '../database.ts'
import { outboxWorkerTasks } from './outbox-worker.ts'

/** A process that runs the outbox, to be killed: delivers the messages about Ann to an address over HTTP. */
const [databaseUrl = '', target = ''] = process.argv.slice(2)
const { db } = openDatabase(databaseUrl)
const line = {
  name: 'test',
  deliver: async ({ operation: command }: { operation: string }) =>
    void (await fetch(`${target}/${command}`, { method: 'POST' })),
  settled: async () => undefined,
}
await outboxWorkerTasks({ db, log: pino({ level: 'silent' }) }, line)[0]!.run({ subject: 'ann' })
