/** Proof, where it is asked for, that an account's allowed domain is the account's own: a TXT record at the domain. */
export const domainProofs = {
  name: '0018-domain-proofs',
  sql: `
create table domain_proofs (
  account_id bigint not null references accounts (id) on delete cascade,
  -- As it stands on the account's list.
  domain text not null,
  token text not null,
  state text not null default 'UNPROVEN' check (state in ('UNPROVEN','PROVEN','LOST')),
  -- When it came into its state.
  since timestamptz not null default now(),
  checked_at timestamptz,
  -- The last check got no answer; the state stays as it was.
  unanswered boolean not null default false,
  primary key (account_id, domain)
);
create index domain_proofs_checked on domain_proofs (checked_at nulls first);
`,
}
