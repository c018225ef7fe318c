import type { Reply } from '#kit/web/data/call.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { searchComponents } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sbom.module.css'

/** The versions of what was searched for, each with its number of bundles; one narrows the search to it. */
export function FoundVersions({ versions }: { versions: Reply<typeof searchComponents>['versions'] }) {
  const t = useText()
  const { query, change } = useUrlQuery<'q'>()
  if (versions.length === 0) return null
  const isOneName = new Set(versions.map(({ name }) => name)).size === 1
  return (
    <ul className={classes.versions} aria-label={t('versions')}>
      {versions.map(({ name, version, bundles }) => {
        const words = [name, version].filter(Boolean).join(' ')
        return (
          <li key={words}>
            <button
              type="button"
              aria-pressed={query.q === words}
              aria-label={t('versionOf', { name, version, count: bundles })}
              onClick={() => change({ q: words })}
            >
              <span translate="no">{isOneName && version ? version : words}</span>
              <span className={classes.quiet}>{bundles}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
