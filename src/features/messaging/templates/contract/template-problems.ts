import { problems } from '#kit/contract/problem.ts'

export const templateProblems = problems({
  'template-not-found': { status: 404, text: 'The template was not found.' },
  'template-exists': { status: 409, text: 'A template of this name exists already.' },
  'template-in-use': { status: 409, text: 'The template is in use by {uses}. Choose another template there first.' },
  'template-already-active': { status: 409, text: 'The template is active already.' },
  'template-not-active': { status: 409, text: 'The template is not active.' },
  'template-breaks-announcements': {
    status: 409,
    text: '{count} announcements would lack a value with this text. Review them and correct their values first.',
  },
  'template-breaks-event': {
    status: 409,
    text: 'The template is bound to an event that has no value for {name}. Remove the variable, or bind another template.',
  },
  'preview-account-not-found': { status: 404, text: 'The account was not found.' },
})
