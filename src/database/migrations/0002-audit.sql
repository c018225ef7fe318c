-- Indexes of the audit: each filter has the entries in the order of the pages.

drop index events_account;
drop index events_subject;
drop index events_actor;
drop index events_name;

create index events_at on events (at desc, id desc);
create index events_account_at on events (account_id, at desc, id desc) include (audience, actor_id)
  where account_id is not null;
create index events_account_name on events (account_id, name, at desc, id desc) where account_id is not null;
create index events_account_actor on events (account_id, actor_id, at desc, id desc) where account_id is not null;
create index events_name_at on events (name, at desc, id desc);
create index events_impersonator_at on events (impersonator_id, at desc, id desc) where impersonator_id is not null;
create index events_impersonated on events (at desc, id desc) where impersonator_id is not null;
create index events_request on events (request_id) where request_id is not null;
create index events_subject on events (subject_id, subject, id desc);
