/** What was found in logs, and the copies without their secrets. */
export const logReadings = {
  name: '0158-log-readings',
  sql: `
-- One for all places in which the same bytes are attached.
create table log_readings (
  -- SHA-256 of the original, hexadecimal.
  digest text primary key,
  -- The version of the rule pack.
  pack text not null,
  -- What its content is, whatever its name.
  form text not null check (form in ('text','gzip','tar','other')),
  -- Why it could not be read; null when it was.
  unreadable text,
  lines integer not null,
  facts jsonb not null,
  signatures jsonb not null,
  -- The number of hidden secrets of each kind.
  secrets jsonb not null,
  secret_count integer not null,
  -- What others than its uploader read; null without secrets.
  copy_file_id bigint references stored_files (id),
  copy_digest text,
  copy_size bigint,
  read_at timestamptz not null default now(),
  check ((copy_file_id is null) = (copy_digest is null) and (copy_file_id is null) = (copy_size is null)),
  check (secret_count = 0 or copy_file_id is not null)
);
create index log_readings_copy on log_readings (copy_file_id) where copy_file_id is not null;
`,
}
