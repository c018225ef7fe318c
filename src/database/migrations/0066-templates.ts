/** Templates of announcements, what an announcement keeps of its template, and the events bound to templates. */
export const templates = {
  name: '0066-templates',
  sql: `
create table templates (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 1000),
  delivery_method text not null default 'Banner' check (delivery_method in ('Banner','BellAlert','ModalAlert')),
  title text not null check (length(title) between 1 and 500),
  -- Markdown with placeholders.
  content text not null check (octet_length(content) between 1 and 65536),
  link text,
  user_inputs jsonb not null default '[]',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table announcements
  add column template_id bigint references templates (id),
  -- Values of user inputs by name.
  add column template_inputs jsonb not null default '{}',
  -- Values that the event of a bound template gave.
  add column event_values jsonb not null default '{}',
  -- Title, message and link as lists of texts and variables of the recipient; null = the same for every recipient.
  add column personal jsonb,
  add column withdrawn_by_template boolean not null default false,
  -- The recorded event that it reports: one announcement of a template for each.
  add column event_id bigint,
  drop constraint announcements_message_check,
  add constraint announcements_message_check check (length(message) between 1 and 1000000);
create index announcements_template on announcements (template_id) where template_id is not null;
create unique index announcements_event on announcements (event_id, template_id) where event_id is not null;

create table template_bindings (
  event text primary key,
  template_id bigint not null references templates (id),
  type text not null check (type in ('error','info','success','warning')),
  category_id bigint not null references announcement_categories (id),
  email_copy boolean not null,
  -- The author of the announcements.
  bound_by bigint not null references users (id)
);
create index template_bindings_template on template_bindings (template_id);
create index template_bindings_category on template_bindings (category_id);
create index template_bindings_user on template_bindings (bound_by);
create table template_binding_version (version integer not null);
insert into template_binding_version values (1);
`,
}
