import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const chatProblems = problems(en.problems, {
  'channel-not-found': 404,
  'message-not-found': 404,
  'chat-file-not-found': 404,
  'not-your-message': 403,
  'chat-not-in-plan': 409,
  'chat-case-internal': 409,
})
