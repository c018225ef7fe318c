import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  field: {
    unknown: 'There is no setting with this key.',
    locked: 'Set by the environment variable {variable}.',
    number: 'Enter a whole number from {minimum} to {maximum}.',
    choice: 'Choose one of: {options}.',
    text: 'Enter a text of one line.',
    own: {
      'mail.sender': 'Enter an address like Support <support@example.com>.',
      'links.trusted-hosts': 'Enter hosts in lower case like wiki.example.com, at most 100.',
      'portal.tracker-production': 'Enter an https address without a user name.',
      'portal.tracker-staging': 'Enter an https address without a user name.',
      'portal.tracker-dev': 'Enter an https address without a user name.',
      'portal.tracker-local': 'Enter an https address without a user name.',
      'inventory.time': 'Enter a time like 02:00.',
      'plugins.aggregated':
        'Enter names of plugins: jira, jsm, confluence, slack, opsgenie, analytics, sonar, salesforce, box, registry.',
    },
  },
  note_one: '{count} setting · {here} set here, {locked} locked by the environment',
  note_other: '{count} settings · {here} set here, {locked} locked by the environment',
  find: 'Find a setting',
  none: 'No setting matches',
  noneText: 'Change the search or show all settings.',
  show: 'Settings to show',
  filter: {
    all: 'All',
    here: 'Set here',
    locked: 'Locked',
    unsaved: 'Not saved',
  },
  setting: 'Setting',
  value: 'Value',
  default: 'Default',
  origin: 'Origin',
  source: {
    DEFAULT: 'Default',
    ENVIRONMENT: 'Environment',
    HERE: 'Set here',
  },
  unsaved: 'Not saved',
  was: 'was {value}',
  by: '{by}, {at}',
  portal: 'Configuration file',
  noValue: 'none',
  reset: 'Use the default of {setting}',
  revert: 'Discard the change of {setting}',
  unit: {
    HOURS: 'hours',
    DAYS: 'days',
    GB: 'GB',
    PER_SECOND: 'a second',
  },
  count_one: '{count} setting',
  count_other: '{count} settings',
  changes_one: '{count} setting not saved',
  changes_other: '{count} settings not saved',
  unchanged: 'All changes are saved',
  discard: 'Discard',
  save: 'Save',
  saved_one: '{count} setting saved',
  saved_other: '{count} settings saved',
  undoSave: 'Undo',
  stale: 'Another administrator changed the settings. Your changes are still here: check them and save again.',
  sections: {
    portal: 'General',
    mail: 'Mail',
    'sign-in': 'Sign-in and sessions',
    domains: 'Domains',
    links: 'Links',
    uploads: 'Software',
    webhooks: 'Webhooks',
    notifications: 'Notifications',
    inventory: 'Daily inventory',
    plugins: 'Aggregated plugins',
  },
  names: {
    'portal-environment': {
      name: 'Environment',
      text: 'which installation this is, on the system page',
    },
    'mail-sender': {
      name: 'Sender',
      text: 'name and address in From of every mail',
    },
    'mail-copies-per-second': {
      name: 'Mail copies of announcements',
      text: 'sent at most; other mail is not limited',
    },
    'sign-in-session-hours': {
      name: 'Length of a session',
      text: 'for sessions that begin from now on',
    },
    'domains-unanswered-days': {
      name: 'Days without a DNS response',
      text: 'then a verified domain loses its proof',
    },
    'links-trusted-hosts': {
      name: 'Trusted hosts',
      text: 'links to them do not lead over the leaving page',
    },
    'uploads-limit': {
      name: 'Largest file',
      text: 'of a bundle',
    },
    'uploads-abandoned-after': {
      name: 'Abandoned uploads',
      text: 'discarded after this time without progress',
    },
    'uploads-share-link-days': {
      name: 'Validity of share links',
      text: 'for links that are created from now on',
    },
    'webhooks-log-days': {
      name: 'Delivery log',
      text: 'deliveries are deleted after this time',
    },
    'notifications-push': {
      name: 'Notifications in the browser',
      text: 'announcements through the push services of browser makers: title and link alone',
    },
    'portal-tracker-production': {
      name: 'Tracker of production',
      text: 'for reports of problems, on the system page',
    },
    'portal-tracker-staging': {
      name: 'Tracker of staging',
      text: 'for reports of problems, on the system page',
    },
    'portal-tracker-dev': {
      name: 'Tracker of development',
      text: 'for reports of problems, on the system page',
    },
    'portal-tracker-local': {
      name: 'Tracker of local installations',
      text: 'for reports of problems, on the system page',
    },
    'inventory-collected': {
      name: 'Collect the inventory',
      text: 'of accounts without settings of their own',
    },
    'inventory-time': {
      name: 'Time of the inventory',
      text: 'in the local time of the account',
    },
    'plugins-aggregated': {
      name: 'Aggregated plugins',
      text: 'a federated parent shows them with the figures of its visible children',
    },
  },
  options: {
    production: 'Production',
    staging: 'Staging',
    dev: 'Development',
    local: 'Local',
    on: 'On',
    off: 'Off',
  },
  order: 'order: environment, set here, default',
  close: 'Close',
  counts: 'Which value counts',
  countsNow: 'counts now',
  notSet: 'not set',
  history: 'History',
  wasSet: 'Set to {value}',
  wasReset: 'Back to the default',
  useAgain: 'Use again',
  discardSection: 'Discard the changes of {section}',
  saveSection: 'Save {section}',
  saveCount_one: 'Save {count}',
  saveCount_other: 'Save {count}',
}

/** The texts of the portal's settings. */
export const { useText } = texts('settings', pageTexts)
