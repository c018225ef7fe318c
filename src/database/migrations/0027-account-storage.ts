/** How many bytes the files of each account hold, kept with every change of them, and how many they may. */
export const accountStorage = {
  name: '0027-account-storage',
  sql: `
create table account_storage (
  account_id bigint primary key references accounts (id) on delete cascade,
  used bigint not null default 0 check (used >= 0),
  -- Null = no limit is agreed.
  max_bytes bigint check (max_bytes >= 0)
);
create function account_gets_storage() returns trigger language plpgsql as $$
begin insert into account_storage (account_id) values (new.id); return null; end $$;
create trigger account_gets_storage after insert on accounts for each row execute function account_gets_storage();

-- Locks the account's row until the transaction ends: what is added is then compared with the limit.
create function hold_bytes(holder bigint, bytes bigint) returns void language sql as $$
  update account_storage set used = used + bytes where account_id = holder $$;

create function attachments_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select c.account_id, sum(f.size)::bigint as bytes from changed f join cases c on c.id = f.case_id group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;
create trigger attachments_added after insert on case_attachments referencing new table as changed
  for each statement execute function attachments_hold_bytes();
create trigger attachments_gone after delete on case_attachments referencing old table as changed
  for each statement execute function attachments_hold_bytes();

-- The files of a deleted case go when it is gone already, and nothing tells whose they were.
create function case_frees_bytes() returns trigger language plpgsql as $$
declare bytes bigint;
begin
  select sum(size)::bigint into bytes from case_attachments where case_id = old.id;
  if bytes > 0 then perform hold_bytes(old.account_id, -bytes); end if;
  return old;
end $$;
create trigger case_frees_bytes before delete on cases for each row execute function case_frees_bytes();

create function draft_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select account_id, sum(size)::bigint as bytes from changed group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;
create trigger draft_files_added after insert on case_draft_files referencing new table as changed
  for each statement execute function draft_files_hold_bytes();
create trigger draft_files_gone after delete on case_draft_files referencing old table as changed
  for each statement execute function draft_files_hold_bytes();

insert into account_storage (account_id, used)
select a.id, coalesce((select sum(f.size) from case_attachments f join cases c on c.id = f.case_id where c.account_id = a.id), 0)
  + coalesce((select sum(f.size) from case_draft_files f where f.account_id = a.id), 0)
from accounts a;
`,
}
