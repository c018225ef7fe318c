import { expect, test } from 'vitest'
import { analyticsPlansShapes } from '#integrations/analytics-plans-api/server/analytics-plans-shapes.ts'
import { boxShapes } from '#integrations/box/server/box-response-shapes.ts'
import { jenkinsShapes } from '#integrations/jenkins/server/jenkins-response-shapes.ts'
import { jiraShapes } from '#integrations/jira-cloud/server/jira-response-shapes.ts'
import { deskShapes } from '#integrations/jsm/server/desk-response-shapes.ts'
import { oktaShapes } from '#integrations/okta/server/okta-response-shapes.ts'
import { jsmOperationsShapes, opsgenieShapes } from '#integrations/opsgenie/server/opsgenie-response-shapes.ts'
import { pagerDutyShapes } from '#integrations/pagerduty/server/pagerduty-response-shapes.ts'
import { salesforceShapes } from '#integrations/salesforce/server/salesforce-response-shapes.ts'
import { wrongShape } from '#kit/server/vendor/response-shape.ts'

test.each([
  [
    'Jira',
    jiraShapes,
    'GET /rest/api/3/issue/PRC-1',
    { id: '1', key: 'PRC-1', fields: { updated: 1_763_000_000, labels: [] } },
    'fields.updated is a number instead of a text',
  ],
  [
    'Jira',
    jiraShapes,
    'POST /rest/api/2/search',
    { issues: [{ id: 7, key: 'A-1' }] },
    'issues[0].id is a number instead of a text',
  ],
  ['Jira', jiraShapes, 'POST /rest/api/3/issue', { id: '1' }, 'key is absent instead of a text'],
  ['JSM', deskShapes, 'POST /rest/servicedeskapi/request', { issueId: '1' }, 'issueKey is absent instead of a text'],
  ['JSM', deskShapes, 'GET /rest/api/3/issue/1/comment', { comments: {} }, 'comments is an object instead of a list'],
  ['Okta', oktaShapes, 'GET /api/v1/users', { users: [] }, 'the response is an object instead of a list'],
  ['Okta', oktaShapes, 'GET /api/v1/users/00u1', { id: '00u1', status: null }, 'status is empty instead of a text'],
  [
    'Salesforce',
    salesforceShapes,
    'GET /services/data/v60.0/query',
    { records: null },
    'records is empty instead of a list',
  ],
  [
    'Salesforce',
    salesforceShapes,
    'GET /services/data/v60.0/query',
    { records: [{ Amount: '40.000,50' }] },
    'records[0].Amount is a text instead of a number',
  ],
  [
    'Analytics plans',
    analyticsPlansShapes,
    'GET /api/plans',
    { plans: [{ account: 'acme', plan: null, services: { seats: { numberValue: '3' } } }] },
    'plans[0].services.seats.numberValue is a text instead of a number',
  ],
  ['Opsgenie', opsgenieShapes, 'POST /v2/alerts', { id: 'a' }, 'requestId is absent instead of a text'],
  ['Opsgenie', opsgenieShapes, 'GET /v2/alerts/a', { id: 'a' }, 'data is absent instead of an object'],
  [
    'JSM operations',
    jsmOperationsShapes,
    'GET /jsm/ops/api/c/v1/alerts',
    { values: [{}] },
    'values[0].id is absent instead of a text',
  ],
  ['PagerDuty', pagerDutyShapes, 'GET /incidents', { incidents: {} }, 'incidents is an object instead of a list'],
  ['PagerDuty', pagerDutyShapes, 'GET /incidents/Q1/notes', {}, 'notes is absent instead of a list'],
  ['Box', boxShapes, 'GET /2.0/files/7', { id: '7', name: 'a', size: 1 }, 'sha1 is absent instead of a text'],
  [
    'Jenkins',
    jenkinsShapes,
    'GET /queue/item/7/api/json',
    { executable: { number: '12' } },
    'executable.number is a text instead of a number',
  ],
] as const)(
  '%s: a response of another form is a sentence that names the field (%#)',
  (name, shapes, call, body, sentence) => {
    const [method = '', path = ''] = call.split(' ')
    const failure = wrongShape(shapes, { name, method, path, status: 200 }, body)
    expect(failure).toMatchObject({
      fault: 'shape',
      status: 200,
      message: `${name} responded in another form than before: ${sentence}.`,
    })
  },
)

test('fields that are not read, absent ones that may be, and calls without a declaration are not compared', () => {
  const call = { name: 'Jira', method: 'GET', status: 200 }
  const issue = { id: '1', key: 'PRC-1', fields: { summary: null, colour: 7 }, more: [] }
  expect(wrongShape(jiraShapes, { ...call, path: '/rest/api/3/issue/1' }, issue)).toBeUndefined()
  expect(wrongShape(jiraShapes, { ...call, path: '/rest/api/3/myself' }, 'anything')).toBeUndefined()
})
