/** A link that confirms the new e-mail address of a user. */
export const linksToNewAddresses = {
  name: '0363-links-to-new-addresses',
  sql: `
alter table one_time_links drop constraint one_time_links_purpose_check, add column new_email text,
  add constraint one_time_links_purpose_check check (purpose in ('activation', 'reset', 'email')),
  add constraint one_time_links_new_email check ((new_email is not null) = (purpose = 'email') and new_email = lower(new_email));
`,
} as const
