/** The tags of calendar events. The fixed one marks maintenance. */
export const calendarTags = {
  name: '0118-calendar-tags',
  sql: `
create table calendar_tags (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  color_code text check (color_code ~ '^#[0-9A-F]{6}$'),
  scope text not null default 'CUSTOMER' check (scope in ('SYSTEM', 'CUSTOMER')),
  holds_outages boolean not null default false,
  is_freeze boolean not null default false,
  is_fixed boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index calendar_tags_name on calendar_tags (lower(name));
insert into calendar_tags (name, color_code, holds_outages, is_fixed) values ('Maintenance', '#B45309', true, true);
`,
}
