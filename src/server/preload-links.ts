import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { allows, type Permission, type Principal } from '#kit/contract/permission.ts'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>
type Page = {
  readonly form: RegExp
  readonly module: string
  readonly may?: Permission
  readonly asks: readonly string[]
}

/** Requested by every page before it can draw anything. */
const always = ['/api/users/me', '/api/accounts/me', '/api/users/me/settings']
const web = 'src/features'
const ofAccount = '/[^/]+/\\d+'

/**
 * The pages that users open first: the module of each, and its requests when its address has no query. `may` is the
 * permission of its guard: a user who is sent away from a page must not get denials for its requests.
 */
const pages: readonly Page[] = [
  {
    form: /^\/support$/,
    module: `${web}/support/case-pages/web/queue-pages.tsx`,
    may: seeInternal,
    asks: ['/api/plugins/jira/issues/search?sort=updatedAt%2CDESC&open=true&projection=summary&page=0&size=100'],
  },
  {
    form: new RegExp(`^${ofAccount}/support/customerCases$`),
    module: `${web}/support/case-pages/web/queue-pages.tsx`,
    asks: [],
  },
  {
    form: new RegExp(`^${ofAccount}/support/case/[^/]+$`),
    module: `${web}/support/case-pages/web/case-page.tsx`,
    asks: [],
  },
  {
    form: new RegExp(`^${ofAccount}/dashboard$`),
    module: `${web}/home/dashboard/web/account-dashboard.tsx`,
    asks: [],
  },
  { form: /^\/dashboard$/, module: `${web}/home/dashboard/web/vendor-home.tsx`, asks: [] },
]

/**
 * What a page will request once its script runs, so that the browser requests it beside the script: the value of the
 * header `Link` (RFC 8288, with the relations preload and modulepreload of the HTML standard) for an address.
 */
export function preloadLinks(buildFolder: string): (url: string, actor: Principal) => string {
  const manifest = JSON.parse(readFileSync(join(buildFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const present = filesOf(manifest, 'index.html')
  // The largest file of all is requested first: a slow device takes half a second to request a dozen files, and the
  // network idles.
  const script = fileLink(manifest['index.html']?.file ?? '')
  const lists = pages.map(({ form, module, may, asks }) => {
    if (!manifest[module]) throw new Error(`the web build has no page ${module}: run npm run build`)
    const files = [...filesOf(manifest, module)].filter((file) => !present.has(file))
    return { form, may, files: files.map(fileLink), asks: asks.map(callLink) }
  })
  return (url, actor) => {
    const [path = '', search] = url.split('?')
    const page = lists.find(({ form, may }) => form.test(path) && (!may || allows(actor, may)))
    return [script, ...always.map(callLink), ...(page?.files ?? []), ...(search ? [] : (page?.asks ?? []))].join(', ')
  }
}

/** The script of a module with everything that it imports, and their styles. */
function filesOf(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const importedName of chunk.imports ?? []) filesOf(manifest, importedName, files)
  return files
}

function fileLink(file: string): string {
  const kind = file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'
  return `</${file}>; ${kind}; crossorigin`
}

function callLink(url: string): string {
  return `<${url}>; rel=preload; as=fetch; crossorigin`
}
