/**
 * The description of a call that browsers make by going to an address, outside of `/api`: it is no endpoint, for it
 * answers with pages and redirects, but the API description names it. `query` names what the address may carry.
 */
export function pageCall(summary: string, query: Readonly<Record<string, string>> = {}) {
  const parameters = Object.entries(query).map(([name, description]) => [name, { type: 'string', description }])
  return {
    // Described, not checked: somebody who comes with a broken address gets a page, not a problem document.
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
