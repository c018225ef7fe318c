/** What the responses of connections look like, and faults that are simulated on a connection. */
export const connectionContract = {
  name: '0132-connection-contract',
  sql: `
-- Names and types of the fields of good responses, for each kind of call; no values.
create table connection_shapes (
  connection text not null,
  operation text not null,
  samples integer not null,
  fields jsonb not null,
  -- What differs from fields, by the path of the field.
  changes jsonb not null default '{}',
  primary key (connection, operation)
);

alter table connection_status add column simulated_fault text;
`,
}
