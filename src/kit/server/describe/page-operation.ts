import type { DescribedOperation } from './described-operation.ts'

/**
 * The description of a call that browsers make by navigation, outside of `/api`: it is no endpoint, because it responds
 * with pages and redirects. `query` names the query parameters; they are described and not checked, as a user with a
 * broken address gets a page, not a problem document.
 */
export function pageOperation(
  { name, url, summary }: Pick<DescribedOperation, 'name' | 'url' | 'summary'>,
  query: Readonly<Record<string, string>> = {},
): DescribedOperation {
  return {
    name,
    method: 'GET',
    url,
    tag: 'Session',
    summary,
    description: 'Open to anyone.',
    security: [],
    parameters: Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })),
    responses: { '303': { description: 'Redirect to another URL' } },
  }
}
