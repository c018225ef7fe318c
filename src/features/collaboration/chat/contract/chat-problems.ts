import { problems } from '#kit/contract/problem.ts'

export const chatProblems = problems({
  'channel-not-found': { status: 404, text: 'This chat channel was not found.' },
  'message-not-found': { status: 404, text: 'This message was not found. It may have been deleted.' },
  'chat-file-not-found': { status: 404, text: 'This file was not found. It may have been deleted.' },
  'not-your-message': { status: 403, text: 'Only its author can edit a message.' },
  'chat-not-in-plan': { status: 409, text: 'The plan of {account} does not include chat. Ask {contact} to add it.' },
  'chat-case-internal': { status: 409, text: '{key} is internal: it has no chat with the customer.' },
})
