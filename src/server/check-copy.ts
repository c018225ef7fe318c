import { sql } from 'kysely'
import { openDatabase } from '#kit/server/database.ts'
import { type Checkpoint, checkpointFile, ForgedCheckpoint, readCheckpoints } from '#kit/server/events/checkpoints.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { StartupError } from '#kit/server/startup-error.ts'

/** Files whose size is read at once. */
const AT_ONCE = 64
const BATCH = 5_000

/**
 * Files that end in the middle of a page, have fewer pages than their last vacuum or analyze counted, or belong to an
 * index and are empty: each index has a first page.
 */
const truncatedFiles = sql<{ name: string }>`
  with kept as (
    select c.oid::regclass::text as name, c.relkind, c.relpages, pg_relation_size(c.oid) as bytes, current_setting('block_size')::int as page
    from pg_class c where c.relkind in ('r', 'i', 't', 'm', 'S') and c.relpersistence = 'p' and pg_relation_filenode(c.oid) is not null)
  select name from kept where bytes % page <> 0 or bytes / page < relpages or (relkind = 'i' and bytes = 0) order by 1 limit 1`

/**
 * Rejects an incomplete copy of a data directory, in one line: a table without its file, stored files that are missing
 * or cut, audit checkpoints of events that the database does not have. Contents are not read.
 */
export async function requireWholeCopy(config: PortalConfig, databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { size: 1, limited: false })
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'i', 't', 'm', 'S') and c.relpersistence = 'p' and pg_relation_filenode(c.oid) is not null
        and (pg_stat_file(pg_relation_filepath(c.oid), true)).size is null order by 1 limit 1`.execute(db)
    if (tables[0]) throw incomplete(config, `the database has no file of ${tables[0].name}`)
    const { rows: truncatedRows } = await truncatedFiles.execute(db)
    if (truncatedRows[0]) throw incomplete(config, `the database file of ${truncatedRows[0].name} is truncated`)
    const { rows: chain } = await sql<{ seq: number }>`select seq from event_chain`.execute(db)
    const last = await lastCheckpoint(config)
    if (last && last.seq > chain[0]!.seq)
      throw incomplete(
        config,
        `audit/checkpoints.jsonl contains event ${last.seq}, the database ends with ${chain[0]!.seq}`,
      )
    // Files in S3 are not part of the directory.
    if (config.fileStorage.s3) return
    const store = fileStoreOf(config)
    for (let after = 0; ; ) {
      const { rows: files } = await sql<{ id: number; digest: string; size: number }>`
        select id, digest, size from stored_files where id > ${after} order by id limit ${BATCH}`.execute(db)
      for (let at = 0; at < files.length; at += AT_ONCE) {
        const some = files.slice(at, at + AT_ONCE)
        const sizes = await Promise.all(some.map(({ digest }) => store.sizeOf(digest)))
        const wrong = some.find(({ size }, index) => sizes[index] !== size)
        if (wrong) throw incomplete(config, `files/${wrong.digest.slice(0, 2)}/${wrong.digest} is missing or truncated`)
      }
      if (files.length < BATCH) return
      after = files.at(-1)!.id
    }
  } finally {
    await close()
  }
}

async function lastCheckpoint(config: PortalConfig): Promise<Checkpoint | undefined> {
  const marks = await readCheckpoints(checkpointFile(config.dataDirectory), config).catch((failure: unknown) => {
    if (!(failure instanceof ForgedCheckpoint)) throw failure
    throw new StartupError(
      `${config.dataDirectory} belongs to another secret key: ${failure.message}. Put its secret.key back, or set SECRET_KEY.`,
    )
  })
  return marks.at(-1)
}

function incomplete({ dataDirectory }: PortalConfig, flaw: string): StartupError {
  return new StartupError(`${dataDirectory} is not a complete copy: ${flaw}. Copy it again, with Headend stopped.`)
}
