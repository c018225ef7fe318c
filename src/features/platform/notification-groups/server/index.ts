import { notificationGroup } from '#kit/server/notification.ts'

/**
 * What users are notified of, as they choose it in their settings, in this order. A feature declares its kinds of
 * notification in one of these groups.
 */
export const notificationsOf = {
  cases: notificationGroup('cases', {
    text: 'Cases',
    note: 'A case of yours is filed, gets a reply or changes status. Outages wait for no digest and no quiet hours.',
    subscription: 'CASES',
  }),
  chat: notificationGroup('chat', {
    text: 'Chat',
    note: 'A user mentions you in a chat, or writes in one that you are in while you do not have it open.',
  }),
  approvals: notificationGroup('approvals', {
    text: 'Approvals',
    note: 'A release, a rollout or a deletion waits for your approval, or yours was approved or rejected.',
  }),
  requests: notificationGroup('requests', {
    text: 'Requests',
    note: 'A user requests access, an account or to join, and you decide; or your own request was decided.',
  }),
  releases: notificationGroup('releases', {
    text: 'Releases',
    note: 'A release that you can download is delivered, or a credential of the registry expires.',
    subscription: 'RELEASES',
  }),
  calendar: notificationGroup('calendar', {
    text: 'Calendar',
    note: 'You are invited to an event, it changes, or it begins soon.',
    subscription: 'CALENDAR',
  }),
  subscriptions: notificationGroup('subscriptions', {
    text: 'Subscriptions',
    note: 'The subscription of an account of yours ends soon.',
  }),
  alerts: notificationGroup('alerts', {
    text: 'On-call alerts',
    note: 'You are on call, and an alert is yours.',
    required: true,
  }),
  integrations: notificationGroup('integrations', {
    text: 'Integrations',
    note: 'A webhook or a domain that you set up stopped working.',
  }),
  account: notificationGroup('account', {
    text: 'Your user account',
    note: 'Your password, second factor or address changed, or your access ends.',
    required: true,
  }),
} as const
