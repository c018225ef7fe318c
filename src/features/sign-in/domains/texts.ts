import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  page: {
    noDomains: 'No domains',
    note: 'e-mail domains that can sign up',
    allowed: 'Allowed for an account',
    allowedNote: 'users of these domains can sign up',
    forbidden: 'Forbidden everywhere',
    forbiddenNote: 'overrides every allowed list',
    account: 'Account',
    choose: 'Choose an account to see its list',
    none: 'No domains yet',
    remove: 'Remove {domain}',
    removeTitle: 'Remove {domain}',
    removeButton: 'Remove',
    affected_one:
      '{count} user has an address of this domain. They keep their access; no other users can sign up with it.',
    affected_other:
      '{count} users have addresses of this domain. They keep their access; no other users can sign up with it.',
    selfJoin: 'users who sign up are added immediately',
  },
  freeMail: {
    title: 'Allow {domain}',
    button: 'Allow the domain',
    text: 'Anyone can get an address at {domain}, so users who do not belong to the account could sign up. Allow it only if the account has no domain of its own.',
  },
  proof: {
    askOf: 'Request verification of {domain}',
    showOf: 'Verification of {domain}',
    title: 'Verification of {domain}',
    text: 'The administrator of the domain publishes this TXT record. The portal checks for it every day. Until it is found, users of this domain cannot sign up.',
    host: 'Name',
    value: 'Value',
    copyHost: 'Copy the name',
    copyValue: 'Copy the value',
    check: 'Check now',
    waive: 'Cancel verification',
    waived: '{domain} does not require verification',
    checked: 'checked {age} ago',
    checkedNow: 'checked just now',
    unchecked: 'not checked yet',
    unanswered: 'DNS did not respond',
    UNPROVEN: 'Not verified',
    PROVEN: 'Verified',
    LOST: 'Lost',
  },
  add: {
    label: 'Domains to add',
    hint: 'one per line; *.example.com includes subdomains',
    bad: 'Invalid domain:',
    known: 'Already on the list:',
    add_one: 'Add {count} domain',
    add_other: 'Add {count} domains',
    nothing: 'Add domains',
    added_one: '{count} domain added',
    added_other: '{count} domains added',
    touched_one: '{count} user has such an address',
    touched_other: '{count} users have such an address',
  },
}

/** The texts of domains. */
export const { useText, text } = texts('domains', pageTexts)
