/** Who runs the event dispatcher: a lease that another process takes over when it runs out, counted by its fencing number. */
export const eventLease = {
  name: '0035-event-lease',
  sql: `
create table leases (
  name text primary key,
  holder text,
  fence bigint not null default 0,
  expires_at timestamptz not null
);
insert into leases (name, expires_at) values ('events', now());
`,
}
