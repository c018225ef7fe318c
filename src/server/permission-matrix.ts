import { roleNames } from '#features/access/roles/contract.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'

const roles = Object.keys(roleNames)

/**
 * The permission table as Markdown: each endpoint with the roles that may call it. Written by `npm run permissions`,
 * reviewed, committed.
 */
export function permissionMatrix(endpoints: readonly AnyEndpoint[]): string {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))].sort()
  return `# Permissions: endpoint × role

Written by \`npm run permissions\` from the permissions in the contracts. ● wherever the role is held · ◐ in accounts assigned to the user ·
vendor roles are held everywhere (the LIFT roles in accounts with a LIFT deployment), customer roles per account. What a row of a list shows is
narrowed further by what the caller may see.

${tags
  .map((tag) =>
    section(
      tag,
      endpoints.filter((endpoint) => endpoint.tag === tag),
    ),
  )
  .join('\n')}`
}

function section(tag: string, endpoints: readonly AnyEndpoint[]): string {
  const rows = [...endpoints].sort((a, b) => a.url.localeCompare(b.url) || a.method.localeCompare(b.method)).map(row)
  const head = `| call | permission | ${roles.join(' | ')} |\n| --- | --- | ${roles.map(() => ':-:').join(' | ')} |`
  return `## ${tag}\n\n${head}\n${rows.join('\n')}\n`
}

function row({ method, url, guard }: AnyEndpoint): string {
  const name = typeof guard === 'string' ? guard : guard.name
  return `| ${method} ${url} | ${name} | ${roles.map((role) => mark(guard, role)).join(' | ')} |`
}

function mark(guard: AnyEndpoint['guard'], role: string): string {
  if (typeof guard === 'string') return '●'
  const grants = guard.grants.filter((grant) => grant.role === role)
  if (grants.some((grant) => !grant.assigned)) return '●'
  return grants.length > 0 ? '◐' : ''
}
