import { IconGitCompare } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useText } from '../texts.ts'
import { BundleSelect } from './bundle-select.tsx'
import { DifferenceRows } from './difference-rows.tsx'
import { LicensesCard } from './licenses-card.tsx'
import classes from './sbom.module.css'

/** The difference of two bundles, which are in the address, and the licenses of the newer one. */
export function ChosenDifference() {
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
