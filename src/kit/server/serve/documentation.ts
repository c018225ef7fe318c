import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { EXPORT_LIMIT } from './limits.ts'

/** What the API description contains for an endpoint beyond its schemas: name, guard, problems. */
export function documentationOf(endpoint: AnyEndpoint): Record<string, unknown> {
  const { guard } = endpoint
  const right =
    typeof guard === 'string'
      ? { anyone: 'Open to anyone.', 'signed-in': 'Any signed-in user.' }[guard]
      : `Needs ${guard.name}.`
  const shows =
    endpoint.optionalPermissions &&
    `Shows more with ${endpoint.optionalPermissions.map(({ name }) => name).join(', ')}.`
  const problems = [...endpoint.problems, ...(endpoint.limit ? [kitProblems['too-many-requests']] : [])]
    .map(({ code, status, text }) => `- ${status} \`${code}\`: ${text}`)
    .join('\n')
  const limit = endpoint.limit && `At most ${endpoint.limit.count} calls in ${endpoint.limit.seconds} seconds.`
  const exports = endpoint.csv && `At most ${EXPORT_LIMIT.count} exports (CSV) in ${EXPORT_LIMIT.seconds} seconds.`
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    description: [[right, shows, limit, exports].filter(Boolean).join(' '), problems && `Problems:\n${problems}`]
      .filter(Boolean)
      .join('\n\n'),
    ...(guard === 'anyone' ? { security: [] } : {}),
    ...(endpoint.media?.consumes ? { consumes: [endpoint.media.consumes] } : {}),
    ...(endpoint.media?.produces ? { produces: [endpoint.media.produces] } : {}),
  }
}
