import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  notYet: {
    roles: 'Choose a role first.',
  },
  confirmDomain: 'Invite this address although its domain is not allowed for the account',
  invite: 'Invite user',
  title: 'Invite a user',
  text: 'They get a mail with a link that works once, within 72 hours.',
  email: 'E-mail',
  fullName: 'First and last name',
  account: 'Account',
  roles: 'Roles',
  rolesNone: 'Choose at least one.',
  jobTitle: 'Job title',
  send: 'Send invitation',
  sent: 'Invitation sent',
  sentText: 'The link for {email} is valid for 72 hours.',
  staff: 'Staff, in all accounts',
}

/** The texts of invitations. */
export const { useText, text } = texts('invitations', pageTexts)
