/** The portal's own key pair as a SAML service provider: answers are encrypted for it, and its requests to end sessions signed with it. */
export const samlKeys = {
  name: '0022-saml-keys',
  sql: `
create table saml_keys (
  -- There is one.
  id smallint primary key default 1 check (id = 1),
  certificate text not null,
  -- Sealed.
  private_key bytea not null,
  created_at timestamptz not null default now()
);
`,
}
