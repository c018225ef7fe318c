/** Templates with the texts of the mails about a delivered release, and of the reminder to customer success managers. */
export const mailTemplates = {
  name: '0151-mail-templates',
  sql: `
insert into templates (name, description, delivery_method, title, content) values
  ('Release ready', 'The text of mails about a delivered release.', 'BellAlert',
    '{{release.name}} was delivered to {{account.name}}',
    E'{{release.name}} is ready for {{account.name}}. It was approved by a second user and signed.\\n\\nDownload it in the portal; the page of the release says how to verify it offline.'),
  ('Subscription reminder', 'The text of the reminder to the customer success manager.', 'BellAlert',
    '{{account.name}}: the {{subscription.plan}} plan ends on {{subscription.expires}}',
    'The {{subscription.plan}} plan of {{account.name}} ends on {{subscription.expires}} (days left: {{subscription.daysLeft}}). Agree on the next period, then set the new date.')
  on conflict (name) do nothing;
`,
}
