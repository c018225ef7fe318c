import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { isPrivateHost, namesPrivateAddress } from '#kit/server/outbound.ts'
import en from '../messages/en.json' with { type: 'json' }

/**
 * Rejects an address that events may not be sent to: not https, with credentials, or private and not in PRIVATE_HOSTS.
 */
export function requireWebhookUrl(typed: string, privateHosts: readonly string[], field = 'url'): void {
  const url = URL.parse(typed)
  if (!url || !/^https?:$/.test(url.protocol)) throwFieldProblem(field, en.field.https)
  if (url.username || url.password) throwFieldProblem(field, en.field.credentials)
  if (isPrivateHost(url, privateHosts)) return
  if (url.protocol !== 'https:') throwFieldProblem(field, en.field.https)
  if (namesPrivateAddress(url)) throwFieldProblem(field, en.field.private)
}
