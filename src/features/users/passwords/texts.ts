import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  problems: {
    'password-wrong': 'Your current password is not correct.',
    'password-policy-violation': 'The new password does not meet the requirements: {reason}.',
  },
  passwordRules: {
    length: '8 to 128 characters',
    long: '15 to 128 characters of any kind',
    upper: 'An uppercase letter',
    lower: 'A lowercase letter',
    digit: 'A digit',
    special: 'A special character',
    plain: 'No spaces and no emoji',
    name: 'No part of your name or e-mail address',
    common: 'Not a common password',
    breached: 'Not a password from a known data breach',
  },
  list: {
    rules: 'Password requirements',
    kept: 'met',
    open: 'not met',
  },
}

/** The texts of the pages. */
export const { useText } = texts('passwords', pageTexts)
