import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { fileCommands } from '#features/platform/file-scans/server/index.ts'
import { importKeyList, rootCommands, signingCommands } from '#features/platform/signing/server/index.ts'
import { apiDescriptionFile } from '#features/platform/system/server/index.ts'
import { receiptCommands } from '#features/software/receipts/server/index.ts'
import { userCommands } from '#features/users/users/server/index.ts'
import { type Config, readConfig } from '#kit/server/config.ts'
import { openDataDirectory } from '#kit/server/data-directory.ts'
import { openDatabase } from '#kit/server/database.ts'
import { requireDecryptable } from '#kit/server/encrypted-column.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { checkpointFile, readCheckpoints } from '#kit/server/events/checkpoints.ts'
import { verifyChain } from '#kit/server/events/verify-chain.ts'
import { createJobQueue } from '#kit/server/job-queue.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { startPostgres } from '#kit/server/postgres/start-postgres.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { appDefinition } from './app.ts'
import { portalConfigCommands } from './config-commands.ts'
import { seedDemoData } from './demo-data.ts'
import { makeScaleWorld } from './demo-scale.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { migrateDatabase } from './migrate-database.ts'
import { describeMove, moveFiles } from './move-files.ts'
import { buildApp } from './open-portal.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { requireFileStore } from './require-file-store.ts'
import { secretCommands } from './secret-commands.ts'

const usage = `headend: the command line of the portal

  headend audit verify                       verify the audit chain; names the first broken link
  headend user add E-MAIL --name "Full Name" add a user and print their activation link
  headend user role E-MAIL ROLE[:ACCOUNT]    assign a role
  headend user password E-MAIL               set a password, read from standard input
  headend user token E-MAIL --name NAME      create an API token; it is shown once
  headend demo --scale 0.01|0.1|1            add demo data; 1 = one million cases
  headend signing list                       list the keys that sign releases
  headend signing rotate                     retire the active key, create the next
  headend signing revoke KEY --reason "WHY"  revoke a key; its signatures are no longer trusted
  headend signing root init FILE             make the offline root; on another machine (ROOT_PASSPHRASE encrypts it)
  headend signing root sign KEYS ROOT… [BEFORE.list] --write NEXT.list [--days N]
                                             sign headend-keys.json with the root, on that machine
  headend signing root import LIST [--new-root]
                                             publish a list that the root signed
  headend files rescan SHA-256               scan a quarantined file again
  headend files move [--remove]              copy files to FILE_STORE from the other place, disk or S3
  headend receipts upload FILE               send the receipt of a verified release to a running portal
                                             (PORTAL_URL, PORTAL_TOKEN)
  headend config export [--write FILE]       print settings and common links as a file
  headend config plan FILE [--write PLAN]    show what a file changes; status 2 when it changes anything
  headend config apply PLAN                  make the changes of a plan, all or none
  headend secret rotate                      re-encrypt with SECRET_KEY what SECRET_KEY_BEFORE encrypted
  headend openapi [--write FILE]             the API description (OpenAPI 3.1)
  headend permissions [--write FILE]         the permission matrix: endpoint × role
`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      write: { type: 'string' },
      name: { type: 'string' },
      scale: { type: 'string' },
      reason: { type: 'string' },
      remove: { type: 'boolean' },
      days: { type: 'string' },
      'new-root': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [noun, command, ...rest] = positionals
  if (values.help || noun === undefined) return print(usage)
  if (noun === 'openapi') return put(values.write, readFileSync(apiDescriptionFile, 'utf8'))
  if (noun === 'permissions') return put(values.write, await describePermissions())
  if (noun === 'audit' && command === 'verify') return withDatabase(verifyAudit)
  if (noun === 'demo') return withDatabase((portal) => makeDemo(portal, values.scale))
  const userCommand = noun === 'user' ? userCommands[command ?? ''] : undefined
  if (userCommand)
    return withDatabase(async ({ db, config }) =>
      print(await userCommand({ db, config, args: rest, ...(values.name ? { name: values.name } : {}) })),
    )
  if (noun === 'signing' && command === 'root') {
    const [verb = '', ...args] = rest
    const passphrase = process.env.ROOT_PASSPHRASE
    const offline = rootCommands[verb]
    if (offline) return print(offline({ args, write: values.write, days: values.days, passphrase }))
    const [file] = args
    if (verb === 'import' && file !== undefined)
      return withDatabase(async ({ db }) => {
        const text = readFileSync(file, 'utf8')
        const list = await inTransaction(db, (tx) => importKeyList(tx, text, { newRoot: values['new-root'] ?? false }))
        return print(`Version ${list.version} is published, signed by ${list.roots.join(' and ')}.`)
      })
    throw new StartupError(usage)
  }
  const signingCommand = noun === 'signing' ? signingCommands[command ?? ''] : undefined
  if (signingCommand)
    return withDatabase(async ({ db, config }) =>
      print(await inTransaction(db, (tx) => signingCommand({ tx, config, args: rest, reason: values.reason }))),
    )
  if (noun === 'files' && command === 'move')
    return withDatabase(async ({ db, config }) => {
      await requireFileStore(config)
      const report = await moveFiles(db, config, { remove: values.remove ?? false })
      print(describeMove(report))
      return report.failed.length > 0 ? 1 : 0
    })
  const fileCommand = noun === 'files' ? fileCommands[command ?? ''] : undefined
  if (fileCommand)
    return withDatabase(async ({ db }) => print(await inTransaction(db, (tx) => fileCommand({ tx, args: rest }))))
  const receiptCommand = noun === 'receipts' ? receiptCommands[command ?? ''] : undefined
  if (receiptCommand) return print(await receiptCommand({ args: rest, env: process.env }))
  if (noun === 'config')
    return withDatabase((portal) => runConfig(portal, { command, file: rest[0], write: values.write }))
  const secretCommand = noun === 'secret' ? secretCommands[command ?? ''] : undefined
  if (secretCommand) return withDatabase(async (portal) => print(await secretCommand(portal)))
  console.error(`headend: ${positionals.join(' ')} is not a command\n\n${usage}`)
  return 2
}

