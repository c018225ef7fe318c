// Every list of the API, at its largest page and as CSV where it has that: read from openapi.json.
import { readFileSync } from 'node:fs'

export function* listOperations({ as, account }) {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'))
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || path.includes('{')) continue
    const parameters = get.parameters ?? []
    const size = parameters.find(({ name }) => name === 'size')?.schema.maximum
    const needs = parameters.filter(({ required, in: place }) => required && place === 'query').map(({ name }) => name)
    if (needs.some((name) => name !== 'account')) continue
    const query = new URLSearchParams({
      ...(size ? { size } : {}),
      ...(needs.length > 0 ? { account: account.name } : {}),
    })
    const call = (headers) => async () => (await as('GET', `${path}?${query}`, undefined, { headers })).status
    yield {
      name: get.operationId ?? path,
      input: size ? `${size} rows` : '',
      call: async () => {
        await call()()
        return call()()
      },
    }
    if (/"text\/csv"/.test(JSON.stringify(get.responses)))
      yield { name: `${get.operationId} as CSV`, input: 'all rows', call: call({ accept: 'text/csv' }) }
  }
}
