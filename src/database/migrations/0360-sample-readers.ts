/** Jobs that read samples keep their place, and the writer of late samples puts them back. */
export const sampleReaders = {
  name: '0360-sample-readers',
  sql: `
-- Minutes count from 1970. Late: the earliest minute written since the reader last asked.
create table metric_readers (
  deployment_id bigint not null references deployments (id) on delete cascade,
  reader text not null,
  metrics text[] not null,
  next_minute integer not null,
  late_minute integer,
  version integer not null default 1,
  primary key (deployment_id, reader)
);
-- What a reader knew after a minute.
create table metric_reader_states (
  deployment_id bigint not null,
  reader text not null,
  minute integer not null,
  state jsonb not null,
  primary key (deployment_id, reader, minute),
  foreign key (deployment_id, reader) references metric_readers (deployment_id, reader) on delete cascade
);
insert into metric_readers (deployment_id, reader, metrics, next_minute)
  select deployment_id, 'detector', '{cable_modems,pon_onus}'::text[], minute + 1 from detector_runs
  union all select deployment_id, 'uptime', '{cable_modems,pon_onus}'::text[], to_minute + 1 from deployment_minute_runs;
insert into metric_reader_states (deployment_id, reader, minute, state)
  select deployment_id, 'detector', minute, state from detector_runs
  union all select deployment_id, 'uptime', to_minute, baselines from deployment_minute_runs;
drop table deployment_minute_runs;
-- Outages that were over when the detector first judged the deployment have no case.
alter table detector_runs drop column minute, drop column state, add column since_minute integer not null default 0;
`,
} as const
