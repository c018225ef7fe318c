import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { listSbomComponents, type SbomComponent } from '../contract.ts'
import { sbomSearchPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './sbom.module.css'

const FIRST = 100

/** The components of a bundle; each leads to the search for it. */
export function ComponentTable({ bundleId }: { bundleId: string }) {
  const t = useText()
  const [typedWords, setTypedWords] = useState('')
  const contains = useDeferredValue(typedWords.trim())
  const [size, setSize] = useState(FIRST)
  const query = contains ? { contains } : {}
  const result = useQueryOf(listSbomComponents, { params: { id: bundleId }, query: { ...query, size } }, { keep: true })
  const columns: readonly PlainColumn<SbomComponent>[] = [
    {
      id: 'name',
      label: t('tab.component'),
      cell: ({ name, version }) => (
        <Link
          to={sbomSearchPath({ q: [name, version].filter(Boolean).join(' ') })}
          className="el"
          aria-label={t('tab.toSearch', { name })}
          translate="no"
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'version',
      label: t('tab.version'),
      width: 10,
      cell: ({ version }) => (
        <span className={classes.code} translate="no">
          {version}
        </span>
      ),
    },
    {
      id: 'license',
      label: t('tab.license'),
      width: 12,
      wide: true,
      cell: ({ license }) => license ?? <span className={classes.quiet}>{t('noLicense')}</span>,
    },
    {
      id: 'purl',
      label: t('tab.purl'),
      width: 18,
      wide: true,
      cell: ({ purl }) => (
        <span className={classes.code} translate="no" title={purl ?? undefined}>
          {purl}
        </span>
      ),
    },
  ]
  return (
    <Card
      title={t('tab.components')}
      note={result.data && formatCount(result.data.page.totalElements)}
      flush
      right={<CsvButton endpoint={listSbomComponents} input={{ params: { id: bundleId }, query }} name="components" />}
    >
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label={t('tab.filter')}
          placeholder={t('tab.filter')}
          value={typedWords}
          onChange={(event) => setTypedWords(event.currentTarget.value)}
        />
      </div>
      <QueryView query={result} rows={8} empty={<p className={classes.nothing}>{t('tab.noneFound')}</p>}>
        {(data) => {
          const rows = data._embedded.components
          return (
            <>
              <PlainTable
                label={t('tab.components')}
                columns={columns}
                rows={rows}
                id={({ name, version, purl, sbom, license }) => [name, version, purl, license, sbom].join(' ')}
              />
              {rows.length < data.page.totalElements && size === FIRST && (
                <div className={classes.foot}>
                  <Button variant="default" loading={result.isFetching} onClick={() => setSize(1000)}>
                    {t('showMore')}
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}
