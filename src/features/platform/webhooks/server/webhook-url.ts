import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { isPrivateHost, namesPrivateAddress } from '#kit/server/outbound.ts'
import { pageTexts } from '../texts.ts'

/**
 * Rejects an address that events may not be sent to: not https, with credentials, or private and not in PRIVATE_HOSTS.
 */
export function requireWebhookUrl(typedUrl: string, privateHosts: readonly string[], field = 'url'): void {
  const url = URL.parse(typedUrl)
  if (!url || !/^https?:$/.test(url.protocol)) throwFieldProblem(field, pageTexts.field.https)
  if (url.username || url.password) throwFieldProblem(field, pageTexts.field.credentials)
  if (isPrivateHost(url, privateHosts)) return
  if (url.protocol !== 'https:') throwFieldProblem(field, pageTexts.field.https)
  if (namesPrivateAddress(url)) throwFieldProblem(field, pageTexts.field.private)
}
