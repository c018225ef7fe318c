import { type Bundle, isEditable } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileCode } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listSboms, manageSboms } from '../contract.ts'
import { useText } from '../texts.ts'
import { AddSbom } from './add-sbom.tsx'
import { BundleSelect } from './bundle-select.tsx'
import { ComponentTable } from './component-table.tsx'
import { DifferenceRows } from './difference-rows.tsx'
import { LicensesCard } from './licenses-card.tsx'
import classes from './sbom.module.css'
import { SbomFiles } from './sbom-files.tsx'

/** The SBOMs of a bundle: its components and licenses, and the difference from another bundle. */
export function SbomTab({ bundle }: { bundle: Pick<Bundle, 'id' | 'status'> }) {
  const t = useText()
  const mayManage = useAllows(manageSboms)
  const mayAdd = mayManage && isEditable(bundle.status)
  const result = useQueryOf(listSboms, { params: { id: bundle.id }, query: { size: 200 } })
  const { query, change } = useUrlQuery<'against'>()
  const against = query.against === undefined ? undefined : String(query.against)
  return (
    <QueryView
      query={result}
      rows={6}
      empty={
        <EmptyState
          colour="grey"
          icon={<IconFileCode size={22} aria-hidden />}
          title={t('tab.empty')}
          actions={mayAdd && <AddSbom bundleId={bundle.id} />}
        >
          {mayAdd ? t('tab.emptyText') : t('tab.emptyRead')}
        </EmptyState>
      }
    >
      {({ _embedded: { sboms } }) => (
        <div className={classes.stack}>
          <Card title={t('tab.files')} flush right={mayAdd && <AddSbom bundleId={bundle.id} />}>
            <SbomFiles sboms={sboms} mayDelete={mayManage} />
          </Card>
          <LicensesCard bundleId={bundle.id} />
          <Card title={t('difference.title')} flush>
            <div className={classes.choices}>
              <BundleSelect
                label={t('difference.with')}
                value={against}
                except={bundle.id}
                onChange={(id) => change({ against: id })}
              />
            </div>
            {against && <DifferenceRows key={against} before={against} after={bundle.id} />}
          </Card>
          <ComponentTable bundleId={bundle.id} />
        </div>
      )}
    </QueryView>
  )
}
