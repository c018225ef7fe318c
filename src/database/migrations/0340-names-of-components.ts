/** The names and the version under which a component of an SBOM is found: the spellings of its ecosystem, without its own. */
export const namesOfComponents = {
  name: '0340-names-of-components',
  sql: `
-- What stands for a character in an address is the character; a text that is wrongly written stays as it is.
create function percent_decoded(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if position('%' in given) = 0 then return given; end if;
  -- A block of its own: one that catches costs more than all the rest.
  begin
    return (select convert_from(string_agg(case when m[2] is null then convert_to(m[1], 'UTF8') else decode(m[2], 'hex') end, ''::bytea order by n), 'UTF8')
      from regexp_matches(given, '([^%]+|%(?![0-9a-f]{2}))|%([0-9a-f]{2})', 'gi') with ordinality x(m, n));
  exception when character_not_in_repertoire or untranslatable_character then return given;
  end;
end $$;

-- One spelling of group:name, @scope/name, namespace/name and Name::Space. Without regular expressions: a million
-- components are named in one statement.
create function component_key(name text) returns text language sql immutable parallel safe as $$
  select left(btrim(replace(replace(lower(ltrim(btrim(name), '@')), ':', '/'), '//', '/'), '/'), 250) $$;

-- As people write it: without the epoch of RPM, Debian and Python, and without the v of a tag.
create function component_version(version text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(lower(btrim(version)), '^([0-9]+[:!])?v?(?=[0-9])', ''), 200) $$;

-- The last part of a name; that of a Go module may be followed by its major version (bar/v2).
create function component_last_name(name text) returns text language sql immutable parallel safe as $$
  select case when split_part(name, '/', -1) ~ '^v[0-9]+$' then ltrim(split_part(name, '/', -2) || '/' || split_part(name, '/', -1), '/')
    else split_part(name, '/', -1) end $$;

-- The name alone, and with its namespace; from the name that the SBOM states and from the purl. The names of Python have
-- one sign for three.
create function component_coordinates(name text, version text, purl text) returns table (found_name text, found_version text)
language sql immutable parallel safe as $$
  select distinct n.key, component_version(case when version = '' then percent_decoded(p.said) else version end)
  from (select ltrim(substr(purl, 5), '/') as rest where starts_with(lower(purl), 'pkg:') union all select '' limit 1) r
    cross join lateral (select lower(split_part(r.rest, '/', 1)) as type,
      split_part(split_part(substr(r.rest, length(split_part(r.rest, '/', 1)) + 2), '?', 1), '#', 1) as path) t
    cross join lateral (select split_part(t.path, '/', -1) as last) l
    cross join lateral (select left(t.path, length(t.path) - length(l.last)) ||
        case when position('@' in l.last) > 1 then split_part(l.last, '@', 1) else l.last end as path,
      case when position('@' in l.last) > 1 then split_part(l.last, '@', 2) else '' end as said) p
    cross join lateral (select component_key(name) as stated, component_key(percent_decoded(p.path)) as coded) k
    cross join lateral (values (k.stated), (component_last_name(k.stated)), (k.coded), (component_last_name(k.coded)),
      (case when t.type = 'pypi' then regexp_replace(k.stated, '[-_.]+', '-', 'g') end),
      (case when t.type = 'pypi' then regexp_replace(k.coded, '[-_.]+', '-', 'g') end)) n (key)
  where n.key <> '' $$;

create table sbom_component_names (
  sbom_id bigint not null references sboms (id) on delete cascade,
  place integer not null,
  name text not null,
  version text not null
);
insert into sbom_component_names (sbom_id, place, name, version)
  select c.sbom_id, c.place, n.found_name, n.found_version
  from sbom_components c cross join lateral component_coordinates(c.name, c.version, c.purl) n;
alter table sbom_component_names add primary key (sbom_id, place, name);
create index sbom_component_names_search on sbom_component_names (name text_pattern_ops, version text_pattern_ops, sbom_id, place);

-- Each component has its names, whichever statement adds it.
create function name_sbom_components() returns trigger language plpgsql as $$
begin
  insert into sbom_component_names (sbom_id, place, name, version)
    select c.sbom_id, c.place, n.found_name, n.found_version
    from added c cross join lateral component_coordinates(c.name, c.version, c.purl) n;
  return null;
end $$;
create trigger sbom_components_named after insert on sbom_components referencing new table as added
  for each statement execute function name_sbom_components();

drop index sbom_components_search;
`,
}
