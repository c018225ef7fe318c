import type { SpacePage, WikiSystem } from '#features/collaboration/wiki-mirrors/server/index.ts'
import { adfToMarkdown, basicLogin, jiraClient } from '#integrations/jira-cloud/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { adapterTexts } from '../texts.ts'
import { confluenceShapes } from './confluence-response-shapes.ts'

/** A space with more is not copied: the portal's wiki has 5,000 pages an account at most. */
const MOST_LISTED = 20_000
const PAGE_SIZE = 250

type PageListing = {
  readonly results: readonly {
    readonly id: string
    readonly title: string
    readonly status?: string | null
    readonly parentId?: string | null
    readonly version?: { readonly number?: number | null } | null
    readonly _links?: { readonly webui?: string | null } | null
  }[]
  readonly _links?: { readonly next?: string | null; readonly base?: string | null } | null
}

/**
 * Confluence Cloud by its REST API 2, with the API token of one user. Written against a description of our own
 * (`confluence-own.json`): Atlassian's has no licence to pass it on.
 */
export const confluence: WikiSystem = {
  system: 'confluence',
  name: 'Confluence',
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'spaceKey', label: adapterTexts.spaceKey, type: 'text', required: true, help: adapterTexts.spaceKeyHelp },
    { name: 'username', label: adapterTexts.username, type: 'text', required: true, help: adapterTexts.usernameHelp },
    { name: 'token', label: adapterTexts.token, type: 'secret', required: true },
    {
      name: 'readers',
      label: adapterTexts.readers,
      type: 'choice',
      required: true,
      choices: [
        { value: 'VENDOR', label: adapterTexts.readersVendor },
        { value: 'ALL', label: adapterTexts.readersAll },
      ],
    },
  ],
  open(connection) {
    const { url = '', username = '', token = '', spaceKey = '' } = connection.settings
    const login = basicLogin({ username, secret: token })
    const client = jiraClient(connection, login, { shapes: confluenceShapes, explain })
    const site = url.endsWith('/') ? url.slice(0, -1) : url

    async function spaceId(): Promise<string> {
      const spacePage = await client.call<{ results: readonly { id: string; key: string }[] }>(
        'GET',
        '/wiki/api/v2/spaces',
        {
          query: { keys: spaceKey, limit: 1 },
        },
      )
      const space = spacePage.results.find(({ key }) => key === spaceKey)
      if (!space) throw new IntegrationError(fillText(adapterTexts.noSpace, { key: spaceKey }), { fault: 'missing' })
      return space.id
    }

    return {
      check: async () => void (await spaceId()),
      async listPages() {
        const space = await spaceId()
        const pages: SpacePage[] = []
        for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
          const query = { 'space-id': space, limit: PAGE_SIZE, cursor }
          const { results, _links } = await client.call<PageListing>('GET', '/wiki/api/v2/pages', { query })
          for (const { id, title, status, parentId, version, _links: own } of results)
            if (status == null || status === 'current')
              pages.push({
                id,
                title,
                parentId: parentId ?? null,
                version: version?.number ?? 1,
                url: `${_links?.base ?? `${site}/wiki`}${own?.webui ?? `/spaces/${spaceKey}/pages/${id}`}`,
              })
          if (pages.length > MOST_LISTED)
            throw new IntegrationError(fillText(adapterTexts.tooMany, { most: MOST_LISTED }), { fault: 'rejected' })
          const next = _links?.next
          cursor = next ? (new URL(next, site).searchParams.get('cursor') ?? undefined) : undefined
        }
        return pages
      },
      async readText(id) {
        const query = { 'body-format': 'atlas_doc_format' }
        const path = `/wiki/api/v2/pages/${encodeURIComponent(id)}`
        const { body } = await client.call<{ body?: { atlas_doc_format?: { value?: string } } }>('GET', path, { query })
        return adfToMarkdown(parseJson(body?.atlas_doc_format?.value ?? '{}', connection.name))
      },
    }
  },
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IntegrationError(fillText(adapterTexts.unreadable, { name }), { fault: 'garbled' })
  }
}

/** Confluence's errors are titles with details. */
function explain(body: unknown) {
  const { errors = [] } = (body ?? {}) as { errors?: { title?: string; detail?: string | null }[] }
  const text = Array.isArray(errors)
    ? errors
        .map(({ title, detail }) => detail ?? title ?? '')
        .join(' ')
        .trim()
    : ''
  return { text: text || undefined, aboutTheThing: text !== '' }
}
