import { problems } from '#kit/contract/problem.ts'

export const wikiProblems = problems({
  'wiki-page-not-found': { status: 404, text: 'This page was not found. It may have been deleted.' },
  'wiki-version-not-found': { status: 404, text: 'This version was not found.' },
  'wiki-page-has-subpages': {
    status: 409,
    text: '{title} has subpages. Choose whether they are moved up or deleted with it.',
  },
  'wiki-full': { status: 409, text: 'This wiki has {most} pages, which is the most. Delete a page first.' },
  'wiki-too-deep': { status: 409, text: 'Pages can be {most} levels deep. Choose a page higher up.' },
  'wiki-parent-internal': {
    status: 409,
    text: '{parent} is visible to vendor staff only, and so are its subpages. Change the readers of that page first, or choose another place.',
  },
  'wiki-page-mirrored': {
    status: 409,
    text: '{title} is kept in {system}, and the portal has a copy. Change it there.',
  },
})
