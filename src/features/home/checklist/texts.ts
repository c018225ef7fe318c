import { texts } from '#kit/contract/texts.ts'

/** The texts of the checklist. */
export const { useText, text } = texts('onboarding-checklist', {
  title: 'Getting started',
  note_one: '{count} of {all} steps',
  note_other: '{count} of {all} steps',
  done: 'done',
  step: {
    domains: 'Domains',
    signOn: 'Sign-on',
    plan: 'Plan',
    region: 'Region',
    firstRelease: 'First release',
    firstCase: 'First case',
  },
  hint: {
    domains: 'Choose the domains that can sign up.',
    signOn: 'A user of the account signs in.',
    plan: 'The vendor sets the plan.',
    region: 'Set the region of the account.',
    firstRelease: 'A release is delivered.',
    firstCase: 'A user files a case.',
  },
  go: {
    domains: 'Allow domains',
    signOn: 'Invite users',
    plan: 'Set the plan',
    firstCase: 'File a case',
  },
})
