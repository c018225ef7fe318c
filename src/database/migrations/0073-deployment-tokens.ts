/** Tokens with which the collectors of a deployment send metrics. */
export const deploymentTokens = {
  name: '0073-deployment-tokens',
  sql: `
create table deployment_tokens (
  id bigint generated always as identity primary key,
  deployment_id bigint not null references deployments (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- SHA-256 of the token; the token itself is not stored.
  hash bytea not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index deployment_tokens_deployment on deployment_tokens (deployment_id, id);
create index deployment_tokens_created_by on deployment_tokens (created_by) where created_by is not null;
`,
}
