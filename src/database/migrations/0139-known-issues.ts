/** The catalogue of known issues, and the cases that have them. */
export const knownIssues = {
  name: '0139-known-issues',
  sql: `
-- The numbers of a version, four of them: 1.22 is {1,22,0,0}. Null without a number at its beginning.
create function version_numbers(version text) returns int[] language sql immutable parallel safe as $$
  select (string_to_array(found, '.')::int[] || '{0,0,0,0}'::int[])[1:4]
  from (select substring(version from '^[vV]?([0-9]{1,9}(?:[.][0-9]{1,9}){0,3})')) as numbers(found) where found is not null
$$;
-- Whether a version is in a range: every comparison of it holds, for example >=1.20.0 <1.22.0.
create function version_in_range(version text, range text) returns boolean language sql immutable parallel safe as $$
  select bool_and(case part[1] when '>=' then known >= bound when '>' then known > bound when '<' then known < bound
      when '<=' then known <= bound else known = bound end)
  from regexp_matches(range, '(>=|<=|>|<|=)([0-9.]+)', 'g') as part, version_numbers(version) as known, version_numbers(part[2]) as bound
$$;

create table known_issues (
  id bigint generated always as identity primary key,
  key text generated always as ('KI-' || repeat('0', greatest(0, 3 - length(id::text))) || id::text) stored unique,
  title text not null check (length(title) <= 250),
  product text not null,
  component text,
  affected text not null,
  -- Null while it is open.
  fixed_in text,
  severity text not null check (severity in ('LOW','MEDIUM','HIGH')),
  symptom text not null,
  conditions text[] not null,
  -- Text fragments that logs of an affected system contain.
  signature text[] not null,
  workaround text not null,
  release_note text not null,
  -- Customers see published ones alone.
  published boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  words tsvector not null
);
create index known_issues_updated on known_issues (updated_at desc, id desc);
create index known_issues_product on known_issues (product);
create index known_issues_words on known_issues using gin (words);

-- The words of the texts that customers may read; those of internal notes are not among them.
create function known_issue_words() returns trigger language plpgsql as $$
begin
  new.words := array_to_tsvector(search_terms(concat_ws(' ', new.title, new.product, new.component, new.symptom, array_to_string(new.conditions, ' '),
    array_to_string(new.signature, ' '), new.workaround, new.release_note)));
  return new;
end $$;
create trigger known_issues_words before insert or update on known_issues for each row execute function known_issue_words();

-- What only vendor staff reads of a known issue.
create table known_issue_notes (
  known_issue_id bigint primary key references known_issues (id) on delete cascade,
  note text not null,
  -- A PromQL expression that finds affected deployments.
  detect text not null
);

create table known_issue_cases (
  known_issue_id bigint not null references known_issues (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (known_issue_id, case_id)
);
create index known_issue_cases_case on known_issue_cases (case_id);
`,
}
