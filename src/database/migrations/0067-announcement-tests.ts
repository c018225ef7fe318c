/** Tests of announcements in the inbox of their author. */
export const announcementTests = {
  name: '0067-announcement-tests',
  sql: `
-- Occurrence 0: shown to its author whatever the state and the recipients, and not counted.
alter table announcement_inbox add column is_test boolean not null default false;
`,
}
