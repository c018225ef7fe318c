/** What a scanner said of stored bytes. */
export const fileVerdicts = {
  name: '0026-file-verdicts',
  sql: `
-- One row for bytes that are or were to be looked at; bytes without one came while no scanner was set. A WAITING file is
-- given out to nobody, an EARLIER one (from before the scanner was set) meanwhile is.
create table file_verdicts (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  state text not null check (state in ('WAITING','EARLIER','CLEAN','QUARANTINED','UNSCANNABLE')),
  -- What was found, or why it could not be looked at.
  words text,
  -- Looks that ended without a verdict though the scanner answers, and why the last one did.
  tries integer not null default 0,
  error text,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  looked_at timestamptz,
  check (state not in ('QUARANTINED','UNSCANNABLE') or words is not null)
);
create index file_verdicts_open on file_verdicts (state desc, due_at) where state in ('WAITING','EARLIER');
create index file_verdicts_bad on file_verdicts (state) where state in ('QUARANTINED','UNSCANNABLE');
-- Whose files they are, once something was found.
create index case_attachments_digest on case_attachments (digest);
create index bundle_components_digest on bundle_components (digest) where digest is not null;
`,
}
