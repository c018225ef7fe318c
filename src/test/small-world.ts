/**
 * The account and the users of the demo that tests of killed processes need, for a product without the demo: that goes
 * on making its world for minutes, in which its jobs and events compete with those of the test.
 */
export const smallWorld = `
  with account as (
    insert into accounts (name, display_name, region, project_key) values ('larkspur-cable', 'Larkspur Cable', 'NORTH_AMERICA', 'LARK') returning id
  ), deployment as (
    insert into deployments (account_id, name, version, type, stage) select id, 'larkspur-cn-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION' from account
  ), staff (email, full_name, role) as (
    values ('nora.lindqvist@harmonic.example', 'Nora Lindqvist', 'ADMIN'),
      ('samuel.adeyemi@harmonic.example', 'Samuel Adeyemi', 'HARMONIC_TAC_MANAGER'),
      ('claire.fontaine@harmonic.example', 'Claire Fontaine', 'RELMGR')
  ), made as (
    insert into users (email, full_name, state) select email, full_name, 'active' from staff returning id, email
  )
  insert into role_grants (user_id, role) select made.id, staff.role from made join staff using (email)`
