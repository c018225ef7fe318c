/** Null: the provider did not say when the user proved their identity, so the session never counts as fresh. */
export const whenPeopleProvedThemselves = {
  name: '0320-when-people-proved-themselves',
  sql: `
alter table sessions alter column authenticated_at drop not null;
`,
} as const
