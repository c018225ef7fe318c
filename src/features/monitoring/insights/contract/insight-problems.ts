import { problems } from '#kit/contract/problem.ts'

export const insightProblems = problems({
  'insight-not-found': { status: 404, text: 'The insight {name} does not exist.' },
  'insight-category-not-found': { status: 404, text: 'The category {id} does not exist.' },
  'insight-type-not-found': { status: 404, text: 'The type {id} does not exist.' },
  'insight-too-large': {
    status: 422,
    text: 'The insight has too many series for one response: {reason}. Choose one deployment or a shorter range.',
  },
  'finding-not-found': { status: 404, text: 'This finding was not found.' },
  'finding-cleared': { status: 409, text: 'This finding is cleared. It cannot be acknowledged.' },
  'finding-not-acknowledged': {
    status: 409,
    text: 'This finding is not acknowledged. Reload the page to see its state.',
  },
})
