import { useEffect, useState } from 'react'
import { bundlesPath } from '#features/software/bundle-pages/paths.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileCode, IconGitCompare, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { readSbomCoverage, searchComponents } from '../contract.ts'
import { useText } from '../texts.ts'
import { BundleSelect } from './bundle-select.tsx'
import { DifferenceRows } from './difference-rows.tsx'
import { label } from './label.ts'
import { LicensesCard } from './licenses-card.tsx'
import { MatchTable } from './match-table.tsx'
import classes from './sbom.module.css'

const SHORTEST = 2

/** Which bundles have a component, and who runs them; beside it the difference of two bundles. */
export function SearchPage() {
  const t = useText()
  const { q = '' } = useUrlQuery<'q'>().query
  const words = String(q).trim()
  const coverage = useQueryOf(readSbomCoverage, {}).data
  const note =
    coverage &&
    t('coverage', {
      withSbom: formatCount(coverage.withSbom),
      bundles: formatCount(coverage.bundles),
      components: formatCount(coverage.components),
    })
  return (
    <Page kind="dashboard">
      <PageHeader
        title={label('search')}
        note={note}
        actions={
          words.length >= SHORTEST && (
            <CsvButton endpoint={searchComponents} input={{ query: { q: words } }} name="sbom-search" />
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <SearchInput />
          {words.length >= SHORTEST ? (
            <SearchResult key={words} words={words} missing={coverage ? coverage.bundles - coverage.withSbom : 0} />
          ) : (
            <Start isEmpty={coverage?.withSbom === 0} />
          )}
        </div>
        <ChosenDifference />
      </div>
    </Page>
  )
}

function Start({ isEmpty }: { isEmpty: boolean }) {
  const t = useText()
  return (
    <Card flush>
      <EmptyState
        colour="blue"
        icon={isEmpty ? <IconFileCode size={22} aria-hidden /> : <IconSearch size={22} aria-hidden />}
        title={isEmpty ? t('start.none') : t('start.title')}
        actions={isEmpty && <Button to={bundlesPath()}>{t('start.toBundles')}</Button>}
      >
        {isEmpty ? t('start.noneText') : t('start.text')}
      </EmptyState>
    </Card>
  )
}

const FIRST = 50
const MOST = 200

function SearchResult({ words, missing }: { words: string; missing: number }) {
  const t = useText()
  const [size, setSize] = useState(FIRST)
  const query = useQueryOf(searchComponents, { query: { q: words, size } }, { keep: true })
  return (
    <QueryView query={query} rows={6}>
      {(data) => {
        const { totals, versions, page } = data
        const { matches } = data._embedded
        const count = `${formatCount(page.totalElements)}${page.capped ? '+' : ''}`
        return (
          <>
            <FoundVersions versions={versions} />
            {matches.length > 0 && (
              <Stats
                figures={[
                  {
                    id: 'matches',
                    label: t('figures.matches'),
                    value: count,
                    note: t('figures.inBundles', { count: totals.bundles }),
                  },
                  { id: 'releases', label: t('figures.releases'), value: formatCount(totals.releases) },
                  {
                    id: 'accounts',
                    label: t('figures.accounts'),
                    value: formatCount(totals.accounts),
                    note: t('figures.accountsNote'),
                  },
                  {
                    id: 'running',
                    label: t('figures.running'),
                    value: formatCount(totals.running),
                    note: t('figures.runningNote'),
                    tone: totals.running > 0 ? 'red' : undefined,
                  },
                ]}
              />
            )}
            <Card flush>
              {!data.understood ? (
                <EmptyState colour="orange" icon={<IconSearch size={22} aria-hidden />} title={t('unclear', { words })}>
                  {t('unclearText')}
                </EmptyState>
              ) : matches.length === 0 ? (
                <EmptyState colour="grey" icon={<IconSearch size={22} aria-hidden />} title={t('nothing', { words })}>
                  {missing > 0 ? t('nothingMissing', { count: missing }) : t('nothingText')}
                </EmptyState>
              ) : (
                <MatchTable matches={matches} />
              )}
            </Card>
            {matches.length < page.totalElements && size < MOST && (
              <Button variant="default" loading={query.isFetching} onClick={() => setSize(MOST)}>
                {t('showMore')}
              </Button>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

/** The versions of what was searched for, each with its number of bundles; one narrows the search to it. */
function FoundVersions({ versions }: { versions: Reply<typeof searchComponents>['versions'] }) {
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

/** What to search for (`q` in the address); the result follows a moment after the last keystroke. */
function SearchInput() {
  const t = useText()
  const { query, change } = useUrlQuery<'q'>()
  const inAddress = String(query.q ?? '')
  const [typed, setTyped] = useState(inAddress)
  useEffect(() => setTyped(inAddress), [inAddress])
  useEffect(() => {
    if (typed === inAddress) return
    const timer = setTimeout(() => change({ q: typed === '' ? undefined : typed }), 300)
    return () => clearTimeout(timer)
  }, [typed, inAddress, change])
  return (
    <div className={classes.search}>
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        aria-label={t('field')}
        placeholder={t('example')}
        spellCheck={false}
        autoComplete="off"
        maxLength={400}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span className={classes.hint}>{t('hint')}</span>
    </div>
  )
}

/** The difference of two bundles, which are in the address, and the licenses of the newer one. */
function ChosenDifference() {
  const t = useText()
  const { query, change } = useUrlQuery<'before' | 'after'>()
  const [before, after] = [query.before, query.after].map((id) => (id === undefined ? undefined : String(id)))
  return (
    <div className={classes.stack}>
      <Card title={t('difference.title')} flush>
        <div className={classes.choices}>
          <BundleSelect
            label={t('difference.before')}
            value={before}
            except={after}
            onChange={(id) => change({ before: id })}
          />
          <BundleSelect
            label={t('difference.after')}
            value={after}
            except={before}
            onChange={(id) => change({ after: id })}
          />
        </div>
        {before && after ? (
          <DifferenceRows key={`${before} ${after}`} before={before} after={after} />
        ) : (
          <EmptyState colour="grey" icon={<IconGitCompare size={22} aria-hidden />} title={t('difference.start')}>
            {t('difference.chooseText')}
          </EmptyState>
        )}
      </Card>
      {after && <LicensesCard bundleId={after} />}
    </div>
  )
}
