import { type Kysely, sql } from 'kysely'

/** Live messages of the last minutes, and how many each destination has had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_destinations (
      destination text primary key,
      sequence bigint not null,
      at timestamptz not null default now()
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`
    create table live_messages (
      id bigint generated always as identity primary key,
      destination text not null,
      sequence bigint not null,
      event_id bigint,
      account text,
      audience jsonb,
      request_id text,
      body text not null,
      at timestamptz not null default now(),
      unique (destination, sequence)
    ) with (autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`create index live_messages_at on live_messages using brin (at)`.execute(db)
}
