/**
 * The description of a call that browsers make by navigation, outside of `/api`: it is no endpoint, because it responds
 * with pages and redirects, but the API description names it. `query` names the query parameters.
 */
export function pageCall(summary: string, query: Readonly<Record<string, string>> = {}) {
  const parameters = Object.entries(query).map(([name, description]) => [name, { type: 'string', description }])
  return {
    // Described, not checked: a user with a broken address gets a page, not a problem document.
    validatorCompiler: () => (value: unknown) => ({ value }),
    schema: {
      tags: ['Session'],
      summary,
      security: [],
      querystring: { type: 'object', properties: Object.fromEntries(parameters) },
      response: { 303: { type: 'null', description: 'Redirect to another URL' } },
    },
  }
}
