import type { FeaturePage, FeatureWeb } from '#kit/web/pages.ts'

/** The page that a path opens, and the values of its parameters; as in the router, an exact path goes first. */
export function pageAt(
  features: readonly FeatureWeb[],
  pathname: string,
): { readonly page: FeaturePage; readonly params: Readonly<Record<string, string>> } | undefined {
  const fitting = features
    .flatMap(({ pages }) => pages)
    .flatMap((page) => {
      const form = new RegExp(`^${page.path.pattern.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}$`)
      const match = form.exec(pathname)
      return match ? [{ page, params: match.groups ?? {} }] : []
    })
  return fitting.find(({ page }) => page.path.pattern === pathname) ?? fitting[0]
}
