import { endpoint } from '#kit/contract/endpoint.ts'

/** Back to being oneself. */
export const exitImpersonation = endpoint({
  tag: 'Me',
  guard: 'signed-in',
  name: 'exitImpersonation',
  method: 'DELETE',
  url: '/api/users/impersonate',
  summary: 'Stop working as somebody else',
  problems: [],
})