/** Status 2: a plan with changes. */
async function runConfig(
  { db, config }: OpenPortal,
  { command, file, write }: { command: string | undefined; file: string | undefined; write: string | undefined },
): Promise<number> {
  const run = portalConfigCommands(config, appDefinition.features)[command ?? '']
  if (!run || (command !== 'export' && file === undefined)) throw new StartupError(usage)
  const {
    text,
    file: fileText,
    hasChanges = false,
  } = await run(db, file === undefined ? '' : readFileSync(file, 'utf8'))
  if (write !== undefined && fileText !== undefined) writeFileSync(write, fileText)
  if (command !== 'export' || write === undefined) print(text)
  return hasChanges ? 2 : 0
}

async function verifyAudit({ db, config }: OpenPortal): Promise<number> {
  const checkpoints = await readCheckpoints(checkpointFile(config.dataDirectory), config)
  const report = await verifyChain(db, checkpoints)
  if (report.broken) {
    console.error(`The audit chain is broken at link ${report.broken.seq}: ${report.broken.why}.`)
    return 1
  }
  return print(
    `The audit chain is intact: ${report.checked} events, ${checkpoints.length} checkpoints, ${report.waiting} waiting to be appended.`,
  )
}

async function makeDemo(portal: OpenPortal, scaleText: string | undefined): Promise<number> {
  const scale = Number(scaleText)
  if (!(scale > 0 && scale <= 1)) throw new StartupError('give --scale, greater than 0 and at most 1')
  const { db } = portal
  const began = Date.now()
  const log = (line: string) => console.error(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)
  if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) await seedDemoData(db, portal.config)
  await makeScaleWorld(portal, scale, log)
  const { rows } = await sql<{
    size: string
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db)
  log(`done, ${rows[0]!.size} of database`)
  return 0
}

type OpenPortal = { db: ReturnType<typeof openDatabase>['db']; config: PortalConfig; url: string }

async function withDatabase(work: (portal: OpenPortal) => Promise<number>): Promise<number> {
  const config = settings()
  const directory = await openDataDirectory(config)
  const log = (line: string) => console.error(line)
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await startPostgres({ directory: join(config.dataDirectory, 'postgres'), log, join: true })
  await migrateDatabase(server.url)
  const { db, pool, close } = openDatabase(server.url, { size: 2, limited: false })
  try {
    await createJobQueue({ db, pool })
    await requireDecryptable(db, encryptorFor(directory), encryptedColumns(appDefinition.features))
    return await work({ db, config: { ...config, ...directory }, url: server.url })
  } finally {
    await close()
    await server.stop()
  }
}

async function describePermissions(): Promise<string> {
  const { portal, close } = await buildApp(plainConfig(), 'postgres://nowhere', appDefinition)
  await close()
  return permissionMatrix(portal.endpoints)
}

/** The defaults, whatever the environment sets: generated documents must not depend on a machine. */
function plainConfig(): PortalConfig {
  const read = readConfig({ LOG_LEVEL: 'silent' })
  if ('errors' in read) throw new StartupError(read.errors.join('\n'))
  return { ...read.config, secretKey: 'x'.repeat(32), demo: false, dataDirectoryId: '' }
}

function settings(): Config {
  const read = readConfig(process.env)
  if ('errors' in read) throw new StartupError(read.errors.join('\n'))
  return read.config
}

function put(file: string | undefined, text: string): number {
  if (file === undefined) return print(text)
  writeFileSync(file, text)
  return 0
}

function print(text: string): number {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return 0
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (failure: unknown) => {
    console.error(failure instanceof Error ? failure.message : failure)
    // What is open would keep the process alive.
    process.exit(1)
  },
)
