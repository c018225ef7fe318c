import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  place: ' in {account}',
  who: {
    account: 'the managers of {account}',
    vendor: 'the administrators of {vendor}',
  },
  ask: 'Request access',
  gives: '{role}, can assign this role to you',
  unnamed: {
    account: 'Managers of {account}',
    vendor: 'Administrators of {vendor}',
  },
  canGive: 'can assign this role to you',
  asked: 'Requested {age}.',
  askedWith_one: 'Requested {age}, from {count} other user too.',
  askedWith_other: 'Requested {age}, from {count} other users too.',
  justNow: 'a moment ago',
  ago: '{age} ago',
  opens: 'This page opens automatically when you have the role.',
}

/** The texts of access requests. */
export const { useText } = texts('access-requests', pageTexts)
