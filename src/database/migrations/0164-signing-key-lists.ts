/** Lists of signing keys that an offline root signed, and signatures for minisign. */
export const signingKeyLists = {
  name: '0164-signing-key-lists',
  sql: `
create table signing_key_lists (
  version integer primary key check (version > 0),
  -- As customers read it.
  list text not null,
  expires_at timestamptz not null,
  -- Fingerprints of the roots that signed it.
  roots text[] not null check (cardinality(roots) > 0),
  imported_at timestamptz not null default now()
);
-- release.json.minisig; null for releases that were signed before.
alter table bundle_releases add column minisig text;
`,
} as const
