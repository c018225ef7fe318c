import pg from 'pg'
import { startPostgres } from './start-postgres.ts'

// A small product for the launcher's tests: starts the server in argv[2], reports it, and writes numbered rows. A
// number is printed only once the database has acknowledged it. SIGTERM stops it cleanly.

const [, , directory = '', mode] = process.argv
const server = await startPostgres({ directory, log: (line) => console.log(`log ${line}`) }).catch((error: Error) => {
  console.log(`rejected ${error.name}: ${error.message}`)
  process.exit(1)
})
process.once('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
console.log(`ready ${server.url}`)

if (mode === 'write') {
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  pool.on('error', () => {})
  await pool.query('create table if not exists written (number bigint generated always as identity)')
  const writeForever = async () => {
    for (;;) {
      const { rows } = await pool.query('insert into written default values returning number')
      console.log(`wrote ${rows[0].number}`)
    }
  }
  await Promise.all([writeForever(), writeForever(), writeForever(), writeForever()])
} else setInterval(() => {}, 60_000)
