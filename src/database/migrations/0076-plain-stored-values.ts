/**
 * Stored values and columns in standard terms. Tokens that were limited to the permission of onboarding checklists keep
 * it, and attempts at signing in keep their result.
 */
export const plainStoredValues = {
  name: '0076-plain-stored-values',
  sql: `
update api_tokens set permissions = array_replace(permissions, 'runway:read', 'onboarding-checklist:read')
  where 'runway:read' = any (permissions);

alter table stored_secrets rename column sealed to secret;
alter table signing_keys rename column sealed to private_key;

alter table sign_in_attempts drop constraint sign_in_attempts_outcome_check;
update sign_in_attempts set
  outcome = case outcome when 'REFUSED' then 'REJECTED' else outcome end,
  steps = regexp_replace(regexp_replace(steps::text, '"(client|secret|code)-refused"', '"\\1-rejected"', 'g'),
    '"person-(unknown|inactive|elsewhere)"', '"user-\\1"', 'g')::jsonb;
alter table sign_in_attempts add constraint sign_in_attempts_outcome_check
  check (outcome in ('UNDER_WAY','SIGNED_IN','REJECTED','TESTED'));
`,
}
