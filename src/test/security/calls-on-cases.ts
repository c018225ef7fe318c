import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { emptyRecord } from '#test/crm/crm-records.ts'
import type { Filed } from './filed-case.ts'

/** A body that each write on cases accepts. */
export const bodies: Record<string, unknown> = {
  editCase: { subject: 'Changed' },
  signCertificate: { name: 'x', lifetimeYears: 1, csr: 'x' },
  checkCertificateRequest: { lifetimeYears: 1, csr: 'x' },
  createCalendarEvent: { subject: 'x', start: '2026-12-01T01:00:00', end: '2026-12-01T02:00:00' },
  createIncidentAlert: { message: 'x' },
  createWikiPage: { title: 'x' },
  createCase: { subject: 'New', description: 'x', priority: 'LOW' },
  createWebhook: { url: 'https://hooks.example.com/', events: ['case.created'] },
  createAccountToken: { name: 'x', rights: ['READ'] },
  activateCase: {},
  resolveCase: {},
  declineCase: {},
  closeCase: {},
  watchCase: {},
  addComment: { body: 'x' },
  editComment: { body: 'x' },
  addInternalComment: { body: 'x' },
  editInternalComment: { body: 'x' },
  saveDraft: { draft: {} },
  advanceReturn: { state: 'approved' },
  editCrmConfig: { crmId: '001d6F6rKbYcE0dAJF' },
  editCrmData: emptyRecord,
  configureJira: { projectKey: 'PRC', projectLabel: 'Pacific' },
  configureServiceDesk: { projectKey: 'PRC', projectLabel: 'Pacific' },
  openCaseChat: { usernames: ['colleague@strangers.example'] },
  simulateScanner: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  saveScannerConfig: {},
  linkCases: { kind: 'BLOCKS', key: 'ALPHA-0' },
  linkKnownIssue: { key: 'KI-001' },
}

/** Parameters without which a query is rejected. */
const prometheusQuery = ['query=up', 'start=0', 'end=60', 'step=60', 'match[]=up']
const segmentQuery = ['deployment=0', 'cluster=c1', 'from=2026-01-01T00:00:00Z', 'to=2026-01-01T01:00:00Z']

function isAsked(endpoint: AnyEndpoint, parameter: string): boolean {
  return parametersOf(endpoint).includes(parameter.split('=')[0]!)
}

function idOf(url: string, filed: Filed): string | undefined {
  if (url.includes('/draft/')) return filed.draftFileId
  if (url.startsWith('/api/users/')) return filed.reporterId
  return url.startsWith('/api/ticket-exchange/') ? '00000000-0000-4000-8000-000000000000' : undefined
}

/** Names of the parameters of an endpoint, in its path and its query. */
export function parametersOf({ params, query }: AnyEndpoint): string[] {
  return [...Object.keys(params?._zod.def.shape ?? {}), ...Object.keys(query?._zod.def.shape ?? {})]
}

/** The address of an endpoint with everything that names a case or an account filled in; `word` is the search text. */
export function pathOf(endpoint: AnyEndpoint, filed: Filed, account: string, word = 'word'): string {
  const { url } = endpoint
  const values: Record<string, string> = {
    key: filed.key,
    issueKey: filed.key,
    account,
    accountName: account,
    id: idOf(url, filed) ?? account,
    commentId: url.endsWith('/internal') ? filed.internalCommentId : filed.commentId,
    attachmentId: filed.attachmentId,
    text: word,
    field: 'label',
    kind: 'BLOCKS',
    target: 'jira',
    by: 'month',
    domain: 'strangers.example',
    enabled: 'true',
    right: 'case:read',
    version: '4',
    ...(endpoint.name === 'readInsight' ? { name: 'core-cpu' } : {}),
    ...(endpoint.name === 'listTrackerOptions' ? { system: 'jira' } : {}),
  }
  const requested = parametersOf(endpoint).filter((name) => !url.includes(`{${name}}`) && name in values)
  const query = requested
    .filter((name) => name !== 'text' || /\/(?:similar|matches)$/.test(url))
    .map((name) => `${name}=${values[name]}`)
  if (url === '/api/search') query.push(`q=${word}`)
  if (url.startsWith('/api/prometheus/')) query.push(...prometheusQuery.filter((one) => isAsked(endpoint, one)))
  if (endpoint.name === 'readDetectorSegment') query.push(...segmentQuery)
  return url.replace(/\{(\w+)\}/g, (_, name) => values[name]!) + (query.length ? `?${query.join('&')}` : '')
}
