import { expect, test } from 'vitest'
import { asksTracker } from './tracker-state.ts'

test('only calls of the tracker say that it is unstable', () => {
  const trackerCalls = ['/api/plugins/jira/issues', '/api/plugins/jsm/configs/{account}/test']
  expect(trackerCalls.filter((url) => !asksTracker(url))).toEqual([])
  const otherCalls = ['/api/overview', '/api/plugins/insights', '/api/connections/{id}/test', '/api/plugins/jiraffe']
  expect(otherCalls.filter(asksTracker)).toEqual([])
})
