import type { FakeIssue, FakeProject } from './fake-project.ts'
import { type FakeRequest, type FakeResponse, none, ok } from './fake-response.ts'

/** The domain of the users of a site. */
const DOMAIN = 'desk.example'

/** A user with that address; the id of the cloud and the name of a data center are different. */
export function userWith(address: string): object {
  const [name = ''] = address.split('@')
  return { accountId: `id-of-${name}`, name, displayName: name, emailAddress: address, active: true }
}

/** `GET user/search`: the users whose address or name begins with it. */
export function usersFound({ users }: FakeProject, { query }: FakeRequest): FakeResponse {
  const wanted = query.get('query') ?? query.get('username') ?? ''
  return ok([...users].filter((address) => address.startsWith(wanted.slice(0, 3))).map(userWith))
}

/** `issue/{id}/watchers`: the user by account id in the cloud, by name in a data center. */
export function watcherCall(
  { hidesWatchers }: FakeProject,
  issue: FakeIssue,
  { method, path, query, body }: FakeRequest,
): FakeResponse {
  const seen = hidesWatchers ? [] : [...issue.watchers]
  if (method === 'GET') return ok({ watchCount: issue.watchers.size, watchers: seen.map(userWith) })
  const isCloud = path.startsWith('/rest/api/3')
  const named =
    method === 'POST' ? (JSON.parse(body.toString()) as string) : query.get(isCloud ? 'accountId' : 'username')
  const address = isCloud ? addressOfId(named ?? '') : `${named}@${DOMAIN}`
  if (method === 'POST') issue.watchers.add(address)
  else issue.watchers.delete(address)
  return none
}

/** The address of a user by the id of the cloud. */
export function addressOfId(id: string): string {
  return `${id.replace(/^id-of-/, '')}@${DOMAIN}`
}
