// node tools/okta-description.mjs management-minimal.json: cuts Okta's own description
// (github.com/okta/okta-management-openapi-spec, dist/current, as JSON) to the calls that the portal makes.
import { readFileSync, writeFileSync } from 'node:fs'

const description = 'src/integrations/okta/okta-management.json'
/** Members that a mock server does not need. */
const idle = new Set(['examples', 'example', 'externalDocs', 'tags', 'x-codegen-request-body-name', 'discriminator'])

const calls = {
  '/api/v1/users': ['get', 'post'],
  '/api/v1/users/{id}': ['get', 'delete'],
  '/api/v1/users/{id}/lifecycle/activate': ['post'],
  '/api/v1/users/{id}/lifecycle/reactivate': ['post'],
  '/api/v1/users/{id}/lifecycle/deactivate': ['post'],
  '/api/v1/users/{id}/lifecycle/suspend': ['post'],
  '/api/v1/users/{id}/lifecycle/unsuspend': ['post'],
  '/api/v1/users/{id}/lifecycle/unlock': ['post'],
  '/api/v1/users/{id}/lifecycle/reset_password': ['post'],
  '/api/v1/users/{id}/lifecycle/reset_factors': ['post'],
  '/api/v1/users/{userId}/sessions': ['delete'],
  '/api/v1/groups/{groupId}/users/{userId}': ['put', 'delete'],
  '/api/v1/logs': ['get'],
}

const [source] = process.argv.slice(2)
if (!source) throw new Error("Name the file of Okta's description.")
writeFileSync(description, `${JSON.stringify(cut(JSON.parse(readFileSync(source, 'utf8'))), null, 1)}\n`)

function cut({ openapi: version, info, servers, paths, components }) {
  const kept = {}
  for (const [path, methods] of Object.entries(calls)) {
    const { parameters } = paths[path]
    kept[path] = { ...(parameters ? { parameters } : {}) }
    for (const method of methods) kept[path][method] = paths[path][method]
  }
  const parts = {}
  const todo = [kept]
  for (let part = todo.pop(); part; part = todo.pop())
    for (const [kind, name] of references(part)) {
      parts[kind] ??= {}
      if (parts[kind][name]) continue
      parts[kind][name] = components[kind][name]
      todo.push(parts[kind][name])
    }
  const { title, version: of, license } = info
  const note =
    'Cut from okta/okta-management-openapi-spec, dist/current/management-minimal, to the calls that Headend makes.'
  const about = { title, version: of, license, 'x-note': note }
  const { securitySchemes } = components
  return bare({ openapi: version, info: about, servers, paths: kept, components: { ...parts, securitySchemes } })
}

/** Kind and name of every component that a part of the description refers to. */
function references(part) {
  return [
    ...JSON.stringify(part, (key, value) => (idle.has(key) ? undefined : value)).matchAll(
      /#\/components\/(\w+)\/([^"]+)/g,
    ),
  ].map(([, kind, name]) => [kind, name])
}

function bare(value) {
  return JSON.parse(JSON.stringify(value, (key, inner) => (idle.has(key) ? undefined : inner)))
}
