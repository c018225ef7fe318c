import { useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowLeft } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { listWikiVersions, type WikiPage, type WikiVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import { Comparison } from './comparison.tsx'
import classes from './history.module.css'
import { VersionList } from './version-list.tsx'

const SHOWN = 200

/** The versions of a page, and the difference of two of them. */
export function PageHistory({ page, mayWrite }: { page: WikiPage; mayWrite: boolean }) {
  const t = useText()
  const { query, change } = useUrlQuery<'show' | 'from' | 'to'>()
  const result = useQueryOf(listWikiVersions, { params: { id: page.id }, query: { size: SHOWN } })
  const versions = result.data?._embedded.versions ?? []
  const find = (n: string | undefined): WikiVersion | undefined => versions.find((one) => String(one.n) === n)
  const to = find(query.to) ?? versions[0]
  const from = find(query.from) ?? versions.find(({ n }) => to !== undefined && n < to.n) ?? to
  const back = (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={15} aria-hidden />}
      onClick={() => change({ show: undefined, from: undefined, to: undefined })}
    >
      {t('toPage')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('historyOf', { title: page.title })} actions={back} />
      <QueryView query={result} rows={8}>
        {({ page: { totalElements } }) =>
          from &&
          to && (
            <div className={classes.history}>
              <VersionList
                versions={versions}
                total={totalElements}
                from={from.n}
                to={to.n}
                onChoose={(chosen) => change({ from: String(chosen.from), to: String(chosen.to) })}
              />
              <Comparison page={page} from={from} to={to} newest={versions[0]!.n} mayWrite={mayWrite} />
            </div>
          )
        }
      </QueryView>
      <BottomBar>{back}</BottomBar>
    </>
  )
}
