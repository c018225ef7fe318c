import { Suspense, useState } from 'react'
import { type Bundle, listBundles, readBundleDiff } from '#features/software/bundles/contract.ts'
import { NotesTab } from '#features/software/notes/web/index.ts'
import { ChangeRows } from '#features/software/release-pages/web/index.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useText } from '../texts.ts'
import classes from './compare-tab.module.css'

/** The differences of a bundle from another, which is in the address: files by digest, and the notes of both. */
export function CompareTab({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const { against } = useUrlQuery<'against'>().query
  const result = useQueryOf(readBundleDiff, { params: { id: bundle.id }, query: against ? { against } : {} })
  return (
    <QueryView query={result} rows={6}>
      {(data) => {
        const other = data.against
        return (
          <>
            <Choice bundle={bundle} chosen={other} />
            <Suspense fallback={<LoadingRows />}>
              <ChangeRows
                heading="h2"
                title={other ? t('compare.from', { name: bundle.name, other: other.name }) : t('compare.first')}
                changes={data.changes}
              />
            </Suspense>
            <div className={classes.notes}>
              {[bundle, ...(other ? [other] : [])].map(({ id, name }) => (
                <section key={id}>
                  <h2>{t('compare.notes', { name })}</h2>
                  <NotesTab of={{ bundleId: id }} mayWrite={false} />
                </section>
              ))}
            </div>
          </>
        )
      }}
    </QueryView>
  )
}

/** The bundle to compare with, searched while the user types. */
function Choice({ bundle, chosen }: { bundle: Bundle; chosen: Reply<typeof readBundleDiff>['against'] }) {
  const t = useText()
  const { change } = useUrlQuery<'against'>()
  const [words, setWords] = useState('')
  const nameContains = words === chosen?.name ? '' : words.trim()
  const bundlesQuery = useQueryOf(listBundles, { query: { size: 20, ...(nameContains ? { nameContains } : {}) } })
  const others = (bundlesQuery.data?._embedded.bundles ?? []).filter(({ id }) => id !== bundle.id && id !== chosen?.id)
  const options = [...(chosen ? [chosen] : []), ...others].map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      className={classes.choice}
      searchable
      allowDeselect={false}
      label={t('compare.with')}
      placeholder={t('compare.search')}
      nothingFoundMessage={t('compare.nothing')}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      data={options}
      filter={({ options: all }) => all}
      value={chosen?.id ?? null}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(against) => change({ against: against ?? undefined })}
    />
  )
}
