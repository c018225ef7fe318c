import type { AnyEndpoint } from '#kit/contract/endpoint.ts'

/** What the API description says of an endpoint beyond its schemas: name, guard, refusals. */
export function documentationOf(endpoint: AnyEndpoint): Record<string, unknown> {
  const { guard } = endpoint
  const right =
    typeof guard === 'string'
      ? { anyone: 'Open to anyone.', 'signed-in': 'Any signed-in person.' }[guard]
      : `Needs ${guard.name}.`
  const refusals = endpoint.problems.map(({ code, status, text }) => `- ${status} \`${code}\`: ${text}`).join('\n')
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    description: refusals ? `${right}\n\nRefusals:\n${refusals}` : right,
    ...(guard === 'anyone' ? { security: [] } : {}),
    ...(endpoint.media?.consumes ? { consumes: [endpoint.media.consumes] } : {}),
    ...(endpoint.media?.produces ? { produces: [endpoint.media.produces] } : {}),
  }
}
