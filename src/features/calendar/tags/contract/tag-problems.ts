import { problems } from '#kit/contract/problem.ts'

export const tagProblems = problems({
  'calendar-tag-not-found': { status: 404, text: 'This tag was not found. It was probably deleted; reload the list.' },
  'calendar-tag-exists': { status: 409, text: 'A tag named {name} exists already. Choose another name.' },
  'calendar-tag-in-use': { status: 409, text: 'The tag {name} is on {count} events. Remove it from them first.' },
  'calendar-tag-fixed': {
    status: 409,
    text: 'The tag {name} marks maintenance for the outage detector. It cannot be deleted, renamed or hidden, but it can have another colour.',
  },
  'calendar-tags-full': {
    status: 409,
    text: 'There are {limit} tags already, the most that are possible. Delete one that is not used.',
  },
})
