/** Templates for the mails of events: the texts that these mails had, and bindings without an announcement. */
export const eventMail = {
  name: '0148-event-mail',
  sql: `
-- Without it the template is the text of the event's own mails alone.
alter table template_bindings add column announce boolean not null default true;

insert into templates (name, description, delivery_method, title, content) values
  ('Case updated', 'The text of mails about an update of a case; the comment follows it.', 'BellAlert',
    '{{case.subject}}', '{{case.change}}'),
  ('Outage opened', 'Sent when a case becomes an outage.', 'Banner',
    'Outage {{case.key}}: {{case.subject}}', '{{case.change}} The priority is {{case.priority}}.'),
  ('Outage closed', 'Sent when an outage is resolved or closed.', 'BellAlert',
    'Outage {{case.key}} is {{case.status}}: {{case.subject}}', '{{case.change}}'),
  ('Subscription expires', 'Sent before and when a subscription expires.', 'BellAlert',
    '{{account.name}}: the {{subscription.plan}} plan ends on {{subscription.expires}}',
    'The {{subscription.plan}} plan of {{account.name}} ends on {{subscription.expires}}. Agree on the next period.'),
  ('Registry credential expires', 'Sent 14 days before a credential of the registry expires.', 'BellAlert',
    'The registry credential {{credential.name}} expires',
    'The registry credential {{credential.name}} of {{account.name}} expires on {{credential.expires}}. Create a new one, then change it where it is used.')
  on conflict (name) do nothing;
`,
}
